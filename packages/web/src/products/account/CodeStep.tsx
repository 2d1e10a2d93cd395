// The step that asks for a code: mailed, or from the authenticator. Sends by itself when complete.
import { Button, CodeField, TextField } from '@isobath/ui';
import { useState } from 'react';
import { Link } from 'react-router';
import { useRootData } from '../../base/session.ts';
import { useLocale, useTexts } from '../../base/texts.tsx';
import { SendButton } from './security/SendButton.tsx';
import type { FormCall } from './use-call.ts';

/** Ask for a code. */
export function CodeStep(props: {
  kind: 'mail' | 'totp';
  email: string;
  /** The person's own word, shown so that he knows whom he gives the code to; "" = none. */
  codeWord?: string;
  call: FormCall;
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
      {isBackup ? null : <p className="account-lead">{lead}</p>}
      {props.codeWord ? (
        <p className="account-word">{t('code.word', { word: props.codeWord })}</p>
      ) : null}
      {isBackup ? (
        <TextField
          error={props.call.refusal}
          input={{ autoComplete: 'off', autoFocus: true }}
          label={t('code.backup')}
          onChange={setCode}
          value={code}
        />
      ) : (
        <CodeField
          error={props.call.refusal}
          hasFocus
          label={t('code.label')}
          nameDigit={(place, count) => t('code.digit', { place, count })}
          onChange={setCode}
          onComplete={props.onCode}
          value={code}
        />
      )}
      <SendButton call={props.call} size="large" />
      {props.kind === 'totp' ? (
        <Button
          onClick={() => {
            props.call.clear();
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
