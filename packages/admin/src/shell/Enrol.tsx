// Setting up the second factor at the first sign-in: an authenticator or a passkey.
// Not asking for one that is there (SecondFactor.tsx).
// Shown by SignIn.tsx.
import { PasskeyPlace, useNamedAddress } from '@isobath/kit';
import { Button, CodeField, CopyField } from '@isobath/ui';
import { type OperatorAnswer, officeSignInRoutes } from '@isobath/wire';
import { useState } from 'react';
import { startRegistration } from '@simplewebauthn/browser';
import { renderSVG } from 'uqr';
import { client } from '../base/client.ts';
import { useTexts } from '../base/texts.tsx';
import { describeRefusal } from '../base/refusal.ts';
import type { Begun } from './begun.ts';

/** Sets up the second factor, which also lets in. */
export function Enrol(props: {
  begun: Begun;
  onSignedIn: (operator: OperatorAnswer) => void;
  onBack: () => void;
}) {
  const t = useTexts('admin');
  const { ticket } = props.begun;
  const isByNumber = useNamedAddress() !== '';
  const [seed, setSeed] = useState<{ secret: string; uri: string } | null>(null);
  const [code, setCode] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [isPending, setPending] = useState(false);
  const run = async (work: () => Promise<void>) => {
    setError(null);
    setPending(true);
    try {
      await work();
    } catch (failure) {
      setError(describeRefusal(failure, t));
    } finally {
      setPending(false);
    }
  };
  const begin = () =>
    run(async () => {
      setSeed(await client.call(officeSignInRoutes.beginTotp, { body: { ticket } }));
    });
  const confirm = (typed: string) =>
    run(async () => {
      const body = { ticket, code: typed };
      props.onSignedIn(await client.call(officeSignInRoutes.confirmTotp, { body }));
    });
  const addPasskey = () =>
    run(async () => {
      const { options } = await client.call(officeSignInRoutes.beginPasskey, { body: { ticket } });
      const response = await startRegistration({ optionsJSON: options as never });
      const body = { ticket, response: { ...response } };
      props.onSignedIn(await client.call(officeSignInRoutes.confirmPasskey, { body }));
    });
  if (seed === null) {
    return (
      <div className="office-form">
        <h1>{t('enrol.title')}</h1>
        <p className="office-quiet">{t('enrol.text')}</p>
        {error === null ? null : (
          <p className="office-error" role="alert">
            {error}
          </p>
        )}
        <Button isFull onClick={() => void begin()} size="large" variant="primary">
          {t('enrol.totp')}
        </Button>
        {isByNumber ? null : (
          <Button isFull onClick={() => void addPasskey()} size="large">
            {t('enrol.passkey')}
          </Button>
        )}
        <PasskeyPlace />
        <Button isFull onClick={props.onBack} variant="plain">
          {t('back')}
        </Button>
      </div>
    );
  }
  return (
    <div className="office-form">
      <h1>{t('enrol.scan')}</h1>
      <Qr label={t('enrol.scan')} text={seed.uri} />
      <CopyField isHash label={t('enrol.secret')} value={seed.secret} />
      <CodeField
        error={error}
        hasMessageRoom
        isPending={isPending}
        isRefused={error !== null}
        label={t('factor.code')}
        nameDigit={(place, count) => t('factor.digit', { place, digits: count })}
        onChange={setCode}
        onComplete={(typed) => void confirm(typed)}
        value={code}
      />
      <Button isFull onClick={props.onBack} variant="plain">
        {t('back')}
      </Button>
    </div>
  );
}

/** A code to scan, as a picture: nothing inline is let into this page. */
function Qr(props: { text: string; label: string }) {
  const svg = renderSVG(props.text, { border: 2 });
  return (
    <img
      alt={props.label}
      className="office-qr"
      height={176}
      src={`data:image/svg+xml,${encodeURIComponent(svg)}`}
      width={176}
    />
  );
}
