// The button that sends a form with a code or a password. After too many wrong tries it says how
// long they are locked, counts down, and waits. Not the refusal's words: those stand at the field.
import { Button, Countdown } from '@isobath/ui';
import { useTexts } from '../texts.tsx';
import type { FormCall } from './use-call.ts';
import './codes.css';

/** The button, and below it what is left of a lock. */
export function SendButton(props: {
  call: FormCall;
  size?: 'large';
  /** Absent: "Continue". */
  label?: string;
  /** What keeps the form from being sent, beside a lock. */
  whyDisabled?: string | undefined;
}) {
  const t = useTexts('account');
  const { call, size } = props;
  const { lockedUntilMs } = call;
  return (
    <>
      <Button
        isFull
        isPending={call.isRunning}
        size={size}
        type="submit"
        variant="primary"
        whyDisabled={lockedUntilMs === 0 ? props.whyDisabled : call.refusal}
      >
        {props.label ?? t('continue')}
      </Button>
      {lockedUntilMs === 0 ? null : (
        <p className="account-note">
          {t('lockLeft')} <Countdown isWait toMs={lockedUntilMs} />
        </p>
      )}
    </>
  );
}
