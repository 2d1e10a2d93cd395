// A page whose session ended elsewhere asks anew who is looking: what is the person's own goes, and
// pages of theirs lead to signing in by themselves. On all others a dialog offers it
// (Refusals.tsx).
import { startTransition, useCallback, useEffect, useState } from 'react';
import { useRevalidator } from 'react-router';
import { usePagePath } from '../../base/page-address.ts';
import { useSession } from '../../base/session.ts';
import { forgetPerson } from '../../base/settings.ts';
import { watchSignedOut } from '../../base/signed-out.ts';

/**
 * Whether a session has ended elsewhere: nothing known of it, being looked into, or to be told.
 *
 * @param isOther - the page is known to be of another account already: nothing more is looked into.
 * @returns the state, and how it is told.
 */
export function useSignedOut(isOther: boolean): {
  readonly state: 'none' | 'asking' | 'told';
  readonly end: () => void;
} {
  const isSignedIn = useSession() !== null;
  const isAtDoor = usePagePath() === '/login';
  const { revalidate } = useRevalidator();
  const [known, setKnown] = useState<'none' | 'asking' | 'told'>('none');
  useEffect(() => {
    if (!isSignedIn || isOther) return;
    // Asking again while an answer is awaited would begin anew, and never come to an end.
    let isAsking = false;
    return watchSignedOut(() => {
      if (isAsking) return;
      isAsking = true;
      forgetPerson();
      setKnown('asking');
      void revalidate().finally(() => {
        isAsking = false;
        // With the answer, which comes as a transition too: neither may be seen without the other.
        startTransition(() => setKnown('told'));
      });
    });
  }, [isSignedIn, isOther, revalidate]);
  const end = useCallback(() => setKnown('none'), []);
  if (known === 'told' && (isSignedIn || isAtDoor)) return { state: 'none', end };
  return { state: known, end };
}
