// Several charts on a wide screen: how many, which market and interval each has, what stays of
// that, and what a person can take back when the window changes its width. Not what is drawn on a
// chart and kept with the account (saved-chart.test.ts).
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { chooseLine, turnIndicator } from '../fixture/menu.ts';
import { meetPerson, type Person, waitForLife } from '../fixture/person.ts';
import { shareFixture } from '../fixture/fixture.ts';

// Its markets have candles, the simulated past before the first trade with them.
const fixture = shareFixture('live');
let guest: Person;

const wide = { width: 1440, height: 900 };
const narrow = { width: 1024, height: 768 };

/** Names of the charts beside the first one. */
const sides = (page: Page) => page.locator('.charts > section.chart');
const readNames = (page: Page) =>
  sides(page).evaluateAll((found) => found.map((each) => each.getAttribute('aria-label')));
/** Charts whose candles are there, so that they can be read out. */
const countRead = (page: Page) => page.locator('[role=slider][aria-valuetext*="Close: "]').count();
/** Which share of each chart its candles have. */
const readShares = (page: Page) =>
  page.locator('.chart-host').evaluateAll((hosts) =>
    hosts.map((host) => {
      const heights = [...host.querySelectorAll('canvas')].map((each) => each.clientHeight);
      return Math.max(...heights) / host.clientHeight;
    }),
  );

beforeAll(async () => {
  guest = await meetPerson(fixture.browser, 'guest');
  await guest.page.setViewportSize(wide);
  await guest.page.goto(`${fixture.server.address}/en_US/trade/exchange/?tradeCode=btc_usdt`);
}, 300_000);

it('has one, two or four charts, each with its own interval', async () => {
  const { page } = guest;
  await expect.poll(() => countRead(page)).toBe(1);
  await chooseLine(page, 'Charts', 'Four charts');
  await expect.poll(() => countRead(page)).toBe(4);
  expect(await readNames(page)).toEqual(['BTC/USDT, 1h', 'BTC/USDT, 4h', 'BTC/USDT, 1d']);
  // Low charts give their candles most of their height, the first one too, which was high before.
  await expect.poll(async () => Math.min(...(await readShares(page)))).toBeGreaterThan(0.6);
  await chooseLine(page, 'Charts', 'Two charts');
  await expect.poll(() => countRead(page)).toBe(2);
  await sides(page).getByLabel('Interval').selectOption('5m');
  await expect.poll(() => readNames(page)).toEqual(['BTC/USDT, 5m']);
  // The first one keeps its own.
  const first = page.locator('.chart-intervals').getByRole('button', { pressed: true });
  await expect.poll(() => first.textContent()).toBe('15m');
});

it('shows another market beside, remembers it, and opens it', async () => {
  const { page } = guest;
  await sides(page).getByRole('button', { name: 'BTC/USDT' }).click();
  const list = page.locator('.ui-popover .picker');
  await list.getByRole('searchbox').fill('eth');
  await list.getByRole('button', { name: /^ETH\/USDT/ }).click();
  await expect.poll(() => readNames(page)).toEqual(['ETH/USDT, 5m']);
  await expect.poll(() => countRead(page)).toBe(2);
  // Each is read out with its own prices.
  const [one, two] = await page
    .getByRole('slider', { name: /^Candles/ })
    .evaluateAll((found) => found.map((each) => each.getAttribute('aria-valuetext')));
  expect(one).not.toBe(two);
  // An indicator belongs to the market whose chart it is.
  await turnIndicator(page, 'BOLL', sides(page));
  const kept = 'JSON.parse(localStorage.getItem("isobath.trade.charts"))';
  await expect.poll(() => page.evaluate(`Object.keys(${kept} ?? {})`)).toEqual(['eth_usdt']);
  await page.reload();
  await expect.poll(() => countRead(page)).toBe(2);
  expect(await readNames(page)).toEqual(['ETH/USDT, 5m']);
  const open = sides(page).getByRole('button', { name: 'Trade ETH/USDT' });
  await open.click();
  await page.waitForURL(/tradeCode=eth_usdt/);
  // The address changes before the page does; that market has no way to itself.
  await open.waitFor({ state: 'detached' });
  await expect.poll(() => countRead(page)).toBe(2);
});

it('has one chart where there is no width, and what can be undone stays', async () => {
  const { page } = guest;
  const undo = page.getByRole('button', { name: 'Undo', exact: true });
  await waitForLife(undo);
  await expect.poll(() => undo.isDisabled()).toBe(true);
  await turnIndicator(page, 'EMA');
  await expect.poll(() => undo.isEnabled()).toBe(true);
  await page.setViewportSize(narrow);
  await page.locator('main.small').waitFor();
  await expect.poll(() => countRead(page)).toBe(1);
  await expect.poll(() => undo.isEnabled()).toBe(true);
  await undo.click();
  const kept = 'JSON.parse(localStorage.getItem("isobath.trade.charts")).eth_usdt.indicators';
  await expect.poll(() => page.evaluate(kept)).not.toContain('EMA');
  await page.setViewportSize(wide);
  await expect.poll(() => countRead(page)).toBe(2);
});
