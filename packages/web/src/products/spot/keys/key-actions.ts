// What each key of the trade page does. Not which key it is (key-table.ts).
import { parseDecimal } from '@isobath/core/math';
import { marketRoutes } from '@isobath/wire';
import { openTransfer } from '../../../base/layers.ts';
import { favourites } from '../../../base/favourites.ts';
import { hideSetting, readSetting, writeSetting } from '../../../base/settings.ts';
import { keepStep, readStep } from '../book/book-step.ts';
import { listSteps } from '../book/grouping.ts';
import { intervalNames } from '../chart/candles.ts';
import { turnFullScreen } from '../chart/ChartBar.tsx';
import type { FormState } from '../form/form-state.ts';
import type { Trade } from '../layout/trade-context.ts';
import { bookSetting, chartSetting } from '../layout/trade-settings.ts';
import { arm, disarm, isArmed } from './armed.ts';
import type { KeyName } from './key-table.ts';

/** Doors that keys open but that stand elsewhere. */
export interface KeyDoors {
  openPicker(): void;
  openList(): void;
  cancelNewest(): void;
  /** Asks when there are many. */
  cancelAll(): void;
  openPrevious(): void;
}

function stepInterval(steps: number): void {
  const settings = readSetting(chartSetting);
  const at = (intervalNames as string[]).indexOf(settings.interval);
  const interval = intervalNames[Math.max(0, Math.min(intervalNames.length - 1, at + steps))];
  if (interval !== undefined) writeSetting(chartSetting, { ...settings, interval });
}

function stepGrouping({ market, room }: Trade): void {
  const settings = readSetting(bookSetting);
  const lastTicks = room.last.read();
  const steps = listSteps(lastTicks);
  const at = steps.indexOf(readStep(settings, market.symbol, lastTicks));
  const next = steps[(at + 1) % steps.length] as number;
  writeSetting(bookSetting, keepStep(settings, market.symbol, next));
}

async function stepFavourite(trade: Trade, steps: number): Promise<void> {
  const list = favourites.read();
  if (list.length === 0) return;
  const at = list.indexOf(trade.market.info.tradeId);
  const next = list[(at + steps + list.length) % list.length];
  const markets = await trade.client.call(marketRoutes.markets);
  const found = markets.find((market) => market.tradeId === next);
  if (found !== undefined) trade.openMarket(found.symbol);
}

function takeShare({ own, market, room, form, dispatch }: Trade, percent: number): void {
  // What did not load has no share.
  if (own === null || own.balances.read().state !== 'here') return;
  const free = (asset: string, scale: number) => {
    const rows = own.balances.read().rows;
    const row = rows.find((each) => each.asset.toUpperCase() === asset);
    return parseDecimal(row?.available ?? '0', scale);
  };
  const { asks, bids } = room.book;
  const best = form.side === 'buy' ? asks.pricesTicks[0] : bids.pricesTicks[0];
  dispatch({
    type: 'share',
    percent,
    baseUnits: free(market.base, market.scales.baseScale),
    quoteUnits: free(market.quote, market.scales.quoteScale),
    priceTicks: best ?? room.last.read(),
  });
}

/** Press the form's button, as a click would. */
export function pressForm(): void {
  document.querySelector<HTMLFormElement>('.form')?.requestSubmit();
}

/** Deeds by name, for the page as it is now. */
export function listActions(trade: Trade, doors: KeyDoors): Readonly<Record<KeyName, () => void>> {
  const change = (values: Partial<FormState>) => trade.dispatch({ type: 'change', values });
  const focus = () => document.querySelector<HTMLInputElement>('.form input[data-number]')?.focus();
  return {
    markets: () => doors.openPicker(),
    list: () => doors.openList(),
    buy: () => change({ side: 'buy' }),
    sell: () => change({ side: 'sell' }),
    limit: () => {
      change({ kind: 'limit' });
      focus();
    },
    market: () => change({ kind: 'market' }),
    stop: () => change({ kind: 'stop_limit' }),
    share25: () => takeShare(trade, 25),
    share50: () => takeShare(trade, 50),
    share75: () => takeShare(trade, 75),
    share100: () => takeShare(trade, 100),
    arm: () => (isArmed() ? disarm() : arm()),
    send: pressForm,
    cancelNewest: () => doors.cancelNewest(),
    cancelAll: () => doors.cancelAll(),
    fullScreen: () => turnFullScreen(document.querySelector<HTMLElement>('.chart')),
    shorter: () => stepInterval(-1),
    longer: () => stepInterval(1),
    undo: () => document.querySelector<HTMLElement>('.chart-undo')?.click(),
    redo: () => document.querySelector<HTMLElement>('.chart-redo')?.click(),
    grouping: () => stepGrouping(trade),
    hide: () => writeSetting(hideSetting, !readSetting(hideSetting)),
    deposit: () => trade.openMoney('topup'),
    withdraw: () => trade.openMoney('extract'),
    transfer: () => openTransfer({ target: 2, asset: trade.market.quote }),
    notices: () => document.querySelector<HTMLElement>('.inbox-bell')?.click(),
    previous: () => doors.openPrevious(),
    favouriteUp: () => void stepFavourite(trade, -1).catch(() => {}),
    favouriteDown: () => void stepFavourite(trade, 1).catch(() => {}),
  };
}
