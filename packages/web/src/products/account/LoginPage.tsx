// Signing in: passkey, or address and password, then the second proof. Returns to the wanted page.
import { accountRoutes } from '@isobath/wire';
import { Button, PasswordField, TextField } from '@isobath/ui';
import { useState, useSyncExternalStore } from 'react';
import { Link, useSearchParams } from 'react-router';
import { checkReturnAddress } from '../../base/address.ts';
import { browserClient } from '../../base/client.ts';
import { useLocale, useTexts } from '../../base/texts.tsx';
import { CodeStep } from './CodeStep.tsx';
import { askPasskey, canUsePasskeys } from './passkey.ts';
import { SafetySide } from './SafetySide.tsx';
import { useCall } from './use-call.ts';
import './account.css';

/** Texts of this page. */
export const handle = { texts: ['account'] } as const;

/** Title. */
export function meta() {
  return [{ name: 'robots', content: 'noindex' }];
}

const never = () => () => {};

type Step = { kind: 'password' } | { kind: 'mail' | 'totp'; ticket: string };

/** Where signing in leads: the wanted page, or the assets. */
export function useWayBack(): string {
  const [params] = useSearchParams();
  const locale = useLocale();
  return checkReturnAddress(params.get('redirect') ?? '') ?? `/${locale}/assetManagement/home`;
}

/** The sign-in page. */
export default function LoginPage() {
  const t = useTexts('account');
  const wayBack = useWayBack();
  const call = useCall(t('offline'));
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [step, setStep] = useState<Step>({ kind: 'password' });

  function go(answer: { next: string; ticket: string } | undefined): void {
    if (answer === undefined) return;
    // A new document: everything on it then knows who is signed in.
    if (answer.next === 'done') location.assign(wayBack);
    else setStep({ kind: answer.next === 'totp' ? 'totp' : 'mail', ticket: answer.ticket });
  }

  const submit = async () => {
    const body = { email, password };
    go(await call.run(() => browserClient().call(accountRoutes.login, { body })));
  };

  const submitCode = async (code: string) => {
    if (step.kind === 'password') return;
    const body = { ticket: step.ticket, code };
    go(await call.run(() => browserClient().call(accountRoutes.loginVerify, { body })));
  };

  const usePasskey = async () => {
    const answer = await call.run(async () => {
      const begun = await browserClient().call(accountRoutes.passkeyLoginOptions);
      const passkey = await askPasskey(begun.options);
      const body = { ticket: begun.ticket, passkey };
      return browserClient().call(accountRoutes.loginVerify, { body });
    });
    go(answer);
  };

  return (
    <main className="account-page">
      <div className="account-main">
        {step.kind === 'password' ? (
          <PasswordStep
            email={email}
            isRunning={call.isRunning}
            onEmail={setEmail}
            onPasskey={() => void usePasskey()}
            onPassword={setPassword}
            onSubmit={() => void submit()}
            password={password}
            refusal={call.refusal}
          />
        ) : (
          <CodeStep
            email={email}
            isRunning={call.isRunning}
            kind={step.kind}
            onBack={() => {
              call.clear();
              setStep({ kind: 'password' });
            }}
            onCode={(code) => void submitCode(code)}
            refusal={call.refusal}
          />
        )}
      </div>
      <SafetySide isNew={false} />
    </main>
  );
}

function PasswordStep(props: {
  email: string;
  password: string;
  refusal: string;
  isRunning: boolean;
  onEmail: (value: string) => void;
  onPassword: (value: string) => void;
  onSubmit: () => void;
  onPasskey: () => void;
}) {
  const t = useTexts('account');
  const locale = useLocale();
  const [params] = useSearchParams();
  const query = params.size === 0 ? '' : `?${params.toString()}`;
  const canAskPasskey = useSyncExternalStore(never, canUsePasskeys, () => false);
  return (
    <form
      className="account-form"
      onSubmit={(event) => {
        event.preventDefault();
        props.onSubmit();
      }}
    >
      <h1 className="account-title">{t('login')}</h1>
      <TextField
        input={{
          type: 'email',
          name: 'email',
          autoComplete: 'username webauthn',
          inputMode: 'email',
          required: true,
        }}
        label={t('email')}
        onChange={props.onEmail}
        value={props.email}
      />
      <PasswordField
        aside={<Link to={`/${locale}/login/forgot${query}`}>{t('forgot')}</Link>}
        error={props.refusal}
        input={{ name: 'password', required: true }}
        label={t('password')}
        onChange={props.onPassword}
        value={props.password}
      />
      <Button isFull isPending={props.isRunning} size="large" type="submit" variant="primary">
        {t('continue')}
      </Button>
      {canAskPasskey ? (
        <Button isFull onClick={props.onPasskey} size="large">
          {t('usePasskey')}
        </Button>
      ) : null}
      <p className="account-note">
        {t('noAccount')} <Link to={`/${locale}/register${query}`}>{t('register')}</Link>
      </p>
    </form>
  );
}
