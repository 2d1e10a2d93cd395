// The order book: a canvas that never renders with the feed, and thin controls around it.
// Not here: drawing (paint-book.ts), rows (book-rows.ts). A press fills the form.
import {
  AlignVerticalJustifyCenter,
  ArrowDownToLine,
  ArrowUpToLine,
  countDecimals,
  type PaintFrame,
  Rows3,
  Segmented,
  Select,
  usePaint,
  useToasts,
} from '@isobath/ui';
import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { useSetting } from '../../../base/settings.ts';
import { useTexts } from '../../../base/texts.tsx';
import { isCalm } from '../../../base/theme.ts';
import { useValue } from '../../../base/value.ts';
import { canSizeByQuote, hasPrice } from '../form/form-state.ts';
import { markOnce } from '../layout/mark-once.ts';
import { useTrade } from '../layout/trade-context.ts';
import { type BookSettings, bookSetting } from '../layout/trade-settings.ts';
import { useLanguageTag } from '../layout/use-language-tag.ts';
import type { OwnStore } from '../live/own-store.ts';
import { readWhole, showWhole } from '../market/market.ts';
import { OpenSheet } from '../orders/OpenSheet.tsx';
import { EmptyBook } from '../describe/EmptyPane.tsx';
import { BookDescribe } from '../describe/MarketTells.tsx';
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
import { keepStep, readStep } from './book-step.ts';
import { listSteps, readSpread } from './grouping.ts';
import { showStep } from './step-label.ts';
import { type Ladder, layOutLadder } from './ladder.ts';
import { paintBook } from './paint-book.ts';
import { isLadderPrice } from './paint-ladder.ts';
import { barOf, createPaintMemory } from './paint-parts.ts';
import { useBookMenu } from './use-book-menu.tsx';
import { useOwnPrices } from './use-own-prices.ts';

const idleMs = 3000;
const staleMs = 5000;
/** Nobody reads faster; the chart paints its own frames in between. */
const paintsPerSecondMax = 30;
const noRows: HeldRows = { ask: [], bid: [] };

/** What the pointer holds still, and where it is; changes paint, not render. */
interface BookHand {
  picture: BookPicture | null;
  held: HeldRows | null;
  hover: BookPlace | null;
  /** Rows of the ladder as they stand. */
  ladder: Ladder | null;
  idle: ReturnType<typeof setTimeout> | undefined;
}

/** The step in force, and those that can be chosen. */
function useBookStep(settings: BookSettings) {
  const { market, room } = useTrade();
  const [, setSettings] = useSetting(bookSetting);
  const lastTicks = room.last.read();
  const step = readStep(settings, market.symbol, lastTicks);
  const setStep = (next: number) => setSettings(keepStep(settings, market.symbol, next));
  return { step, steps: listSteps(lastTicks), setStep };
}

/** The book's canvas: everything moves without React. */
function BookCanvas(props: {
  settings: BookSettings;
  onHeld: (isHeld: boolean) => void;
  /** Wants to see one of the person's orders. */
  onOwn: (orderId: string) => void;
}) {
  const { room, market, own, form, dispatch } = useTrade();
  const toasts = useToasts();
  const t = useTexts('spot');
  const locale = useLanguageTag();
  const { settings } = props;
  const { step } = useBookStep(settings);
  const prices = useOwnPrices();
  const tip = useBookTip();
  const menu = useBookMenu();
  const [memory] = useState(createPaintMemory);
  const [flashes] = useState(() => ({ bid: createFlashes(isCalm), ask: createFlashes(isCalm) }));
  const hand = useRef<BookHand>({
    picture: null,
    held: null,
    hover: null,
    ladder: null,
    idle: undefined,
  });
  const direction = useRef<{ ticks: number; way: 'up' | 'down' | null }>({ ticks: 0, way: null });
  const stepDecimals = countDecimals(showWhole(step, market.priceDecimals));

  const isLadder = settings.view === 'ladder';
  /** Rows of a ladder; held, they stay as they are. */
  const readLadder = ({ heightPx, theme }: PaintFrame): Ladder | null => {
    if (!isLadder) return null;
    if (hand.current.held !== null && hand.current.ladder !== null) return hand.current.ladder;
    const [ask] = room.book.asks.pricesTicks;
    const [bid] = room.book.bids.pricesTicks;
    return layOutLadder({
      heightPx,
      requestPx: theme.bookRowPx,
      best: { ...(bid === undefined ? {} : { bid }), ...(ask === undefined ? {} : { ask }) },
      stepTicks: step,
      topTicks: hand.current.ladder?.topTicks ?? null,
    });
  };

  const paint = (frame: PaintFrame) => {
    const { book } = room;
    const ladder = readLadder(frame);
    hand.current.ladder = ladder;
    const layout = layOutBook(frame.heightPx, frame.theme.bookRowPx, settings.view);
    const { count } = layout;
    const rowPx = ladder?.rowPx ?? layout.rowPx;
    const middleYPx = ladder?.edgePx ?? layout.middleYPx;
    const middleHeightPx = isLadder ? 0 : layout.heightPx;
    const last = room.last.read();
    if (last !== direction.current.ticks) {
      const way = direction.current.ticks === 0 ? null : last > direction.current.ticks;
      direction.current = { ticks: last, way: way === null ? null : way ? 'up' : 'down' };
    }
    const shown = (['ask', 'bid'] as const).filter(
      (side) => isLadder || settings.view === 'both' || settings.view === `${side}s`,
    );
    let isFading = false;
    const hasValues = settings.unit === 'quote' || hand.current.hover !== null;
    const sides = shown.map((side) => {
      const held = isLadder ? (ladder?.pricesTicks ?? noRows) : hand.current.held;
      const rows = readRows(book, { side, stepTicks: step, count, held, hasValues });
      isFading = flashes[side].note(rows, frame.nowMs) || isFading;
      const largest = rows.reduce((most, row) => Math.max(most, barOf({ settings }, row)), 0);
      const edgePx = side === 'ask' ? middleYPx : middleYPx + middleHeightPx;
      const ownSet = ownRows(prices.current[side], side, step);
      return { side, rows, edgePx, largest, own: ownSet, flashes: flashes[side] };
    });
    const most = Math.max(0, ...sides.map((side) => side.largest));
    const picture: BookPicture = {
      sides: sides.map((side) => ({ ...side, largest: most })),
      rowPx,
      middle: { yPx: middleYPx, heightPx: middleHeightPx },
      spread: readSpread(book.asks, book.bids),
      hover: hand.current.hover,
      isLadder,
    };
    hand.current.picture = picture;
    paintBook(
      frame,
      {
        market,
        settings,
        locale,
        stepTicks: step,
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

  /** Number of my newest order in a row, null when it has gone meanwhile. */
  const findOwn = (side: 'ask' | 'bid', rowTicks: number): string | null => {
    const found = own?.open.read().rows.find((order) => {
      const isSide = (order.side === 'buy') === (side === 'bid');
      if (order.symbol !== market.symbol || !isSide) return false;
      return ownRows([readWhole(order.price, market.priceDecimals)], side, step).has(rowTicks);
    });
    return found?.orderId ?? null;
  };
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
    if (picture === null || event.button !== 0 || menu.isOpen) return;
    const box = event.currentTarget.getBoundingClientRect();
    const place = findPlace(picture, event.clientY - box.top);
    const side = picture.sides.find((each) => each.side === place?.side);
    const row = place === null ? undefined : side?.rows[place.index];
    if (row === undefined) return;
    if (!hasPrice(form.kind)) toasts.show({ kind: 'notice', title: t('book.nowLimit') });
    const mine = side?.own.has(row.priceTicks) === true ? findOwn(side.side, row.priceTicks) : null;
    if (mine !== null) {
      toasts.show({
        kind: 'own',
        title: t('book.ownHere'),
        action: { label: t('book.ownShow'), onPress: () => props.onOwn(mine) },
      });
    }
    const xPx = event.clientX - box.left;
    const isSizePressed = isLadder ? !isLadderPrice(xPx, box.width) : xPx > box.width * 0.4;
    dispatch({
      type: 'pick',
      priceTicks: row.priceTicks,
      // A ladder has rows where nobody stands.
      ...(isSizePressed && row.cumulativeLots > 0 ? { sizeLots: row.cumulativeLots } : {}),
    });
  };
  return (
    <div className="book-canvas-room">
      <canvas
        aria-label={t('book.canvas', { symbol: `${market.base}/${market.quote}` })}
        className="book-canvas"
        onContextMenu={(event) => menu.open(event, hand.current.picture)}
        onPointerLeave={release}
        onPointerMove={move}
        onPointerUp={press}
        ref={canvas}
        role="img"
      />
      <tip.Tip />
      {menu.menu}
      <EmptyBook />
      <BookDescribe settings={settings} />
    </div>
  );
}

/** Heads of the columns, with the unit that they count in. */
function BookHeads({ settings }: { settings: BookSettings }) {
  const { market, form, dispatch } = useTrade();
  const t = useTexts('spot');
  const [, setSettings] = useSetting(bookSetting);
  const unit = settings.unit === 'base' ? market.base : market.quote;
  const turn = () => {
    const next = settings.unit === 'base' ? 'quote' : 'base';
    setSettings({ ...settings, unit: next });
    // Where the form asks for one of the two, it asks for the same.
    if (canSizeByQuote(form.kind))
      dispatch({ type: 'change', values: { sizedBy: next, share: 0 } });
  };
  const turnColumn = () =>
    setSettings({ ...settings, column: settings.column === 'sum' ? 'size' : 'sum' });
  if (settings.view === 'ladder') {
    return (
      <div className="book-heads" data-ladder="">
        <button onClick={turn} title={t('book.turnUnit')} type="button">
          {t('book.ladderBids', { asset: unit })}
        </button>
        <span>{t('book.price', { asset: market.quote })}</span>
        <button onClick={turn} title={t('book.turnUnit')} type="button">
          {t('book.ladderAsks', { asset: unit })}
        </button>
      </div>
    );
  }
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

/** View and grouping of the book. */
export function BookTools() {
  const { market } = useTrade();
  const t = useTexts('spot');
  const [settings, setSettings] = useSetting(bookSetting);
  const { step, steps, setStep } = useBookStep(settings);
  const locale = useLanguageTag();
  const views = [
    { value: 'both', label: t('book.both'), icon: <AlignVerticalJustifyCenter /> },
    { value: 'bids', label: t('book.bids'), icon: <ArrowDownToLine /> },
    { value: 'asks', label: t('book.asks'), icon: <ArrowUpToLine /> },
    { value: 'ladder', label: t('book.ladder'), icon: <Rows3 /> },
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
          ...showStep(value, market.priceDecimals, locale),
        }))}
        size="small"
        value={String(step)}
      />
    </>
  );
}

/** My order of a pressed row, as long as it is open. */
function ShownOrder(props: { orderId: string; own: OwnStore; onClose: () => void }) {
  const list = useValue(props.own.open, 250);
  const order = list.rows.find((row) => row.orderId === props.orderId);
  if (order === undefined) return null;
  return <OpenSheet onClose={props.onClose} order={order} />;
}

/**
 * The book with its heads; the panel around it brings the tools.
 *
 * @param props - isSmall: it stands beside a form, too narrow for a ladder.
 */
export function OrderBook(props: { isSmall?: boolean }) {
  const { own } = useTrade();
  const t = useTexts('spot');
  const [shown, setShown] = useState<string | null>(null);
  const [isHeld, setHeld] = useState(false);
  const [kept] = useSetting(bookSetting);
  const isBoth = props.isSmall === true && kept.view === 'ladder';
  const settings: BookSettings = isBoth ? { ...kept, view: 'both' } : kept;
  return (
    <div className="book" data-density="compact">
      <BookHeads settings={settings} />
      <BookCanvas onHeld={setHeld} onOwn={setShown} settings={settings} />
      {isHeld ? (
        <span className="book-held" data-view={settings.view}>
          {t('book.held')}
        </span>
      ) : null}
      {own === null || shown === null ? null : (
        <ShownOrder onClose={() => setShown(null)} orderId={shown} own={own} />
      )}
    </div>
  );
}
