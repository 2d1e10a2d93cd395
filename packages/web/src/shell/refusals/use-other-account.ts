// Whether somebody else has signed in to this browser since the page was loaded, by another tab.
// What was typed for one account must not be sent for another, so the page is loaded anew before
// it is used again (OtherAccountDialog.tsx). Signing in on this page loads it anew as well.
import { useLayoutEffect, useState } from 'react';
import { setPageAccount } from '../../base/page-account.ts';
import { usePagePath } from '../../base/page-address.ts';
import { useSession } from '../../base/session.ts';

const isSignInPage = (path: string) => path === '/login' || path === '/register';

/** @returns the other account's name, null while the page shows the account it began with. */
export function useOtherAccount(): string | null {
  const session = useSession();
  const path = usePagePath();
  const [firstId, setFirstId] = useState(session?.fid ?? null);
  const statedId = isSignInPage(path) ? null : firstId;
  // Before any part of the page asks or connects, which they do in effects.
  useLayoutEffect(() => setPageAccount(statedId), [statedId]);
  if (session === null) return null;
  if (firstId === null) setFirstId(session.fid);
  if (statedId === null || statedId === session.fid) return null;
  return session.fnickname || session.email;
}
