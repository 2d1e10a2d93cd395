// A page whose session ended elsewhere asks anew who is looking: what is the person's own goes, and
// pages of his lead to signing in by themselves. On all others a dialog offers it.
import { Suspense, useEffect, useState } from 'react';
import { useRevalidator } from 'react-router';
import { lazyPart } from '../../base/late/lazy-part.ts';
import { usePagePath } from '../../base/page-address.ts';
import { useSession } from '../../base/session.ts';
import { watchSignedOut } from '../../base/signed-out.ts';

const SignedOutDialog = lazyPart(async () => ({
  default: (await import('./SignedOutDialog.tsx')).SignedOutDialog,
}));

/** Listens on every page. */
export function SignedOut() {
  const isSignedIn = useSession() !== null;
  const isAtDoor = usePagePath() === '/login';
  const { revalidate } = useRevalidator();
  const [isTold, setTold] = useState(false);
  useEffect(() => {
    if (!isSignedIn) return;
    return watchSignedOut(() => {
      sessionStorage.clear();
      setTold(true);
      void revalidate();
    });
  }, [isSignedIn, revalidate]);
  if (!isTold || isSignedIn || isAtDoor) return null;
  return (
    <Suspense>
      <SignedOutDialog onClose={() => setTold(false)} />
    </Suspense>
  );
}
