// Cold storage: where too much goes, what is asked for, the last moves there, and between which
// levels and floors coins are held, beside the caps of the signer's policy. Changes are asked for
// and a second operator agrees; caps are changed by officers. Listed in ../index.ts.
import { useRead } from '@isobath/kit';
import { type Column, DataTable, EmptyState, Moment, Panel, Tag } from '@isobath/ui';
import {
  coldDeskRoutes,
  type DeskCold,
  type DeskColdMove,
  type DeskLimits,
  type DeskRefill,
} from '@isobath/wire';
import { useState } from 'react';
import { client } from '../../../base/client.ts';
import { LoadedBody, PageHead } from '../../../base/PageBody.tsx';
import { type Translate, useTexts } from '../../../base/texts.tsx';
import { Exact, RightButton, sayWord } from '../words.tsx';
import { AddressDialog } from './AddressDialog.tsx';
import { LimitsDialog } from './LimitsDialog.tsx';
import '../custody.css';

type T = Translate<'custody'>;

const lookEveryMs = 10_000;

/** The page. */
export function ColdPage() {
  const t = useTexts('custody');
  const loaded = useRead(
    ['custody-cold'],
    (signal) => client.call(coldDeskRoutes.readCold, { signal }),
    { everyMs: lookEveryMs },
  );
  const [address, setAddress] = useState<DeskCold | null>(null);
  const [limits, setLimits] = useState<DeskLimits | null>(null);
  const changed = () => {
    setAddress(null);
    setLimits(null);
    loaded.reload();
  };
  return (
    <>
      <PageHead text={t('cold.text')} title={t('page.cold')} />
      <LoadedBody read={loaded}>
        {({ addresses, refills, moves, limits: all }) => (
          <div className="office-stack">
            <Table
              columns={listAddresses(t, setAddress)}
              rowKey={({ networkId }) => String(networkId)}
              rows={addresses}
              title="cold.addresses"
            />
            <Table
              columns={listRefills(t)}
              rowKey={({ refillId }) => String(refillId)}
              rows={refills}
              title="cold.refills"
            />
            <Table
              columns={listMoves(t)}
              rowKey={({ sendId }) => String(sendId)}
              rows={moves}
              title="cold.moves"
            />
            <Table
              columns={listLimits(t, setLimits)}
              rowKey={({ networkId, coinId }) => `${networkId} ${coinId}`}
              rows={all}
              title="cold.limits"
            />
          </div>
        )}
      </LoadedBody>
      {address === null ? null : (
        <AddressDialog cold={address} onClose={() => setAddress(null)} onDone={changed} />
      )}
      {limits === null ? null : (
        <LimitsDialog limits={limits} onClose={() => setLimits(null)} onDone={changed} />
      )}
    </>
  );
}

function Table<TRow>(props: {
  title: 'cold.addresses' | 'cold.refills' | 'cold.moves' | 'cold.limits';
  columns: Column<TRow>[];
  rows: readonly TRow[];
  rowKey: (row: TRow) => string;
}) {
  const t = useTexts('custody');
  const { title, columns, rows, rowKey } = props;
  return (
    <Panel isFramed title={t(title)}>
      <DataTable
        columns={columns}
        empty={<EmptyState size="small" title={t('cold.none')} />}
        label={t(title)}
        rowKey={rowKey}
        rows={rows}
      />
    </Panel>
  );
}

/** The button that asks for a change, or that one waits. */
function Change({ approvalId, onClick }: { approvalId: number; onClick: () => void }) {
  const t = useTexts('custody');
  const admin = useTexts('admin');
  return (
    <RightButton
      onClick={onClick}
      right="money.release"
      why={approvalId > 0 ? admin('approval.waits') : undefined}
    >
      {t('cold.change')}
    </RightButton>
  );
}

function listAddresses(t: T, onChange: (row: DeskCold) => void): Column<DeskCold>[] {
  return [
    {
      key: 'network',
      head: t('field.network'),
      width: 'minmax(130px, 1fr)',
      card: 'lead',
      cell: ({ network }) => network,
    },
    {
      key: 'address',
      head: t('field.address'),
      width: 'minmax(180px, 3fr)',
      card: 'foot',
      cell: ({ address }) => (
        <span className="custody-hash" title={address}>
          {address === '' ? t('cold.stays') : address}
        </span>
      ),
    },
    {
      key: 'policy',
      head: t('cold.policy'),
      width: 'minmax(140px, 1fr)',
      card: 'sub',
      cell: ({ address, isInPolicy }) =>
        address === '' ? null : (
          <Tag tone={isInPolicy ? 'info' : 'danger'}>
            {t(isInPolicy ? 'cold.listed' : 'cold.unlisted')}
          </Tag>
        ),
    },
    {
      key: 'act',
      head: '',
      width: '130px',
      align: 'end',
      card: 'tool',
      cell: (row) => <Change approvalId={row.approvalId} onClick={() => onChange(row)} />,
    },
  ];
}

function listRefills(t: T): Column<DeskRefill>[] {
  return [
    {
      key: 'network',
      head: t('field.network'),
      width: 'minmax(130px, 1fr)',
      card: 'lead',
      cell: ({ network }) => network,
    },
    {
      key: 'amount',
      head: t('cold.wanted'),
      width: 'minmax(160px, 1fr)',
      align: 'end',
      card: 'main',
      cell: ({ amount, coin }) => <Exact unit={coin} value={amount} />,
    },
    {
      key: 'at',
      head: t('cold.since'),
      width: 'minmax(150px, 1fr)',
      align: 'end',
      card: 'side',
      cell: ({ askedAt }) => <Moment atMs={askedAt} />,
    },
  ];
}

function listMoves(t: T): Column<DeskColdMove>[] {
  return [
    {
      key: 'network',
      head: t('field.network'),
      width: 'minmax(130px, 1fr)',
      card: 'lead',
      cell: ({ network }) => network,
    },
    {
      key: 'amount',
      head: t('cold.moved'),
      width: 'minmax(160px, 1fr)',
      align: 'end',
      card: 'main',
      cell: ({ amount, coin }) => <Exact unit={coin} value={amount} />,
    },
    {
      key: 'state',
      head: t('cold.state'),
      width: 'minmax(120px, 1fr)',
      card: 'sub',
      cell: ({ state }) => <Tag tone="outline">{sayWord(t, 'coldState', state)}</Tag>,
    },
    {
      key: 'tx',
      head: t('field.tx'),
      width: 'minmax(160px, 2fr)',
      priority: 2,
      card: 'foot',
      cell: ({ txHash }) => (
        <span className="custody-hash" title={txHash}>
          {txHash || '--'}
        </span>
      ),
    },
    {
      key: 'at',
      head: t('cold.since'),
      width: 'minmax(150px, 1fr)',
      align: 'end',
      card: 'side',
      cell: ({ madeAt }) => <Moment atMs={madeAt} />,
    },
  ];
}

/** Amounts of one coin beside each other, or what stands for them. */
function Amounts({ values, unit, none }: { values: string[]; unit: string; none: string }) {
  if (values.every((value) => value === '')) return none;
  return (
    <span className="custody-amounts">
      {values.map((value, place) => {
        const isLast = place === values.length - 1;
        return (
          <span key={`${place} ${value}`}>
            <Exact value={value} {...(isLast ? { unit } : {})} />
            {isLast ? null : ' ·'}
          </span>
        );
      })}
    </span>
  );
}

function listLimits(t: T, onChange: (row: DeskLimits) => void): Column<DeskLimits>[] {
  return [
    {
      key: 'coin',
      head: t('cold.coin'),
      width: 'minmax(120px, 1fr)',
      card: 'lead',
      cell: ({ coin, network }) => (
        <span className="office-two-lines">
          <span>{coin}</span>
          <small>{network}</small>
        </span>
      ),
    },
    {
      key: 'levels',
      head: t('cold.levels'),
      width: 'minmax(230px, 1.5fr)',
      align: 'end',
      card: 'foot',
      cell: ({ low, target, high, coin }) => (
        <Amounts none={t('cold.part')} unit={coin} values={[low, target, high]} />
      ),
    },
    {
      key: 'floors',
      head: t('cold.floors'),
      width: 'minmax(190px, 1.2fr)',
      align: 'end',
      card: 'foot',
      cell: ({ hourFloor, dayFloor, coin }) => (
        <Amounts none="" unit={coin} values={[hourFloor, dayFloor]} />
      ),
    },
    {
      key: 'caps',
      head: t('cold.caps'),
      width: 'minmax(230px, 1.5fr)',
      align: 'end',
      priority: 2,
      card: 'foot',
      cell: ({ caps, coin }) =>
        caps === null ? (
          t('cold.noCaps')
        ) : (
          <Amounts none="" unit={coin} values={[caps.transaction, caps.hour, caps.day]} />
        ),
    },
    {
      key: 'officers',
      head: t('cold.officers'),
      width: 'minmax(130px, 1fr)',
      align: 'end',
      priority: 3,
      card: 'foot',
      cell: ({ caps, coin }) =>
        caps === null ? '--' : <Exact unit={coin} value={caps.approveAbove} />,
    },
    {
      key: 'act',
      head: '',
      width: '110px',
      align: 'end',
      card: 'tool',
      cell: (row) => <Change approvalId={row.approvalId} onClick={() => onChange(row)} />,
    },
  ];
}
