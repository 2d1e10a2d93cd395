// My open orders with orders on their way: change in place (CellEdit.tsx), cancel, cancel all here.
// Not history (OrderLists.tsx). Rows come from my own store; the feed of prices never draws them.
import {
  Button,
  type Column,
  ConfirmSheet,
  DataTable,
  EmptyState,
  ErrorState,
  IconButton,
  Moment,
  PencilLine,
  Pennant,
  Tag,
  X,
} from '@isobath/ui';
import type { OrderRow } from '@isobath/wire';
import { useLayoutEffect, useRef, useState } from 'react';
import { useSetting } from '../../../base/settings.ts';
import { useTexts } from '../../../base/texts.tsx';
import { ToHelp } from '../../../base/NextSteps.tsx';
import { useValue } from '../../../base/value.ts';
import { formOfSent } from '../form/again.ts';
import type { SentOrder } from '../live/own-store.ts';
import { sendCancel, sendCancelAll } from '../live/send.ts';
import { useTrade } from '../layout/trade-context.ts';
import { useLanguageTag } from '../layout/use-language-tag.ts';
import { thisMarketSetting } from '../layout/trade-settings.ts';
import { type ColumnNeeds, listHidden, readNeeds } from './column-room.ts';
import { readNumberTexts } from './number-texts.ts';
import { OpenSheet } from './OpenSheet.tsx';
import {
  DoneOfSize,
  FilledShare,
  hasTrigger,
  LifeCell,
  PriceCell,
  SizeCell,
  TermsLine,
  TotalCell,
  TriggerCell,
} from './OrderCells.tsx';
import { OrderEdit } from './OrderEdit.tsx';
import type { Digits } from '../market/market.ts';
import { canChange, type OpenRow, rowOfSent, showPair } from './order-rows.ts';
import { useDigits } from './use-digits.ts';
import { useOutcome } from './use-outcome.ts';

const confirmFrom = 3;

/** Rows of the table: what is on its way first, then what is open. */
export function useOpenRows(): readonly OpenRow[] {
  const { own, market } = useTrade();
  if (own === null) throw new Error('a guest has no orders');
  const list = useValue(own.open, 250);
  const sent = useValue(own.sent);
  const [isHere] = useSetting(thisMarketSetting);
  const known = new Set(list.rows.map((order) => order.clientOrderId));
  const rows: OpenRow[] = [
    ...sent.filter((order) => !known.has(order.key)).map(rowOfSent),
    ...list.rows.map((order) => ({ key: order.orderId, order, sent: null })),
  ];
  return isHere ? rows.filter((row) => row.order.symbol === market.symbol) : rows;
}

/** The width of a column: what it needs, and its share of what is left. */
type Track = (key: keyof ColumnNeeds, share: number) => string;

/** The width of an element, measured before it is painted; null until then. */
function useRoomPx() {
  const room = useRef<HTMLDivElement>(null);
  const [roomPx, setRoomPx] = useState<number | null>(null);
  useLayoutEffect(() => {
    const element = room.current;
    if (element === null) return undefined;
    const measure = () => setRoomPx(element.clientWidth);
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
  return { room, roomPx };
}

type DigitsOf = (symbol: string) => Digits | undefined;

/** Terms of an order: columns of the table, and the lines of a card that say the same. */
function useTermColumns(digitsOf: DigitsOf, track: Track): readonly Column<OpenRow>[] {
  const t = useTexts('spot');
  return [
    {
      key: 'price',
      head: t('orders.price'),
      width: track('price', 1),
      align: 'end',
      card: 'main',
      cell: (row) => <PriceCell digits={digitsOf(row.order.symbol)} row={row} />,
    },
    {
      key: 'size',
      head: t('orders.size'),
      width: track('size', 0.9),
      align: 'end',
      cell: (row) => <SizeCell digits={digitsOf(row.order.symbol)} isBare row={row} />,
    },
    {
      key: 'filled',
      head: t('orders.filled'),
      width: track('filled', 0.75),
      align: 'end',
      cell: (row) => <FilledShare order={row.order} />,
    },
    {
      key: 'total',
      head: t('form.total'),
      width: track('total', 0.9),
      align: 'end',
      cell: (row) => <TotalCell order={row.order} />,
    },
    {
      key: 'life',
      head: t('orders.tif'),
      headNode: <span title={t('orders.timeInForce')}>{t('orders.tif')}</span>,
      width: track('life', 0.3),
      align: 'end',
      cell: (row) => <LifeCell order={row.order} />,
    },
    {
      key: 'trigger',
      head: t('orders.trigger'),
      width: track('trigger', 1),
      align: 'end',
      cell: (row) => <TriggerCell digits={digitsOf(row.order.symbol)} row={row} />,
    },
    {
      key: 'done',
      head: t('orders.filled'),
      width: '0',
      isCardOnly: true,
      card: 'side',
      cell: (row) => <DoneOfSize digits={digitsOf(row.order.symbol)} row={row} />,
    },
    {
      key: 'terms',
      head: t('orders.timeInForce'),
      width: '0',
      isCardOnly: true,
      card: 'foot',
      cell: (row) => <TermsLine digits={digitsOf(row.order.symbol)} row={row} />,
    },
  ];
}

function useColumns(options: {
  digitsOf: DigitsOf;
  needs: ColumnNeeds;
  edited: string | null;
  setEdited: (key: string | null) => void;
}): readonly Column<OpenRow>[] {
  const { client, own, market, dispatch, openMarket } = useTrade();
  const { digitsOf, needs } = options;
  const track: Track = (key, share) => `minmax(${needs[key]}px, ${share}fr)`;
  const t = useTexts('spot');
  const describe = useOutcome();
  const cancel = async (row: OpenRow) => describe(await sendCancel(client, row.order.orderId));
  /** Back into the form, with all its terms; another market's form is another press away. */
  const editAgain = (sent: SentOrder) => {
    if (sent.body.symbol !== market.symbol) return openMarket(sent.body.symbol);
    dispatch({ type: 'change', values: formOfSent(sent, Date.now()) });
    // A phone has its form in a sheet.
    window.dispatchEvent(new Event('isobath-order-form'));
    own?.dropSent(sent.key);
  };
  const actions = (row: OpenRow) => {
    if (row.sent !== null) {
      const { sent } = row;
      if (sent.state === 'sending') return <Tag>{t('orders.sending')}</Tag>;
      return (
        <>
          <Button onClick={() => editAgain(sent)} size="small" variant="plain">
            {t('orders.editRetry')}
          </Button>
          <IconButton
            icon={<X />}
            label={t('orders.dismiss')}
            onClick={() => own?.dropSent(sent.key)}
            size="small"
          />
        </>
      );
    }
    return (
      <>
        {canChange(row.order) ? (
          <IconButton
            icon={<PencilLine />}
            label={t('orders.edit')}
            onClick={() => options.setEdited(row.key)}
            size="small"
          />
        ) : null}
        <IconButton
          icon={<X />}
          label={t('orders.cancel')}
          onClick={() => void cancel(row)}
          size="small"
        />
      </>
    );
  };
  return [
    {
      key: 'time',
      head: t('orders.time'),
      width: track('time', 0.5),
      cell: (row) => <Moment atMs={row.order.createdAt} form="seconds" />,
    },
    {
      key: 'pair',
      head: t('orders.pair'),
      width: track('pair', 1),
      card: 'lead',
      cell: (row) => (
        <span className="order-pair">
          <Pennant />
          {showPair(row.order.symbol)}
        </span>
      ),
    },
    {
      key: 'side',
      head: t('orders.type'),
      width: track('side', 2.5),
      card: 'sub',
      cell: (row) => (
        <span title={t(`kind.${row.order.type}`)}>
          <span data-direction={row.order.side === 'buy' ? 'up' : 'down'}>
            {t(row.order.side === 'buy' ? 'orders.buy' : 'orders.sell')}
          </span>{' '}
          <span className="order-quiet">{t(`kind.${row.order.type}`)}</span>
        </span>
      ),
    },
    ...useTermColumns(digitsOf, track),
    {
      key: 'actions',
      head: t('orders.actions'),
      headNode: <span className="ui-sr">{t('orders.actions')}</span>,
      width: `${needs.actions}px`,
      align: 'end',
      card: 'tool',
      isFixed: true,
      cell: actions,
    },
  ];
}

/** Cancel all orders of this market, asking first when there are many. */
export function CancelAll() {
  const { client, market, own } = useTrade();
  const t = useTexts('spot');
  const describe = useOutcome();
  const [isAsking, setAsking] = useState(false);
  const rows = useOpenRows();
  const [isHere] = useSetting(thisMarketSetting);
  const count = rows.filter((row) => row.sent === null).length;
  const send = async () => {
    setAsking(false);
    describe(await sendCancelAll(client, isHere ? market.symbol : undefined));
  };
  if (own === null || count === 0) return null;
  return (
    <>
      <Button
        onClick={() => (count > confirmFrom ? setAsking(true) : void send())}
        size="small"
        variant="plain"
      >
        {isHere ? t('orders.cancelHere') : t('orders.cancelAll')}
      </Button>
      <ConfirmSheet
        cancelLabel={t('confirm.back')}
        confirmLabel={t('orders.cancelCount', { count })}
        isOpen={isAsking}
        onConfirm={() => void send()}
        onOpenChange={setAsking}
        text={t('orders.cancelText')}
        title={t('orders.cancelCount', { count })}
        variant="danger"
      />
    </>
  );
}

/** The table of open orders. */
export function OpenOrders() {
  const { own, isPhone } = useTrade();
  const t = useTexts('spot');
  const rows = useOpenRows();
  const [edited, setEdited] = useState<string | null>(null);
  const [shown, setShown] = useState<string | null>(null);
  const digitsOf = useDigits(rows.map((row) => row.order));
  const locale = useLanguageTag();
  const texts = rows.map(({ order }) =>
    readNumberTexts(order, { digits: digitsOf(order.symbol), locale }),
  );
  const needs = readNeeds(texts);
  const columns = useColumns({ digitsOf, needs, edited, setEdited });
  const { room, roomPx } = useRoomPx();
  if (own === null) return null;
  const list = own.open.read();
  const isLoading = list.state === 'loading' && rows.length === 0;
  if (list.state === 'failed' && rows.length === 0) {
    return (
      <ErrorState
        code={list.code}
        onRetry={() => void own.load()}
        size="small"
        title={t('orders.failed')}
      />
    );
  }
  const order = rows.find((row) => row.key === edited)?.order as OrderRow | undefined;
  const opened = rows.find((row) => row.key === shown && row.sent === null)?.order;
  return (
    <div className="open-orders" ref={room}>
      <DataTable
        columns={columns}
        empty={
          <EmptyState
            actions={<ToHelp />}
            drawing="hook"
            size="small"
            text={t('orders.noneText')}
            title={t('orders.none')}
          />
        }
        hidden={listHidden(roomPx, rows.some(hasTrigger), needs)}
        isFilling={!isPhone}
        label={t('tabs.open')}
        onRowOpen={(row) => {
          if (row.sent === null) setShown(row.key);
        }}
        rowKey={(row) => row.key}
        rows={rows}
        rowState={(row) =>
          row.sent === null ? undefined : row.sent.state === 'sending' ? 'sending' : 'failed'
        }
        skeletonRows={isLoading ? 4 : undefined}
      />
      {opened === undefined ? null : <OpenSheet onClose={() => setShown(null)} order={opened} />}
      {order === undefined ? null : (
        <OrderEdit
          digits={digitsOf(order.symbol)}
          key={order.orderId}
          onClose={() => setEdited(null)}
          order={order}
        />
      )}
    </div>
  );
}
