// My past orders, my fills and my balances, as tables below the chart.
// Not the pages of orders and assets, which filter and export.
import { Amount, type Column, DataTable, EmptyState, ErrorState, Moment, Price } from '@isobath/ui';
import type { BalanceRow, FillRow, OrderRow } from '@isobath/wire';
import { useState } from 'react';
import { CloseOut } from '../../../base/trade/CloseOut.tsx';
import { findDust, useDustFacts } from '../../../base/trade/dust.ts';
import { useSetting } from '../../../base/settings.ts';
import { useTexts } from '../../../base/texts.tsx';
import { ToHelp } from '../../../base/NextSteps.tsx';
import { useValue } from '../../../base/value.ts';
import { useTrade } from '../layout/trade-context.ts';
import { thisMarketSetting } from '../layout/trade-settings.ts';
import { hasBalance, type OwnList, type OwnStore } from '../live/own-store.ts';
import { LotAmount } from './LotAmount.tsx';
import { AveragePrice, FillDetail, OrderDetail } from './OrderDetail.tsx';
import { FilledShare } from './OrderCells.tsx';
import { showPair } from './order-rows.ts';
import { useDigits } from './use-digits.ts';

function ListTable<TRow>(props: {
  list: OwnList<TRow>;
  label: string;
  none: string;
  columns: readonly Column<TRow>[];
  rowKey: (row: TRow) => string;
  onRowOpen?: (row: TRow) => void;
  own: OwnStore;
}) {
  const { isPhone, width } = useTrade();
  const t = useTexts('spot');
  const { list } = props;
  if (list.state === 'failed' && list.rows.length === 0) {
    return (
      <ErrorState
        code={list.code}
        onRetry={() => void props.own.load()}
        size="small"
        title={t('orders.failed')}
      />
    );
  }
  return (
    <DataTable
      columns={props.columns}
      empty={<EmptyState actions={<ToHelp />} drawing="buoy" size="small" title={props.none} />}
      hidden={width === 'small' ? ['value'] : []}
      isFilling={!isPhone}
      label={props.label}
      onRowOpen={props.onRowOpen}
      rowKey={props.rowKey}
      rows={list.rows}
      skeletonRows={list.state === 'loading' ? 4 : undefined}
    />
  );
}

/** A list with this market's rows alone, when that is asked for. */
export function useHere<TRow extends { symbol: string }>(list: OwnList<TRow>): OwnList<TRow> {
  const { market } = useTrade();
  const [isHere] = useSetting(thisMarketSetting);
  if (!isHere) return list;
  return { ...list, rows: list.rows.filter((row) => row.symbol === market.symbol) };
}

const baseOf = (symbol: string) => symbol.split('_')[0]?.toUpperCase() ?? '';
const quoteOf = (symbol: string) => symbol.split('_')[1]?.toUpperCase() ?? '';

function SideWord(props: { side: 'buy' | 'sell'; kind?: string }) {
  const t = useTexts('spot');
  return (
    <span>
      <span data-direction={props.side === 'buy' ? 'up' : 'down'}>
        {t(props.side === 'buy' ? 'orders.buy' : 'orders.sell')}
      </span>{' '}
      <span className="order-quiet">{props.kind}</span>
    </span>
  );
}

/** Closed orders, newest first. */
export function OrderHistory({ own }: { own: OwnStore }) {
  const t = useTexts('spot');
  const list = useHere(useValue(own.history, 250));
  const digitsOf = useDigits(list.rows);
  const [shown, setShown] = useState<OrderRow | null>(null);
  const columns: Column<OrderRow>[] = [
    {
      key: 'time',
      head: t('orders.time'),
      width: 'minmax(58px, 0.7fr)',
      card: 'sub',
      cell: (row) => <Moment atMs={row.updatedAt} form="seconds" />,
    },
    {
      key: 'pair',
      head: t('orders.pair'),
      width: 'minmax(80px, 0.95fr)',
      card: 'lead',
      cell: (row) => showPair(row.symbol),
    },
    {
      key: 'side',
      head: t('orders.type'),
      width: 'minmax(92px, 1.2fr)',
      card: 'foot',
      cell: (row) => <SideWord kind={t(`kind.${row.type}`)} side={row.side} />,
    },
    {
      key: 'average',
      head: t('orders.average'),
      width: 'minmax(72px, 0.95fr)',
      align: 'end',
      card: 'main',
      cell: (row) => <AveragePrice digits={digitsOf(row.symbol)} order={row} />,
    },
    {
      key: 'filled',
      head: t('orders.filled'),
      width: 'minmax(130px, 1.6fr)',
      align: 'end',
      card: 'side',
      cell: (row) => (
        <span>
          <LotAmount
            digits={digitsOf(row.symbol)}
            unit={baseOf(row.symbol)}
            value={row.executedQuantity}
          />{' '}
          <FilledShare className="order-quiet" order={row} />
        </span>
      ),
    },
    {
      key: 'status',
      head: t('orders.status'),
      width: 'minmax(72px, 1fr)',
      align: 'end',
      cell: (row) => t(`status.${row.status}`),
    },
  ];
  return (
    <>
      <ListTable
        columns={columns}
        label={t('tabs.history')}
        list={list}
        none={t('orders.noHistory')}
        onRowOpen={setShown}
        own={own}
        rowKey={(row) => row.orderId}
      />
      {shown === null ? null : (
        <OrderDetail digits={digitsOf(shown.symbol)} onClose={() => setShown(null)} order={shown} />
      )}
    </>
  );
}

/** My trades, newest first. */
export function FillList({ own }: { own: OwnStore }) {
  const t = useTexts('spot');
  const list = useHere(useValue(own.fills, 250));
  const digitsOf = useDigits(list.rows);
  const [shown, setShown] = useState<FillRow | null>(null);
  const columns: Column<FillRow>[] = [
    {
      key: 'time',
      head: t('orders.time'),
      width: 'minmax(58px, 0.72fr)',
      card: 'sub',
      cell: (row) => <Moment atMs={row.at} form="seconds" />,
    },
    {
      key: 'pair',
      head: t('orders.pair'),
      width: 'minmax(76px, 0.9fr)',
      card: 'lead',
      cell: (row) => showPair(row.symbol),
    },
    {
      key: 'side',
      head: t('orders.type'),
      width: 'minmax(60px, 0.8fr)',
      card: 'foot',
      cell: (row) => (
        <SideWord kind={row.isMaker ? t('orders.maker') : t('orders.taker')} side={row.side} />
      ),
    },
    {
      key: 'price',
      head: t('orders.price'),
      width: 'minmax(64px, 0.85fr)',
      align: 'end',
      card: 'main',
      cell: (row) => <Price decimals={digitsOf(row.symbol)?.priceDecimals} value={row.price} />,
    },
    {
      key: 'size',
      head: t('orders.size'),
      width: 'minmax(92px, 1.2fr)',
      align: 'end',
      card: 'side',
      cell: (row) => (
        <LotAmount digits={digitsOf(row.symbol)} unit={baseOf(row.symbol)} value={row.quantity} />
      ),
    },
    {
      key: 'value',
      head: t('orders.value'),
      width: 'minmax(100px, 1.35fr)',
      align: 'end',
      cell: (row) => <Amount isOwn unit={quoteOf(row.symbol)} value={row.quoteAmount} />,
    },
    {
      key: 'fee',
      head: t('orders.fee'),
      width: 'minmax(92px, 1.2fr)',
      align: 'end',
      cell: (row) => (
        <Amount isOwn standing="cost" unit={row.feeAsset.toUpperCase()} value={row.fee} />
      ),
    },
  ];
  return (
    <>
      <ListTable
        columns={columns}
        label={t('tabs.fills')}
        list={list}
        none={t('orders.noFills')}
        onRowOpen={setShown}
        own={own}
        rowKey={(row) => `${row.symbol}/${row.tradeId}/${row.orderId}`}
      />
      {shown === null ? null : (
        <FillDetail digits={digitsOf(shown.symbol)} fill={shown} onClose={() => setShown(null)} />
      )}
    </>
  );
}

/** My spot balances. */
export function BalanceList({ own }: { own: OwnStore }) {
  const t = useTexts('spot');
  const list = useValue(own.balances, 250);
  const facts = useDustFacts();
  const shown = {
    ...list,
    rows: list.rows.filter(hasBalance),
  };
  const columns: Column<BalanceRow>[] = [
    {
      key: 'asset',
      head: t('orders.asset'),
      width: 'minmax(84px, 1fr)',
      card: 'lead',
      cell: (row) => row.asset.toUpperCase(),
    },
    {
      key: 'available',
      head: t('form.available'),
      width: 'minmax(140px, 1fr)',
      align: 'end',
      card: 'main',
      sortBy: (row) => row.available,
      cell: (row) => <Amount isOwn value={row.available} />,
    },
    {
      key: 'held',
      head: t('orders.held'),
      width: 'minmax(140px, 1fr)',
      align: 'end',
      card: 'side',
      sortBy: (row) => row.held,
      cell: (row) => <Amount isOwn value={row.held} />,
    },
    {
      key: 'dust',
      head: t('orders.actions'),
      headNode: <span className="ui-sr">{t('orders.actions')}</span>,
      width: '96px',
      align: 'end',
      card: 'tool',
      cell: (row) => {
        const dust = facts === null ? null : findDust(facts, row.asset, row.available);
        // The private channel brings the new balances.
        return dust === null ? null : <CloseOut dust={dust} onDone={() => {}} />;
      },
    },
  ];
  return (
    <ListTable
      columns={columns}
      label={t('tabs.assets')}
      list={shown}
      none={t('orders.noAssets')}
      own={own}
      rowKey={(row) => row.asset}
    />
  );
}
