// Of a payment that an older database forgot: naming its transaction, and what became of one that
// was named. The chain judges it, not who names it. Shown by WithdrawalView.tsx.
import { Banner, TextField } from '@isobath/ui';
import { type DeskWithdrawalWhole, withdrawDeskRoutes } from '@isobath/wire';
import { useState } from 'react';
import { client } from '../../base/client.ts';
import { ReasonDialog } from '../../base/ReasonDialog.tsx';
import { useTexts } from '../../base/texts.tsx';
import { useAction } from '../../base/use-action.ts';
import { RightButton, sayWord } from './words.tsx';

/** Set where the signer has said that it signed the payment before. */
const BOUND = 'signer_payment_bound';
const HASH = /^0x[0-9a-f]{64}$/;

const canName = ({ state, reasons, named }: DeskWithdrawalWhole) =>
  state === 'review' && reasons.includes(BOUND) && named?.state !== 'asked';

/** The button and its dialog; nothing where there is nothing to name. */
export function NameTransaction(props: { shown: DeskWithdrawalWhole; onChange: () => void }) {
  const t = useTexts('custody');
  const admin = useTexts('admin');
  const { act, isPending } = useAction();
  const [isOpen, setOpen] = useState(false);
  const [hash, setHash] = useState('');
  const { shown, onChange } = props;
  if (!canName(shown) || shown.approvalId > 0) return null;
  const txHash = hash.trim().toLowerCase();
  const ask = async (reason: string) => {
    const body = { withdrawalId: shown.withdrawalId, txHash, reason };
    const work = () => client.call(withdrawDeskRoutes.nameTransaction, { body });
    if (await act(work, admin('approval.made'))) setOpen(false);
    onChange();
  };
  return (
    <>
      <RightButton onClick={() => setOpen(true)} right="money.release">
        {t('withdrawal.name')}
      </RightButton>
      <ReasonDialog
        confirmLabel={admin('approval.ask')}
        isOpen={isOpen}
        isPending={isPending}
        isReady={HASH.test(txHash)}
        onClose={() => setOpen(false)}
        onConfirm={(reason) => void ask(reason)}
        text={t('withdrawal.name.text')}
        title={t('withdrawal.name')}
      >
        <TextField
          input={{ autoComplete: 'off', maxLength: 66, spellCheck: false }}
          label={t('field.tx')}
          onChange={setHash}
          value={hash}
        />
      </ReasonDialog>
    </>
  );
}

/** What was named and has not settled it yet. */
export function NamedNote({ shown: { named, state } }: { shown: DeskWithdrawalWhole }) {
  const t = useTexts('custody');
  if (named === null || state !== 'review') return null;
  const isRefused = named.state === 'refused';
  return (
    <Banner
      title={isRefused ? t('named.refused') : t('named.asked')}
      tone={isRefused ? 'warn' : 'info'}
    >
      {isRefused ? sayWord(t, 'named', named.outcome) : named.txHash}
    </Banner>
  );
}
