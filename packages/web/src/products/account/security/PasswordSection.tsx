// Changing the password.
import { accountRoutes } from '@isobath/wire';
import { Button, PasswordField, useToasts } from '@isobath/ui';
import { useState } from 'react';
import { browserClient } from '../../../base/client.ts';
import { useTexts } from '../../../base/texts.tsx';
import { rateStrength } from '../strength.ts';
import { useCall } from '../../../base/codes/use-call.ts';

/** The password. */
export function PasswordSection() {
  const t = useTexts('account');
  const toasts = useToasts();
  const call = useCall(t('offline'));
  const [isOpen, setOpen] = useState(false);
  const [password, setPassword] = useState('');
  const [newPassword, setNewPassword] = useState('');
  const score = rateStrength(newPassword);
  const save = async () => {
    const body = { password, newPassword };
    const answer = await call.run(() =>
      browserClient().call(accountRoutes.passwordChange, { body }),
    );
    if (answer === undefined) return;
    setOpen(false);
    setPassword('');
    setNewPassword('');
    toasts.show({ kind: 'done', title: t('settings.saved') });
  };
  return (
    <section aria-label={t('settings.password')} className="account-section">
      <div className="account-section-head">
        <div>
          <h3>{t('settings.password')}</h3>
          <p>{t('settings.passwordText')}</p>
        </div>
        {isOpen ? null : (
          <Button onClick={() => setOpen(true)} variant="quiet">
            {t('settings.change')}
          </Button>
        )}
      </div>
      {isOpen ? (
        <form
          className="account-inline"
          onSubmit={(event) => {
            event.preventDefault();
            void save();
          }}
        >
          <PasswordField
            label={t('settings.oldPassword')}
            onChange={setPassword}
            value={password}
          />
          <PasswordField
            error={call.refusal}
            hint={t('passwordHint')}
            isNew
            label={t('newPassword')}
            onChange={setNewPassword}
            strength={{ score, text: t(`strength.${score}`) }}
            value={newPassword}
          />
          <div>
            <Button isPending={call.isRunning} type="submit" variant="primary">
              {t('settings.save')}
            </Button>
          </div>
        </form>
      ) : null}
    </section>
  );
}
