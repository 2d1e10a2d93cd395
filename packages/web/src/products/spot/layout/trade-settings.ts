// What the trade page remembers on this device. Not what belongs to the account.
import { defineSetting } from '../../../base/settings.ts';

/** The arrangement of panels. */
export interface TradeLayout {
  readonly isMirrored: boolean;
  readonly bottomPx: number;
  readonly bookPx: number;
  readonly formPx: number;
  readonly tapePx: number;
  readonly isBottomFolded: boolean;
  readonly isTapeFolded: boolean;
  readonly isBookFolded: boolean;
}

/** The arrangement nobody has touched. */
export const firstLayout: TradeLayout = {
  isMirrored: false,
  bottomPx: 236,
  bookPx: 300,
  formPx: 320,
  tapePx: 216,
  isBottomFolded: false,
  isTapeFolded: false,
  isBookFolded: false,
};

const isObject = (value: unknown) => typeof value === 'object' && value !== null;

/** Remembered before something had its place there, a setting is the first one again. */
const hasShape = (value: unknown, first: object) =>
  isObject(value) &&
  Object.entries(first).every(
    ([name, each]) => typeof (value as Record<string, unknown>)[name] === typeof each,
  );

/** Panels: sizes, sides, folds. */
export const layoutSetting = defineSetting<TradeLayout>('trade.layout', firstLayout, (value) =>
  hasShape(value, firstLayout),
);

/** How the book shows itself; grouping is kept for each market. */
export interface BookSettings {
  readonly view: 'both' | 'bids' | 'asks' | 'ladder';
  readonly unit: 'base' | 'quote';
  readonly column: 'size' | 'sum';
  /** Price step in ticks by symbol, and by symbol for the ladder. */
  readonly steps: Readonly<Record<string, number>>;
  readonly ladderSteps: Readonly<Record<string, number>>;
}

const firstBook: BookSettings = {
  view: 'both',
  unit: 'base',
  column: 'sum',
  steps: {},
  ladderSteps: {},
};

/** The book's view, unit and grouping. */
export const bookSetting = defineSetting<BookSettings>('trade.book', firstBook, (value) =>
  hasShape(value, firstBook),
);

/** How the chart shows itself. */
export interface ChartSettings {
  readonly interval: string;
  readonly type: string;
  /** Those chosen last: a market whose chart nobody touched begins with them. */
  readonly indicators: readonly string[];
}

/** The chart's interval and type; what stands on it is kept by market (saved-chart.ts). */
export const chartSetting = defineSetting<ChartSettings>(
  'trade.chart',
  {
    interval: '15m',
    type: 'candle_solid',
    indicators: ['MA', 'VOL'],
  },
  isObject,
);

/** Parameters of indicators by name, the same on all charts; only those that were changed. */
export const indicatorSetting = defineSetting<Readonly<Record<string, readonly number[]>>>(
  'trade.indicators',
  {},
  isObject,
);

/** What of mine stands on the charts, in the order of their menu. */
export const layerNames = ['orders', 'fills', 'cost', 'alerts'] as const;

/** Which layers are on. */
export type LayerSettings = Readonly<Record<(typeof layerNames)[number], boolean>>;

const firstLayers: LayerSettings = { orders: true, fills: true, cost: true, alerts: true };

/** Layers of all charts: on until they are switched off. */
export const layersSetting = defineSetting<LayerSettings>('trade.layers', firstLayers, (value) =>
  hasShape(value, firstLayers),
);

/** How many charts a wide screen shows. */
export const chartsCounts = [1, 2, 4] as const;

/** A chart beside the first one; without a code it shows the market of the page. */
export interface SideChartSettings {
  readonly code: string;
  readonly interval: string;
}

/** Several charts: how many, and what those beside the first one show. */
export interface ChartsSettings {
  readonly count: number;
  readonly sides: readonly SideChartSettings[];
}

const firstCharts: ChartsSettings = {
  count: 1,
  sides: [
    { code: '', interval: '1h' },
    { code: '', interval: '4h' },
    { code: '', interval: '1d' },
  ],
};

const isSide = (value: unknown) => hasShape(value, { code: '', interval: '' });

/** Charts side by side. */
export const chartsSetting = defineSetting<ChartsSettings>('trade.panes', firstCharts, (value) => {
  if (!hasShape(value, firstCharts)) return false;
  const { count, sides } = value as ChartsSettings;
  const isCount = (chartsCounts as readonly number[]).includes(count);
  return isCount && sides.length === firstCharts.sides.length && sides.every(isSide);
});

/** The bar of quick orders: whether it stands, and its size by symbol. */
export interface QuickSettings {
  readonly isOn: boolean;
  readonly sizes: Readonly<Record<string, string>>;
}

const firstQuick: QuickSettings = { isOn: false, sizes: {} };

/** Quick orders: away until they are asked for. */
export const quickSetting = defineSetting<QuickSettings>('trade.quick', firstQuick, (value) =>
  hasShape(value, firstQuick),
);

/** What has a sound and a switch of its own. */
export const soundEvents = ['fill', 'partial', 'rejected', 'alert'] as const;

/** An event that can be heard. */
export type SoundEvent = (typeof soundEvents)[number];

/** Whether anything is heard, how loud in per cent, and which events. */
export type SoundSettings = Readonly<Record<SoundEvent, boolean>> & {
  readonly isOn: boolean;
  readonly volume: number;
};

const firstSounds: SoundSettings = {
  isOn: false,
  volume: 50,
  fill: true,
  partial: true,
  rejected: true,
  alert: true,
};

/** Sounds: off until they are switched on. */
export const soundSetting = defineSetting<SoundSettings>('trade.sounds', firstSounds, (value) =>
  hasShape(value, firstSounds),
);

/** Only orders of this market in the lists below. */
export const thisMarketSetting = defineSetting('trade.thisMarket', false);
