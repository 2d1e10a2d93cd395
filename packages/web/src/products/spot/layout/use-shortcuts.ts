// Keys of the trade page: dead inside inputs and dialogs, and off when the person says so.
// Keys that send an order do not exist while nothing is asked first: Ctrl Enter presses the button.
import { readFavourites } from '../../../base/favourites.ts';
import { useEffect, useRef } from 'react';
import { hideSetting, readSetting, useSetting, writeSetting } from '../../../base/settings.ts';
import type { FormState } from '../form/form-state.ts';
import { listSteps } from '../book/grouping.ts';
import { intervalNames } from '../chart/candles.ts';
import { turnFullScreen } from '../chart/ChartBar.tsx';
import { sendCancel, sendCancelAll } from '../live/send.ts';
import { parseDecimal } from '@isobath/core/math';
import { marketRoutes } from '@isobath/wire';
import { type Trade, useTrade } from './trade-context.ts';
import { bookSetting, chartSetting, shortcutsSetting } from './trade-settings.ts';

/** Keys and the text key of what each does, for the list behind "?". */
export const shortcutList = [
  ['/', 'search'],
  ['B', 'buy'],
  ['S', 'sell'],
  ['L', 'limit'],
  ['M', 'market'],
  ['T', 'stop'],
  ['1-4', 'share'],
  ['Ctrl ↵', 'send'],
  ['X', 'cancelNewest'],
  ['⇧ X', 'cancelAll'],
  ['F', 'fullScreen'],
  ['[ ]', 'interval'],
  ['G', 'grouping'],
  ['H', 'hide'],
  ['Alt ↑↓', 'favourites'],
  ['?', 'list'],
] as const;

const typing = 'input, textarea, select, [contenteditable], [role=dialog], [role=alertdialog]';

function stepInterval(steps: number): void {
  const settings = readSetting(chartSetting);
  const at = (intervalNames as string[]).indexOf(settings.interval);
  const interval = intervalNames[Math.max(0, Math.min(intervalNames.length - 1, at + steps))];
  if (interval !== undefined) writeSetting(chartSetting, { ...settings, interval });
}

function stepGrouping({ market, room }: Trade): void {
  const settings = readSetting(bookSetting);
  const steps = listSteps(room.last.read());
  const at = steps.indexOf(settings.steps[market.symbol] ?? 1);
  const next = steps[(at + 1) % steps.length] as number;
  writeSetting(bookSetting, { ...settings, steps: { ...settings.steps, [market.symbol]: next } });
}

async function stepFavourite(trade: Trade, steps: number): Promise<void> {
  const favourites = readFavourites();
  if (favourites.length === 0) return;
  const at = favourites.indexOf(trade.market.info.tradeId);
  const next = favourites[(at + steps + favourites.length) % favourites.length];
  const markets = await trade.client.call(marketRoutes.markets);
  const found = markets.find((market) => market.tradeId === next);
  if (found !== undefined) trade.openMarket(found.symbol);
}

function cancelNewest({ own, client, market }: Trade): void {
  const rows = own?.open.read().rows.filter((order) => order.symbol === market.symbol) ?? [];
  const newest = rows.toSorted((one, two) => two.createdAt - one.createdAt)[0];
  if (newest !== undefined) void sendCancel(client, newest.orderId);
}

function takeShare({ own, market, room, form, dispatch }: Trade, percent: number): void {
  if (own === null) return;
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

/** What a key does; the name is the key, with `shift+` or `alt+` before it. */
function makeTable(
  trade: Trade,
  openPicker: () => void,
  openList: () => void,
): Record<string, () => void> {
  const change = (values: Partial<FormState>) => trade.dispatch({ type: 'change', values });
  const focus = () => document.querySelector<HTMLInputElement>('.form input[data-number]')?.focus();
  return {
    '/': openPicker,
    '?': openList,
    'shift+?': openList,
    b: () => change({ side: 'buy' }),
    s: () => change({ side: 'sell' }),
    l: () => {
      change({ kind: 'limit' });
      focus();
    },
    m: () => change({ kind: 'market' }),
    t: () => change({ kind: 'stop_limit' }),
    1: () => takeShare(trade, 25),
    2: () => takeShare(trade, 50),
    3: () => takeShare(trade, 75),
    4: () => takeShare(trade, 100),
    x: () => cancelNewest(trade),
    'shift+x': () => {
      const rows = trade.own?.open.read().rows ?? [];
      const here = rows.filter((order) => order.symbol === trade.market.symbol);
      if (here.length > 0) void sendCancelAll(trade.client, trade.market.symbol);
    },
    f: () => turnFullScreen(document.querySelector<HTMLElement>('.chart')),
    '[': () => stepInterval(-1),
    ']': () => stepInterval(1),
    g: () => stepGrouping(trade),
    h: () => writeSetting(hideSetting, !readSetting(hideSetting)),
    'alt+arrowup': () => void stepFavourite(trade, -1).catch(() => {}),
    'alt+arrowdown': () => void stepFavourite(trade, 1).catch(() => {}),
  };
}

/** Listen to keys while the page is open. */
export function useShortcuts(options: { openPicker: () => void; openList?: () => void }): void {
  const trade = useTrade();
  const [isOn] = useSetting(shortcutsSetting);
  const newest = useRef({ trade, options });
  useEffect(() => {
    newest.current = { trade, options };
  });
  useEffect(() => {
    if (!isOn) return;
    const press = (event: KeyboardEvent) => {
      const { trade: now, options: doors } = newest.current;
      if (event.key === 'Enter' && event.ctrlKey) {
        document.querySelector<HTMLFormElement>('.form')?.requestSubmit();
        return;
      }
      if (event.ctrlKey && event.key === 'k') {
        event.preventDefault();
        doors.openPicker();
        return;
      }
      if (event.ctrlKey || event.metaKey) return;
      if (event.target instanceof Element && event.target.closest(typing) !== null) return;
      const marks = (event.altKey ? 'alt+' : '') + (event.shiftKey ? 'shift+' : '');
      const openList = () => window.dispatchEvent(new Event('isobath-shortcuts'));
      const run = makeTable(now, doors.openPicker, openList)[marks + event.key.toLowerCase()];
      if (run === undefined) return;
      event.preventDefault();
      run();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [isOn]);
}
