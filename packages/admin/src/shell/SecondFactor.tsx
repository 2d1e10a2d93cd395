import { PasskeyPlace, useNamedAddress } from '@isobath/kit';
import { Button, CodeField } from '@isobath/ui';
import { type OperatorAnswer, officeSignInRoutes } from '@isobath/wire';
import { useState } from 'react';
import { startAuthentication } from '@simplewebauthn/browser';
import { client } from '../base/client.ts';
import { useTexts } from '../base/texts.tsx';
import { describeRefusal } from '../base/refusal.ts';
import type { Begun } from './begun.ts';

/** Asks for the second factor: the authenticator's code, or a passkey. */
export function SecondFactor(props: {
  begun: Begun;
  onSignedIn: (operator: OperatorAnswer) => void;
  onBack: () => void;
}) {
  const t = useTexts('admin');
  const { ticket, hasTotp, hasPasskey } = props.begun;
  const isByNumber = useNamedAddress() !== '';
  const [code, setCode] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [isPending, setPending] = useState(false);
  const run = async (work: () => Promise<OperatorAnswer>) => {
    setPending(true);
    setError(null);
    try {
      props.onSignedIn(await work());
    } catch (failure) {
      setError(describeRefusal(failure, t));
      setPending(false);
    }
  };
  const sendCode = (typed: string) =>
    run(() => client.call(officeSignInRoutes.verifyTotp, { body: { ticket, code: typed } }));
  const enterByPasskey = () =>
    run(async () => {
      const { ceremonyTicket, options } = await client.call(officeSignInRoutes.passkeyOptions, {
        body: { ticket },
      });
      const response = await startAuthentication({ optionsJSON: options as never });
      return client.call(officeSignInRoutes.verifyPasskey, {
        body: { ticket, ceremonyTicket, response: { ...response } },
      });
    });
  return (
    <div className="office-form">
      <h1>{t('factor.title')}</h1>
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
          onComplete={(typed) => void sendCode(typed)}
          value={code}
        />
      ) : (
        <p className="office-error" role="alert">
          {error}
        </p>
      )}
      {hasPasskey ? <PasskeyPlace /> : null}
      {hasPasskey && !isByNumber ? (
        <Button isFull isPending={isPending} onClick={() => void enterByPasskey()} size="large">
          {t('factor.passkey')}
        </Button>
      ) : null}
      <Button isFull onClick={props.onBack} variant="plain">
        {t('back')}
      </Button>
    </div>
  );
}
