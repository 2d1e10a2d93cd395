// Asking for another code by mail, once the server sends one again. Not how it is asked for.
import { Button, Countdown } from '@isobath/ui';
import { useState } from 'react';
import { useTexts } from '../texts.tsx';
import type { FormCall } from './use-call.ts';
import './codes.css';

/** What became of asking: in how long one may ask again, and whether a new code is on its way. */
export interface AskedAgain {
  readonly resendWaitMs: number;
  readonly isSent: boolean;
}

/** The button that sends a new code, with a countdown until it works. */
export function SendAgain(props: {
  /** How long to wait after the first one. */
  resendWaitMs: number;
  ask: () => Promise<AskedAgain>;
  call: FormCall;
  onSent: () => void;
}) {
  const t = useTexts('account');
  const [fromMs, setFromMs] = useState(() => Date.now() + props.resendWaitMs);
  const [isWaiting, setWaiting] = useState(true);
  const [isSent, setSent] = useState(false);
  const send = async () => {
    const answer = await props.call.run(props.ask);
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
