// The caller's addresses on networks of one kind: which one is shown first, what each is for, and
// one more. All of them keep receiving.
import { describeFailure, QueryView, useRead } from '@isobath/kit';
import { type CapitalNetwork, type DepositAddress, depositRoutes } from '@isobath/wire';
import { Banner, Button, Dialog, HashText, Moment, Skeleton, Tag, TextField } from '@isobath/ui';
import { type FormEvent, useState } from 'react';
import { browserClient } from '../../../base/client.ts';
import { useTexts } from '../../../base/texts.tsx';

const ADDRESSES_MAX = 10;
const REMARK_MAX = 32;

interface DialogProps {
  readonly network: CapitalNetwork;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** Another address is shown first now. */
  readonly onChange: () => void;
}

/** The dialog. */
export function AddressesDialog(props: DialogProps) {
  const t = useTexts('capital');
  return (
    <Dialog
      isOpen={props.isOpen}
      onOpenChange={(isOpen) => {
        if (!isOpen) props.onClose();
      }}
      text={t('addresses.lead')}
      title={t('addresses.title')}
    >
      {props.isOpen ? <Addresses {...props} /> : null}
    </Dialog>
  );
}

/** Makes one change at a time, and says why one was refused. */
function useChange(onDone: () => void) {
  const kit = useTexts('kit');
  const [running, setRunning] = useState('');
  const [refusal, setRefusal] = useState('');
  const run = async (name: string, change: () => Promise<unknown>): Promise<boolean> => {
    setRunning(name);
    setRefusal('');
    try {
      await change();
      onDone();
      return true;
    } catch (failure) {
      setRefusal(describeFailure(failure, kit));
      return false;
    } finally {
      setRunning('');
    }
  };
  return { run, running, refusal };
}

type Change = ReturnType<typeof useChange>;

function Addresses({ network, onChange }: DialogProps) {
  const t = useTexts('capital');
  const { networkId } = network;
  const read = useRead(['deposit addresses', networkId], (signal) =>
    browserClient().call(depositRoutes.list, { body: { networkId }, signal }),
  );
  const change = useChange(() => {
    read.reload();
    onChange();
  });
  return (
    <div className="deposit-addresses">
      {change.refusal === '' ? null : <Banner tone="danger">{change.refusal}</Banner>}
      <QueryView read={read} size="small" waiting={<Skeleton height={160} />}>
        {(rows) => (
          <>
            <ul className="deposit-list">
              {rows.map((row) => (
                <AddressRow change={change} key={row.addressId} row={row} />
              ))}
            </ul>
            <NewAddress change={change} count={rows.length} networkId={networkId} />
          </>
        )}
      </QueryView>
      <p className="capital-quiet">{t('addresses.keep')}</p>
    </div>
  );
}

function AddressRow({ row, change }: { row: DepositAddress; change: Change }) {
  const t = useTexts('capital');
  const [draft, setDraft] = useState<string | null>(null);
  const { addressId, remark } = row;
  const select = () =>
    change.run(`select ${addressId}`, () =>
      browserClient().call(depositRoutes.select, { body: { addressId } }),
    );
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const body = { addressId, remark: (draft ?? '').trim() };
    const isSaved = await change.run(`remark ${addressId}`, () =>
      browserClient().call(depositRoutes.remark, { body }),
    );
    if (isSaved) setDraft(null);
  };
  return (
    <li className="deposit-row">
      <div className="deposit-row-head">
        <strong>{remark === '' ? t('addresses.unnamed') : remark}</strong>
        {row.isSelected ? (
          <Tag tone="you">{t('addresses.used')}</Tag>
        ) : (
          <Button
            isPending={change.running === `select ${addressId}`}
            onClick={() => void select()}
            size="small"
          >
            {t('addresses.use')}
          </Button>
        )}
      </div>
      <HashText value={row.address} />
      {draft === null ? (
        <div className="deposit-row-head">
          <span className="capital-quiet">
            {row.lastUsedAt === 0 ? t('addresses.empty') : t('addresses.last')}{' '}
            {row.lastUsedAt === 0 ? null : <Moment atMs={row.lastUsedAt} />}
          </span>
          <Button onClick={() => setDraft(remark)} size="small" variant="plain">
            {t('addresses.name')}
          </Button>
        </div>
      ) : (
        <form className="deposit-remark" onSubmit={(event) => void save(event)}>
          <TextField
            input={{ maxLength: REMARK_MAX }}
            label={t('addresses.remark')}
            onChange={setDraft}
            value={draft}
          />
          <Button isPending={change.running === `remark ${addressId}`} type="submit">
            {t('addresses.save')}
          </Button>
        </form>
      )}
    </li>
  );
}

function NewAddress(props: { networkId: number; count: number; change: Change }) {
  const t = useTexts('capital');
  const { change, count, networkId } = props;
  const [remark, setRemark] = useState('');
  const make = async (event: FormEvent) => {
    event.preventDefault();
    const body = { networkId, remark: remark.trim() };
    const isMade = await change.run('create', () =>
      browserClient().call(depositRoutes.create, { body }),
    );
    if (isMade) setRemark('');
  };
  const full = t('addresses.full', { max: ADDRESSES_MAX });
  return (
    <form className="deposit-remark" onSubmit={(event) => void make(event)}>
      <TextField
        aside={t('addresses.count', { count, max: ADDRESSES_MAX })}
        input={{ maxLength: REMARK_MAX }}
        label={t('addresses.remark')}
        onChange={setRemark}
        value={remark}
      />
      <Button
        isPending={change.running === 'create'}
        type="submit"
        whyDisabled={count >= ADDRESSES_MAX ? full : undefined}
      >
        {t('addresses.new')}
      </Button>
    </form>
  );
}
