// Acts that want a fresh second factor: when one is refused for that, the factor is asked for and
// the act is tried once more. Not the sign-in (shell/SecondFactor.tsx).
import { useRead } from '@isobath/kit';
import { ApiError } from '@isobath/sdk';
import { Button, CodeField, Dialog } from '@isobath/ui';
import { ownAccountRoutes } from '@isobath/wire';
import { startAuthentication } from '@simplewebauthn/browser';
import { type ReactNode, useState } from 'react';
import { client } from './client.ts';
import { LoadedBody } from './PageBody.tsx';
import { describeRefusal } from './refusal.ts';
import { useTexts } from './texts.tsx';

interface Waiting {
  readonly goOn: () => void;
  readonly giveUp: () => void;
}

/** Try an act, and once more when the second factor was given for it. */
export function useStepUp(): {
  readonly confirmed: <TAnswer>(work: () => Promise<TAnswer>) => Promise<TAnswer>;
  /** To be shown by the caller. */
  readonly dialog: ReactNode;
} {
  const [waiting, setWaiting] = useState<Waiting | null>(null);
  return {
    async confirmed(work) {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof ApiError) || error.reject !== 'step_up_needed') throw error;
        try {
          await new Promise<void>((goOn, reject) => {
            setWaiting({ goOn, giveUp: () => reject(error) });
          });
        } finally {
          setWaiting(null);
        }
        return work();
      }
    },
    dialog: waiting === null ? null : <StepUpDialog {...waiting} />,
  };
}

function StepUpDialog({ goOn, giveUp }: Waiting) {
  const t = useTexts('admin');
  const loaded = useRead(['own-account'], (signal) =>
    client.call(ownAccountRoutes.ownAccount, { signal }),
  );
  return (
    <Dialog
      foot={
        <Button onClick={giveUp} variant="quiet">
          {t('cancel')}
        </Button>
      }
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) giveUp();
      }}
      size="small"
      text={t('stepUp.text')}
      title={t('stepUp.title')}
    >
      <LoadedBody read={loaded}>
        {(factors) => <Factors factors={factors} onGiven={goOn} />}
      </LoadedBody>
    </Dialog>
  );
}

function Factors(props: {
  factors: { readonly hasTotp: boolean; readonly hasPasskey: boolean };
  onGiven: () => void;
}) {
  const t = useTexts('admin');
  const { hasTotp, hasPasskey } = props.factors;
  const [code, setCode] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [isPending, setPending] = useState(false);
  const run = async (work: () => Promise<unknown>) => {
    setPending(true);
    setError(null);
    try {
      await work();
      props.onGiven();
    } catch (failure) {
      setError(describeRefusal(failure, t));
      setPending(false);
    }
  };
  const touch = async () => {
    const begun = await client.call(ownAccountRoutes.stepUpOptions, { body: {} });
    const response = await startAuthentication({ optionsJSON: begun.options as never });
    const body = { ceremonyTicket: begun.ceremonyTicket, response: { ...response } };
    await client.call(ownAccountRoutes.stepUpByPasskey, { body });
  };
  const give = (typed: string) =>
    client.call(ownAccountRoutes.stepUpByTotp, { body: { code: typed } });
  return (
    <div className="office-form">
      {hasTotp ? (
        <CodeField
          error={error}
          hasFocus
          hasMessageRoom
          isPending={isPending}
          isRefused={error !== null}
          label={t('factor.code')}
          nameDigit={(place, count) => t('factor.digit', { place, digits: count })}
          onChange={setCode}
          onComplete={(typed) => void run(() => give(typed))}
          value={code}
        />
      ) : (
        <p className="office-error" role="alert">
          {error}
        </p>
      )}
      {hasPasskey ? (
        <Button isFull isPending={isPending} onClick={() => void run(touch)} size="large">
          {t('factor.passkey')}
        </Button>
      ) : null}
    </div>
  );
}
