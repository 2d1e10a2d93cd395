// A new password: the address, then the mailed code together with the new password.
// It signs nobody in.
import { accountRoutes } from '@isobath/wire';
import { Button, CodeField, PasswordField, TextField } from '@isobath/ui';
import { useState } from 'react';
import { Link } from 'react-router';
import { browserClient } from '../../base/client.ts';
import { useRootData } from '../../base/session.ts';
import { useLocale, useTexts } from '../../base/texts.tsx';
import { SafetySide } from './SafetySide.tsx';
import { rateStrength } from './strength.ts';
import { useCall } from './use-call.ts';
import './account.css';

/** Texts of this page. */
export const handle = { texts: ['account'] } as const;

/** Title. */
export function meta() {
  return [{ name: 'robots', content: 'noindex' }];
}

/** The page for a forgotten password. */
export default function ForgotPage() {
  const t = useTexts('account');
  const locale = useLocale();
  const { mode } = useRootData();
  const call = useCall(t('offline'));
  const [email, setEmail] = useState('');
  const [ticket, setTicket] = useState('');
  const [code, setCode] = useState('');
  const [password, setPassword] = useState('');
  const [isDone, setDone] = useState(false);

  const begin = async () => {
    const body = { email };
    const answer = await call.run(() =>
      browserClient().call(accountRoutes.passwordForgot, { body }),
    );
    if (answer !== undefined) setTicket(answer.ticket);
  };
  const reset = async () => {
    const body = { ticket, code, password };
    const answer = await call.run(() =>
      browserClient().call(accountRoutes.passwordReset, { body }),
    );
    if (answer !== undefined) setDone(true);
  };
  const score = rateStrength(password);
  const isCodeRefused = call.word.startsWith('code_');
  return (
    <main className="account-page">
      <div className="account-main">
        <form
          className="account-form"
          onSubmit={(event) => {
            event.preventDefault();
            void (ticket === '' ? begin() : reset());
          }}
        >
          <h1 className="account-title">{t('forgotTitle')}</h1>
          {isDone ? (
            <p className="account-lead" role="status">
              {t('forgotDone')}
            </p>
          ) : null}
          {!isDone && ticket === '' ? (
            <>
              <p className="account-lead">{t('forgotLead')}</p>
              <TextField
                error={call.refusal}
                input={{ type: 'email', autoComplete: 'username', required: true }}
                label={t('email')}
                onChange={setEmail}
                value={email}
              />
            </>
          ) : null}
          {!isDone && ticket !== '' ? (
            <>
              <p className="account-lead">{t('code.mailText', { email })}</p>
              {mode === 'sandbox' ? (
                <p className="account-note">
                  {t('code.sandbox')}{' '}
                  <Link target="_blank" to={`/${locale}/outbox`}>
                    {t('code.outbox')}
                  </Link>
                </p>
              ) : null}
              <CodeField
                error={isCodeRefused ? call.refusal : ''}
                hasFocus
                label={t('code.label')}
                nameDigit={(place, count) => t('code.digit', { place, count })}
                onChange={setCode}
                value={code}
              />
              <PasswordField
                error={isCodeRefused ? '' : call.refusal}
                hint={t('passwordHint')}
                input={{ required: true }}
                isNew
                label={t('newPassword')}
                onChange={setPassword}
                strength={{ score, text: t(`strength.${score}`) }}
                value={password}
              />
            </>
          ) : null}
          {isDone ? null : (
            <Button isFull isPending={call.isRunning} size="large" type="submit" variant="primary">
              {t('continue')}
            </Button>
          )}
          <p className="account-note">
            <Link to={`/${locale}/login`}>{t('backToLogin')}</Link>
          </p>
        </form>
      </div>
      <SafetySide isNew={false} />
    </main>
  );
}
