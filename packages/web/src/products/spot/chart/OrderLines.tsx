// My orders as lines on the chart: drag one to another price, or press it for its fields. The line
// shows where it will go and what changes in money; when the exchange refuses, it goes back.
// Not the library's overlays: real elements, so that keys and screen readers reach them.
import { calculateUnitsPerTickLot, formatDecimal } from '@isobath/core/math';
import { formatMoney, formatPrice, joinParts, Pennant } from '@isobath/ui';
import type { OrderRow } from '@isobath/wire';
import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { useTexts } from '../../../base/texts.tsx';
import { useValue } from '../../../base/value.ts';
import { sendChange } from '../live/send.ts';
import type { OwnStore } from '../live/own-store.ts';
import { useTrade } from '../layout/trade-context.ts';
import { useLanguageTag } from '../layout/use-language-tag.ts';
import { type Market, readTyped, readWhole, showWhole } from '../market/market.ts';
import { useOutcome } from '../orders/use-outcome.ts';
import { OrderEdit } from '../orders/OrderEdit.tsx';
import type { ChartEngine } from './chart-engine.ts';

const isSet = (text: string) => /[1-9]/.test(text);
const pressPx = 4;
const tagsAbreast = 3;
const tagStepPx = 132;

/** Which of an order's prices its line stands at. */
export function linePrice(order: OrderRow): { field: 'price' | 'stopPrice'; text: string } | null {
  if (order.isDormant && isSet(order.stopPrice)) {
    return { field: 'stopPrice', text: order.stopPrice };
  }
  return isSet(order.price) ? { field: 'price', text: order.price } : null;
}

/** Change of an order's value when its line moves, in quote; text with sign. */
export function moneyChange(market: Market, order: OrderRow, toTicks: number): string {
  const lots = readTyped(order.quantity, market.lotDecimals) ?? 0n;
  const now = BigInt(readWhole(linePrice(order)?.text ?? '0', market.priceDecimals));
  const units = (BigInt(toTicks) - now) * lots * calculateUnitsPerTickLot(market.scales);
  return formatDecimal(units, market.scales.quoteScale);
}

interface Drag {
  readonly fromPx: number;
  readonly startPx: number;
  ticks: number;
  hasMoved: boolean;
}

function OrderLine(props: {
  order: OrderRow;
  engine: ChartEngine;
  /** Which of the lines it is: neighbours stand beside each other. */
  place: number;
  onEdit: () => void;
}) {
  const { order, engine } = props;
  const { market, client } = useTrade();
  const t = useTexts('spot');
  const locale = useLanguageTag();
  const tell = useOutcome();
  const line = useRef<HTMLDivElement>(null);
  const label = useRef<HTMLSpanElement>(null);
  const drag = useRef<Drag | null>(null);
  const [sentTicks, setSentTicks] = useState<number | null>(null);
  const at = linePrice(order);
  const ownTicks = readWhole(at?.text ?? '0', market.priceDecimals);
  const ticks = sentTicks ?? ownTicks;

  const say = (toTicks: number) => {
    if (label.current === null) return;
    const price = formatPrice(showWhole(toTicks, market.priceDecimals), {
      locale,
      decimals: market.priceDecimals,
    });
    const change = moneyChange(market, order, toTicks);
    const money = formatMoney(change, { locale, isSigned: true, standing: 'market' });
    const hasMoved = toTicks !== ownTicks;
    const tail = hasMoved && money !== null ? `  ${joinParts(money)} ${market.quote}` : '';
    label.current.textContent = (price === null ? '' : joinParts(price)) + tail;
  };
  const place = (toTicks: number) => {
    const element = line.current;
    if (element === null) return;
    const yPx = engine.yOf(toTicks / 10 ** market.priceDecimals);
    element.hidden = yPx === null;
    if (yPx !== null) element.style.transform = `translateY(${yPx}px)`;
  };
  useEffect(() => {
    say(ticks);
    let frame = 0;
    const follow = () => {
      place(drag.current?.ticks ?? ticks);
      frame = requestAnimationFrame(follow);
    };
    // Cheap while nothing moves: the browser skips a transform that did not change.
    follow();
    return () => cancelAnimationFrame(frame);
  });

  const start = (event: PointerEvent<HTMLDivElement>) => {
    if ((event.target as HTMLElement).closest('button') === null) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const startPx = engine.yOf(ownTicks / 10 ** market.priceDecimals) ?? 0;
    drag.current = { fromPx: event.clientY, startPx, ticks: ownTicks, hasMoved: false };
  };
  const move = (event: PointerEvent<HTMLDivElement>) => {
    const held = drag.current;
    if (held === null) return;
    const delta = event.clientY - held.fromPx;
    if (Math.abs(delta) > pressPx) held.hasMoved = true;
    if (!held.hasMoved) return;
    const price = engine.priceAt(held.startPx + delta);
    if (price === null || price <= 0) return;
    held.ticks = Math.max(1, Math.round(price * 10 ** market.priceDecimals));
    line.current?.setAttribute('data-dragging', '');
    say(held.ticks);
  };
  const drop = async () => {
    const held = drag.current;
    drag.current = null;
    line.current?.removeAttribute('data-dragging');
    if (held === null) return;
    if (!held.hasMoved) {
      props.onEdit();
      return;
    }
    if (at === null || held.ticks === ownTicks) return;
    setSentTicks(held.ticks);
    const text = showWhole(held.ticks, market.priceDecimals);
    const outcome = await sendChange(client, order, { [at.field]: text, isSmaller: false });
    setSentTicks(null);
    tell(outcome);
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
      onPointerUp={() => void drop()}
      ref={line}
      role="presentation"
    >
      <button
        title={t('chart.orderLine', { price: at.text })}
        className="order-line-tag"
        style={{ insetInlineEnd: 8 + (props.place % tagsAbreast) * tagStepPx }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' || event.key === ' ') props.onEdit();
        }}
        type="button"
      >
        <Pennant />
        <span>{t(order.side === 'buy' ? 'orders.buy' : 'orders.sell')}</span>
        <span ref={label} />
      </button>
    </div>
  );
}

/** All lines of this market's open orders. */
export function OrderLines(props: { engine: ChartEngine; own: OwnStore }) {
  const { market } = useTrade();
  const list = useValue(props.own.open, 250);
  const [edited, setEdited] = useState<string | null>(null);
  const rows = list.rows.filter((order) => order.symbol === market.symbol);
  const order = rows.find((each) => each.orderId === edited);
  return (
    <div className="order-lines">
      {rows.map((each, place) => (
        <OrderLine
          engine={props.engine}
          key={each.orderId}
          onEdit={() => setEdited(each.orderId)}
          order={each}
          place={place}
        />
      ))}
      {order === undefined ? null : (
        <OrderEdit key={order.orderId} onClose={() => setEdited(null)} order={order} />
      )}
    </div>
  );
}
