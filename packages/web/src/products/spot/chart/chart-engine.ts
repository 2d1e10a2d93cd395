// The chart library behind a small door: data in, drawings kept, lines placed, pictures out.
// Not React and not the order lines (order-lines.ts). Loaded lazily after the book.
import type { Client } from '@isobath/sdk';
import { readFrameLoop, readPaintTheme, watchTheme } from '@isobath/ui';
import {
  type CandleInterval,
  type CandleRow,
  type ChartDrawing,
  marketRoutes,
} from '@isobath/wire';
import {
  type Chart,
  dispose,
  init,
  type KLineData,
  type Locales,
  registerLocale,
} from 'klinecharts';
import type { CandleSource } from '../live/market-room.ts';
import { type Candle, findBoundary, type IntervalName, intervals, readCandle } from './candles.ts';
import { type BoundaryLook, boundaryName, fillName, registerMarks } from './chart-marks.ts';
import { openChartBoard } from './drawing/chart-board.ts';
import type { DrawingBoard } from './drawing/drawing-board.ts';
import { pointAt } from './point-at.ts';
import { makeChartStyles, showNumber } from './chart-style.ts';
import type { KeptParameters } from './indicator-list.ts';
import { applyIndicators, candlePane, fitPanes } from './indicators.ts';
import { blankTaken, type Blocked } from './mark-places.ts';

const barsCount = 500;
const narrowPx = 520;
const lowPx = 340;
const markPx = 38;
const legendLinePx = 20;
const legendFootPx = 48;
const footPx = 50;
const tagHalfPx = 12;

/** A fill to mark on the chart. */
export interface FillMark {
  readonly atMs: number;
  readonly price: number;
  readonly side: 'buy' | 'sell';
}

/** What the chart needs of its page. */
export interface ChartOptions {
  readonly host: HTMLElement;
  readonly source: CandleSource;
  readonly client: Client;
  readonly locale: string;
  readonly words: {
    readonly simulated: string;
    /** Stands where a text is still to be written. */
    readonly emptyText: string;
    /** The library's own words of its legend. */
    readonly legend: Locales;
  };
  /** The person drew, moved or removed something; these are there now. */
  readonly onDrawings: (drawings: ChartDrawing[]) => void;
  readonly onState: (state: ChartState) => void;
}

/** How far a chart is; empty: its market has no candle yet. */
export type ChartState = 'loading' | 'here' | 'empty' | 'failed';

/** A live chart. */
export interface ChartEngine {
  /** Hear that the picture moved: what stands beside the library is placed anew. @returns stop. */
  listenMove(onMove: () => void): () => void;
  setInterval(name: IntervalName): void;
  setType(type: string): void;
  /** @param kept - parameters that were changed, by name. */
  setIndicators(names: readonly string[], kept: KeptParameters): void;
  setFills(fills: readonly FillMark[]): void;
  /** What a person draws on it. */
  readonly board: DrawingBoard;
  /** Height of a price on the chart's own canvas, or null out of sight. */
  yOf(price: number): number | null;
  priceAt(yPx: number): number | null;
  /** These stand on the axis of prices: labels that they would cut are blank. */
  takeAxis(taken: readonly Blocked[]): void;
  /** Width of the candles' canvas, without the axis. */
  widthPx(): number;
  /** Height of the candles' canvas. */
  heightPx(): number;
  /** Down to which height words of the legend stand on the left half, 0 while none do. */
  legendFootPx(): number;
  /** Down to which height the crosshair brings words of the legend, 0 where they stand always. */
  crossLegendPx(): number;
  /** All that are loaded, oldest first. */
  readCandles(): readonly Candle[];
  point(index: number | null): void;
  picture(): string;
  reload(): void;
  close(): void;
}

/** Too narrow or too low for lines of legend above the candles. */
const isNarrowHost = (host: HTMLElement) =>
  host.clientWidth < narrowPx || host.clientHeight < lowPx;
/** Where the library's bars come from: history by call, the newest by channel. */
function loadBars(
  chart: Chart,
  options: ChartOptions & { onMove: () => void },
  readName: () => IntervalName,
): () => void {
  const { client, source } = options;
  let stop = () => {};
  let isEmpty = false;
  chart.setDataLoader({
    getBars: async ({ type, timestamp, callback }) => {
      const interval: CandleInterval = readName();
      const isOlder = type === 'forward' || type === 'backward';
      if (type === 'backward') {
        callback([], false);
        return;
      }
      const to = isOlder && timestamp !== null ? { to: timestamp - 1 } : {};
      if (!isOlder) options.onState('loading');
      try {
        const query = { symbol: source.market.symbol, interval, limit: barsCount, ...to };
        const rows = await client.call(marketRoutes.candles, { query });
        callback(rows.map(readCandle), { forward: rows.length === barsCount, backward: false });
        isEmpty = !isOlder && rows.length === 0;
        options.onState(isEmpty ? 'empty' : 'here');
      } catch {
        callback([], false);
        if (!isOlder) options.onState('failed');
      }
      options.onMove();
    },
    subscribeBar: ({ callback }) => {
      stop();
      const waiting = new Map<number, CandleRow>();
      const close = source.listenCandles(readName(), (rows) => {
        const isFirst = waiting.size === 0;
        for (const row of rows as CandleRow[]) waiting.set(row[0], row);
        // A market without trades answers with none: what stands there stays.
        if (!isFirst || waiting.size === 0) return;
        // The library paints in the frame after its data: in one that the book leaves free.
        readFrameLoop().afterPaint(() => {
          for (const row of waiting.values()) callback(readCandle(row));
          waiting.clear();
          if (isEmpty) options.onState('here');
          isEmpty = false;
          options.onMove();
        });
      });
      stop = () => {
        waiting.clear();
        close();
      };
    },
    unsubscribeBar: () => stop(),
  });
  return () => stop();
}

/** The prices, and each indicator on them. */
const countLegendLines = (chart: Chart) => chart.getIndicators({ paneId: candlePane }).length + 1;

/**
 * Keep the highest price's label below the legend and the lowest one's above the words at the foot.
 * The library wants both gaps as shares of the span of prices that stays between them.
 */
function makeRoom(chart: Chart, isNarrow: boolean): void {
  const heightPx = chart.getSize(candlePane, 'main')?.height ?? 0;
  if (heightPx === 0) return;
  const topPx = markPx + (isNarrow ? 1 : countLegendLines(chart)) * legendLinePx;
  const inner = Math.max(0.4, 1 - (topPx + footPx) / heightPx);
  const share = (px: number) => Math.min(0.99, px / heightPx / inner);
  chart.overrideYAxis({ paneId: candlePane, gap: { top: share(topPx), bottom: share(footPx) } });
}

function markBoundary(chart: Chart, options: ChartOptions): void {
  chart.removeOverlay({ name: boundaryName });
  const atMs = findBoundary(chart.getDataList() as KLineData[]);
  if (atMs === null) return;
  const { host, words } = options;
  const { colours, family } = readPaintTheme(host);
  const extendData: BoundaryLook = { text: words.simulated, colour: colours.text3, family };
  chart.createOverlay({ name: boundaryName, points: [{ timestamp: atMs }], extendData });
}

/** Keeps labels of the axis from looking out from below what stands there. */
function openAxis(chart: Chart): ChartEngine['takeAxis'] {
  let now: readonly Blocked[] = [];
  let key = '';
  chart.overrideYAxis({
    paneId: candlePane,
    createTicks: ({ defaultTicks }) => blankTaken(defaultTicks, now),
  });
  return (taken) => {
    const next = taken.map(({ yPx, heightPx }) => `${Math.round(yPx)}:${heightPx}`).join();
    now = taken;
    if (next === key) return;
    key = next;
    // Labels are made anew. To override the axis again would undo how far somebody has pulled it.
    chart.resize();
  };
}

function openLibrary({ host, locale, words }: ChartOptions): Chart {
  registerMarks();
  registerLocale(locale, { ...words.legend });
  const chart = init(host, {
    locale,
    thousandsSeparator: { sign: '' },
    decimalFold: { threshold: 4, format: (value) => showNumber(value, locale) },
  }) as Chart;
  // It asks for the first place in the order of the Tab key; our own lines have keys.
  host.querySelector('[tabindex]')?.setAttribute('tabindex', '-1');
  return chart;
}

/** Open a chart in its host. */
export function openChart(options: ChartOptions): ChartEngine {
  const { host, source } = options;
  const chart = openLibrary(options);
  let name: IntervalName = '15m';
  let candleType = 'candle_solid';
  let fills: readonly FillMark[] = [];
  let isEmpty = true;
  const moves = new Set<() => void>();
  const onMove = () => moves.forEach((move) => move());
  const restyle = () => {
    const isNarrow = isNarrowHost(host);
    const looks = { candleType, isNarrow, isEmpty, locale: options.locale };
    chart.setStyles(makeChartStyles(readPaintTheme(host), looks));
    makeRoom(chart, isNarrow);
  };
  restyle();
  const stopBars = loadBars(
    chart,
    {
      ...options,
      onMove,
      onState: (state) => {
        options.onState(state);
        const wasEmpty = isEmpty;
        isEmpty = state !== 'here';
        if (isEmpty !== wasEmpty) restyle();
        if (state === 'here') markBoundary(chart, options);
      },
    },
    () => name,
  );
  const drawFills = () => {
    chart.removeOverlay({ name: fillName });
    const { colours } = readPaintTheme(host);
    for (const fill of fills) {
      chart.createOverlay({
        name: fillName,
        points: [{ timestamp: fill.atMs, value: fill.price }],
        extendData: { side: fill.side, fill: colours.youFill, edge: colours.text1 },
      });
    }
  };
  const unwatch = watchTheme(() => {
    restyle();
    drawFills();
    markBoundary(chart, options);
    drawings.restyle();
  });
  let wasNarrow = isNarrowHost(host);
  let wasPx = host.clientHeight;
  const size = new ResizeObserver(() => {
    chart.resize();
    fitPanes(chart, { fromPx: wasPx, toPx: host.clientHeight });
    wasPx = host.clientHeight;
    const isNarrow = isNarrowHost(host);
    if (isNarrow === wasNarrow) makeRoom(chart, isNarrow);
    else restyle();
    wasNarrow = isNarrow;
    onMove();
  });
  size.observe(host);
  for (const action of ['onZoom', 'onScroll', 'onVisibleRangeChange', 'onPaneDrag'] as const) {
    chart.subscribeAction(action, onMove);
  }
  // Pulling the price axis and setting it back have no action of their own.
  for (const name of ['pointermove', 'wheel', 'dblclick'] as const) {
    host.addEventListener(name, onMove, { passive: true });
  }
  chart.setOffsetRightDistance(64);
  chart.setSymbol({
    ticker: source.market.symbol,
    pricePrecision: source.market.priceDecimals,
    volumePrecision: Math.min(3, source.market.lotDecimals),
  });
  const drawings = openChartBoard({
    chart,
    host,
    locale: options.locale,
    priceDecimals: source.market.priceDecimals,
    emptyText: options.words.emptyText,
    readLegendPx: () => (wasNarrow ? 0 : legendFootPx),
    onDrawings: options.onDrawings,
    onMove,
  });

  return {
    listenMove(move) {
      moves.add(move);
      return () => moves.delete(move);
    },
    setInterval(next) {
      name = next;
      chart.setPeriod(intervals[next]);
    },
    setType(type) {
      candleType = type;
      restyle();
    },
    setIndicators(names, kept) {
      applyIndicators(chart, names, { heightPx: host.clientHeight, kept });
      makeRoom(chart, isNarrowHost(host));
    },
    setFills(next) {
      fills = next;
      drawFills();
    },
    board: drawings.board,
    yOf(price) {
      const found = chart.convertToPixel({ value: price }, { paneId: candlePane });
      const y = (found as { y?: number }).y;
      const height = chart.getSize(candlePane, 'main')?.height ?? 0;
      return y === undefined || y < 0 || y > height ? null : y;
    },
    priceAt(yPx) {
      const found = chart.convertFromPixel([{ x: 0, y: yPx }], { paneId: candlePane });
      const [point] = found as { value?: number }[];
      return point?.value ?? null;
    },
    legendFootPx: () => (wasNarrow ? 0 : legendFootPx),
    crossLegendPx: () => (wasNarrow ? countLegendLines(chart) * legendLinePx + tagHalfPx : 0),
    takeAxis: openAxis(chart),
    widthPx: () => chart.getSize(candlePane, 'main')?.width ?? 0,
    heightPx: () => chart.getSize(candlePane, 'main')?.height ?? 0,
    readCandles: () => chart.getDataList() as Candle[],
    point: (index) => pointAt(chart, index),
    picture() {
      const ground = readPaintTheme(host).colours.panel;
      return chart.getConvertPictureUrl(true, 'png', ground);
    },
    reload: () => chart.resetData(),
    close() {
      stopBars();
      unwatch();
      size.disconnect();
      dispose(host);
    },
  };
}
