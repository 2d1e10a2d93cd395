// Two people trade with each other: what one does stands on the other's screen without a reload.
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { call, placeLimit, readOpenOrders } from '../fixture/exchange.ts';
import { waitForMenu } from '../fixture/menu.ts';
import { openList, openTrade, type Person, placeOrder, waitForLife } from '../fixture/person.ts';
import { meetTrader, setFixture } from '../fixture/fixture.ts';

// Nobody else trades here: whoever fills this order is the other person.
const fixture = setFixture({ ISOBATH_LIQUIDITY: 'off' });
let maker: Person;
let taker: Person;

beforeAll(async () => {
  maker = await meetTrader(fixture, 'maker');
  taker = await meetTrader(fixture, 'taker');
  for (const person of [maker, taker]) {
    await openTrade(person, fixture.server.address, 'btc_usdt');
  }
});

const emptyTape = (page: Page) => page.locator('.book-canvas-room').getByText('No trades yet');
const rateShown = /^0\.1000\s?%$/;

/** The opened fill says at which rate and level its fee was made; then it is closed. */
async function readFeeTerms({ page }: Person): Promise<void> {
  const detail = page.getByRole('dialog', { name: 'Buy BTC/USDT' });
  await detail.getByText('Fee rate').waitFor();
  await detail.getByText(rateShown).waitFor();
  await detail.getByText('VIP level').waitFor();
  await page.keyboard.press('Escape');
  await detail.waitFor({ state: 'detached' });
}

it('says what an empty book and an empty tape mean, until something stands there', async () => {
  const { page } = taker;
  await page.getByText('The order book is empty').waitFor();
  // The chart says it too, a little sooner or later.
  await emptyTape(page).waitFor();
  await page.getByRole('tab', { name: 'Depth' }).click();
  await page.getByText('No depth to show yet').waitFor();
  await page.getByRole('tab', { name: 'Chart' }).click();
});

it('book and market order count in one unit, whichever of them it is chosen at', async () => {
  const { page } = taker;
  const heads = page.locator('.desk-book .book-heads button');
  const unit = page.getByRole('combobox', { name: 'Unit of the size' });
  await page.locator('.form').getByRole('button', { name: 'Market', exact: true }).click();
  await expect.poll(() => unit.textContent()).toContain('BTC');
  await heads.first().click();
  await expect.poll(() => unit.textContent()).toContain('USDT');
  await unit.click();
  await page.getByRole('option', { name: 'BTC' }).click();
  await expect.poll(() => heads.first().textContent()).toBe('Size (BTC)');
  await page.locator('.form').getByRole('button', { name: 'Limit', exact: true }).click();
});

it('fills the order of one with the order of the other, live on both screens', async () => {
  const bottom = await openList(maker, 'Open orders');
  await placeOrder(maker, { side: 'Buy', kind: 'Limit', size: '0.01', price: '64000' });
  await bottom.getByText('BTC/USDT').waitFor();
  await taker.page.getByText('The order book is empty').waitFor({ state: 'detached' });

  await placeOrder(taker, { side: 'Sell', kind: 'Limit', size: '0.01', price: '64000' });
  await bottom.getByText('No open orders').waitFor();
  const made = await openList(maker, 'Fills');
  await made.getByText('Maker').waitFor();
  const taken = await openList(taker, 'Fills');
  await taken.getByText('Taker').waitFor();
  for (const list of [made, taken]) await list.getByText('64,000').first().waitFor();
  await emptyTape(taker.page).waitFor({ state: 'detached' });
  // Of a fill that has just come, which says it by itself, and of one that comes with the page.
  const requested: string[] = [];
  maker.page.on('request', (request) => requested.push(new URL(request.url()).pathname));
  await made.getByText('64,000').first().click();
  await readFeeTerms(maker);
  expect(requested).not.toContain('/hk-web/spot/fills');
  await maker.page.goto(`${fixture.server.address}/en_US/orderHome/coinTradeOrder?tab=fills`);
  const row = maker.page.getByRole('row', { name: /BTC\/USDT/ }).first();
  await row.getByText(rateShown).waitFor();
  await waitForLife(maker.page.getByRole('tab', { name: 'Fills' }));
  await row.getByText('64,000').click();
  await readFeeTerms(maker);
  await openTrade(maker, fixture.server.address, 'btc_usdt');

  expect(maker.complaints).toEqual([]);
  expect(taker.complaints).toEqual([]);
});

it('offers orders at a price of the axis and of a row of the book, by keys alone', async () => {
  const { page } = taker;
  await placeLimit(maker, 'buy', ['0.002', 63_000]);
  const numbers = page.locator('.form input[data-number]');
  const readPrice = async () => Number((await numbers.first().inputValue()).replaceAll(',', ''));
  const hasSize = () => numbers.nth(1).evaluate((field) => field.matches(':focus'));
  const chosen = page.getByRole('menuitem', { name: /limit$/ });
  const chooseFirst = async () => {
    await chosen.waitFor();
    await waitForMenu(page);
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    await expect.poll(hasSize).toBe(true);
  };
  const axis = page.getByRole('slider', { name: /^Price/ });
  await axis.focus();
  const readTicks = async () => Number(await axis.getAttribute('aria-valuenow'));
  await expect.poll(readTicks).toBeGreaterThan(1);
  const first = await readTicks();
  for (const key of ['ArrowDown', 'Shift+ArrowDown', 'PageDown']) await page.keyboard.press(key);
  const ticks = first - 11 - Math.round((first - 11) / 100);
  await expect.poll(readTicks).toBe(ticks);
  await page.keyboard.press('Enter');
  await chosen.waitFor();
  await waitForMenu(page);
  await page.keyboard.press('Escape');
  await expect.poll(() => axis.evaluate((element) => element.matches(':focus'))).toBe(true);
  await page.keyboard.press('Enter');
  await chooseFirst();
  expect((await readPrice()) / ticks).toBeCloseTo(64_000 / first, 12);

  await page.getByRole('button', { name: 'Order book of BTC/USDT as a table' }).press('Enter');
  const bids = page.getByRole('table', { name: 'Bids (BTC)' });
  await bids.getByRole('button', { name: 'Place an order at this price' }).press('Enter');
  await chooseFirst();
  await bids.waitFor({ state: 'detached' });
  expect(await readPrice()).toBe(63_000);
  await call(maker, '/hk-web/spot/order/cancelAll', {});
});

it('counts what buying and selling again leaves, and puts its price into the form', async () => {
  const { page } = maker;
  await page.getByRole('button', { name: 'Calculator' }).click();
  const dialog = page.getByRole('dialog', { name: 'Calculator' });
  const type = (name: string, text: string) =>
    dialog.getByRole('textbox', { name, exact: true }).fill(text);
  await type('Buy price', '64000');
  await type('Size', '0.01');
  await type('Sell price', '65000');
  const outcome = dialog.locator('.ui-receipt');
  // 0.01 less a thousandth are sold for 649.35; a thousandth of that is the second fee, 0.64935;
  // 8.70065 are left. Sums are shown in cents, below one in four figures: a gain rounded down, a
  // cost up.
  await outcome.getByText(/^\+8\.70/).waitFor();
  await outcome.getByText(/^0\.6494/).waitFor();
  await dialog.getByRole('radio', { name: 'Sell price' }).click();
  await type('Profit', '8.70065');
  await outcome.getByText('65,000').waitFor();
  await dialog.getByRole('button', { name: 'Use in order form' }).click();
  await dialog.waitFor({ state: 'detached' });
  const form = page.locator('form.form');
  await form.locator('button[data-variant=sell]').waitFor();
  const numbers = form.locator('input[data-number]');
  await expect.poll(() => numbers.first().inputValue()).toMatch(/^65,000(\.0+)?$/);
  await expect.poll(() => numbers.nth(1).inputValue()).toBe('0.01');
});

it('changes an order in its row: Escape leaves, a refusal keeps it, Enter sends', async () => {
  const bottom = await openList(maker, 'Open orders');
  const readOpen = () => readOpenOrders(maker);
  const { orderId } = await placeLimit(maker, 'buy', ['0.002', 63_000]);
  const press = (value: string) => bottom.getByRole('button', { name: value }).click();
  const price = bottom.getByRole('textbox', { name: 'Price', exact: true });
  await press('63,000');
  await price.fill('62000');
  await price.press('Escape');
  await price.waitFor({ state: 'detached' });
  await press('63,000');
  await price.fill('6000');
  await price.press('Enter');
  await maker.page.getByText('too far from the market price').first().waitFor();
  expect((await readOpen()).map((order) => order.orderId)).toEqual([orderId]);
  await price.fill('62000');
  await price.press('Enter');
  await expect.poll(async () => Number((await readOpen())[0]?.price)).toBe(62_000);
  const [moved] = await readOpen();
  await press('0.002');
  const size = bottom.getByRole('textbox', { name: 'Size', exact: true });
  await size.fill('0.001');
  await size.press('Enter');
  await expect.poll(async () => (await readOpen())[0]?.quantity).toMatch(/^0\.0010*$/);
  // Only the size got smaller: it is the same order, at its place.
  expect((await readOpen())[0]?.orderId).toBe(moved?.orderId);
  await call(maker, '/hk-web/spot/order/cancelAll', {});
});

it('places an order once, however often the same request comes', async () => {
  const place = () =>
    maker.page.evaluate(async () => {
      const answer = await fetch('/hk-web/spot/order/place', {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-requested-with': 'isobath',
          'idempotency-key': 'one wish',
        },
        body: JSON.stringify({
          symbol: 'btc_usdt',
          side: 'buy',
          type: 'limit',
          price: '30000',
          quantity: '0.01',
        }),
      });
      return (await answer.json()) as { code: number; data: { orderId: string } };
    });
  const first = await place();
  const again = await place();
  expect(first.code).toBe(200);
  expect(again).toEqual(first);
});
