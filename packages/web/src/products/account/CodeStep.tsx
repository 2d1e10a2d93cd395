// The step that asks for a code: mailed, or from the authenticator. Sends by itself when complete.
import { Button, CodeField, TextField } from '@isobath/ui';
import { useState } from 'react';
import { Link } from 'react-router';
import { useRootData } from '../../base/session.ts';
import { useLocale, useTexts } from '../../base/texts.tsx';

/** Ask for a code. */
export function CodeStep(props: {
  kind: 'mail' | 'totp';
  email: string;
  refusal: string;
  isRunning: boolean;
  onCode: (code: string) => void;
  onBack: () => void;
}) {
  const t = useTexts('account');
  const locale = useLocale();
  const { mode } = useRootData();
  const [code, setCode] = useState('');
  const [isBackup, setBackup] = useState(false);
  const submit = () => props.onCode(code);
  const lead =
    props.kind === 'mail' ? t('code.mailText', { email: props.email }) : t('code.totpText');
  return (
    <form
      className="account-form"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <h1 className="account-title">{t(props.kind === 'mail' ? 'code.mail' : 'code.totp')}</h1>
      <p className="account-lead">{lead}</p>
      {isBackup ? (
        <TextField
          error={props.refusal}
          input={{ autoComplete: 'off', autoFocus: true }}
          label={t('code.backup')}
          onChange={setCode}
          value={code}
        />
      ) : (
        <CodeField
          error={props.refusal}
          hasFocus
          label={t('code.label')}
          nameDigit={(place, count) => t('code.digit', { place, count })}
          onChange={setCode}
          onComplete={props.onCode}
          value={code}
        />
      )}
      <Button isFull isPending={props.isRunning} size="large" type="submit" variant="primary">
        {t('continue')}
      </Button>
      {props.kind === 'totp' ? (
        <Button
          onClick={() => {
            setCode('');
            setBackup(!isBackup);
          }}
          variant="plain"
        >
          {t(isBackup ? 'code.useApp' : 'code.useBackup')}
        </Button>
      ) : null}
      {props.kind === 'mail' && mode === 'sandbox' ? (
        <p className="account-note">
          {t('code.sandbox')}{' '}
          <Link target="_blank" to={`/${locale}/outbox`}>
            {t('code.outbox')}
          </Link>
        </p>
      ) : null}
      <Button onClick={props.onBack} variant="plain">
        {t('back')}
      </Button>
    </form>
  );
}
