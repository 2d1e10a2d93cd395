// The button that sends a form of this room. After too many wrong tries it says how long they are
// locked, counts down, and waits. Not the refusal's words: those stand at the field.
import { Button, Countdown } from '@isobath/ui';
import { useTexts } from '../../../base/texts.tsx';
import type { FormCall } from '../use-call.ts';

/** The button, and below it what is left of a lock. */
export function SendButton({ call, size }: { call: FormCall; size?: 'large' }) {
  const t = useTexts('account');
  const { lockedUntilMs } = call;
  return (
    <>
      <Button
        isFull
        isPending={call.isRunning}
        size={size}
        type="submit"
        variant="primary"
        whyDisabled={lockedUntilMs === 0 ? undefined : call.refusal}
      >
        {t('continue')}
      </Button>
      {lockedUntilMs === 0 ? null : (
        <p className="account-note">
          {t('lockLeft')} <Countdown onEnd={call.clear} toMs={lockedUntilMs} />
        </p>
      )}
    </>
  );
}
