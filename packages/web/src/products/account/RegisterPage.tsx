// Making an account: what is needed is said first, then address and password, then the mailed code.
// It checks no code itself: the server does.
import { accountRoutes } from '@isobath/wire';
import { Button, PasswordField, TextField } from '@isobath/ui';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { browserClient } from '../../base/client.ts';
import { useLocale, useTexts } from '../../base/texts.tsx';
import { CodeStep } from './CodeStep.tsx';
import { useWayBack } from './LoginPage.tsx';
import { SafetySide } from './SafetySide.tsx';
import { rateStrength } from './strength.ts';
import { useCall } from './use-call.ts';
import './account.css';

/** Texts of this page. */
export const handle = { texts: ['account'] } as const;

/** The page that makes an account. */
export default function RegisterPage() {
  const t = useTexts('account');
  const locale = useLocale();
  const wayBack = useWayBack();
  const [params] = useSearchParams();
  const call = useCall(t('offline'));
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [ticket, setTicket] = useState('');
  const query = params.size === 0 ? '' : `?${params.toString()}`;

  const submit = async () => {
    const body = { email, password };
    const answer = await call.run(() => browserClient().call(accountRoutes.register, { body }));
    if (answer !== undefined) setTicket(answer.ticket);
  };

  const submitCode = async (code: string) => {
    const body = { ticket, code };
    const answer = await call.run(() =>
      browserClient().call(accountRoutes.registerVerify, { body }),
    );
    if (answer !== undefined) location.assign(wayBack);
  };

  const score = rateStrength(password);
  return (
    <main className="account-page">
      <div className="account-main">
        {ticket === '' ? (
          <form
            className="account-form"
            onSubmit={(event) => {
              event.preventDefault();
              void submit();
            }}
          >
            <h1 className="account-title">{t('register')}</h1>
            <p className="account-lead">{t('registerLead')}</p>
            <TextField
              input={{
                type: 'email',
                name: 'email',
                autoComplete: 'username',
                inputMode: 'email',
                required: true,
              }}
              label={t('email')}
              onChange={setEmail}
              value={email}
            />
            <PasswordField
              error={call.refusal}
              hint={t('passwordHint')}
              input={{ name: 'password', required: true }}
              isNew
              label={t('newPassword')}
              onChange={setPassword}
              strength={{ score, text: t(`strength.${score}`) }}
              value={password}
            />
            <Button isFull isPending={call.isRunning} size="large" type="submit" variant="primary">
              {t('createAccount')}
            </Button>
            <p className="account-note">
              {t('haveAccount')} <Link to={`/${locale}/login${query}`}>{t('login')}</Link>
            </p>
          </form>
        ) : (
          <CodeStep
            email={email}
            isRunning={call.isRunning}
            kind="mail"
            onBack={() => {
              call.clear();
              setTicket('');
            }}
            onCode={(code) => void submitCode(code)}
            refusal={call.refusal}
          />
        )}
      </div>
      <SafetySide isNew />
    </main>
  );
}
