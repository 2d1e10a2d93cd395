// Nickname, number, level, and the word that every mail carries.
import { accountRoutes, type SessionAnswer } from '@isobath/wire';
import { Button, CopyField, TextField, useToasts } from '@isobath/ui';
import { useState } from 'react';
import { browserClient } from '../../../base/client.ts';
import { useTexts } from '../../../base/texts.tsx';
import { useCall } from '../use-call.ts';

/** The profile. */
export function ProfileSection(props: { session: SessionAnswer; onChange: () => void }) {
  const t = useTexts('account');
  const { session } = props;
  const toasts = useToasts();
  const call = useCall(t('offline'));
  const [nickname, setNickname] = useState(session.fnickname);
  const [word, setWord] = useState(session.antiPhishingCode);
  const save = async () => {
    const body = { nickname, antiPhishingCode: word };
    const answer = await call.run(() => browserClient().call(accountRoutes.profile, { body }));
    if (answer === undefined) return;
    toasts.show({ kind: 'done', title: t('settings.saved') });
    props.onChange();
  };
  return (
    <section aria-label={t('settings.profile')} className="account-section">
      <h2>{t('settings.profile')}</h2>
      <div className="account-row">
        <span>{t('settings.uid')}</span>
        <CopyField label={t('settings.uid')} value={String(session.fid)} />
      </div>
      <div className="account-row">
        <span>{t('email')}</span>
        <span>{session.email}</span>
      </div>
      <div className="account-row">
        <span>{t('settings.vip')}</span>
        <span>{session.vipLevel}</span>
      </div>
      <form
        className="account-inline"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <TextField
          input={{ maxLength: 30, autoComplete: 'nickname' }}
          label={t('settings.nickname')}
          onChange={setNickname}
          value={nickname}
        />
        <TextField
          error={call.refusal}
          hint={t('settings.wordText')}
          input={{ maxLength: 20, autoComplete: 'off' }}
          label={t('settings.word')}
          onChange={setWord}
          value={word}
        />
        <div>
          <Button isPending={call.isRunning} type="submit">
            {t('settings.save')}
          </Button>
        </div>
      </form>
    </section>
  );
}
