// A deposit that did not arrive: what went wrong, over which network, and its transaction. Not the
// list of such claims (Claims.tsx).
import { describeFailure } from '@isobath/kit';
import { ApiError } from '@isobath/sdk';
import { type CapitalNetwork, claimRoutes, claimWhys } from '@isobath/wire';
import { Banner, Button, Dialog, Select, TextField } from '@isobath/ui';
import { type FormEvent, useState } from 'react';
import { browserClient } from '../../../base/client.ts';
import { useTexts } from '../../../base/texts.tsx';

type Why = (typeof claimWhys)[number];

const HASH_MAX = 66;
const HASH = /^(0x)?[0-9a-f]{64}$/;
/** Words of refusals about the hash that have a text. */
const problems = ['credited', 'network'] as const;

interface DialogProps {
  readonly networks: readonly CapitalNetwork[];
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** What is typed, and sending it. */
function useDraft({ networks, onDone }: DialogProps) {
  const t = useTexts('capital');
  const kit = useTexts('kit');
  const [why, setWhy] = useState<Why>('network');
  const [networkId, setNetworkId] = useState(networks[0]?.networkId ?? 0);
  const [hash, setHash] = useState('');
  const [refusal, setRefusal] = useState({ isOfHash: false, text: '' });
  const [isRunning, setRunning] = useState(false);

  const describe = (failure: unknown) => {
    const [field] = failure instanceof ApiError ? failure.fields : [];
    const problem = problems.find((known) => known === field?.problem);
    if (problem === undefined) return { isOfHash: false, text: describeFailure(failure, kit) };
    return { isOfHash: true, text: t(`claim.problem.${problem}`) };
  };
  const send = async (event: FormEvent) => {
    event.preventDefault();
    const txHash = hash.trim().toLowerCase();
    if (!HASH.test(txHash)) return setRefusal({ isOfHash: true, text: t('claim.needHash') });
    setRefusal({ isOfHash: false, text: '' });
    setRunning(true);
    try {
      await browserClient().call(claimRoutes.claimDeposit, { body: { networkId, txHash, why } });
      onDone();
    } catch (failure) {
      setRefusal(describe(failure));
      setRunning(false);
    }
  };
  return { why, setWhy, networkId, setNetworkId, hash, setHash, refusal, isRunning, send };
}

/** The dialog. */
export function ClaimDialog(props: DialogProps) {
  const t = useTexts('capital');
  const draft = useDraft(props);
  const { refusal } = draft;
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) props.onClose();
      }}
      text={t('claim.text')}
      title={t('claim.title')}
    >
      <form className="claims-form" onSubmit={(event) => void draft.send(event)}>
        <Select
          label={t('claim.why')}
          onChange={(value) => draft.setWhy(value as Why)}
          options={claimWhys.map((value) => ({ value, label: t(`claim.why.${value}`) }))}
          value={draft.why}
        />
        <Select
          label={t('claim.network')}
          onChange={(value) => draft.setNetworkId(Number(value))}
          options={props.networks.map(({ networkId, name }) => ({
            value: String(networkId),
            label: name,
          }))}
          value={String(draft.networkId)}
        />
        <TextField
          error={refusal.isOfHash ? refusal.text : ''}
          input={{ autoComplete: 'off', maxLength: HASH_MAX, spellCheck: false }}
          label={t('records.hash')}
          onChange={draft.setHash}
          value={draft.hash}
        />
        {refusal.text === '' || refusal.isOfHash ? null : (
          <Banner tone="danger">{refusal.text}</Banner>
        )}
        <Button isFull isPending={draft.isRunning} type="submit" variant="primary">
          {t('claim.send')}
        </Button>
      </form>
    </Dialog>
  );
}
