// What a person does on the chart itself. Nobody trades here but two people: each price is theirs.
// Not lines that are dragged and orders placed from the chart (order-types.test.ts).
import type { PriceAlert, SpotAssetRow } from '@isobath/wire';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { waitForStillness } from '../fixture/browser.ts';
import {
  call,
  placeLimit,
  readOpenOrders,
  readRoundPrice,
  tradeAround,
  tradeAt,
} from '../fixture/exchange.ts';
import { waitForMenu } from '../fixture/menu.ts';
import { openTrade, type Person } from '../fixture/person.ts';
import { meetTrader, setFixture } from '../fixture/fixture.ts';

// Nobody else has traded here: what a chart and a book show is this journey's own.
const fixture = setFixture({ ISOBATH_LIQUIDITY: 'off' });
let trader: Person;
let other: Person;
/** A round price near the market. */
let market: number;

beforeAll(async () => {
  trader = await meetTrader(fixture, 'trader');
  other = await meetTrader(fixture, 'other');
  market = await readRoundPrice(other);
  await openTrade(trader, fixture.server.address, 'btc_usdt');
}, 300_000);

it('says so still when the channel answers with no candles after the call', async () => {
  const page = await trader.context.newPage();
  const held: (() => void)[] = [];
  await page.routeWebSocket(/\/ws(\?|$)/, (socket) => {
    socket.connectToServer().onMessage((message) => {
      const send = () => socket.send(message);
      if (String(message).includes('"candle:')) held.push(send);
      else send();
    });
  });
  await page.goto(`${fixture.server.address}/en_US/trade/exchange/?tradeCode=btc_usdt`);
  const empty = page.locator('.chart-room').getByText('No trades yet');
  await empty.waitFor();
  await expect.poll(() => held.length).toBeGreaterThan(0);
  for (const send of held) send();
  for (let frames = 0; frames < 3; frames += 1) await waitForStillness(page);
  await expect.poll(() => empty.count()).toBe(1);
  await page.close();
});

it('says that nothing was traded, until something is', async () => {
  const { page } = trader;
  const empty = page.locator('.chart-room').getByText('No trades yet');
  await empty.waitFor();
  await tradeAround({ buyer: trader, seller: other }, market);
  await page.locator('[role=slider][aria-valuetext*="Close: "]').waitFor();
  await empty.waitFor({ state: 'detached' });
});

it('cancels one order by the menu of its mark, with the pointer and with keys', async () => {
  const { page } = trader;
  const near = market - 50;
  const far = market - 60;
  await placeLimit(trader, 'buy', ['0.002', near]);
  const { orderId } = await placeLimit(trader, 'buy', ['0.002', far]);
  const mark = (price: number) =>
    page.locator('.order-line-tag', { hasText: price.toLocaleString('en-US') });
  await mark(far).waitFor();
  // Lines that meet: neither mark lies on the other, and none on the candles.
  const boxes = await Promise.all([near, far].map((price) => mark(price).boundingBox()));
  const [one, two] = boxes.map((box) => box ?? { x: 0, y: 0, height: 0 });
  expect(Math.abs((one?.y ?? 0) - (two?.y ?? 0))).toBeGreaterThanOrEqual(one?.height ?? 0);
  const chart = await page.locator('.chart-host').boundingBox();
  const axisPx = 90;
  const endPx = (chart?.x ?? 0) + (chart?.width ?? 0);
  for (const box of boxes) expect(box?.x ?? 0).toBeGreaterThan(endPx - axisPx);
  await mark(near).click();
  await page.getByRole('menuitem', { name: 'Cancel order', exact: true }).click();
  await mark(near).waitFor({ state: 'detached' });
  // The line follows the exchange at once, the tables a moment later.
  const readLeft = async () => (await readOpenOrders(trader)).map((order) => order.orderId);
  await expect.poll(readLeft).toEqual([orderId]);
  await mark(far).press('Enter');
  await page.getByRole('menuitem', { name: 'Cancel order', exact: true }).waitFor();
  await waitForMenu(page);
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await mark(far).waitFor({ state: 'detached' });
  await expect.poll(readLeft).toEqual([]);
});

const readAlerts = () => call<PriceAlert[]>(trader, '/hk-web/inmail/priceAlert');

/** Set an alert by a right click on the chart; @returns its price. */
async function setAlert(page: Page, atPx: number): Promise<number> {
  const before = await readAlerts();
  await page.locator('.chart-room').click({ button: 'right', position: { x: 200, y: atPx } });
  await page.getByRole('menuitem', { name: 'Price alert' }).click();
  await expect.poll(async () => (await readAlerts()).length).toBe(before.length + 1);
  // A notice under the pointer stays, and covers the bar of the chart.
  await page.mouse.move(5, 5);
  await expect.poll(() => page.locator('.ui-toast').count()).toBe(0);
  const [newest] = await readAlerts();
  return Number(newest?.alertValue);
}

const bells = (page: Page) => page.locator('.level-bell');

it('shows an alert at its price until it is taken away or the price has come', async () => {
  const { page } = trader;
  const first = await setAlert(page, 120);
  await expect.poll(() => bells(page).count()).toBe(1);
  await page.getByRole('button', { name: `Alert at ${first.toLocaleString('en-US')}` }).click();
  await page.getByRole('menuitem', { name: 'Remove alert' }).click();
  await expect.poll(() => bells(page).count()).toBe(0);
  await expect.poll(readAlerts).toEqual([]);
  const second = await setAlert(page, 120);
  await expect.poll(() => bells(page).count()).toBe(1);
  await tradeAt({ buyer: other, seller: trader }, second);
  // It has told what it was set for.
  await expect.poll(() => bells(page).count()).toBe(0);
});

it('shows what the coin cost on average, and each layer only while it is wanted', async () => {
  const { page } = trader;
  const { rows } = await call<{ rows: SpotAssetRow[] }>(trader, '/hk-web/assets/spot');
  const average = Number(rows.find(({ asset }) => asset.toLowerCase() === 'btc')?.averageUsdt);
  expect(average).toBeGreaterThan(0);
  const cost = page.locator('.level[data-kind=cost]');
  await expect.poll(() => cost.innerText()).toContain(Math.floor(average).toLocaleString('en-US'));
  await placeLimit(trader, 'buy', ['0.002', market - 50]);
  await setAlert(page, 160);
  const layers = {
    'My orders': page.locator('.order-line'),
    'Average cost': cost,
    'My alerts': bells(page),
  };
  for (const [name, layer] of Object.entries(layers)) {
    await expect.poll(() => layer.count()).toBe(1);
    for (const count of [0, 1]) {
      await page.getByRole('button', { name: 'Chart type and layers' }).click();
      await waitForStillness(page);
      await page.getByRole('menuitemcheckbox', { name }).click();
      await page.keyboard.press('Escape');
      await page.getByRole('menu').waitFor({ state: 'detached' });
      await expect.poll(() => layer.count()).toBe(count);
    }
  }
});

it('shows the order of the form at its price, and takes the form along', async () => {
  const { page } = trader;
  const draft = page.getByRole('slider', { name: /^Draft order/ });
  const price = page.locator('.form').getByRole('textbox', { name: 'Price', exact: true });
  const size = page.locator('.form').getByRole('textbox', { name: 'Size', exact: true });
  const readPrice = async () => Number((await price.inputValue()).replaceAll(',', ''));
  await price.fill(String(market));
  expect(await draft.count()).toBe(0);
  await size.fill('0.002');
  await draft.press('ArrowDown');
  await expect.poll(readPrice).toBeCloseTo(market - 0.01, 6);
  await draft.hover();
  await page.mouse.down();
  const box = await draft.boundingBox();
  await page.mouse.move((box?.x ?? 0) + 20, (box?.y ?? 0) + 60, { steps: 5 });
  await page.mouse.up();
  await expect.poll(readPrice).toBeLessThan(market - 1);
  const drawn = await readPrice();
  const readReported = async () =>
    Number(((await draft.getAttribute('aria-valuetext')) ?? '').replaceAll(',', ''));
  await expect.poll(readReported).toBe(drawn);
  // Let go, it stays.
  await page.mouse.move(5, 5);
  expect(await readPrice()).toBe(drawn);
  await size.fill('');
  await expect.poll(() => draft.count()).toBe(0);
});
