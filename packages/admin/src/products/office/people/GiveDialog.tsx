import { isRefused, NumberField, TextField } from '@isobath/ui';
import { officeRoutes } from '@isobath/wire';
import { useState } from 'react';
import { client } from '../../../base/client.ts';
import { ReasonDialog } from '../../../base/ReasonDialog.tsx';
import { useTexts } from '../../../base/texts.tsx';
import { useAction } from '../../../base/use-action.ts';

/** More than any coin has; the server knows how many this one has. */
const decimalsMax = 18;

/** Asks for money of the house to be given; another operator must agree. */
export function GiveDialog(props: { ownerId: number; email: string; onClose: () => void }) {
  const t = useTexts('admin');
  const { ownerId } = props;
  const [asset, setAsset] = useState('USDT');
  const [amount, setAmount] = useState('');
  const { act, isPending } = useAction();
  const isReady = /^[A-Z0-9]{1,16}$/.test(asset) && /[1-9]/.test(amount) && !isRefused(amount);
  const confirm = async (reason: string) => {
    const body = { ownerId, asset, amount, reason };
    const isDone = await act(
      () => client.call(officeRoutes.giveMoney, { body }),
      t('approval.made'),
    );
    if (isDone) props.onClose();
  };
  return (
    <ReasonDialog
      confirmLabel={t('approval.ask')}
      isOpen
      isPending={isPending}
      isReady={isReady}
      onClose={props.onClose}
      onConfirm={(reason) => void confirm(reason)}
      text={t('give.text', { email: props.email })}
      title={t('give.title')}
    >
      <TextField
        input={{ name: 'asset', autoComplete: 'off', spellCheck: false }}
        label={t('asset')}
        onChange={(text) => setAsset(text.toUpperCase())}
        value={asset}
      />
      <NumberField
        decimals={decimalsMax}
        input={{ name: 'amount' }}
        label={t('amount')}
        onChange={setAmount}
        step="1"
        unit={asset}
        value={amount}
      />
    </ReasonDialog>
  );
}
