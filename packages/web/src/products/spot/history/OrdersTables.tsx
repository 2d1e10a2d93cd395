// Orders and fills in rows, for the order page.
// They change nothing but what the page hands them to call.
import type { FillRow, OrderRow } from '@isobath/wire';
import { Amount, Button, type Column, DataTable, Moment, Price } from '@isobath/ui';
import { type ReactNode, useState } from 'react';
import { useTexts } from '../../../base/texts.tsx';
import type { Digits } from '../market/market.ts';
import { LotAmount } from '../orders/LotAmount.tsx';
import { readAverage, showPair } from '../orders/order-rows.ts';

/** Decimals of a market; undefined for one that is no more. */
type DigitsOf = (symbol: string) => Digits | undefined;

const baseOf = (symbol: string) => symbol.split('_')[0]?.toUpperCase() ?? '';
const quoteOf = (symbol: string) => symbol.split('_')[1]?.toUpperCase() ?? '';

function Side(props: { side: 'buy' | 'sell' }) {
  const t = useTexts('assets');
  return (
    <span className="history-side" data-direction={props.side === 'buy' ? 'up' : 'down'}>
      {t(props.side === 'buy' ? 'orders.buy' : 'orders.sell')}
    </span>
  );
}

function CancelButton(props: { onCancel: () => Promise<void> }) {
  const t = useTexts('assets');
  const [isRunning, setRunning] = useState(false);
  return (
    <Button
      isPending={isRunning}
      onClick={() => {
        setRunning(true);
        void props.onCancel().finally(() => setRunning(false));
      }}
      size="small"
    >
      {t('orders.cancel')}
    </Button>
  );
}

/** Zero prices of market orders are unknown, not nought. */
function orUnknown(text: string): string | null {
  return /[1-9]/.test(text) ? text : null;
}

/** Open or past orders in rows. */
export function OrdersTable(props: {
  rows: readonly OrderRow[];
  empty: ReactNode;
  digitsOf: DigitsOf;
  onCancel: ((orderId: string) => Promise<void>) | undefined;
  onOpen: (row: OrderRow) => void;
}) {
  const t = useTexts('assets');
  const { onCancel, digitsOf } = props;
  // What a market order traded at is its price.
  const averageOf = (row: OrderRow) => readAverage(row, digitsOf(row.symbol)?.priceDecimals ?? 8);
  const columns: Column<OrderRow>[] = [
    {
      key: 'time',
      head: t('time'),
      width: 'minmax(140px, 1fr)',
      card: 'foot',
      priority: 2,
      cell: (row) => <Moment atMs={row.createdAt} />,
    },
    {
      key: 'market',
      head: t('orders.market'),
      width: 'minmax(110px, 1fr)',
      card: 'lead',
      cell: (row) => (
        <span>
          <b>{showPair(row.symbol)}</b> <Side side={row.side} />
        </span>
      ),
    },
    {
      key: 'type',
      head: t('orders.type'),
      width: 'minmax(110px, 1fr)',
      priority: 2,
      cell: (row) => t(`type.${row.type}`),
    },
    {
      key: 'price',
      head: t('orders.price'),
      width: 'minmax(100px, 1fr)',
      align: 'end',
      card: 'main',
      cell: (row) => (
        <Price
          decimals={digitsOf(row.symbol)?.priceDecimals}
          value={orUnknown(row.price) ?? orUnknown(row.stopPrice) ?? averageOf(row)}
        />
      ),
    },
    {
      key: 'quantity',
      head: t('orders.filled'),
      width: 'minmax(140px, 1.2fr)',
      align: 'end',
      card: 'sub',
      cell: (row) => (
        <span>
          <LotAmount digits={digitsOf(row.symbol)} value={row.executedQuantity} />
          <span className="history-quiet">{' / '}</span>
          {orUnknown(row.quantity) === null ? (
            <Amount unit={quoteOf(row.symbol)} value={orUnknown(row.quoteAmount)} />
          ) : (
            <LotAmount
              digits={digitsOf(row.symbol)}
              unit={baseOf(row.symbol)}
              value={row.quantity}
            />
          )}
        </span>
      ),
    },
    {
      key: 'status',
      head: t('orders.status'),
      width: 'minmax(110px, 1fr)',
      align: 'end',
      card: 'side',
      cell: (row) => t(`status.${row.status}`),
    },
    ...(onCancel === undefined
      ? []
      : [
          {
            key: 'cancel',
            head: t('orders.cancel'),
            headNode: <span className="ui-sr">{t('orders.cancel')}</span>,
            width: '96px',
            align: 'end' as const,
            card: 'tool' as const,
            cell: (row: OrderRow) => <CancelButton onCancel={() => onCancel(row.orderId)} />,
          },
        ]),
  ];
  return (
    <DataTable
      columns={columns}
      empty={props.empty}
      label={t('orders.title')}
      onRowOpen={props.onOpen}
      rowKey={(row) => row.orderId}
      rows={props.rows}
    />
  );
}

/** Fills in rows. */
export function FillsTable(props: {
  rows: readonly FillRow[];
  empty: ReactNode;
  digitsOf: DigitsOf;
  onOpen: (row: FillRow) => void;
}) {
  const t = useTexts('assets');
  const { digitsOf } = props;
  const columns: Column<FillRow>[] = [
    {
      key: 'time',
      head: t('time'),
      width: 'minmax(140px, 1fr)',
      card: 'foot',
      priority: 2,
      cell: (row) => <Moment atMs={row.at} />,
    },
    {
      key: 'market',
      head: t('orders.market'),
      width: 'minmax(110px, 1fr)',
      card: 'lead',
      cell: (row) => (
        <span>
          <b>{showPair(row.symbol)}</b> <Side side={row.side} />
        </span>
      ),
    },
    {
      key: 'price',
      head: t('orders.price'),
      width: 'minmax(100px, 1fr)',
      align: 'end',
      card: 'main',
      cell: (row) => <Price decimals={digitsOf(row.symbol)?.priceDecimals} value={row.price} />,
    },
    {
      key: 'quantity',
      head: t('orders.quantity'),
      width: 'minmax(110px, 1fr)',
      align: 'end',
      card: 'sub',
      cell: (row) => (
        <LotAmount digits={digitsOf(row.symbol)} unit={baseOf(row.symbol)} value={row.quantity} />
      ),
    },
    {
      key: 'fee',
      head: t('orders.fee'),
      width: 'minmax(130px, 1fr)',
      align: 'end',
      card: 'side',
      cell: (row) => <Amount standing="cost" unit={row.feeAsset.toUpperCase()} value={row.fee} />,
    },
    {
      key: 'role',
      head: t('orders.role'),
      width: 'minmax(80px, 0.6fr)',
      align: 'end',
      priority: 3,
      cell: (row) => t(row.isMaker ? 'orders.maker' : 'orders.taker'),
    },
  ];
  return (
    <DataTable
      columns={columns}
      empty={props.empty}
      label={t('orders.fills')}
      onRowOpen={props.onOpen}
      rowKey={(row) => `${row.symbol} ${row.tradeId} ${row.isMaker}`}
      rows={props.rows}
    />
  );
}
