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
 * @returns the state, and how it is told.
 */
export function useSignedOut(): {
  readonly state: 'none' | 'asking' | 'told';
  readonly end: () => void;
} {
  const isSignedIn = useSession() !== null;
  const isAtDoor = usePagePath() === '/login';
  const { revalidate } = useRevalidator();
  const [known, setKnown] = useState<'none' | 'asking' | 'told'>('none');
  useEffect(() => {
    if (!isSignedIn) return;
    return watchSignedOut(() => {
      forgetPerson();
      setKnown('asking');
      // With the answer, which comes as a transition too: neither may be seen without the other.
      void revalidate().finally(() => startTransition(() => setKnown('told')));
    });
  }, [isSignedIn, revalidate]);
  const end = useCallback(() => setKnown('none'), []);
  if (known === 'told' && (isSignedIn || isAtDoor)) return { state: 'none', end };
  return { state: known, end };
}
