// My orders as lines on the chart, each with its mark at the price axis (OrderTag.tsx): drag it to
// another price, or press it for its menu. The line shows where it will go and what changes in
// money; when the exchange refuses, it goes back; when it agrees, the move can be undone. Orders
// that ask before they are sent ask before they move too.
// Not the library's overlays: real elements, so that keys and screen readers reach them.
import { calculateUnitsPerTickLot, formatDecimal } from '@isobath/core/math';
import {
  ConfirmSheet,
  formatMoney,
  formatPrice,
  joinParts,
  Money,
  Price,
  Receipt,
  useToasts,
} from '@isobath/ui';
import type { OrderRow } from '@isobath/wire';
import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { readSetting } from '../../../base/settings.ts';
import { useTexts } from '../../../base/texts.tsx';
import { useValue } from '../../../base/value.ts';
import { confirmGroup } from '../form/FormOptions.tsx';
import { useLargeShare } from '../form/use-preview.ts';
import { isArmed } from '../keys/armed.ts';
import { confirmSetting } from '../../../base/trade/confirm.ts';
import { type OrderChange, sendChange } from '../live/send.ts';
import { canChange, linePrice } from '../orders/order-rows.ts';
import type { OwnStore } from '../live/own-store.ts';
import { useChartMarket, useTrade } from '../layout/trade-context.ts';
import { useLanguageTag } from '../layout/use-language-tag.ts';
import { type Market, readTyped, readWhole, showWhole } from '../market/market.ts';
import { useOutcome } from '../orders/use-outcome.ts';
import { OrderDetail } from '../orders/OrderDetail.tsx';
import { OrderEdit } from '../orders/OrderEdit.tsx';
import type { ChartEngine } from './chart-engine.ts';
import { OrderTag } from './OrderTag.tsx';
import { type Places, putMark } from './use-places.ts';

const pressPx = 4;

function valueUnitsAt(market: Market, order: OrderRow, ticks: number): bigint {
  const lots = readTyped(order.quantity, market.lotDecimals) ?? 0n;
  return BigInt(ticks) * lots * calculateUnitsPerTickLot(market.scales);
}

/** Change of an order's value when its line moves, in quote; text with sign. */
export function moneyChange(market: Market, order: OrderRow, toTicks: number): string {
  const now = readWhole(linePrice(order)?.text ?? '0', market.priceDecimals);
  const units = valueUnitsAt(market, order, toTicks) - valueUnitsAt(market, order, now);
  return formatDecimal(units, market.scales.quoteScale);
}

/** A trailing stop goes where the market takes it; a leg of a list stays where it was sent. */
const canMove = (order: OrderRow) => canChange(order) && order.trailingDeltaBps === 0;

/** What a mark says: its price and, away from its place, the change in money. */
function showMark(
  market: Market,
  order: OrderRow,
  { toTicks, locale }: { toTicks: number; locale: string },
): { price: string; change: string } {
  const { priceDecimals: decimals } = market;
  const price = formatPrice(showWhole(toTicks, decimals), { locale, decimals });
  const change = moneyChange(market, order, toTicks);
  const money = formatMoney(change, { locale, isSigned: true, standing: 'market' });
  const isMoved = /[1-9]/.test(change) && money !== null;
  return {
    price: price === null ? '' : joinParts(price),
    change: isMoved ? `${joinParts(money)} ${market.quote}` : '',
  };
}

interface Drag {
  readonly fromPx: number;
  readonly startPx: number;
  ticks: number;
  hasMoved: boolean;
  /** Ends the hearing of Escape. */
  readonly keys: AbortController;
}

/** Sending a line's order to another price, after a question when one is due. */
function useMove(order: OrderRow) {
  const { client } = useTrade();
  const market = useChartMarket();
  const describe = useOutcome();
  const undo = useUndo();
  const readLargeShare = useLargeShare();
  const [sentTicks, setSentTicks] = useState<number | null>(null);
  const [requested, setRequested] = useState<number | null>(null);
  const send = async (toTicks: number) => {
    const at = linePrice(order);
    if (at === null) return;
    setRequested(null);
    setSentTicks(toTicks);
    const text = showWhole(toTicks, market.priceDecimals);
    const outcome = await sendChange(client, order, { [at.field]: text, isSmaller: false });
    setSentTicks(null);
    describe(outcome);
    if (outcome.kind === 'accepted') undo(outcome.orderId, { [at.field]: at.text });
  };
  const sendOrAsk = (toTicks: number) => {
    const isRequested = readSetting(confirmSetting)[confirmGroup(order.type)] && !isArmed();
    const isLarge = readLargeShare(valueUnitsAt(market, order, toTicks)) !== null;
    if (isRequested || isLarge) setRequested(toTicks);
    else void send(toTicks);
  };
  return { sentTicks, requested, setRequested, send, sendOrAsk };
}

/** The elements of a line and its mark, and what puts them in their places. */
function useLinePlace(
  order: OrderRow,
  { engine, places, readTicks }: { engine: ChartEngine; places: Places; readTicks: () => number },
) {
  const market = useChartMarket();
  const locale = useLanguageTag();
  const line = useRef<HTMLDivElement>(null);
  const mark = useRef<HTMLSpanElement>(null);
  const price = useRef<HTMLSpanElement>(null);
  const change = useRef<HTMLSpanElement>(null);
  const more = useRef<HTMLSpanElement>(null);
  const linePx = useRef<number | null>(null);
  const standsFor = useRef<readonly string[]>([]);
  const put = (yPx: number, lines: readonly string[]) => {
    const element = mark.current;
    if (element === null) return;
    standsFor.current = lines;
    // Its stem still leads from its line to the mark that stands for it.
    element.toggleAttribute('data-shared', lines.length === 0);
    putMark(element, yPx - (linePx.current ?? 0));
    const othersCount = lines.length - 1;
    const text = othersCount > 0 ? `+${othersCount}` : '';
    if (more.current !== null && more.current.textContent !== text) more.current.textContent = text;
  };
  const follow = () => {
    const element = line.current;
    if (element === null) return;
    const yPx = engine.yOf(readTicks() / 10 ** market.priceDecimals);
    linePx.current = yPx;
    element.hidden = yPx === null;
    if (yPx === null) return;
    // Not moved by a transform: each line would lie on the marks of those before it.
    element.style.top = `${yPx}px`;
    const axisPx = (element.parentElement?.clientWidth ?? 0) - engine.widthPx();
    element.style.setProperty('--axis', `${axisPx}px`);
    element.toggleAttribute('data-high', yPx < engine.legendFootPx());
    element.toggleAttribute('data-under', yPx < engine.crossLegendPx());
    if (element.hasAttribute('data-dragging')) put(yPx, [order.orderId]);
  };
  const say = () => {
    const shown = showMark(market, order, { toTicks: readTicks(), locale });
    if (price.current?.textContent !== shown.price) price.current?.replaceChildren(shown.price);
    change.current?.replaceChildren(shown.change);
  };
  const readLinePx = () => (line.current?.hasAttribute('data-dragging') ? null : linePx.current);
  useEffect(() => {
    say();
    follow();
    places.follows.add(follow);
    places.marks.set(order.orderId, { readLinePx, readTicks, put });
    places.arrange();
    return () => {
      places.follows.delete(follow);
      places.marks.delete(order.orderId);
    };
  });
  return { line, parts: { mark, price, change, more }, standsFor, follow, say };
}

/** Drawing a mark to another price; Escape lets go of it where it was. */
function useDrag(
  order: OrderRow,
  { engine, move }: { engine: ChartEngine; move: (toTicks: number) => void },
) {
  const market = useChartMarket();
  const drag = useRef<Drag | null>(null);
  const wasDrawn = useRef(false);
  const ownTicks = readWhole(linePrice(order)?.text ?? '0', market.priceDecimals);
  const start = (event: PointerEvent<HTMLDivElement>) => {
    wasDrawn.current = false;
    // React hands on what happens in the menu and the question too, which stand elsewhere.
    const tag = event.currentTarget.querySelector('.order-line-tag');
    if (tag?.contains(event.target as Node) !== true || event.button !== 0) return;
    // From the press on: the first move of a quick hand ends beside the mark already.
    tag.setPointerCapture(event.pointerId);
    const startPx = engine.yOf(ownTicks / 10 ** market.priceDecimals) ?? 0;
    const keys = new AbortController();
    drag.current = { fromPx: event.clientY, startPx, ticks: ownTicks, hasMoved: false, keys };
  };
  /** Let go of what is held; @returns it. */
  const release = (line: Element): Drag | null => {
    const held = drag.current;
    held?.keys.abort();
    drag.current = null;
    line.removeAttribute('data-dragging');
    return held;
  };
  useEffect(() => () => drag.current?.keys.abort(), []);
  const pull = (event: PointerEvent<HTMLDivElement>, show: () => void) => {
    const held = drag.current;
    if (held === null) return;
    const delta = event.clientY - held.fromPx;
    if (Math.abs(delta) > pressPx && canMove(order) && !held.hasMoved) {
      held.hasMoved = true;
      const line = event.currentTarget;
      line.setAttribute('data-dragging', '');
      const hear = (pressed: KeyboardEvent) => {
        if (pressed.key !== 'Escape') return;
        pressed.stopPropagation();
        // The press that is still down opens no menu when it ends.
        wasDrawn.current = true;
        release(line);
        show();
      };
      window.addEventListener('keydown', hear, { capture: true, signal: held.keys.signal });
    }
    if (!held.hasMoved) return;
    const price = engine.priceAt(held.startPx + delta);
    if (price === null || price <= 0) return;
    held.ticks = Math.max(1, Math.round(price * 10 ** market.priceDecimals));
    show();
  };
  const drop = (event: PointerEvent<HTMLDivElement>) => {
    const held = release(event.currentTarget);
    if (held === null || !held.hasMoved) return;
    wasDrawn.current = true;
    if (held.ticks !== ownTicks) move(held.ticks);
  };
  return { drag, wasDrawn: () => wasDrawn.current, start, pull, drop, release };
}

function OrderLine(props: {
  order: OrderRow;
  orders: readonly OrderRow[];
  engine: ChartEngine;
  places: Places;
  onEdit: (order: OrderRow) => void;
}) {
  const { order, engine, places } = props;
  const market = useChartMarket();
  const { sentTicks, requested, setRequested, send, sendOrAsk } = useMove(order);
  const at = linePrice(order);
  const ownTicks = readWhole(at?.text ?? '0', market.priceDecimals);
  const ticks = sentTicks ?? requested ?? ownTicks;
  const { drag, wasDrawn, start, pull, drop, release } = useDrag(order, {
    engine,
    move: sendOrAsk,
  });
  const { line, parts, standsFor, follow, say } = useLinePlace(order, {
    engine,
    places,
    readTicks: () => drag.current?.ticks ?? ticks,
  });
  const show = () => {
    follow();
    say();
    places.arrange();
  };
  if (at === null) return null;
  return (
    <div
      className="order-line"
      data-sending={sentTicks === null ? undefined : ''}
      data-side={order.side}
      data-waits={at.field === 'stopPrice' ? '' : undefined}
      onPointerCancel={(event) => {
        release(event.currentTarget);
        show();
      }}
      onPointerDown={start}
      onPointerMove={(event) => pull(event, show)}
      onPointerUp={(event) => {
        drop(event);
        show();
      }}
      ref={line}
      role="presentation"
    >
      <OrderTag
        {...parts}
        onEdit={props.onEdit}
        order={order}
        priceText={at.text}
        readOrders={() => props.orders.filter((each) => standsFor.current.includes(each.orderId))}
        wasDrawn={wasDrawn}
      />
      {requested === null ? null : (
        <MoveQuestion
          from={ownTicks}
          onBack={() => setRequested(null)}
          onSend={() => void send(requested)}
          order={order}
          to={requested}
        />
      )}
    </div>
  );
}

/** The question before a line moves: from where to where, and what that changes in money. */
function MoveQuestion(props: {
  order: OrderRow;
  from: number;
  to: number;
  onSend: () => void;
  onBack: () => void;
}) {
  const market = useChartMarket();
  const t = useTexts('spot');
  const price = (ticks: number) => (
    <Price decimals={market.priceDecimals} value={showWhole(ticks, market.priceDecimals)} />
  );
  const change = moneyChange(market, props.order, props.to);
  return (
    <ConfirmSheet
      cancelLabel={t('confirm.back')}
      confirmLabel={t('edit.replace')}
      isOpen
      onConfirm={props.onSend}
      onOpenChange={(isOpen) => {
        if (!isOpen) props.onBack();
      }}
      text={t('edit.replaceText')}
      title={t('edit.title', { pair: `${market.base}/${market.quote}` })}
      variant={props.order.side}
    >
      <Receipt
        label={t('receipt.label')}
        lines={[
          {
            key: 'price',
            label: t('orders.price'),
            before: price(props.from),
            after: price(props.to),
          },
          {
            key: 'change',
            label: t('orders.value'),
            after: <Money isChange standing="market" unit={market.quote} value={change} />,
            isTotal: true,
          },
        ]}
      />
    </ConfirmSheet>
  );
}

/** Offer to take a move back, as long as the notice stands. */
function useUndo(): (orderId: string, before: OrderChange) => void {
  const { client, own } = useTrade();
  const t = useTexts('spot');
  const toasts = useToasts();
  const describe = useOutcome();
  return (orderId, before) => {
    const back = async () => {
      const order = own?.open.read().rows.find((row) => row.orderId === orderId);
      if (order !== undefined) {
        describe(await sendChange(client, order, { ...before, isSmaller: false }));
      }
    };
    toasts.show({
      kind: 'own',
      title: t('edit.moved'),
      action: { label: t('edit.undo'), onPress: () => void back() },
    });
  };
}

/** All lines of this market's open orders. */
export function OrderLines(props: { engine: ChartEngine; own: OwnStore; places: Places }) {
  const market = useChartMarket();
  const list = useValue(props.own.open, 250);
  const [edited, setEdited] = useState<string | null>(null);
  const rows = list.rows.filter((order) => order.symbol === market.symbol);
  const order = rows.find((each) => each.orderId === edited);
  const close = () => setEdited(null);
  return (
    <div className="order-lines">
      {rows.map((each) => (
        <OrderLine
          engine={props.engine}
          key={each.orderId}
          onEdit={({ orderId }) => setEdited(orderId)}
          order={each}
          orders={rows}
          places={props.places}
        />
      ))}
      {order !== undefined && canChange(order) ? (
        <OrderEdit digits={market} key={order.orderId} onClose={close} order={order} />
      ) : null}
      {order !== undefined && !canChange(order) ? (
        <OrderDetail digits={market} onClose={close} order={order} />
      ) : null}
    </div>
  );
}
