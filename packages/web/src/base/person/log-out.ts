// Leaving: the session ends on the server, what this page kept of the person is cleared, and one
// second later the home of the language comes as a new document.
import { accountRoutes } from '@isobath/wire';
import { useState } from 'react';
import { browserClient } from '../client.ts';
import { forgetPerson } from '../settings.ts';
import { setLeaving as reportLeaving } from '../signed-out.ts';
import { useLocale } from '../texts.tsx';
import { holdOthers } from './hold-others.ts';

const LEAVE_AFTER_MS = 1_000;
/** What is answered within this is not refused because its reader leaves. */
const HOLD_MS_MAX = 2_000;

/** Whether somebody is leaving, and how. */
export function useLogOut(): { readonly isLeaving: boolean; readonly leave: () => void } {
  const locale = useLocale();
  const [isLeaving, setLeaving] = useState(false);
  const leave = async () => {
    setLeaving(true);
    reportLeaving(true);
    const release = await holdOthers(accountRoutes.logout, HOLD_MS_MAX);
    try {
      await browserClient().call(accountRoutes.logout);
    } catch {
      release();
      setLeaving(false);
      reportLeaving(false);
      return;
    }
    forgetPerson();
    setTimeout(() => location.assign(`/${locale}`), LEAVE_AFTER_MS);
  };
  return { isLeaving, leave: () => void leave() };
}
