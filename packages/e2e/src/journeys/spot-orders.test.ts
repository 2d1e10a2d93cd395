// The page of spot orders: conditional orders until their price is reached, changes in the row,
// the life of an order as it goes on, placing one again, filters that stay in the address. Nobody
// trades here but the two people, so each price is one that they made.
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { findBarriers, holdAnswers, isTooWide, waitForStillness } from '../fixture/browser.ts';
import {
  call,
  placeLimit,
  readOpenOrders,
  readRoundPrice,
  tradeAt as tradeBetween,
} from '../fixture/exchange.ts';
import { openTrade, type Person, waitForLife } from '../fixture/person.ts';
import { meetTrader, setFixture } from '../fixture/fixture.ts';

const pagePath = '/en_US/orderHome/coinTradeOrder';

// Nobody else has traded here: what a chart and a book show is this journey's own.
const fixture = setFixture({ ISOBATH_LIQUIDITY: 'off' });
let trader: Person;
let other: Person;
/** A round price near the market; every other price of this journey stands beside it. */
let market: number;

const rows = () => trader.page.locator('.records-page .ui-table-body .ui-table-row');
const say = (price: number) => price.toLocaleString('en-US');
const tab = (name: string) => trader.page.getByRole('tab', { name, exact: true });

const readOpen = () => readOpenOrders(trader);

/** Open the page and wait until it hears what happens. */
async function openPage(search = ''): Promise<void> {
  await trader.page.goto(`${fixture.server.address}${pagePath}${search}`);
  await waitForLife(tab('Open'));
}

function placeStop(price: number): Promise<{ orderId: string }> {
  const terms = { type: 'stop_limit', stopPrice: String(price), price: String(price - 50) };
  const body = { symbol: 'btc_usdt', side: 'sell', quantity: '0.002', ...terms };
  return call(trader, '/hk-web/spot/order/place', body);
}

/** A trade between the two at a price, so that it is the last one. */
const tradeAt = (price: number) => tradeBetween({ buyer: trader, seller: other }, price);

beforeAll(async () => {
  trader = await meetTrader(fixture, 'trader');
  other = await meetTrader(fixture, 'other');
  market = await readRoundPrice(other);
  await tradeAt(market);
}, 300_000);

beforeEach(async () => {
  for (const person of [trader, other]) await call(person, '/hk-web/spot/order/cancelAll', {});
  await expect.poll(readOpen).toEqual([]);
});

it('lists conditional orders by themselves, until their price is reached', async () => {
  const { page } = trader;
  await tradeAt(market);
  await openPage('?tab=conditional');
  await page.getByText('No conditional orders').waitFor();
  await placeLimit(trader, 'buy', ['0.001', market - 500]);
  await placeStop(market - 100);
  await rows()
    .getByText(say(market - 100))
    .waitFor();
  await expect.poll(() => rows().count()).toBe(1);
  await rows().getByRole('cell', { name: 'Waiting for the trigger price', exact: true }).waitFor();
  // The price falls to the trigger: the order leaves the list and stands in the book.
  await placeLimit(other, 'buy', ['0.001', market - 100]);
  await placeLimit(other, 'buy', ['0.001', market - 140]);
  await placeLimit(trader, 'sell', ['0.001', market - 100]);
  await page.getByText('No conditional orders').waitFor();
  await tab('Open').click();
  await rows().getByRole('cell', { name: 'Partially filled', exact: true }).waitFor();
});

it('changes price and size in the row', async () => {
  const { orderId } = await placeLimit(trader, 'buy', ['0.003', market - 400]);
  await openPage();
  const price = rows().getByRole('button', { name: say(market - 400) });
  await price.click();
  const field = rows().getByRole('textbox', { name: 'Price' });
  await field.fill(String(market - 450));
  await field.press('Enter');
  await rows()
    .getByRole('button', { name: say(market - 450) })
    .waitFor();
  // The row is told of it at once, the list is written a moment later.
  await expect.poll(async () => Number((await readOpen())[0]?.price)).toBe(market - 450);
  const [moved] = await readOpen();
  expect(moved?.orderId).not.toBe(orderId);
  await rows()
    .getByRole('button', { name: /^0\.003/ })
    .click();
  const size = rows().getByRole('textbox', { name: 'Size' });
  await size.fill('0.001');
  await size.press('Enter');
  await rows()
    .getByRole('button', { name: /^0\.001/ })
    .waitFor();
  // A smaller size keeps the order and its place.
  await expect.poll(async () => Number((await readOpen())[0]?.quantity)).toBe(0.001);
  expect((await readOpen())[0]?.orderId).toBe(moved?.orderId);
});

it('tells the life of an order, and goes on telling it while it is open', async () => {
  const { page } = trader;
  await placeLimit(trader, 'buy', ['0.004', market - 300]);
  await openPage();
  await placeLimit(other, 'sell', ['0.001', market - 300]);
  await rows().getByRole('cell', { name: 'Partially filled', exact: true }).waitFor();
  await rows()
    .getByRole('cell', { name: /25\s%$/ })
    .waitFor();
  await rows().getByText('BTC/USDT').click();
  const drawer = page.getByRole('dialog', { name: 'Buy BTC/USDT' });
  const life = drawer.getByRole('list', { name: 'Order events' });
  const lines = () => life.getByRole('listitem').allInnerTexts();
  const names = async () => (await lines()).map((text) => text.split('\n')[0]);
  await expect.poll(names).toEqual(['Placed', 'Fill', 'Partially filled']);
  await drawer.getByRole('img', { name: /^Order events: Partially filled, 25\s%$/ }).waitFor();
  await waitForStillness(page);
  expect(await findBarriers(page, '[role=dialog]')).toEqual([]);
  // Nothing is loaded anew: the rest of it comes over the private channel.
  await placeLimit(other, 'sell', ['0.003', market - 300]);
  await expect.poll(names).toEqual(['Placed', 'Fill', 'Fill', 'Filled']);
  await drawer.getByRole('img', { name: /^Order events: Filled, 100\s%$/ }).waitFor();
  await drawer.getByRole('link', { name: 'Place again' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByText('No open orders').waitFor();
});

it('fills the form with the terms of a past order, to place it again', async () => {
  const { page } = trader;
  const { orderId } = await placeLimit(trader, 'buy', ['0.002', market - 700]);
  await call(trader, '/hk-web/spot/order/cancel', { orderId });
  await openPage('?tab=history&status=CANCELED');
  await rows()
    .filter({ hasText: say(market - 700) })
    .getByRole('link', { name: 'Place again' })
    .click();
  const form = page.locator('form.form');
  const value = (name: string) => form.getByRole('textbox', { name, exact: true }).inputValue();
  await expect
    .poll(async () => Number((await value('Price')).replaceAll(',', '')))
    .toBe(market - 700);
  expect(await value('Size')).toBe('0.002');
  // Loaded again, the page does not undo what is typed from here on.
  await expect.poll(() => page.url()).not.toContain('again=');
  await form.locator('button[data-variant=buy]').click();
  await expect.poll(async () => (await readOpen()).map((order) => order.quantity)).toHaveLength(1);
  const [placed] = await readOpen();
  expect([Number(placed?.price), Number(placed?.quantity)]).toEqual([market - 700, 0.002]);
  expect(placed?.orderId).not.toBe(orderId);
});

it('keeps list, filters and sorting in the address', async () => {
  const { page } = trader;
  await tradeAt(market);
  await placeStop(market - 200);
  await placeLimit(trader, 'sell', ['0.001', market + 400]);
  await placeLimit(trader, 'sell', ['0.001', market + 600]);
  await placeLimit(trader, 'buy', ['0.001', market - 600]);
  await openPage();
  await expect.poll(() => rows().count()).toBe(4);
  // The second press comes before the rows of the first: both count.
  const letGo = await holdAnswers(page, '**/coinTradeOrder.data**');
  await page.getByRole('radio', { name: 'Sell', exact: true }).click();
  await expect
    .poll(() => page.getByRole('radio', { name: 'Sell', exact: true }).isChecked())
    .toBe(true);
  await page.getByRole('combobox', { name: 'Type', exact: true }).click();
  await page.locator('[role=option]', { hasText: /^Limit$/ }).click();
  await letGo();
  await expect.poll(() => rows().count()).toBe(2);
  await page.getByRole('columnheader', { name: 'Price' }).getByRole('button').click();
  await expect
    .poll(() => new URL(page.url()).searchParams.toString())
    .toBe('side=sell&type=limit&sort=price.down');
  await page.reload();
  await waitForLife(tab('Open'));
  await expect.poll(() => rows().count()).toBe(2);
  await rows()
    .first()
    .getByText(say(market + 600))
    .waitFor();
  // What is cancelled is what is shown.
  await page.getByRole('button', { name: 'Cancel 2 orders' }).click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Cancel 2 orders' }).click();
  await page.getByText('No matching rows').waitFor();
  await expect.poll(async () => (await readOpen()).length).toBe(2);
  await page.getByRole('button', { name: /Limit$/ }).click();
  await rows().getByRole('cell', { name: 'Stop limit', exact: true }).waitFor();
});

it('has its filters in a sheet on a phone, with the number of what they let through', async () => {
  const { page } = trader;
  await page.setViewportSize({ width: 390, height: 844 });
  await placeLimit(trader, 'buy', ['0.001', market - 600]);
  await placeLimit(trader, 'buy', ['0.001', market - 700]);
  await placeLimit(trader, 'sell', ['0.001', market + 600]);
  await openPage();
  await expect.poll(() => rows().count()).toBe(3);
  await page.getByRole('button', { name: 'Filters' }).click();
  const sheet = page.getByRole('dialog', { name: 'Filters' });
  await sheet.getByRole('radio', { name: 'Buy', exact: true }).click();
  await sheet.getByRole('button', { name: 'Show 2' }).waitFor();
  await waitForStillness(page);
  expect(await findBarriers(page, '[role=dialog]')).toEqual([]);
  await sheet.getByRole('button', { name: 'Show 2' }).click();
  await sheet.waitFor({ state: 'detached' });
  await expect.poll(() => rows().count()).toBe(2);
  expect(await isTooWide(page)).toBe(false);
  expect(await findBarriers(page)).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
});

/** Choose a line of the menu of the trade page. */
async function choose(line: string): Promise<void> {
  const { page } = trader;
  await page.getByRole('button', { name: 'Layout, display and shortcuts' }).click();
  const found = page.getByRole('menu').getByText(line, { exact: true });
  await waitForStillness(page);
  await found.click();
  await page.keyboard.press('Escape');
  await page.getByRole('menu').waitFor({ state: 'detached' });
}

it('hands the layout of the panels on by a link, which one press takes back', async () => {
  const { page, context } = trader;
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openTrade(trader, fixture.server.address, 'btc_usdt');
  const folded = page.locator('.desk-folded');
  const formX = async () => (await page.locator('.desk-form').boundingBox())?.x;
  await choose('Large chart');
  await folded.waitFor();
  await choose('Mirror panels');
  await choose('Copy link to this layout');
  await page.getByText('Link copied').waitFor();
  await choose('Reset layout');
  await folded.waitFor({ state: 'detached' });
  const link = await page.evaluate<string>('navigator.clipboard.readText()');
  // It comes before the last picture of the page is there, and goes by itself: looked for from the
  // first moment on, and kept by the pointer.
  await page.goto(link, { waitUntil: 'commit' });
  const news = page.locator('.ui-toast', { hasText: 'Layout from the link applied' });
  await news.hover();
  await folded.waitFor();
  await expect.poll(formX).toBe(0);
  expect(page.url()).toMatch(/tradeCode=btc_usdt$/);
  await news.getByRole('button', { name: 'Undo' }).click();
  await folded.waitFor({ state: 'detached' });
  await expect.poll(formX).toBeGreaterThan(900);
});

it('sets an alert at the price of a row of the book', async () => {
  const { page } = trader;
  await placeLimit(other, 'buy', ['0.001', market - 300]);
  await openTrade(trader, fixture.server.address, 'btc_usdt');
  const book = await page.locator('.desk-book canvas').first().boundingBox();
  const right = (book?.x ?? 0) + 80;
  // The best bid stands below the waterline, which halves the book.
  const down = (book?.y ?? 0) + (book?.height ?? 0) / 2 + 26;
  const line = page.getByRole('menuitem', { name: 'Price alert' });
  const open = async () => {
    await page.mouse.click(right, down, { button: 'right' });
    return line.count();
  };
  await expect.poll(open).toBe(1);
  await page
    .getByRole('menu')
    .getByText(say(market - 300))
    .waitFor();
  await waitForStillness(page);
  await line.click();
  await page.locator('.ui-toast', { hasText: 'Alert set at' }).waitFor();
  const alerts = await call<{ alertValue: string }[]>(trader, '/hk-web/inmail/priceAlert');
  expect(alerts.map(({ alertValue }) => Number(alertValue))).toEqual([market - 300]);
});

it('buys at market from the bar of quick orders, by one press when armed', async () => {
  const { page } = trader;
  await openTrade(trader, fixture.server.address, 'btc_usdt');
  await choose('Quick order');
  const bar = page.getByRole('region', { name: 'Quick order' });
  const buy = bar.getByRole('button', { name: 'Buy BTC' });
  await buy.click();
  await page.locator('.ui-toast', { hasText: 'Enter a size' }).waitFor();
  const size = bar.getByRole('textbox', { name: 'Size' });
  await size.fill('0.001');
  await placeLimit(other, 'sell', ['0.002', market + 100]);
  const question = page.getByRole('alertdialog', { name: 'Buy BTC: Market' });
  const ask = async () => {
    // Until the seller is in the book, a press says that nobody stands there. The question of the
    // press before may come meanwhile: then it lies over the button.
    if ((await question.count()) === 0) await buy.click({ timeout: 5_000 }).catch(() => {});
    return question.count();
  };
  await expect.poll(ask).toBe(1);
  await question.getByRole('button', { name: 'Back' }).click();
  await question.waitFor({ state: 'detached' });
  await bar.getByRole('switch', { name: /^Hotkey trading/ }).click();
  expect(await findBarriers(page, '.quick')).toEqual([]);
  await buy.click();
  await page.locator('.ui-toast', { hasText: 'Bought 0.00100 BTC/USDT' }).waitFor();
  await openTrade(trader, fixture.server.address, 'btc_usdt');
  await expect.poll(() => size.inputValue()).toBe('0.001');
  await expect.poll(() => bar.getByRole('switch').isChecked()).toBe(false);
  await choose('Quick order');
  await bar.waitFor({ state: 'detached' });
});

it('heard no complaint from the page', async () => {
  await openTrade(trader, fixture.server.address, 'btc_usdt');
  expect(trader.complaints).toEqual([]);
});
