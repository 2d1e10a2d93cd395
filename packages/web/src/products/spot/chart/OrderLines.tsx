// My orders as lines on the chart: drag one to another price, press it for its fields, or cancel it
// with the cross at its end (LineHand.tsx). The line shows where it will go and what changes in
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
import { canChange } from '../orders/order-rows.ts';
import type { OwnStore } from '../live/own-store.ts';
import { useChartMarket, useTrade } from '../layout/trade-context.ts';
import { useLanguageTag } from '../layout/use-language-tag.ts';
import { type Market, readTyped, readWhole, showWhole } from '../market/market.ts';
import { useOutcome } from '../orders/use-outcome.ts';
import { OrderDetail } from '../orders/OrderDetail.tsx';
import { OrderEdit } from '../orders/OrderEdit.tsx';
import type { ChartEngine } from './chart-engine.ts';
import { LineHand } from './LineHand.tsx';
import { placeTag, tagHeightPx } from './tag-places.ts';
import { type Places, usePlaces } from './use-places.ts';

const isSet = (text: string) => /[1-9]/.test(text);
const pressPx = 4;
const tagEndPx = 8;
/** At the other end stands what the coin cost. */
const costTagPx = 150;
/** Below it tags have an arrow instead of the word of their side. */
const narrowPx = 450;
/** More of them on a narrow chart would hide it: they say their price when they are reached for. */
const narrowTagsMost = 4;
/** Each has its cancel beside it, but for those that only say their side. */
const tagStepPx = { dense: 44, narrow: 102, wide: 158 };

/** Which of an order's prices its line stands at. */
export function linePrice(order: OrderRow): { field: 'price' | 'stopPrice'; text: string } | null {
  if (order.isDormant && isSet(order.stopPrice)) {
    return { field: 'stopPrice', text: order.stopPrice };
  }
  return isSet(order.price) ? { field: 'price', text: order.price } : null;
}

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

/** Words of a line's tag: its price and, away from its place, the change in money. */
function showTag(
  market: Market,
  order: OrderRow,
  { toTicks, locale }: { toTicks: number; locale: string },
): string {
  const { priceDecimals: decimals } = market;
  const price = formatPrice(showWhole(toTicks, decimals), { locale, decimals });
  const change = moneyChange(market, order, toTicks);
  const money = formatMoney(change, { locale, isSigned: true, standing: 'market' });
  const tail =
    /[1-9]/.test(change) && money !== null ? `  ${joinParts(money)} ${market.quote}` : '';
  return (price === null ? '' : joinParts(price)) + tail;
}

interface Drag {
  readonly fromPx: number;
  readonly startPx: number;
  ticks: number;
  hasMoved: boolean;
}

/** Sending a line's order to another price, after a question when one is due. */
function useMove(order: OrderRow) {
  const { client } = useTrade();
  const market = useChartMarket();
  const tell = useOutcome();
  const undo = useUndo();
  const readLargeShare = useLargeShare();
  const [sentTicks, setSentTicks] = useState<number | null>(null);
  const [asked, setAsked] = useState<number | null>(null);
  const send = async (toTicks: number) => {
    const at = linePrice(order);
    if (at === null) return;
    setAsked(null);
    setSentTicks(toTicks);
    const text = showWhole(toTicks, market.priceDecimals);
    const outcome = await sendChange(client, order, { [at.field]: text, isSmaller: false });
    setSentTicks(null);
    tell(outcome);
    if (outcome.kind === 'accepted') undo(outcome.orderId, { [at.field]: at.text });
  };
  const sendOrAsk = (toTicks: number) => {
    const isAsked = readSetting(confirmSetting)[confirmGroup(order.type)] && !isArmed();
    const isLarge = readLargeShare(valueUnitsAt(market, order, toTicks)) !== null;
    if (isAsked || isLarge) setAsked(toTicks);
    else void send(toTicks);
  };
  return { sentTicks, asked, setAsked, send, sendOrAsk };
}

function OrderLine(props: {
  order: OrderRow;
  engine: ChartEngine;
  places: Places;
  /** Which of the lines it is: of two that meet, the later one's tag gives way to the earlier's. */
  place: number;
  onEdit: () => void;
}) {
  const { order, engine, places } = props;
  const market = useChartMarket();
  const locale = useLanguageTag();
  const line = useRef<HTMLDivElement>(null);
  const label = useRef<HTMLSpanElement>(null);
  const drag = useRef<Drag | null>(null);
  const { sentTicks, asked, setAsked, send, sendOrAsk } = useMove(order);
  const at = linePrice(order);
  const ownTicks = readWhole(at?.text ?? '0', market.priceDecimals);
  const ticks = sentTicks ?? asked ?? ownTicks;

  const say = (toTicks: number) =>
    label.current?.replaceChildren(showTag(market, order, { toTicks, locale }));
  const place = (toTicks: number) => {
    const element = line.current;
    if (element === null) return;
    const heightPx = engine.yOf(toTicks / 10 ** market.priceDecimals);
    // A tag that would be cut at the upper edge is out of sight.
    const yPx = heightPx !== null && heightPx < tagHeightPx / 2 ? null : heightPx;
    element.hidden = yPx === null;
    if (yPx === null) return void places.tags.delete(props.place);
    // Not moved by a transform: each line would lie on the tags of those before it.
    element.style.top = `${yPx}px`;
    const widthPx = engine.widthPx();
    const isNarrow = widthPx < narrowPx;
    const isDense = isNarrow && places.tags.size > narrowTagsMost;
    element.toggleAttribute('data-narrow', isNarrow);
    element.toggleAttribute('data-dense', isDense);
    element.toggleAttribute('data-high', yPx < engine.legendFootPx());
    element.toggleAttribute('data-under', yPx < engine.crossLegendPx());
    const stepPx = tagStepPx[isDense ? 'dense' : isNarrow ? 'narrow' : 'wide'];
    const tag = placeTag(
      [...places.tags].filter(([other]) => other < props.place).map(([, other]) => other),
      {
        linePx: yPx,
        columnsCount: Math.max(1, Math.floor((widthPx - tagEndPx - costTagPx) / stepPx)),
        chartPx: engine.heightPx(),
      },
    );
    places.tags.set(props.place, tag);
    const hand = element.querySelector<HTMLElement>('.order-line-hand');
    if (hand === null) return;
    hand.style.insetInlineEnd = `${tagEndPx + tag.column * stepPx}px`;
    const offPx = tag.yPx - yPx;
    hand.style.setProperty('--off-line', `${offPx}px`);
    hand.toggleAttribute('data-above', offPx < 0);
    hand.toggleAttribute('data-below', offPx > 0);
  };
  useEffect(() => {
    say(drag.current?.ticks ?? ticks);
    const follow = () => place(drag.current?.ticks ?? ticks);
    follow();
    places.follows.add(follow);
    return () => {
      places.follows.delete(follow);
      places.tags.delete(props.place);
    };
  });

  const start = (event: PointerEvent<HTMLDivElement>) => {
    // React hands on what happens in the question too, though it stands elsewhere in the page.
    if (line.current?.querySelector('button')?.contains(event.target as Node) !== true) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const startPx = engine.yOf(ownTicks / 10 ** market.priceDecimals) ?? 0;
    drag.current = { fromPx: event.clientY, startPx, ticks: ownTicks, hasMoved: false };
  };
  const move = (event: PointerEvent<HTMLDivElement>) => {
    const held = drag.current;
    if (held === null) return;
    const delta = event.clientY - held.fromPx;
    if (Math.abs(delta) > pressPx && canMove(order)) held.hasMoved = true;
    if (!held.hasMoved) return;
    const price = engine.priceAt(held.startPx + delta);
    if (price === null || price <= 0) return;
    held.ticks = Math.max(1, Math.round(price * 10 ** market.priceDecimals));
    line.current?.setAttribute('data-dragging', '');
    place(held.ticks);
    say(held.ticks);
  };
  const drop = () => {
    const held = drag.current;
    drag.current = null;
    line.current?.removeAttribute('data-dragging');
    if (held === null) return;
    if (!held.hasMoved) return props.onEdit();
    if (at === null || held.ticks === ownTicks) return;
    sendOrAsk(held.ticks);
  };
  if (at === null) return null;
  return (
    <div
      className="order-line"
      data-sending={sentTicks === null ? undefined : ''}
      data-side={order.side}
      data-waits={at.field === 'stopPrice' ? '' : undefined}
      onPointerCancel={() => {
        drag.current = null;
      }}
      onPointerDown={start}
      onPointerMove={move}
      onPointerUp={drop}
      ref={line}
      role="presentation"
    >
      <LineHand label={label} onEdit={props.onEdit} order={order} priceText={at.text} />
      {asked === null ? null : (
        <MoveQuestion
          from={ownTicks}
          onBack={() => setAsked(null)}
          onSend={() => void send(asked)}
          order={order}
          to={asked}
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
  const tell = useOutcome();
  return (orderId, before) => {
    const back = async () => {
      const order = own?.open.read().rows.find((row) => row.orderId === orderId);
      if (order !== undefined) {
        tell(await sendChange(client, order, { ...before, isSmaller: false }));
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
export function OrderLines(props: { engine: ChartEngine; own: OwnStore }) {
  const market = useChartMarket();
  const list = useValue(props.own.open, 250);
  const [edited, setEdited] = useState<string | null>(null);
  const rows = list.rows.filter((order) => order.symbol === market.symbol);
  const order = rows.find((each) => each.orderId === edited);
  const places = usePlaces(props.engine);
  return (
    <div className="order-lines">
      {rows.map((each, place) => (
        <OrderLine
          engine={props.engine}
          key={each.orderId}
          onEdit={() => setEdited(each.orderId)}
          order={each}
          place={place}
          places={places}
        />
      ))}
      {order !== undefined && canChange(order) ? (
        <OrderEdit
          digits={market}
          key={order.orderId}
          onClose={() => setEdited(null)}
          order={order}
        />
      ) : null}
      {order !== undefined && !canChange(order) ? (
        <OrderDetail digits={market} onClose={() => setEdited(null)} order={order} />
      ) : null}
    </div>
  );
}
