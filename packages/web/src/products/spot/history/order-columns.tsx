// Orders in rows, for the order page: open and conditional ones with their deeds, past ones with
// the way to place them again. Not the table of the trade page (orders/OpenOrders.tsx), which also
// shows orders on their way; the cells are the same.
import type { OrderRow } from '@isobath/wire';
import { type Column, IconButton, Moment, PencilLine, Price, RotateCcw, X } from '@isobath/ui';
import { useState } from 'react';
import { Link } from 'react-router';
import { browserClient } from '../../../base/client.ts';
import { useLocale, useTexts } from '../../../base/texts.tsx';
import { againAddress } from '../form/again.ts';
import { sendCancel } from '../live/send.ts';
import type { Digits } from '../market/market.ts';
import { LotAmount } from '../orders/LotAmount.tsx';
import { FilledShare, PriceCell, SizeCell, TriggerCell } from '../orders/OrderCells.tsx';
import { OrderEdit } from '../orders/OrderEdit.tsx';
import {
  canChange,
  type OpenRow,
  readAverage,
  readFilledPercent,
  showPair,
  stateWord,
} from '../orders/order-rows.ts';
import { useOutcome } from '../orders/use-outcome.ts';
import type { OrderTab } from './order-filters.ts';
import { SideWord } from './SideWord.tsx';

/** Decimals of a market; undefined for one that is no more. */
export type DigitsOf = (symbol: string) => Digits | undefined;

const isSet = (text: string) => /[1-9]/.test(text);
/** What an order waits for besides a price is said where it is opened. */
const shortState = (order: OrderRow) =>
  order.status === 'PENDING_NEW' ? ('status.PENDING_NEW' as const) : stateWord(order);
const rowOf = (order: OrderRow): OpenRow => ({ key: order.orderId, order, sent: null });

function OpenTools(props: { order: OrderRow; digits: Digits | undefined; onChanged: () => void }) {
  const { order } = props;
  const t = useTexts('spot');
  const describe = useOutcome();
  const [isChanging, setChanging] = useState(false);
  const [isRunning, setRunning] = useState(false);
  const cancel = async () => {
    setRunning(true);
    describe(await sendCancel(browserClient(), order.orderId));
    setRunning(false);
    props.onChanged();
  };
  return (
    <>
      {canChange(order) ? (
        <IconButton
          icon={<PencilLine />}
          label={t('orders.edit')}
          onClick={() => setChanging(true)}
          size="small"
        />
      ) : null}
      <IconButton
        disabled={isRunning}
        icon={<X />}
        label={t('orders.cancel')}
        onClick={() => void cancel()}
        size="small"
      />
      {isChanging ? (
        <OrderEdit
          digits={props.digits}
          onClose={() => {
            setChanging(false);
            props.onChanged();
          }}
          order={order}
        />
      ) : null}
    </>
  );
}

function AgainTool({ order }: { order: OrderRow }) {
  const t = useTexts('spot');
  const locale = useLocale();
  const label = t('orders.again');
  return (
    <Link
      aria-label={label}
      className="ui-icon-button"
      data-size="small"
      title={label}
      to={againAddress(locale, order)}
    >
      <RotateCcw aria-hidden="true" />
    </Link>
  );
}

/** What an order did so far, of what it was to do. */
function Filled({ order, digits }: { order: OrderRow; digits: Digits | undefined }) {
  return (
    <span>
      <LotAmount digits={digits} value={order.executedQuantity} />{' '}
      <FilledShare className="history-quiet" order={order} />
    </span>
  );
}

/** What is asked of the columns of a list. */
interface ColumnRequest {
  readonly tab: OrderTab;
  readonly digitsOf: DigitsOf;
  /** The exchange took a change or a cancel. */
  readonly onChanged: () => void;
}

/** The price that a past order got, or asked for when it got none. */
function PastPrice({ order, digits }: { order: OrderRow; digits: Digits | undefined }) {
  const average = readAverage(order, digits?.priceDecimals ?? 8);
  const requested = isSet(order.price)
    ? order.price
    : isSet(order.stopPrice)
      ? order.stopPrice
      : null;
  return <Price decimals={digits?.priceDecimals} value={average ?? requested} />;
}

/** The columns of the list of orders that is chosen. */
export function useOrderColumns({ tab, digitsOf, onChanged }: ColumnRequest) {
  const t = useTexts('assets');
  const words = useTexts('spot');
  const isPast = tab === 'history';
  const isConditional = tab === 'conditional';
  const columns: (Column<OrderRow> | null)[] = [
    {
      key: 'time',
      head: t('time'),
      width: 'minmax(132px, 1fr)',
      card: 'foot',
      priority: 2,
      sortBy: (row) => String(row.createdAt),
      cell: (row) => (
        <>
          <Moment atMs={row.createdAt} />
          <span className="history-card-only"> · {words(shortState(row))}</span>
        </>
      ),
    },
    {
      key: 'market',
      head: t('orders.market'),
      width: 'minmax(112px, 1fr)',
      card: 'lead',
      isFixed: true,
      sortBy: (row) => row.symbol,
      sortAs: 'text',
      cell: (row) => (
        <span>
          <b>{showPair(row.symbol)}</b> <SideWord side={row.side} />
        </span>
      ),
    },
    {
      key: 'type',
      head: t('orders.type'),
      width: 'minmax(104px, 1fr)',
      card: 'sub',
      priority: 2,
      cell: (row) => words(`kind.${row.type}`),
    },
    isPast
      ? null
      : {
          key: 'trigger',
          head: words('orders.trigger'),
          width: 'minmax(104px, 1fr)',
          align: 'end',
          card: isConditional ? 'main' : undefined,
          priority: isConditional ? 1 : 3,
          cell: (row) => <TriggerCell digits={digitsOf(row.symbol)} row={rowOf(row)} />,
        },
    {
      key: 'price',
      head: t('orders.price'),
      width: 'minmax(92px, 1fr)',
      align: 'end',
      card: isConditional ? undefined : 'main',
      sortBy: (row) => (isSet(row.price) ? row.price : null),
      cell: (row) =>
        isPast ? (
          <PastPrice digits={digitsOf(row.symbol)} order={row} />
        ) : (
          <PriceCell digits={digitsOf(row.symbol)} row={rowOf(row)} />
        ),
    },
    {
      key: 'quantity',
      head: t('orders.quantity'),
      width: 'minmax(112px, 1fr)',
      align: 'end',
      card: 'side',
      cell: (row) => <SizeCell digits={digitsOf(row.symbol)} row={rowOf(row)} />,
    },
    isConditional
      ? null
      : {
          key: 'filled',
          head: words('orders.filled'),
          width: 'minmax(104px, 1fr)',
          align: 'end',
          priority: 3,
          sortBy: (row) => readFilledPercent(row),
          cell: (row) => <Filled digits={digitsOf(row.symbol)} order={row} />,
        },
    {
      key: 'status',
      head: t('orders.status'),
      width: 'minmax(112px, 1.8fr)',
      align: 'end',
      priority: isPast ? 1 : 2,
      cell: (row) => words(shortState(row)),
    },
    {
      key: 'tools',
      head: words('orders.actions'),
      headNode: <span className="ui-sr">{words('orders.actions')}</span>,
      width: isPast ? '40px' : '72px',
      align: 'end',
      card: 'tool',
      isFixed: true,
      cell: (row) =>
        isPast ? (
          <AgainTool order={row} />
        ) : (
          <OpenTools digits={digitsOf(row.symbol)} onChanged={onChanged} order={row} />
        ),
    },
  ];
  return columns.filter((column) => column !== null);
}
