// Another code by mail for what a ticket began. Not the button (base/codes/SendAgain.tsx).
import { ApiError } from '@isobath/sdk';
import { accountRoutes } from '@isobath/wire';
import { browserClient } from '../../../base/client.ts';
import type { AskedAgain } from '../../../base/codes/SendAgain.tsx';

/** What was begun, and in how long another code may be asked for. */
export interface MailedCode {
  readonly ticket: string;
  readonly resendWaitMs: number;
}

/** Refusals after which the code that was sent is still good. */
const KEPT: ReadonlySet<string> = new Set(['code_too_soon', 'mail_limit']);

/** Ask for it. */
export async function askAgain(ticket: string): Promise<AskedAgain> {
  try {
    const body = { ticket };
    return { ...(await browserClient().call(accountRoutes.codeAgain, { body })), isSent: true };
  } catch (error) {
    // Asked for from another tab, or sent too often: the code that is there is good, and the wait
    // goes on.
    if (!(error instanceof ApiError) || !KEPT.has(error.reject)) throw error;
    return { resendWaitMs: Number(error.facts['waitMs']), isSent: false };
  }
}
