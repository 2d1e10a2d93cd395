// The address book: saved addresses, one more, words about one, forgetting one; and whether only
// these are allowed. What opens a way out is proven.
import { describeFailure, RecordsList, useRead, useRecords } from '@isobath/kit';
import { addressBookRoutes, type SavedAddress } from '@isobath/wire';
import { Banner, Button, type Column, ConfirmSheet, Moment, Panel, Switch, Tag } from '@isobath/ui';
import { useState } from 'react';
import { browserClient } from '../../../base/client.ts';
import { useTexts } from '../../../base/texts.tsx';
import { isGivenUp, type Proven, useProven } from '../proof/use-proven.tsx';
import { ShortHash } from '../records/ShortHash.tsx';
import type { RecordNames } from '../records/use-capital-records.tsx';
import { AddressDialog } from './AddressDialog.tsx';
import { RemarkDialog } from './RemarkDialog.tsx';
import './book.css';

/** What is done to the book: one thing at a time. */
type Doing =
  | { readonly kind: 'none' }
  | { readonly kind: 'add' }
  | { readonly kind: 'remark' | 'remove'; readonly row: SavedAddress };

/** The book. */
export function AddressBook({ names }: { names: RecordNames }) {
  const t = useTexts('capital');
  const proven = useProven();
  const [doing, setDoing] = useState<Doing>({ kind: 'none' });
  const { pages, ...state } = useRecords({
    key: ['address book'],
    load: (cursor, signal) =>
      browserClient().call(addressBookRoutes.list, {
        body: cursor === '' ? {} : { cursor },
        signal,
      }),
  });
  const rows = pages?.flatMap((page) => page.rows) ?? null;
  const close = () => setDoing({ kind: 'none' });
  const done = () => {
    close();
    state.reload();
  };
  const add = (
    <Button onClick={() => setDoing({ kind: 'add' })} size="small" variant="primary">
      {t('book.add')}
    </Button>
  );
  return (
    <div className="book">
      <AllowlistSwitch proven={proven} />
      <Panel isFramed title={t('book.title')} tools={add}>
        <RecordsList
          empty={{ size: 'small', text: t('book.none.text'), title: t('book.none') }}
          rows={rows}
          state={state}
          table={{
            columns: useColumns(names, setDoing),
            label: t('book.title'),
            rowKey: ({ id }) => String(id),
          }}
        />
      </Panel>
      {doing.kind === 'add' ? (
        <AddressDialog names={names} onClose={close} onDone={done} proven={proven} />
      ) : null}
      {doing.kind === 'remark' ? (
        <RemarkDialog onClose={close} onDone={done} row={doing.row} />
      ) : null}
      {doing.kind === 'remove' ? (
        <RemoveSheet onClose={close} onDone={done} proven={proven} row={doing.row} />
      ) : null}
      {proven.dialog}
    </div>
  );
}

function useColumns(
  { coins, networks }: RecordNames,
  onDo: (doing: Doing) => void,
): Column<SavedAddress>[] {
  const t = useTexts('capital');
  const networkOf = ({ networkId }: SavedAddress) =>
    networks.find((network) => network.networkId === networkId)?.name ?? String(networkId);
  const coinOf = ({ coinId, isUniversal }: SavedAddress) =>
    isUniversal
      ? t('book.universal')
      : (coins.find((coin) => coin.coinId === coinId)?.shortName ?? String(coinId));
  return [
    {
      key: 'remark',
      head: t('addresses.remark'),
      width: 'minmax(130px, 1.2fr)',
      card: 'lead',
      cell: ({ remark }) => <strong>{remark === '' ? t('addresses.unnamed') : remark}</strong>,
    },
    {
      key: 'address',
      head: t('records.address'),
      width: 'minmax(190px, 1.4fr)',
      card: 'main',
      cell: ({ address }) => <ShortHash hash={address} label={t('records.address')} />,
    },
    {
      key: 'network',
      head: t('network.label'),
      width: 'minmax(130px, 1fr)',
      card: 'sub',
      cell: (row) => `${networkOf(row)} · ${coinOf(row)}`,
    },
    {
      key: 'usable',
      head: t('records.status'),
      width: 'minmax(150px, 1fr)',
      card: 'side',
      cell: ({ usableAtMs }) =>
        usableAtMs > Date.now() ? (
          <span className="records-state">
            <Tag tone="warn">{t('book.waits')}</Tag>
            <Moment atMs={usableAtMs} />
          </span>
        ) : (
          <Tag tone="up">{t('book.ready')}</Tag>
        ),
    },
    {
      key: 'acts',
      head: '',
      width: 'minmax(190px, 1fr)',
      align: 'end',
      card: 'foot',
      cell: (row) => (
        <span className="book-acts">
          <Button onClick={() => onDo({ kind: 'remark', row })} size="small" variant="plain">
            {t('addresses.name')}
          </Button>
          <Button onClick={() => onDo({ kind: 'remove', row })} size="small" variant="plain">
            {t('book.remove')}
          </Button>
        </span>
      ),
    },
  ];
}

function RemoveSheet(props: {
  row: SavedAddress;
  proven: Proven;
  onDone: () => void;
  onClose: () => void;
}) {
  const t = useTexts('capital');
  const kit = useTexts('kit');
  const [refusal, setRefusal] = useState('');
  const [isRunning, setRunning] = useState(false);
  const remove = async () => {
    const query = { id: props.row.id };
    setRefusal('');
    setRunning(true);
    try {
      await props.proven.call('address_remove', addressBookRoutes.remove, { query });
      props.onDone();
    } catch (failure) {
      setRunning(false);
      if (!isGivenUp(failure)) setRefusal(describeFailure(failure, kit));
    }
  };
  return (
    <ConfirmSheet
      cancelLabel={t('out.back')}
      confirmLabel={t('book.remove')}
      isOpen
      isPending={isRunning}
      onConfirm={() => void remove()}
      onOpenChange={props.onClose}
      text={t('book.removeText')}
      title={t('book.remove')}
      variant="danger"
    >
      <ShortHash hash={props.row.address} label={t('records.address')} />
      {refusal === '' ? null : <Banner tone="danger">{refusal}</Banner>}
    </ConfirmSheet>
  );
}

/** Whether only saved addresses are allowed, and until when that holds once it was turned off. */
function AllowlistSwitch({ proven }: { proven: Proven }) {
  const t = useTexts('capital');
  const kit = useTexts('kit');
  const [refusal, setRefusal] = useState('');
  const read = useRead(['address setting'], (signal) =>
    browserClient().call(addressBookRoutes.readSetting, { signal }),
  );
  const setting = read.data;
  if (setting === null) return null;
  const isOn = setting.allowlistOnly && setting.offFromMs === 0;
  const turn = async (allowlistOnly: boolean) => {
    setRefusal('');
    const body = { allowlistOnly };
    const route = addressBookRoutes.editSetting;
    try {
      // Closing the way needs no proof, opening it does.
      read.set(
        allowlistOnly
          ? await browserClient().call(route, { body })
          : await proven.call('allowlist_off', route, { body }),
      );
    } catch (failure) {
      if (!isGivenUp(failure)) setRefusal(describeFailure(failure, kit));
    }
  };
  return (
    <Panel isFramed isPadded title={t('book.only')}>
      <Switch
        hint={t('book.onlyHint')}
        isOn={isOn}
        label={t('book.onlyLabel')}
        onChange={(next) => void turn(next)}
      />
      {setting.offFromMs > 0 ? (
        <Banner tone="warn">
          {t('book.offFrom')} <Moment atMs={setting.offFromMs} />
        </Banner>
      ) : null}
      {refusal === '' ? null : <Banner tone="danger">{refusal}</Banner>}
    </Panel>
  );
}
