// Asks for the second factor before an act that wants a fresh one. Not the trying once more (the
// kit's useStepUp), nor the sign-in (shell/SecondFactor.tsx).
import { PasskeyPlace, type StepUpProps, useNamedAddress, useRead } from '@isobath/kit';
import { Button, CodeField, Dialog } from '@isobath/ui';
import { ownAccountRoutes } from '@isobath/wire';
import { startAuthentication } from '@simplewebauthn/browser';
import { useState } from 'react';
import { client } from './client.ts';
import { LoadedBody } from './PageBody.tsx';
import { describeRefusal } from './refusal.ts';
import { useTexts } from './texts.tsx';

/** Asks for the second factor; for `useStepUp`. */
export function StepUpDialog({ goOn, giveUp }: StepUpProps) {
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
  const isByNumber = useNamedAddress() !== '';
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
      {hasPasskey ? <PasskeyPlace /> : null}
      {hasPasskey && !isByNumber ? (
        <Button isFull isPending={isPending} onClick={() => void run(touch)} size="large">
          {t('factor.passkey')}
        </Button>
      ) : null}
    </div>
  );
}
