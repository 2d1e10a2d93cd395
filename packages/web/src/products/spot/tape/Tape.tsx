// The trades tape: a canvas of the newest prints, own ones with their pennant.
// Not here: the list itself (tape-store.ts). Never renders with the feed.
import {
  drawNumber,
  fillPennant,
  formatAmount,
  formatMoment,
  formatPrice,
  middleBaseline,
  type NumberParts,
  type PaintFrame,
  Select,
  setFont,
  usePaint,
} from '@isobath/ui';
import { type PointerEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useTexts } from '../../../base/texts.tsx';
import { EmptyTape } from '../describe/EmptyPane.tsx';
import { TapeDescribe } from '../describe/MarketTells.tsx';
import { useTrade } from '../layout/trade-context.ts';
import { useLanguageTag } from '../layout/use-language-tag.ts';
import { type Market, showWhole } from '../market/market.ts';
import type { Print } from './tape-store.ts';

const padPx = 10;
const times = new Map<number, string>();

function timeOf(atMs: number, locale: string): string {
  const second = Math.floor(atMs / 1000);
  const known = times.get(second);
  if (known !== undefined) return known;
  if (times.size > 2000) times.clear();
  const text = formatMoment(second * 1000, { locale, form: 'seconds', timeZone: undefined });
  times.set(second, text);
  return text;
}

interface PrintParts {
  readonly price: NumberParts | null;
  readonly amount: NumberParts | null;
}

function readParts(print: Print, market: Market, locale: string): PrintParts {
  const price = formatPrice(showWhole(print.priceTicks, market.priceDecimals), {
    locale,
    decimals: market.priceDecimals,
  });
  const amount = formatAmount(showWhole(print.sizeLots, market.lotDecimals), {
    locale,
    decimals: Math.min(5, market.lotDecimals),
    isPadded: true,
    standing: 'market',
  });
  return { price, amount };
}

/** Trades from this value on, in quote; "0" shows all. */
export const largeSteps = ['0', '1000', '10000', '100000'] as const;

/** The tape's filter of small trades. */
export function TapeTools(props: { from: string; onChange: (from: string) => void }) {
  const t = useTexts('spot');
  return (
    <Select
      isBare
      label={t('tape.filter')}
      labelPlace="hidden"
      onChange={props.onChange}
      options={largeSteps.map((value) => ({
        value,
        label: value === '0' ? t('tape.all') : `≥ ${value.replace(/000$/, 'K')}`,
      }))}
      size="small"
      value={props.from}
    />
  );
}

/** The tape with its heads. */
export function Tape(props: { fromValue: string }) {
  const { room, market, own, dispatch } = useTrade();
  const t = useTexts('spot');
  const locale = useLanguageTag();
  const from = BigInt(props.fromValue) * 10n ** BigInt(market.priceDecimals + market.lotDecimals);
  const isLarge = (print: Print) => BigInt(print.priceTicks) * BigInt(print.sizeLots) >= from;
  const rowPx = useRef(20);
  const shown = useRef<readonly Print[]>([]);
  const [isHeld] = useState({ current: false });
  // A print never changes: its numbers are put into words once.
  const partsOf = useMemo(() => {
    const known = new WeakMap<Print, PrintParts>();
    return (print: Print): PrintParts => {
      let found = known.get(print);
      if (found === undefined) {
        found = readParts(print, market, locale);
        known.set(print, found);
      }
      return found;
    };
  }, [market, locale]);

  const paint = (frame: PaintFrame) => {
    const { context, widthPx, heightPx, theme } = frame;
    const height = theme.bookRowPx;
    rowPx.current = height;
    const count = Math.ceil(heightPx / height);
    if (!isHeld.current) {
      const { prints } = room.tape;
      shown.current = (from === 0n ? prints : prints.filter(isLarge)).slice(0, count);
    }
    const largest = room.tape.largestLots || 1;
    for (const [index, print] of shown.current.entries()) {
      const yPx = index * height;
      const isBuy = print.side === 'buy';
      const isOwn = room.tape.isOwn(print.id);
      context.fillStyle = isBuy ? theme.colours.upTint : theme.colours.downTint;
      const share = Math.sqrt(print.sizeLots / largest);
      context.fillRect(0, yPx, Math.round(widthPx * 0.5 * share), height - 1);
      if (isOwn) {
        context.fillStyle = theme.colours.youTint;
        context.fillRect(0, yPx, widthPx, height - 1);
        context.fillStyle = theme.colours.youFill;
        fillPennant(context, { xPx: 3, yPx: yPx + height / 2 - 3.5, sizePx: 7 });
      }
      const baseline = middleBaseline(yPx, height, theme.sizesPx.mini);
      const smallFont = theme.font('micro', 500);
      const { price, amount } = partsOf(print);
      context.fillStyle = isBuy ? theme.colours.up : theme.colours.down;
      const font = theme.font('mini', 500);
      const at = { yPx: baseline, smallFont };
      if (price !== null) {
        drawNumber(context, price, { ...at, xPx: padPx + 9, align: 'start', font });
      }
      context.fillStyle = theme.colours.text1;
      const end = { ...at, align: 'end' as const, font: theme.font('mini') };
      if (amount !== null) drawNumber(context, amount, { ...end, xPx: Math.round(widthPx * 0.66) });
      context.fillStyle = theme.colours.text3;
      setFont(context, theme.font('mini'));
      context.textAlign = 'right';
      context.fillText(timeOf(print.atMs, locale), widthPx - padPx, baseline);
      context.textAlign = 'left';
    }
  };
  const { canvas, request } = usePaint(paint, { isOpaque: true, paintsPerSecondMax: 20 });
  useEffect(() => room.tape.listen(request), [room, request]);
  useEffect(() => {
    if (own === null) return;
    for (const fill of own.fills.read().rows) room.tape.markOwn(Number(fill.tradeId));
    return own.listenNews((news) => {
      if (news.kind === 'fill' && news.fill.symbol === market.symbol) {
        room.tape.markOwn(Number(news.fill.tradeId));
      }
    });
  }, [own, room, market]);
  const press = (event: PointerEvent<HTMLCanvasElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const print = shown.current[Math.floor((event.clientY - box.top) / rowPx.current)];
    if (print !== undefined) dispatch({ type: 'pick', priceTicks: print.priceTicks });
  };
  const hold = (next: boolean) => {
    isHeld.current = next;
    request();
  };
  return (
    <div className="book" data-density="compact">
      <div className="book-heads">
        <span>{t('book.price', { asset: market.quote })}</span>
        <span>{t('book.size', { asset: market.base })}</span>
        <span>{t('tape.time')}</span>
      </div>
      <div className="book-canvas-room">
        <canvas
          aria-label={t('tape.canvas')}
          className="book-canvas"
          onPointerEnter={() => hold(true)}
          onPointerLeave={() => hold(false)}
          onPointerUp={press}
          ref={canvas}
          role="img"
        />
        <EmptyTape hasRows={() => room.tape.prints.some(isLarge)} />
      </div>
      <TapeDescribe />
    </div>
  );
}
