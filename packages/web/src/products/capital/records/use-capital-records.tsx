// Deposits or withdrawals, newest first: reading them, reading them again while one is under way,
// and how a row looks. Below their pages and on the page of records.
import { cutZeros } from '@isobath/core/math';
import { type RecordsListProps, useRecords } from '@isobath/kit';
import type { Client } from '@isobath/sdk';
import {
  assetsRoutes,
  type CapitalNetwork,
  type CapitalRecord,
  capitalRecordRoutes,
  type capitalRecordTypes,
  depositRoutes,
} from '@isobath/wire';
import { Amount, CoinIcon, type Column, Moment, Tag } from '@isobath/ui';
import { useEffect, useState } from 'react';
import { browserClient } from '../../../base/client.ts';
import { browserLive } from '../../../base/live.ts';
import { ToHelp } from '../../../base/NextSteps.tsx';
import { useTexts } from '../../../base/texts.tsx';
import type { OwnCoin } from '../coins.ts';
import { DepositDetail } from './DepositDetail.tsx';
import { ShortHash } from './ShortHash.tsx';
import {
  countConfirmed,
  isLeaving,
  isUnderWay,
  readStatus,
  readWithdrawStatus,
  toneOf,
  withdrawToneOf,
} from './states.ts';
import { WithdrawalDetail } from './WithdrawalDetail.tsx';
import './records.css';

/** Between two looks, while a deposit is under way and while none is. */
const LOOK_MS = { underWay: 4_000, rest: 10_000 } as const;

/** Names that rows are told with. */
export interface RecordNames {
  readonly coins: readonly OwnCoin[];
  readonly networks: readonly CapitalNetwork[];
}

/** Read the names of all coins and networks. */
export async function loadNames(client: Client): Promise<RecordNames> {
  const [coins, networks] = await Promise.all([
    client.call(assetsRoutes.ownCoins, { query: { scope: 'all' } }),
    client.call(depositRoutes.networks, { query: {} }),
  ]);
  return { coins, networks };
}

/** Which records. */
export interface RecordsFilter {
  readonly coinId?: number | undefined;
  readonly status?: number | undefined;
}

/** What records are of: 1 deposits, 2 withdrawals, 4 rewards and corrections. */
export type RecordsType = (typeof capitalRecordTypes)[number];

const WITHDRAWALS = 2;
const REWARDS = 4;

/** Words of a list. */
const words = {
  1: {
    label: 'records.deposits',
    title: 'records.empty.title',
    text: 'records.empty.text',
  },
  2: {
    label: 'records.withdrawals',
    title: 'records.noWithdrawals',
    text: 'records.noWithdrawals.text',
  },
  4: { label: 'records.rewards', title: 'records.noRewards', text: 'records.noRewards.text' },
} as const;

/** Read again from time to time while the page is seen, and at once when a balance moved. */
function useLook(reload: () => void, everyMs: number): void {
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) reload();
    }, everyMs);
    const stop = browserLive().subscribe('private', ({ type }) => {
      if (type === 'event') reload();
    });
    return () => {
      clearInterval(timer);
      stop();
    };
  }, [reload, everyMs]);
}

/** The list. @param request - apartId: one whose detail stands elsewhere on the page. */
export function useCapitalRecords(request: {
  names: RecordNames;
  filter: RecordsFilter;
  type?: RecordsType;
  limit: number;
  apartId?: string | undefined;
}): RecordsListProps<CapitalRecord> & { readonly state: { readonly reload: () => void } } {
  const t = useTexts('capital');
  const { names, filter, limit, type = 1 } = request;
  const { coinId, status } = filter;
  const [turned, setTurned] = useState<ReadonlySet<string>>(new Set());
  const { pages, ...state } = useRecords({
    key: ['capital records', type, coinId ?? 0, status ?? 0, limit],
    load: (cursor, signal) =>
      browserClient().call(capitalRecordRoutes.both, {
        query: {
          type,
          limit,
          ...(coinId === undefined ? {} : { coinId }),
          ...(status === undefined ? {} : { status }),
          ...(cursor === '' ? {} : { cursor }),
        },
        signal,
      }),
  });
  const rows = pages?.flatMap((page) => page.rows) ?? null;
  const isOut = type === WITHDRAWALS;
  const isReward = type === REWARDS;
  const isMoving = isOut ? isLeaving : isUnderWay;
  useLook(state.reload, rows?.some(isMoving) === true ? LOOK_MS.underWay : LOOK_MS.rest);
  const assetOf = ({ coinId: id }: CapitalRecord) =>
    names.coins.find((coin) => coin.coinId === id)?.shortName ?? '';
  const networkOf = ({ networkId }: CapitalRecord) =>
    names.networks.find((network) => network.networkId === networkId);
  // What is under way stands open until it is closed, the rest until it is opened.
  const isOpen = (row: CapitalRecord) =>
    (isMoving(row) && row.id !== request.apartId) !== turned.has(row.id);
  const turn = ({ id }: CapitalRecord) =>
    setTurned((before) => {
      const next = new Set(before);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  return {
    rows,
    state,
    empty: {
      actions: <ToHelp />,
      size: 'small',
      text: t(words[type].text),
      title: t(words[type].title),
    },
    table: {
      columns: useColumns(names, readDecimals(rows ?? []), type),
      label: t(words[type].label),
      rowKey: (row) => row.id,
      // A reward has nothing more to tell.
      onRowOpen: isReward ? undefined : turn,
      rowDetail: (row) => {
        if (isReward || !isOpen(row)) return null;
        const detail = { asset: assetOf(row), network: networkOf(row), row };
        return isOut ? (
          <WithdrawalDetail {...detail} onChange={state.reload} />
        ) : (
          <DepositDetail {...detail} />
        );
      },
    },
  };
}

/** Decimals of the finest amount: those of all rows stand below each other. */
function readDecimals(rows: readonly CapitalRecord[]): number {
  return Math.max(0, ...rows.map(({ amount }) => cutZeros(amount).split('.')[1]?.length ?? 0));
}

type RecordColumn = Column<CapitalRecord>;

function useColumns(names: RecordNames, decimals: number, type: RecordsType): RecordColumn[] {
  const t = useTexts('capital');
  const { coins } = names;
  const coinOf = ({ coinId }: CapitalRecord) => coins.find((coin) => coin.coinId === coinId);
  const coin: RecordColumn = {
    key: 'coin',
    head: t('coin.label'),
    width: 'minmax(110px, 1fr)',
    card: 'lead',
    cell: (row) => {
      const shown = coinOf(row);
      return (
        <span className="records-coin">
          <CoinIcon code={shown?.shortName ?? ''} size={20} src={shown?.webLogo || undefined} />
          <strong>{shown?.shortName ?? row.coinId}</strong>
        </span>
      );
    },
  };
  const amount: RecordColumn = {
    key: 'amount',
    head: t('records.amount'),
    width: 'minmax(120px, 1fr)',
    align: 'end',
    card: 'main',
    cell: (row) => <Amount decimals={decimals} isOwn isPadded value={row.amount} />,
  };
  const time: RecordColumn = {
    key: 'at',
    head: t('records.time'),
    width: 'minmax(150px, 1fr)',
    align: 'end',
    card: 'side',
    cell: (row) => <Moment atMs={row.at} />,
  };
  const ofChain = useChainColumns(names, type === WITHDRAWALS);
  const what: RecordColumn = {
    key: 'what',
    head: t('records.what'),
    width: 'minmax(190px, 1.4fr)',
    card: 'sub',
    cell: ({ reason }) => t(`records.what.${reason === 'reward' ? reason : 'correction'}`),
  };
  return [coin, amount, ...(type === REWARDS ? [what] : ofChain), time];
}

/** How far it is on its chain: state, network, transaction. */
function useChainColumns({ networks }: RecordNames, isOut: boolean): RecordColumn[] {
  const t = useTexts('capital');
  return [
    {
      key: 'status',
      head: t('records.status'),
      width: 'minmax(190px, 1.4fr)',
      card: 'sub',
      cell: (row) => (isOut ? <WithdrawStatus row={row} /> : <Status row={row} />),
    },
    {
      key: 'network',
      head: t('network.label'),
      width: 'minmax(120px, 1fr)',
      priority: 2,
      card: 'foot',
      cell: ({ networkId }) =>
        networks.find((network) => network.networkId === networkId)?.name ?? String(networkId),
    },
    {
      key: 'hash',
      head: t('records.hash'),
      width: 'minmax(170px, 1.2fr)',
      priority: 3,
      cell: ({ txHash }) =>
        txHash === '' ? null : <ShortHash hash={txHash} label={t('records.hash')} />,
    },
  ];
}

/** The state in words, with confirmations while they are counted. */
function Status({ row }: { row: CapitalRecord }) {
  const t = useTexts('capital');
  const status = readStatus(row);
  const isCounted = status === '1' && row.needed > 0;
  return (
    <span className="records-state">
      <Tag tone={toneOf(status)}>{t(`status.${status}`)}</Tag>
      {isCounted ? (
        <span className="ui-number">
          {t('records.count', { done: countConfirmed(row), needed: row.needed })}
        </span>
      ) : null}
    </span>
  );
}

/** The state of a withdrawal in words, with confirmations once it is in a block. */
function WithdrawStatus({ row }: { row: CapitalRecord }) {
  const t = useTexts('capital');
  const status = readWithdrawStatus(row);
  const isCounted = status === '5' && row.needed > 0 && row.confirmations > 0;
  return (
    <span className="records-state">
      <Tag tone={withdrawToneOf(status)}>{t(`out.status.${status}`)}</Tag>
      {isCounted ? (
        <span className="ui-number">
          {t('records.count', { done: countConfirmed(row), needed: row.needed })}
        </span>
      ) : null}
    </span>
  );
}
