// Making an account: what is needed is said first, then address and password, agreement to the
// terms and whose invitation it is, then the mailed code. The server has the last word on all.
import { accountRoutes } from '@isobath/wire';
import { Checkbox, PasswordField, TextField } from '@isobath/ui';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { browserClient } from '../../base/client.ts';
import { useLocale, useTexts } from '../../base/texts.tsx';
import { CodeStep } from './CodeStep.tsx';
import type { MailedCode } from './codes/ask-again.ts';
import { useWayBack } from './LoginPage.tsx';
import { SafetySide } from './SafetySide.tsx';
import { findWeakness, rateStrength } from './strength.ts';
import { SendButton } from '../../base/codes/SendButton.tsx';
import { useCall } from '../../base/codes/use-call.ts';
import './account.css';

/** Texts of this page. */
export const handle = { texts: ['account'] } as const;

/** What an invitation's address carries. */
const INVITE = 'inviteCode';
/** A UID; whether it is somebody's, the server knows. */
const inviteForm = /^[1-9]\d{6,14}$/;

/** How strong a password is in words, with the first thing that would help. */
function useStrength(password: string, email: string) {
  const t = useTexts('account');
  const score = rateStrength(password);
  const weakness = findWeakness(password, email);
  const word = t(`strength.${score}`);
  return { score, text: weakness === null ? word : `${word}. ${t(`weakness.${weakness}`)}` };
}

/** The page that makes an account. */
export default function RegisterPage() {
  const t = useTexts('account');
  const locale = useLocale();
  const wayBack = useWayBack();
  const [params] = useSearchParams();
  const call = useCall(t('offline'));
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [invite, setInvite] = useState(params.get(INVITE)?.trim().slice(0, 20) ?? '');
  const [agrees, setAgrees] = useState(false);
  const [mailed, setMailed] = useState<MailedCode | null>(null);
  const query = params.size === 0 ? '' : `?${params.toString()}`;

  const submit = async () => {
    const code = invite.trim();
    const body = { email, password, ...(code === '' ? {} : { inviteCode: code }) };
    const answer = await call.run(() =>
      browserClient().call(accountRoutes.register, { body: { ...body, agreesToTerms: true } }),
    );
    if (answer !== undefined) setMailed(answer);
  };

  const submitCode = async (code: string) => {
    if (mailed === null) return;
    const body = { ticket: mailed.ticket, code };
    const answer = await call.run(() =>
      browserClient().call(accountRoutes.registerVerify, { body }),
    );
    if (answer !== undefined) location.assign(wayBack);
  };

  const strength = useStrength(password, email);
  const isBadCode = invite.trim() !== '' && !inviteForm.test(invite.trim());
  const isUnknownCode = call.word === 'invite_code_unknown';
  return (
    <main className="account-page">
      <div className="account-main">
        {mailed === null ? (
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
              error={isUnknownCode ? '' : call.refusal}
              hint={t('passwordHint')}
              input={{ name: 'password' }}
              isNew
              label={t('newPassword')}
              onChange={setPassword}
              strength={strength}
              value={password}
            />
            <TextField
              error={isUnknownCode ? call.refusal : isBadCode ? t('invite.form') : ''}
              hint={t('invite.hint')}
              input={{ name: INVITE, autoComplete: 'off', inputMode: 'numeric' }}
              label={t('invite.label')}
              onChange={setInvite}
              value={invite}
            />
            <Checkbox
              hint={
                <Link target="_blank" to={`/${locale}/support/article?code=terms-of-use`}>
                  {t('terms.read')}
                </Link>
              }
              isOn={agrees}
              isRequired
              label={t('terms.agree')}
              name="terms"
              onChange={setAgrees}
            />
            <SendButton
              call={call}
              label={t('createAccount')}
              size="large"
              whyDisabled={isBadCode ? t('invite.form') : undefined}
            />
            <p className="account-note">
              {t('haveAccount')} <Link to={`/${locale}/login${query}`}>{t('login')}</Link>
            </p>
          </form>
        ) : (
          <CodeStep
            call={call}
            email={email}
            kind="mail"
            mailed={mailed}
            onBack={() => {
              call.clear();
              setMailed(null);
            }}
            onCode={(code) => void submitCode(code)}
          />
        )}
      </div>
      <SafetySide isNew />
    </main>
  );
}
