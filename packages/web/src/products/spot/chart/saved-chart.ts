// What stands on the chart of a market, kept: its indicators and drawings, in this browser and, of
// a signed-in person, with the account too, so that the next browser has them. Each change can be
// undone and done again while the chart stands. Not how it is drawn (chart-engine.ts), nor
// interval, type and layers, which are the same for all markets (trade-settings.ts).
import type { Client } from '@isobath/sdk';
import { chartLimits, chartRoutes, type SavedChart } from '@isobath/wire';
import {
  defineOwnSetting,
  defineSetting,
  readSetting,
  writeSetting,
} from '../../../base/settings.ts';
import { createValue, type Value } from '../../../base/value.ts';
import { chartSetting } from '../layout/trade-settings.ts';
import type { Market } from '../market/market.ts';
import { readSavedChart } from './read-kept.ts';

/** A chart in this browser; unsent is what the account does not have yet. */
interface LocalChart extends SavedChart {
  readonly isUnsent: boolean;
}

type Charts = Readonly<Record<string, LocalChart>>;

const isObject = (value: unknown) => typeof value === 'object' && value !== null;
const stepsCountMax = 100;

/** Charts by symbol: of guests, who leave them to the browser. */
export const guestChartsSetting = defineSetting<Charts>('trade.charts', {}, isObject);

/** Charts by symbol: of the person who is signed in. */
export const ownChartsSetting = defineOwnSetting<Charts>('trade.charts', {}, isObject);

/** What is to be shown. */
export interface ShownChart {
  readonly chart: SavedChart;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
}

/** The chart of one market and what may be done with it. */
export interface ChartKeeper {
  readonly shown: Value<ShownChart>;
  /** Change a part; the same once more is no change. */
  change(part: Partial<SavedChart>): void;
  undo(): void;
  redo(): void;
  /** Fetch what the account has, or send what it lacks. A change made meanwhile is the newer. */
  load(): Promise<void>;
}

/** Where a chart belongs, and what it begins with. */
export interface KeeperOptions {
  readonly symbol: string;
  readonly tradeId: number;
  /** Null for a guest. */
  readonly account: Pick<Client, 'call'> | null;
  /** Indicators of a chart that nobody touched. */
  readonly indicators: readonly string[];
}

const isSame = (one: SavedChart, two: SavedChart) => JSON.stringify(one) === JSON.stringify(two);
const plain = ({ indicators, drawings }: SavedChart): SavedChart => ({ indicators, drawings });

/** The store of one market in this browser, and the way to the account. */
function openStore({ symbol, tradeId, account }: KeeperOptions) {
  const setting = account === null ? guestChartsSetting : ownChartsSetting;
  const read = () => readSetting(setting)[symbol];
  const write = (chart: SavedChart, isUnsent: boolean) =>
    writeSetting(setting, { ...readSetting(setting), [symbol]: { ...chart, isUnsent } });
  let isSending = false;
  /** One after the other, until the account has the newest. */
  const send = async () => {
    if (account === null || isSending) return;
    isSending = true;
    try {
      for (let local = read(); local?.isUnsent === true; local = read()) {
        const chart = plain(local);
        await account.call(chartRoutes.keepChart, { body: { ...chart, tradeId } });
        if (read() === local) write(chart, false);
      }
    } catch {
      // It stays unsent here: the next change or the next visit sends it.
    } finally {
      isSending = false;
    }
  };
  const fetchKept = () => account?.call(chartRoutes.savedChart, { query: { tradeId } });
  return { read, write, send, fetchKept };
}

/** Open the chart of a market. What a guest drew here goes on when they have signed in. */
export function openKeeper(options: KeeperOptions): ChartKeeper {
  const { symbol, account } = options;
  const store = openStore(options);
  const local = store.read() ?? readSetting(guestChartsSetting)[symbol];
  const known = readSavedChart(local);
  const first = known ?? { indicators: [...options.indicators], drawings: [] };
  const past: SavedChart[] = [];
  const future: SavedChart[] = [];
  const shown = createValue<ShownChart>({ chart: plain(first), canUndo: false, canRedo: false });
  const show = (chart: SavedChart) =>
    shown.set({ chart, canUndo: past.length > 0, canRedo: future.length > 0 });
  const take = (chart: SavedChart) => {
    store.write(chart, account !== null);
    show(chart);
    void store.send();
  };
  /** Take the newest of one pile and lay what stood until now on the other. */
  const step = (from: SavedChart[], to: SavedChart[]) => {
    const next = from.pop();
    if (next === undefined) return;
    to.push(shown.read().chart);
    take(next);
  };
  return {
    shown,
    change(part) {
      const now = shown.read().chart;
      const next = { ...now, ...part };
      if (isSame(now, next)) return;
      past.push(now);
      if (past.length > stepsCountMax) past.shift();
      future.length = 0;
      take({ ...next, drawings: next.drawings.slice(-chartLimits.drawingsCountMax) });
    },
    undo: () => step(past, future),
    redo: () => step(future, past),
    async load() {
      if (store.read()?.isUnsent === true) return store.send();
      const before = shown.read();
      const kept = await Promise.resolve(store.fetchKept()).catch(() => null);
      if (kept === null || kept === undefined || shown.read() !== before) return;
      const chart = plain(kept);
      store.write(chart, false);
      if (isSame(chart, before.chart)) return;
      // Another browser went on from here: what was done in this one is no step back from that.
      past.length = 0;
      future.length = 0;
      show(chart);
    },
  };
}

/** Finds the chart of a market. */
export type FindKeeper = (market: Market) => ChartKeeper;

/**
 * The charts of a person, each opened once: two charts of a market show the same, and what can be
 * undone stays while panels come and go.
 */
export function openKeepers(account: KeeperOptions['account']): FindKeeper {
  const keepers = new Map<string, ChartKeeper>();
  return ({ symbol, info }) => {
    const known = keepers.get(symbol);
    if (known !== undefined) return known;
    const { indicators } = readSetting(chartSetting);
    const keeper = openKeeper({ symbol, tradeId: info.tradeId, account, indicators });
    keepers.set(symbol, keeper);
    return keeper;
  };
}
