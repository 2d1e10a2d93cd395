// The way in: address and password, then always a second factor. Whoever has none sets one up here,
// before anything of the console is shown.
import { Button, PasswordField, TextField, Wordmark } from '@isobath/ui';
import { type OperatorAnswer, officeSignInRoutes } from '@isobath/wire';
import { type FormEvent, useState } from 'react';
import { client } from '../base/client.ts';
import { useTexts } from '../base/texts.tsx';
import { describeError } from '../base/refusal.ts';
import type { Begun } from './begun.ts';
import { Enrol } from './Enrol.tsx';
import { ThemeTool } from './Frame.tsx';
import { LanguageChoice } from './LanguageChoice.tsx';
import { SecondFactor } from './SecondFactor.tsx';

/** The sign-in page. */
export function SignIn(props: { onSignedIn: (operator: OperatorAnswer) => void }) {
  const t = useTexts('admin');
  const [begun, setBegun] = useState<Begun | null>(null);
  return (
    <main className="office-door">
      <div className="office-door-tools">
        <LanguageChoice />
        <ThemeTool />
      </div>
      <div className="office-door-card">
        <p className="office-brand">
          <Wordmark />
          <span className="office-brand-room">{t('title')}</span>
        </p>
        {begun === null ? <Credentials onBegun={setBegun} /> : null}
        {begun?.next === 'confirm' ? (
          <SecondFactor begun={begun} onBack={() => setBegun(null)} onSignedIn={props.onSignedIn} />
        ) : null}
        {begun?.next === 'enrol' ? (
          <Enrol begun={begun} onBack={() => setBegun(null)} onSignedIn={props.onSignedIn} />
        ) : null}
      </div>
    </main>
  );
}

function Credentials(props: { onBegun: (begun: Begun) => void }) {
  const t = useTexts('admin');
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [isPending, setPending] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setPending(true);
    try {
      props.onBegun(await client.call(officeSignInRoutes.login, { body: { email, password } }));
    } catch (failure) {
      setError(describeError(failure));
    } finally {
      setPending(false);
    }
  };
  return (
    <form className="office-form" onSubmit={(event) => void submit(event)}>
      <h1>{t('signIn.title')}</h1>
      <p className="office-quiet">{t('signIn.text')}</p>
      <TextField
        input={{ type: 'email', autoComplete: 'username', autoFocus: true, required: true }}
        label={t('email')}
        onChange={setEmail}
        value={email}
      />
      <PasswordField
        error={error}
        hasMessageRoom
        label={t('password')}
        onChange={setPassword}
        value={password}
      />
      <Button isFull isPending={isPending} size="large" type="submit" variant="primary">
        {t('signIn.go')}
      </Button>
    </form>
  );
}
