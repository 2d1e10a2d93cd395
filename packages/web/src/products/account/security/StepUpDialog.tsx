// The confirmation before anything sensitive: password, or a code when an authenticator is on.
import { accountRoutes } from '@isobath/wire';
import { Dialog, PasswordField } from '@isobath/ui';
import { useState } from 'react';
import { browserClient } from '../../../base/client.ts';
import { useTexts } from '../../../base/texts.tsx';
import { useCall } from '../../../base/codes/use-call.ts';
import { FactorEntry } from '../../../base/codes/CodeEntry.tsx';
import { SendButton } from '../../../base/codes/SendButton.tsx';

/** Runs something that may need a confirmation first, and again after it. */
export type Guarded = (action: () => Promise<void>) => void;

/** Ask for the password or a code. */
export function StepUpDialog(props: {
  isOpen: boolean;
  hasTotp: boolean;
  onConfirmed: () => void;
  onClose: () => void;
}) {
  const t = useTexts('account');
  const call = useCall(t('offline'));
  const [secret, setSecret] = useState('');
  const submit = async (given: string) => {
    const body = props.hasTotp ? { code: given.trim() } : { password: given };
    const answer = await call.run(() => browserClient().call(accountRoutes.stepUp, { body }));
    if (answer === undefined) return;
    setSecret('');
    props.onConfirmed();
  };
  return (
    <Dialog
      isOpen={props.isOpen}
      onOpenChange={(isOpen) => {
        if (isOpen) return;
        call.clear();
        setSecret('');
        props.onClose();
      }}
      size="small"
      text={t('settings.stepUpText')}
      title={t('settings.stepUp')}
    >
      <form
        className="account-inline"
        onSubmit={(event) => {
          event.preventDefault();
          void submit(secret);
        }}
      >
        {props.hasTotp ? (
          <FactorEntry
            call={call}
            onChange={setSecret}
            onComplete={(code) => void submit(code)}
            value={secret}
          />
        ) : (
          <PasswordField
            // Here nobody was asked for an address.
            error={call.word === 'credentials_wrong' ? t('settings.stepUpWrong') : call.refusal}
            label={t('password')}
            onChange={setSecret}
            value={secret}
          />
        )}
        <SendButton call={call} />
      </form>
    </Dialog>
  );
}
