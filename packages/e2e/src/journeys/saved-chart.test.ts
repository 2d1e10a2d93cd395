// What a person puts on a chart stays with its market and goes with the account to another browser;
// each step is undone and done again. Not orders on the chart (order-types.test.ts, chart.test.ts).
import type { SavedChart, MarketInfo } from '@isobath/wire';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { call } from '../fixture/exchange.ts';
import { chooseLine, closeIndicators, openIndicators, turnIndicator } from '../fixture/menu.ts';
import { openTrade, type Person } from '../fixture/person.ts';
import { meetTrader, shareFixture } from '../fixture/fixture.ts';

// Its markets have candles, the simulated past before the first trade with them.
const fixture = shareFixture('live');
let trader: Person;
let tradeIds: Readonly<Record<string, number>>;

/** The chart of a market as the account has it. */
const readAccount = (symbol: string) =>
  call<SavedChart | null>(trader, `/hk-web/market/chart?tradeId=${tradeIds[symbol]}`);
const readBoth = async (symbol: string) => {
  const kept = await readAccount(symbol);
  return [kept?.indicators, kept?.drawings.length];
};

/** Candles are there once they can be read out. */
const waitForCandles = (page: Page) =>
  page.locator('[role=slider][aria-valuetext*="Close: "]').waitFor();

beforeAll(async () => {
  trader = await meetTrader(fixture, 'trader');
  const markets = await call<MarketInfo[]>(trader, '/hk-web/market/symbols');
  tradeIds = Object.fromEntries(markets.map((market) => [market.symbol, market.tradeId]));
  await openTrade(trader, fixture.server.address, 'btc_usdt');
  await waitForCandles(trader.page);
}, 300_000);

it('keeps each change with the account, and takes it back by keys and buttons', async () => {
  const { page } = trader;
  await turnIndicator(page, 'BOLL');
  await expect.poll(() => readBoth('btc_usdt')).toEqual([['MA', 'VOL', 'BOLL'], 0]);
  await chooseLine(page, 'Draw', 'Horizontal line');
  const host = await page.locator('.chart-host').boundingBox();
  await page.mouse.click((host?.x ?? 0) + 300, (host?.y ?? 0) + 120);
  await expect.poll(() => readBoth('btc_usdt')).toEqual([['MA', 'VOL', 'BOLL'], 1]);
  await page.keyboard.press('Control+z');
  await expect.poll(() => readBoth('btc_usdt')).toEqual([['MA', 'VOL', 'BOLL'], 0]);
  const tools = page.locator('.chart-tools');
  await tools.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect.poll(() => readBoth('btc_usdt')).toEqual([['MA', 'VOL'], 0]);
  await page.keyboard.press('Control+Shift+z');
  await expect.poll(() => readBoth('btc_usdt')).toEqual([['MA', 'VOL', 'BOLL'], 0]);
  await tools.getByRole('button', { name: 'Redo', exact: true }).click();
  await expect.poll(() => readBoth('btc_usdt')).toEqual([['MA', 'VOL', 'BOLL'], 1]);
});

it('has it in another browser, on this market alone', async () => {
  const context = await fixture.browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addCookies(await trader.context.cookies());
  const other = { ...trader, context, page: await context.newPage() };
  const isOn = async (indicator: string) => {
    const list = await openIndicators(other.page);
    const line = list.getByRole('checkbox', { name: indicator, exact: true });
    const isChecked = await line.isChecked();
    await closeIndicators(other.page, list);
    return isChecked;
  };
  await openTrade(other, fixture.server.address, 'btc_usdt');
  await waitForCandles(other.page);
  await expect.poll(() => isOn('BOLL')).toBe(true);
  await chooseLine(other.page, 'Draw', 'Remove all drawings');
  await expect.poll(() => readBoth('btc_usdt')).toEqual([['MA', 'VOL', 'BOLL'], 0]);
  await openTrade(other, fixture.server.address, 'eth_usdt');
  await waitForCandles(other.page);
  expect(await isOn('BOLL')).toBe(false);
  expect(await readAccount('eth_usdt')).toBeNull();
  await context.close();
});
