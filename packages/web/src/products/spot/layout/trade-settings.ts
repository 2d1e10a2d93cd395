// What the trade page remembers on this device. Not what belongs to the account.
import { defineSetting } from '../../../base/settings.ts';

/** The arrangement of panels. */
export interface TradeLayout {
  readonly isMirrored: boolean;
  readonly bottomPx: number;
  readonly bookPx: number;
  readonly tapePx: number;
  readonly isBottomFolded: boolean;
  readonly isTapeFolded: boolean;
  readonly isBookFolded: boolean;
}

/** The arrangement nobody has touched. */
export const firstLayout: TradeLayout = {
  isMirrored: false,
  bottomPx: 280,
  bookPx: 300,
  tapePx: 216,
  isBottomFolded: false,
  isTapeFolded: false,
  isBookFolded: false,
};

const isObject = (value: unknown) => typeof value === 'object' && value !== null;

/** Panels: sizes, sides, folds. */
export const layoutSetting = defineSetting<TradeLayout>('trade.layout', firstLayout, isObject);

/** How the book shows itself; grouping is kept for each market. */
export interface BookSettings {
  readonly view: 'both' | 'bids' | 'asks';
  readonly unit: 'base' | 'quote';
  readonly column: 'size' | 'sum';
  /** Price step in ticks by symbol. */
  readonly steps: Readonly<Record<string, number>>;
}

/** The book's view, unit and grouping. */
export const bookSetting = defineSetting<BookSettings>(
  'trade.book',
  { view: 'both', unit: 'base', column: 'sum', steps: {} },
  isObject,
);

/** Drawings and indicators of the chart by symbol. */
export const drawingsSetting = defineSetting<Readonly<Record<string, readonly unknown[]>>>(
  'trade.drawings',
  {},
  isObject,
);

/** How the chart shows itself. */
export interface ChartSettings {
  readonly interval: string;
  readonly type: string;
  readonly indicators: readonly string[];
  readonly hasOrders: boolean;
  readonly hasFills: boolean;
}

/** The chart's interval, type, indicators and layers. */
export const chartSetting = defineSetting<ChartSettings>(
  'trade.chart',
  {
    interval: '15m',
    type: 'candle_solid',
    indicators: ['MA', 'VOL'],
    hasOrders: true,
    hasFills: true,
  },
  isObject,
);

/** Sounds: off until they are switched on. */
export const soundSetting = defineSetting('trade.sound', false);

/** Single-key shortcuts can be switched off. */
export const shortcutsSetting = defineSetting('trade.shortcuts', true);

/** Only orders of this market in the lists below. */
export const thisMarketSetting = defineSetting('trade.thisMarket', false);
