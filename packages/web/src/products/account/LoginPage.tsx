// Signing in: passkey, or address and password, then the second proof. Returns to the wanted page.
import { canUsePasskeys } from '@isobath/kit';
import { accountRoutes, type LoginAnswer } from '@isobath/wire';
import { Button, PasswordField, TextField } from '@isobath/ui';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Link, redirect, useSearchParams } from 'react-router';
import type { Route } from './+types/LoginPage';
import { checkReturnAddress } from '../../base/address.ts';
import { browserClient } from '../../base/client.ts';
import { pageRequest } from '../../base/page-context.ts';
import { useLocale, useTexts } from '../../base/texts.tsx';
import { CodeStep } from './CodeStep.tsx';
import { askPasskey, endOffer, offerPasskeys } from '../../base/codes/passkey.ts';
import { SafetySide } from './SafetySide.tsx';
import { SendButton } from '../../base/codes/SendButton.tsx';
import { type FormCall, useCall } from '../../base/codes/use-call.ts';
import './account.css';

/** Texts of this page. */
export const handle = { texts: ['account'] } as const;

/** Title. */
export function meta() {
  return [{ name: 'robots', content: 'noindex' }];
}

/** Whoever is signed in already, in another tab or by going back, is let on to what was wanted. */
export function loader({ context, url }: Route.LoaderArgs): null {
  const wanted = checkReturnAddress(url.searchParams.get('redirect') ?? '');
  if (wanted !== null && context.get(pageRequest).isSignedIn) throw redirect(wanted);
  return null;
}

const never = () => () => {};

type Step = { kind: 'password' } | (LoginAnswer & { kind: 'mail' | 'totp' });

/** Where signing in leads: the wanted page, or the assets. */
export function useWayBack(): string {
  const [params] = useSearchParams();
  const locale = useLocale();
  return checkReturnAddress(params.get('redirect') ?? '') ?? `/${locale}/assetManagement/home`;
}

const beginPasskey = () => browserClient().call(accountRoutes.passkeyLoginOptions);

/** Before the server forgets what it offered. */
const OFFER_ANEW_MS = 9 * 60_000;

/** Offer passkeys at the address field for as long as the page is open. */
function usePasskeyOffer(onChosen: (ticket: string, passkey: Record<string, unknown>) => void) {
  const chosen = useRef(onChosen);
  chosen.current = onChosen;
  useEffect(() => {
    const offer = async () => {
      const taken = await offerPasskeys(beginPasskey);
      if (taken !== null) chosen.current(taken.begun.ticket, taken.passkey);
    };
    void offer();
    const timer = setInterval(() => void offer(), OFFER_ANEW_MS);
    return () => {
      clearInterval(timer);
      endOffer();
    };
  }, []);
}

/** The sign-in page. */
export default function LoginPage() {
  const t = useTexts('account');
  const wayBack = useWayBack();
  const call = useCall(t('offline'));
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [step, setStep] = useState<Step>({ kind: 'password' });

  function go(answer: LoginAnswer | undefined): void {
    if (answer === undefined) return;
    // A new document: everything on it then knows who is signed in.
    if (answer.next === 'done') location.assign(wayBack);
    else setStep({ ...answer, kind: answer.next === 'totp' ? 'totp' : 'mail' });
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

  const verify = (ticket: string, passkey: Record<string, unknown>) =>
    browserClient().call(accountRoutes.loginVerify, { body: { ticket, passkey } });

  const enterByPasskey = async () => {
    const answer = await call.run(async () => {
      const begun = await beginPasskey();
      return verify(begun.ticket, await askPasskey(begun.options));
    });
    go(answer);
  };
  usePasskeyOffer(async (ticket, passkey) => go(await call.run(() => verify(ticket, passkey))));

  return (
    <main className="account-page">
      <div className="account-main">
        {step.kind === 'password' ? (
          <PasswordStep
            call={call}
            email={email}
            onEmail={setEmail}
            onPasskey={() => void enterByPasskey()}
            onPassword={setPassword}
            onSubmit={() => void submit()}
            password={password}
          />
        ) : (
          <CodeStep
            call={call}
            codeWord={step.codeWord}
            email={email}
            kind={step.kind}
            mailed={step}
            onBack={() => {
              call.clear();
              setStep({ kind: 'password' });
            }}
            onCode={(code) => void submitCode(code)}
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
  call: FormCall;
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
        error={props.call.refusal}
        input={{ name: 'password' }}
        label={t('password')}
        onChange={props.onPassword}
        value={props.password}
      />
      <SendButton call={props.call} size="large" />
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
