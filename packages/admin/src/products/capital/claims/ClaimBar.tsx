// Asking for the end of a claim: settled by the transaction that paid it back, or refused. Shown
// above a claim that waits.
import { ReviewBar } from '@isobath/kit';
import { TextField } from '@isobath/ui';
import { claimRoutes, type DeskClaim } from '@isobath/wire';
import { useState } from 'react';
import { client } from '../../../base/client.ts';
import { ReasonDialog } from '../../../base/ReasonDialog.tsx';
import { useTexts } from '../../../base/texts.tsx';
import { useAction } from '../../../base/use-action.ts';
import { RightButton } from '../words.tsx';

type Outcome = 'paid' | 'refused';

const WAITING = 1;
const HASH = /^(0x)?[0-9a-f]{64}$/;

/** The buttons and their dialog; nothing once it is decided or asked for. */
export function ClaimBar({ claim, onChange }: { claim: DeskClaim; onChange: () => void }) {
  const t = useTexts('custody');
  const admin = useTexts('admin');
  const { act, isPending } = useAction();
  const [asked, setAsked] = useState<Outcome | null>(null);
  const [hash, setHash] = useState('');
  const { claimId, status, approvalId } = claim;
  if (status !== WAITING || approvalId > 0) return null;
  const txHash = hash.trim().toLowerCase();
  const ask = async (outcome: Outcome, reason: string) => {
    const body = { claimId, outcome, reason, ...(outcome === 'paid' ? { txHash } : {}) };
    const work = () => client.call(claimRoutes.decideClaim, { body });
    if (await act(work, admin('approval.made'))) setAsked(null);
    onChange();
  };
  return (
    <ReviewBar>
      <RightButton onClick={() => setAsked('paid')} right="money.release" variant="primary">
        {t('claim.paid')}
      </RightButton>
      <RightButton onClick={() => setAsked('refused')} right="money.release" variant="danger">
        {t('claim.refused')}
      </RightButton>
      {asked === null ? null : (
        <ReasonDialog
          confirmLabel={admin('approval.ask')}
          isDanger={asked === 'refused'}
          isOpen
          isPending={isPending}
          isReady={asked === 'refused' || HASH.test(txHash)}
          onClose={() => setAsked(null)}
          onConfirm={(reason) => void ask(asked, reason)}
          text={t(`claim.${asked}.text`)}
          title={t(`claim.${asked}`)}
        >
          {asked === 'paid' ? (
            <TextField
              input={{ autoComplete: 'off', maxLength: 66, spellCheck: false }}
              label={t('claim.paidBack')}
              onChange={setHash}
              value={hash}
            />
          ) : null}
        </ReasonDialog>
      )}
    </ReviewBar>
  );
}
