// The order book: a canvas that never renders with the feed, and thin controls around it.
// Not here: drawing (paint-book.ts), rows (book-rows.ts). A press fills the form.
import {
  AlignVerticalJustifyCenter,
  ArrowDownToLine,
  ArrowUpToLine,
  countDecimals,
  formatPrice,
  joinParts,
  type PaintFrame,
  Segmented,
  Select,
  usePaint,
} from '@isobath/ui';
import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { useSetting } from '../../../base/settings.ts';
import { useTexts } from '../../../base/texts.tsx';
import { markOnce } from '../layout/mark-once.ts';
import { useTrade } from '../layout/trade-context.ts';
import { bookSetting } from '../layout/trade-settings.ts';
import { useLanguageTag } from '../layout/use-language-tag.ts';
import { readWhole, showWhole } from '../market/market.ts';
import { useBookTip } from './BookTip.tsx';
import {
  type BookPicture,
  type BookPlace,
  createFlashes,
  findPlace,
  type HeldRows,
  layOutBook,
  ownRows,
  readRows,
} from './book-rows.ts';
import { listSteps, readSpread } from './grouping.ts';
import { barOf, createPaintMemory, paintBook } from './paint-book.ts';

const idleMs = 3000;
const staleMs = 5000;
/** Nobody reads faster; the chart paints its own frames in between. */
const paintsPerSecondMax = 30;

/** What the pointer holds still, and where it is; changes paint, not render. */
interface BookHand {
  picture: BookPicture | null;
  held: HeldRows | null;
  hover: BookPlace | null;
  idle: ReturnType<typeof setTimeout> | undefined;
}

function useOwnPrices(): { current: { bid: number[]; ask: number[] } } {
  const { own, market } = useTrade();
  const prices = useRef({ bid: [] as number[], ask: [] as number[] });
  useEffect(() => {
    if (own === null) return;
    const collect = () => {
      const next = { bid: [] as number[], ask: [] as number[] };
      for (const order of own.open.read().rows) {
        if (order.symbol !== market.symbol || order.isDormant) continue;
        const ticks = readWhole(order.price, market.priceDecimals);
        next[order.side === 'buy' ? 'bid' : 'ask'].push(ticks);
      }
      prices.current = next;
    };
    collect();
    return own.open.listen(collect);
  }, [own, market]);
  return prices;
}

/** The step in force, and those that can be chosen. */
export function useBookStep() {
  const { market, room } = useTrade();
  const [settings, setSettings] = useSetting(bookSetting);
  const steps = listSteps(room.last.read());
  const kept = settings.steps[market.symbol] ?? 1;
  const step = steps.includes(kept) ? kept : 1;
  const setStep = (next: number) =>
    setSettings({ ...settings, steps: { ...settings.steps, [market.symbol]: next } });
  return { step, steps, setStep };
}

/** The book's canvas: everything moves without React. */
function BookCanvas(props: { onHeld: (isHeld: boolean) => void }) {
  const { room, market, own, dispatch } = useTrade();
  const t = useTexts('spot');
  const locale = useLanguageTag();
  const [settings] = useSetting(bookSetting);
  const { step } = useBookStep();
  const prices = useOwnPrices();
  const tip = useBookTip();
  const [memory] = useState(createPaintMemory);
  const [flashes] = useState(() => ({ bid: createFlashes(), ask: createFlashes() }));
  const hand = useRef<BookHand>({ picture: null, held: null, hover: null, idle: undefined });
  const direction = useRef<{ ticks: number; way: 'up' | 'down' | null }>({ ticks: 0, way: null });
  const stepDecimals = countDecimals(showWhole(step, market.priceDecimals));

  const paint = (frame: PaintFrame) => {
    const { book } = room;
    const layout = layOutBook(frame.heightPx, frame.theme.bookRowPx, settings.view);
    const { count, rowPx, middleYPx } = layout;
    const last = room.last.read();
    if (last !== direction.current.ticks) {
      const way = direction.current.ticks === 0 ? null : last > direction.current.ticks;
      direction.current = { ticks: last, way: way === null ? null : way ? 'up' : 'down' };
    }
    const shown = (['ask', 'bid'] as const).filter(
      (side) => settings.view === 'both' || settings.view === `${side}s`,
    );
    let isFading = false;
    const hasValues = settings.unit === 'quote' || hand.current.hover !== null;
    const sides = shown.map((side) => {
      const { held } = hand.current;
      const rows = readRows(book, { side, stepTicks: step, count, held, hasValues });
      isFading = flashes[side].note(rows, frame.nowMs) || isFading;
      const largest = rows.reduce((most, row) => Math.max(most, barOf({ settings }, row)), 0);
      const edgePx = side === 'ask' ? middleYPx : middleYPx + layout.heightPx;
      const ownSet = ownRows(prices.current[side], side, step);
      return { side, rows, edgePx, largest, own: ownSet, flashes: flashes[side] };
    });
    const most = Math.max(0, ...sides.map((side) => side.largest));
    const picture: BookPicture = {
      sides: sides.map((side) => ({ ...side, largest: most })),
      rowPx,
      middle: { yPx: middleYPx, heightPx: layout.heightPx },
      spread: readSpread(book.asks, book.bids),
      hover: hand.current.hover,
    };
    hand.current.picture = picture;
    paintBook(
      frame,
      {
        market,
        settings,
        locale,
        stepDecimals: Math.max(0, stepDecimals),
        lastTicks: last,
        lastDirection: direction.current.way,
        isStale: book.heardAtMs > 0 && Date.now() - book.heardAtMs > staleMs,
        spreadWord: t('book.spread'),
      },
      { picture, memory },
    );
    if (book.isReady) markOnce('isobath-book-painted');
    tip.show(picture);
    if (isFading) request();
  };
  const { canvas, request } = usePaint(paint, {
    isOpaque: true,
    isKept: true,
    paintsPerSecondMax,
  });

  useEffect(() => room.book.listen(request), [room, request]);
  useEffect(() => room.last.listen(request), [room, request]);
  useEffect(() => own?.open.listen(request), [own, request]);
  useEffect(() => {
    // Silence must show too, and silence sends nothing.
    const timer = setInterval(request, 1000);
    return () => clearInterval(timer);
  }, [request]);

  const release = () => {
    clearTimeout(hand.current.idle);
    Object.assign(hand.current, { held: null, hover: null });
    props.onHeld(false);
    request();
  };
  const move = (event: PointerEvent<HTMLCanvasElement>) => {
    const { picture } = hand.current;
    if (picture === null || event.pointerType === 'touch') return;
    const box = event.currentTarget.getBoundingClientRect();
    if (hand.current.held === null) {
      const pricesOf = (side: 'ask' | 'bid') =>
        picture.sides.find((each) => each.side === side)?.rows.map((row) => row.priceTicks) ?? [];
      hand.current.held = { ask: pricesOf('ask'), bid: pricesOf('bid') };
      props.onHeld(true);
    }
    hand.current.hover = findPlace(picture, event.clientY - box.top);
    clearTimeout(hand.current.idle);
    hand.current.idle = setTimeout(release, idleMs);
    request();
  };
  const press = (event: PointerEvent<HTMLCanvasElement>) => {
    const { picture } = hand.current;
    if (picture === null) return;
    const box = event.currentTarget.getBoundingClientRect();
    const place = findPlace(picture, event.clientY - box.top);
    const side = picture.sides.find((each) => each.side === place?.side);
    const row = place === null ? undefined : side?.rows[place.index];
    if (row === undefined) return;
    const isSizePressed = event.clientX - box.left > box.width * 0.4;
    dispatch({
      type: 'pick',
      priceTicks: row.priceTicks,
      ...(isSizePressed ? { sizeLots: row.cumulativeLots } : {}),
    });
  };
  return (
    <div className="book-canvas-room">
      <canvas
        aria-label={t('book.canvas', { symbol: `${market.base}/${market.quote}` })}
        className="book-canvas"
        onPointerLeave={release}
        onPointerMove={move}
        onPointerUp={press}
        ref={canvas}
        role="img"
      />
      <tip.Tip />
    </div>
  );
}

/** Heads of the columns, with the unit that they count in. */
function BookHeads() {
  const { market } = useTrade();
  const t = useTexts('spot');
  const [settings, setSettings] = useSetting(bookSetting);
  const unit = settings.unit === 'base' ? market.base : market.quote;
  const turn = () =>
    setSettings({ ...settings, unit: settings.unit === 'base' ? 'quote' : 'base' });
  const turnColumn = () =>
    setSettings({ ...settings, column: settings.column === 'sum' ? 'size' : 'sum' });
  return (
    <div className="book-heads">
      <span>{t('book.price', { asset: market.quote })}</span>
      <button onClick={turn} title={t('book.turnUnit')} type="button">
        {t('book.size', { asset: unit })}
      </button>
      <button
        aria-pressed={settings.column === 'sum'}
        onClick={turnColumn}
        title={t('book.turnBars')}
        type="button"
      >
        {t('book.sum', { asset: unit })}
      </button>
    </div>
  );
}

/** A step as the language writes it, with no more decimals than it has. */
function showStep(stepTicks: number, decimals: number, locale: string): string {
  const parts = formatPrice(showWhole(stepTicks, decimals), { locale, isCollapsed: false });
  return parts === null ? '' : joinParts(parts);
}

/** View and grouping of the book. */
export function BookTools() {
  const { market } = useTrade();
  const t = useTexts('spot');
  const [settings, setSettings] = useSetting(bookSetting);
  const { step, steps, setStep } = useBookStep();
  const locale = useLanguageTag();
  const views = [
    { value: 'both', label: t('book.both'), icon: <AlignVerticalJustifyCenter /> },
    { value: 'bids', label: t('book.bids'), icon: <ArrowDownToLine /> },
    { value: 'asks', label: t('book.asks'), icon: <ArrowUpToLine /> },
  ] as const;
  return (
    <>
      <Segmented
        isIconOnly
        label={t('book.view')}
        onChange={(view) => setSettings({ ...settings, view })}
        options={views}
        size="small"
        value={settings.view}
      />
      <Select
        isBare
        label={t('book.grouping')}
        labelPlace="hidden"
        onChange={(value) => setStep(Number(value))}
        options={steps.map((value) => ({
          value: String(value),
          label: showStep(value, market.priceDecimals, locale),
        }))}
        size="small"
        value={String(step)}
      />
    </>
  );
}

/** The book with its heads; the panel around it brings the tools. */
export function OrderBook() {
  const t = useTexts('spot');
  const [isHeld, setHeld] = useState(false);
  const [settings] = useSetting(bookSetting);
  return (
    <div className="book" data-density="compact">
      <BookHeads />
      <BookCanvas onHeld={setHeld} />
      {isHeld ? (
        <span className="book-held" data-view={settings.view}>
          {t('book.held')}
        </span>
      ) : null}
    </div>
  );
}
