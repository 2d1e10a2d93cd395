// Sends the call of the page to this server and shows what comes. A key stays in this component:
// it is not stored, and the secret leaves it as a signature only.
import { Banner, Button, TextArea, TextField } from '@isobath/ui';
import { useState } from 'react';
import { useTexts } from '../../../base/texts.tsx';
import { sendCall, type TriedAnswer } from './send.ts';
import type { CallPage } from './reference.ts';

/** JSON over lines, as people edit it. */
function spread(json: string): string {
  return json === '' ? '' : JSON.stringify(JSON.parse(json), null, 2);
}

/** The form; made anew for each call. */
export function TryIt(props: { call: CallPage; isSandbox: boolean }) {
  const { call } = props;
  const t = useTexts('docs');
  const [values, setValues] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(call.parameters.map(({ name, example }) => [name, example])),
  );
  const [body, setBody] = useState(() => spread(call.bodyExample));
  const [key, setKey] = useState('');
  const [secret, setSecret] = useState('');
  const [answer, setAnswer] = useState<TriedAnswer | null>(null);
  const [isPending, setPending] = useState(false);
  if (!props.isSandbox) return <Banner>{t('try.production')}</Banner>;
  const send = async () => {
    setPending(true);
    setAnswer(await sendCall(call, { values, body, key, secret }));
    setPending(false);
  };
  return (
    <form
      className="reference-try"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      {call.method === 'GET' ? null : <Banner tone="warn">{t('try.real')}</Banner>}
      {call.role.startsWith('key') ? (
        <>
          <TextField label={t('try.key')} onChange={setKey} value={key} />
          <TextField
            hint={t('try.keyText')}
            input={{ type: 'password', autoComplete: 'off' }}
            label={t('try.secret')}
            onChange={setSecret}
            value={secret}
          />
        </>
      ) : null}
      {call.parameters.map(({ name }) => (
        <TextField
          key={name}
          label={name}
          onChange={(value) => setValues({ ...values, [name]: value })}
          value={values[name] ?? ''}
        />
      ))}
      {call.bodyExample !== '' ? (
        <TextArea label={t('try.body')} onChange={setBody} rows={5} value={body} />
      ) : null}
      <Button isPending={isPending} type="submit" variant="primary">
        {t('try.send')}
      </Button>
      <output aria-live="polite">
        {answer === null ? null : answer.status === 0 ? (
          t('try.failed')
        ) : (
          <>
            <p>{t('try.answer', { status: answer.status, ms: answer.tripMs })}</p>
            <pre className="reference-answer" tabIndex={0}>
              {answer.text}
            </pre>
          </>
        )}
      </output>
    </form>
  );
}
