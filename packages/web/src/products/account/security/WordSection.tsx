// The word that every mail of ours carries, against forged ones.
import { accountRoutes } from '@isobath/wire';
import { Button, TextField, useToasts } from '@isobath/ui';
import { useState } from 'react';
import { browserClient } from '../../../base/client.ts';
import { useTexts } from '../../../base/texts.tsx';
import { useCall } from '../../../base/codes/use-call.ts';
import type { Guarded } from './StepUpDialog.tsx';

/** The word. */
export function WordSection(props: { word: string; guarded: Guarded; onChange: () => void }) {
  const t = useTexts('account');
  const toasts = useToasts();
  const call = useCall(t('offline'));
  const [word, setWord] = useState(props.word);
  const save = async () => {
    // What is saved is what stands in the field.
    const body = { antiPhishingCode: word.trim() };
    setWord(body.antiPhishingCode);
    const answer = await call.run(() => browserClient().call(accountRoutes.profile, { body }));
    if (answer === undefined) return;
    toasts.show({ kind: 'done', title: t('settings.saved') });
    props.onChange();
  };
  return (
    <section aria-label={t('settings.word')} className="account-section">
      <div>
        <h3>{t('settings.word')}</h3>
        <p>{t('settings.wordText')}</p>
      </div>
      <form
        className="settings-line"
        data-bare=""
        onSubmit={(event) => {
          event.preventDefault();
          props.guarded(save);
        }}
      >
        <TextField
          error={call.refusal}
          input={{ maxLength: 20, autoComplete: 'off' }}
          label={t('settings.word')}
          labelPlace="hidden"
          onChange={setWord}
          value={word}
        />
        <Button
          disabled={word.trim() === props.word}
          isPending={call.isRunning}
          type="submit"
          variant="quiet"
        >
          {t('settings.save')}
        </Button>
      </form>
    </section>
  );
}
