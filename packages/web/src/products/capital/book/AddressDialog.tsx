// One more address for the book: network, address, memo where there is one, for one coin or for
// all of its network, and a few words. It is saved with a proof.
import { describeFailure } from '@isobath/kit';
import { ApiError } from '@isobath/sdk';
import { addressBookRoutes } from '@isobath/wire';
import { Banner, Button, Dialog, Select, TextField } from '@isobath/ui';
import { type FormEvent, useState } from 'react';
import { useTexts } from '../../../base/texts.tsx';
import { isGivenUp, type Proven } from '../proof/use-proven.tsx';
import type { RecordNames } from '../records/use-capital-records.tsx';

const ADDRESS_MAX = 128;
const REMARK_MAX = 32;
const ALL = '0';

/** Refusals about the address itself. */
const ABOUT_ADDRESS: ReadonlySet<string> = new Set([
  'address_invalid',
  'address_other_network',
  'address_own',
  'address_no_payee',
  'address_saved',
]);

interface DialogProps {
  readonly names: RecordNames;
  readonly proven: Proven;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** What is typed, and saving it. */
function useDraft({ names, proven, onDone }: DialogProps) {
  const t = useTexts('capital');
  const kit = useTexts('kit');
  const [networkId, setNetworkId] = useState(names.networks[0]?.networkId ?? 0);
  const [coinId, setCoinId] = useState(ALL);
  const [address, setAddress] = useState('');
  const [memo, setMemo] = useState('');
  const [remark, setRemark] = useState('');
  const [refusal, setRefusal] = useState({ field: '', text: '' });
  const [isRunning, setRunning] = useState(false);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    setRefusal({ field: '', text: '' });
    if (address.trim() === '') {
      return setRefusal({ field: 'address', text: t('out.needAddress') });
    }
    const body = {
      networkId,
      address: address.trim(),
      memo: memo.trim(),
      remark: remark.trim(),
      ...(coinId === ALL ? { isUniversal: true } : { coinId: Number(coinId) }),
    };
    setRunning(true);
    try {
      await proven.call('address_add', addressBookRoutes.save, { body });
      onDone();
    } catch (failure) {
      setRunning(false);
      if (isGivenUp(failure)) return;
      const reject = failure instanceof ApiError ? failure.reject : '';
      const isAddress = ABOUT_ADDRESS.has(reject);
      const field = isAddress ? 'address' : reject === 'memo_wrong' ? 'memo' : 'form';
      setRefusal({ field, text: describeFailure(failure, kit) });
    }
  };
  const errorOf = (field: string) => (refusal.field === field ? refusal.text : '');
  return {
    networkId,
    chooseNetwork: (id: number) => {
      setNetworkId(id);
      setCoinId(ALL);
    },
    coinId,
    setCoinId,
    address,
    setAddress,
    memo,
    setMemo,
    remark,
    setRemark,
    errorOf,
    isRunning,
    save,
  };
}

/** The dialog. */
export function AddressDialog(props: DialogProps) {
  const t = useTexts('capital');
  const draft = useDraft(props);
  const { names } = props;
  const network = names.networks.find(({ networkId }) => networkId === draft.networkId);
  const coins = names.coins.filter(({ networkIds }) => networkIds.includes(draft.networkId));
  const text = { autoComplete: 'off', maxLength: ADDRESS_MAX, spellCheck: false } as const;
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) props.onClose();
      }}
      text={t('book.addText')}
      title={t('book.add')}
    >
      <form className="book-form" onSubmit={(event) => void draft.save(event)}>
        <Select
          label={t('network.label')}
          onChange={(value) => draft.chooseNetwork(Number(value))}
          options={names.networks.map(({ networkId, name }) => ({
            value: String(networkId),
            label: name,
          }))}
          value={String(draft.networkId)}
        />
        <Select
          label={t('coin.label')}
          onChange={draft.setCoinId}
          options={[
            { value: ALL, label: t('book.universal') },
            ...coins.map(({ coinId, shortName }) => ({
              value: String(coinId),
              label: shortName,
            })),
          ]}
          value={draft.coinId}
        />
        <TextField
          error={draft.errorOf('address')}
          input={text}
          label={t('out.address')}
          onChange={draft.setAddress}
          value={draft.address}
        />
        {network?.memoNeeded === true ? (
          <TextField
            error={draft.errorOf('memo')}
            input={text}
            label={t('memo.label')}
            onChange={draft.setMemo}
            value={draft.memo}
          />
        ) : null}
        <TextField
          input={{ maxLength: REMARK_MAX }}
          label={t('addresses.remark')}
          onChange={draft.setRemark}
          value={draft.remark}
        />
        {draft.errorOf('form') === '' ? null : (
          <Banner tone="danger">{draft.errorOf('form')}</Banner>
        )}
        <Button isFull isPending={draft.isRunning} type="submit" variant="primary">
          {t('addresses.save')}
        </Button>
      </form>
    </Dialog>
  );
}
