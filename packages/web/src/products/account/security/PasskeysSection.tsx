// Passkeys: the list, adding one, taking one away.
// The ceremony itself is in passkey.ts.
import { PasskeyPlace, useNamedAddress } from '@isobath/kit';
import { accountRoutes } from '@isobath/wire';
import { languageTagOf } from '@isobath/texts';
import { Button, TextField } from '@isobath/ui';
import { useState } from 'react';
import { browserClient } from '../../../base/client.ts';
import { useLocale, useTexts } from '../../../base/texts.tsx';
import { makePasskey } from '../../../base/codes/passkey.ts';
import type { Guarded } from './StepUpDialog.tsx';
import { useCall } from '../../../base/codes/use-call.ts';

interface Passkey {
  readonly id: string;
  readonly name: string;
  readonly lastUsedAt: number;
}

/** The passkeys. */
export function PasskeysSection(props: {
  passkeys: readonly Passkey[];
  guarded: Guarded;
  onChange: () => void;
}) {
  const t = useTexts('account');
  const locale = useLocale();
  const call = useCall(t('offline'));
  const [name, setName] = useState('');
  const [isOpen, setOpen] = useState(false);
  const elsewhere = useNamedAddress();

  const add = async () => {
    const done = await call.run(async () => {
      const options = await browserClient().call(accountRoutes.passkeyOptions);
      const response = await makePasskey(options);
      const body = { name: name.trim(), response };
      return browserClient().call(accountRoutes.passkeyVerify, { body });
    });
    if (done === undefined) return;
    setOpen(false);
    setName('');
    props.onChange();
  };
  const remove = async (id: string) => {
    const query = { id };
    await call.run(() => browserClient().call(accountRoutes.passkeyRemove, { query }));
    props.onChange();
  };

  return (
    <section aria-label={t('settings.passkeys')} className="account-section">
      <div className="account-section-head">
        <div>
          <h3>{t('settings.passkeys')}</h3>
          <p>{t('settings.passkeysText')}</p>
        </div>
        {isOpen || elsewhere !== '' ? null : (
          <Button onClick={() => setOpen(true)} variant="quiet">
            {t('settings.addPasskey')}
          </Button>
        )}
      </div>
      <PasskeyPlace />
      {props.passkeys.map((passkey) => (
        <div className="account-row" key={passkey.id}>
          <span className="account-row-text">
            {passkey.name}
            <small suppressHydrationWarning>
              {t('settings.lastUsed', {
                time: new Date(passkey.lastUsedAt).toLocaleString(languageTagOf(locale)),
              })}
            </small>
          </span>
          <Button
            onClick={() => props.guarded(() => remove(passkey.id))}
            size="small"
            variant="danger"
          >
            {t('settings.remove')}
          </Button>
        </div>
      ))}
      {props.passkeys.length === 0 && !isOpen ? <p>{t('settings.noPasskeys')}</p> : null}
      {isOpen ? (
        <form
          className="account-inline"
          onSubmit={(event) => {
            event.preventDefault();
            props.guarded(add);
          }}
        >
          <TextField
            error={call.refusal}
            input={{ maxLength: 40, required: true }}
            label={t('settings.passkeyName')}
            onChange={setName}
            value={name}
          />
          <div>
            <Button isPending={call.isRunning} type="submit" variant="primary">
              {t('settings.addPasskey')}
            </Button>
          </div>
        </form>
      ) : null}
    </section>
  );
}
