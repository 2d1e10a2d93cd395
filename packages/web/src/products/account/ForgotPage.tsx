// A new password: the address, then the mailed code together with the new password.
// It signs nobody in.
import { accountRoutes } from '@isobath/wire';
import { Button, PasswordField, TextField } from '@isobath/ui';
import { useState } from 'react';
import { Link } from 'react-router';
import { browserClient } from '../../base/client.ts';
import { useLocale, useTexts } from '../../base/texts.tsx';
import { CodeEntry } from '../../base/codes/CodeEntry.tsx';
import { SendAgain } from '../../base/codes/SendAgain.tsx';
import { askAgain, type MailedCode } from './codes/ask-again.ts';
import { SafetySide } from './SafetySide.tsx';
import { OutboxNote } from '../../base/codes/OutboxNote.tsx';
import { SendButton } from '../../base/codes/SendButton.tsx';
import { rateStrength } from './strength.ts';
import { useCall } from '../../base/codes/use-call.ts';
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
  const call = useCall(t('offline'));
  const [email, setEmail] = useState('');
  const [mailed, setMailed] = useState<MailedCode | null>(null);
  const [code, setCode] = useState('');
  const [password, setPassword] = useState('');
  const [isDone, setDone] = useState(false);

  const begin = async () => {
    const body = { email };
    const answer = await call.run(() =>
      browserClient().call(accountRoutes.passwordForgot, { body }),
    );
    if (answer !== undefined) setMailed(answer);
  };
  const reset = async () => {
    if (mailed === null) return;
    const body = { ticket: mailed.ticket, code, password };
    const answer = await call.run(() =>
      browserClient().call(accountRoutes.passwordReset, { body }),
    );
    if (answer !== undefined) setDone(true);
  };
  const score = rateStrength(password);
  const isAboutPassword = call.word === 'password_weak';
  return (
    <main className="account-page">
      <div className="account-main">
        <form
          className="account-form"
          onSubmit={(event) => {
            event.preventDefault();
            void (mailed === null ? begin() : reset());
          }}
        >
          <h1 className="account-title">{t('forgotTitle')}</h1>
          {isDone ? (
            <p className="account-lead" role="status">
              {t('forgotDone')}
            </p>
          ) : null}
          {!isDone && mailed === null ? (
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
          {!isDone && mailed !== null ? (
            <>
              <p className="account-lead">{t('code.mailText', { email })}</p>
              <OutboxNote />
              <CodeEntry
                call={isAboutPassword ? { ...call, refusal: '' } : call}
                onChange={setCode}
                value={code}
              />
              <PasswordField
                error={isAboutPassword ? call.refusal : ''}
                hint={t('passwordHint')}
                isNew
                label={t('newPassword')}
                onChange={setPassword}
                strength={{ score, text: t(`strength.${score}`) }}
                value={password}
              />
            </>
          ) : null}
          {isDone ? null : <SendButton call={call} size="large" />}
          {!isDone && mailed !== null ? (
            <>
              <SendAgain
                ask={() => askAgain(mailed.ticket)}
                call={call}
                onSent={() => setCode('')}
                resendWaitMs={mailed.resendWaitMs}
              />
              <Button
                onClick={() => {
                  call.clear();
                  setCode('');
                  setMailed(null);
                }}
                variant="plain"
              >
                {t('back')}
              </Button>
            </>
          ) : null}
          <p className="account-note">
            <Link to={`/${locale}/login`}>{t('backToLogin')}</Link>
          </p>
        </form>
      </div>
      <SafetySide isNew={false} />
    </main>
  );
}
