// Picture, nickname, number, address and marks of a person.
import { accountRoutes, type SessionAnswer } from '@isobath/wire';
import { languageTagOf } from '@isobath/texts';
import { Button, CopyField, formatMoment, TextField, useToasts } from '@isobath/ui';
import { useState } from 'react';
import { Link } from 'react-router';
import { browserClient } from '../../../base/client.ts';
import { IdentityTag, VipTag } from '../../../base/person/PersonMarks.tsx';
import { Soon } from '../../../base/Soon.tsx';
import { useLocale, useTexts } from '../../../base/texts.tsx';
import { useCall } from '../../../base/codes/use-call.ts';
import { PictureRow } from './PictureRow.tsx';

/** The profile. */
export function ProfileSection(props: { session: SessionAnswer; onChange: () => void }) {
  const t = useTexts('account');
  const locale = useLocale();
  const { session, onChange } = props;
  return (
    <div className="account-section">
      <PictureRow onChange={onChange} session={session} />
      <NicknameRow onChange={onChange} session={session} />
      <div className="account-row">
        <span>{t('settings.uid')}</span>
        <CopyField label={t('settings.uid')} value={String(session.fid)} />
      </div>
      <div className="account-row">
        <span>{t('email')}</span>
        <span className="settings-mail">{session.email}</span>
      </div>
      <div className="account-row">
        <span>{t('settings.identity')}</span>
        <Link className="settings-mark" to={`/${locale}/verifiedIndex`}>
          <IdentityTag level={session.identityLevel} />
          <Soon to={`/${locale}/verifiedIndex`} />
        </Link>
      </div>
      <div className="account-row">
        <span>{t('settings.vip')}</span>
        <Link className="settings-mark" to={`/${locale}/rateStandard`}>
          <VipTag session={session} />
        </Link>
      </div>
    </div>
  );
}

function NicknameRow({ session, onChange }: { session: SessionAnswer; onChange: () => void }) {
  const t = useTexts('account');
  const locale = languageTagOf(useLocale());
  const toasts = useToasts();
  const call = useCall(t('offline'));
  const [nickname, setNickname] = useState(session.fnickname);
  const isKept = session.nicknameFrom > 0;
  const save = async () => {
    // What is saved is what stands in the field.
    const body = { nickname: nickname.trim() };
    setNickname(body.nickname);
    const answer = await call.run(() => browserClient().call(accountRoutes.profile, { body }));
    if (answer === undefined) return;
    toasts.show({ kind: 'done', title: t('settings.saved') });
    onChange();
  };
  return (
    <form
      className="settings-line"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <TextField
        error={call.refusal}
        hint={
          isKept
            ? t('settings.nicknameFrom', {
                time: formatMoment(session.nicknameFrom, { locale, form: 'full', timeZone: 'UTC' }),
              })
            : t('settings.nicknameText')
        }
        input={{ maxLength: 24, autoComplete: 'nickname' }}
        isDisabled={isKept}
        label={t('settings.nickname')}
        onChange={setNickname}
        value={nickname}
      />
      {isKept ? null : (
        <Button
          disabled={nickname.trim() === session.fnickname}
          isPending={call.isRunning}
          type="submit"
          variant="quiet"
        >
          {t('settings.save')}
        </Button>
      )}
    </form>
  );
}
