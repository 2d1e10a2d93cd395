// The step that asks for a code: mailed, or from the authenticator. Sends by itself when complete.
import { Button } from '@isobath/ui';
import { useState } from 'react';
import { useTexts } from '../../base/texts.tsx';
import { CodeEntry, FactorEntry } from '../../base/codes/CodeEntry.tsx';
import { SendAgain } from '../../base/codes/SendAgain.tsx';
import { askAgain, type MailedCode } from './codes/ask-again.ts';
import { OutboxNote } from '../../base/codes/OutboxNote.tsx';
import { SendButton } from '../../base/codes/SendButton.tsx';
import type { FormCall } from '../../base/codes/use-call.ts';

/** Ask for a code. */
export function CodeStep(props: {
  kind: 'mail' | 'totp';
  email: string;
  mailed: MailedCode;
  /** The person's own word, shown so that they know whom they give the code to; "" = none. */
  codeWord?: string;
  call: FormCall;
  onCode: (code: string) => void;
  onBack: () => void;
}) {
  const t = useTexts('account');
  const [code, setCode] = useState('');
  const isMail = props.kind === 'mail';
  const entry = { call: props.call, value: code, onChange: setCode, onComplete: props.onCode };
  return (
    <form
      className="account-form"
      onSubmit={(event) => {
        event.preventDefault();
        props.onCode(code);
      }}
    >
      <h1 className="account-title">{t(isMail ? 'code.mail' : 'code.totp')}</h1>
      {isMail ? <p className="account-lead">{t('code.mailText', { email: props.email })}</p> : null}
      {props.codeWord ? (
        <p className="account-word">{t('code.word', { word: props.codeWord })}</p>
      ) : null}
      {isMail ? <CodeEntry {...entry} /> : <FactorEntry {...entry} lead={t('code.totpText')} />}
      <SendButton call={props.call} size="large" />
      {isMail ? (
        <>
          <SendAgain
            ask={() => askAgain(props.mailed.ticket)}
            call={props.call}
            onSent={() => setCode('')}
            resendWaitMs={props.mailed.resendWaitMs}
          />
          <OutboxNote />
        </>
      ) : null}
      <Button onClick={props.onBack} variant="plain">
        {t('back')}
      </Button>
    </form>
  );
}
