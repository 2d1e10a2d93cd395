// Asking for another code by mail, once the server sends one again.
import { ApiError } from '@isobath/sdk';
import { accountRoutes } from '@isobath/wire';
import { Button, Countdown } from '@isobath/ui';
import { useState } from 'react';
import { browserClient } from '../../../base/client.ts';
import { useTexts } from '../../../base/texts.tsx';
import type { FormCall } from '../use-call.ts';

/** What was begun, and in how long another code may be asked for. */
export interface MailedCode {
  readonly ticket: string;
  readonly resendWaitMs: number;
}

/** Refusals after which the code that was sent is still good. */
const KEPT: ReadonlySet<string> = new Set(['code_too_soon', 'mail_limit']);

async function askAgain(ticket: string): Promise<{ resendWaitMs: number; isSent: boolean }> {
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

/** The button that sends a new code, with a countdown until it works. */
export function SendAgain(props: { mailed: MailedCode; call: FormCall; onSent: () => void }) {
  const t = useTexts('account');
  const [fromMs, setFromMs] = useState(() => Date.now() + props.mailed.resendWaitMs);
  const [isWaiting, setWaiting] = useState(true);
  const [isSent, setSent] = useState(false);
  const send = async () => {
    const answer = await props.call.run(() => askAgain(props.mailed.ticket));
    if (answer === undefined) return;
    setFromMs(Date.now() + answer.resendWaitMs);
    setWaiting(true);
    setSent(answer.isSent);
    if (answer.isSent) props.onSent();
  };
  return (
    <>
      {isSent ? (
        <p className="account-note" role="status">
          {t('code.sentAgain')}
        </p>
      ) : null}
      {isWaiting ? (
        <p className="account-note">
          {t('code.againIn')} <Countdown isWait onEnd={() => setWaiting(false)} toMs={fromMs} />
        </p>
      ) : (
        <Button
          isFull
          isPending={props.call.isRunning}
          onClick={() => void send()}
          variant="plain"
          whyDisabled={props.call.lockedUntilMs === 0 ? undefined : props.call.refusal}
        >
          {t('code.again')}
        </Button>
      )}
    </>
  );
}
