// Every kind of order through the form, and what the engine makes of it: iceberg, trailing stop,
// lists, lines dragged and placed on the chart, keys, the dead-man switch, a close-out, an auction.
// Nobody trades here but the two people, so each price is one that they made.
import type { OrderRow } from '@isobath/wire';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { hearAuction, holdNews } from '../fixture/auction.ts';
import { armDeadMan, holdLongWaits, noteCountdown } from '../fixture/dead-man.ts';
import {
  call,
  operate,
  placeLimit,
  readOpenOrders,
  readRoundPrice,
  tradeAround,
  tradeAt as tradeBetween,
} from '../fixture/exchange.ts';
import { dragLineBelow } from '../fixture/order-line.ts';
import { openList, openTrade, type Person, waitForKeys, waitForLife } from '../fixture/person.ts';
import { meetTrader, setFixture } from '../fixture/fixture.ts';

// Nobody else has traded here: what a chart and a book show is this journey's own.
const fixture = setFixture({ ISOBATH_LIQUIDITY: 'off' });
let trader: Person;
let other: Person;
/** A round price near the market; every other price of this journey stands beside it. */
let market: number;

const form = () => trader.page.locator('form.form');
const rows = () => trader.page.locator('.bottom .ui-table-body .ui-table-row');
const say = (price: number) => price.toLocaleString('en-US');
const readOpen = () => readOpenOrders(trader);

/** What is free or held of a coin, in whole coins. */
async function readBalance(asset: string, part: 'available' | 'held'): Promise<number> {
  type Row = { asset: string; available: string; held: string };
  const { rows: found } = await call<{ rows: Row[] }>(trader, '/hk-web/spot/balances');
  return Number(found.find((row) => row.asset.toUpperCase() === asset)?.[part] ?? 0);
}

/** A trade between the two at a price, so that it is the last one. */
const tradeAt = (price: number) => tradeBetween({ buyer: trader, seller: other }, price);

async function chooseKind(kind: string): Promise<void> {
  await form().locator('.form-kind select').selectOption(kind);
}

async function fill(fields: Readonly<Record<string, string | number>>): Promise<void> {
  for (const [name, value] of Object.entries(fields)) {
    await form().getByRole('textbox', { name, exact: true }).fill(String(value));
  }
}

/** Press the button and say yes to the receipt. */
async function send(side: 'buy' | 'sell'): Promise<void> {
  await form().locator(`button[data-variant=${side}]`).click();
  const receipt = trader.page.getByRole('alertdialog');
  await receipt.getByText('You receive').waitFor();
  await receipt.locator(`button[data-variant=${side}]`).click();
}

async function chooseSide(name: 'Buy' | 'Sell'): Promise<void> {
  await form().getByRole('radio', { name, exact: true }).click();
}

beforeAll(async () => {
  trader = await meetTrader(fixture, 'trader');
  other = await meetTrader(fixture, 'other');
  for (const person of [trader, other]) await openTrade(person, fixture.server.address, 'btc_usdt');
  market = await readRoundPrice(other);
  await tradeAround({ buyer: trader, seller: other }, market);
  await openList(trader, 'Open orders');
}, 300_000);

beforeEach(async () => {
  for (const person of [trader, other]) await call(person, '/hk-web/spot/order/cancelAll', {});
  await expect.poll(readOpen).toEqual([]);
});

it('shows the book only the visible part of an iceberg, again after it was taken', async () => {
  await form().getByText('More options').click();
  await form().getByRole('button', { name: 'Limit', exact: true }).click();
  await chooseSide('Buy');
  await fill({ Price: market - 200, Size: '0.01', 'Visible size (iceberg)': '0.002' });
  const bound = form().getByText('You pay at most').locator('xpath=following-sibling::dd');
  const said = Number((await bound.innerText()).replaceAll(/[^\d.]/g, ''));
  await form().locator('button[data-variant=buy]').click();
  await rows()
    .getByText(say(market - 200))
    .waitFor();
  const readBid = async () => {
    const path = '/hk-web/v3/fullDepth?tradeId=';
    const infos = await call<{ symbol: string; tradeId: number }[]>(
      other,
      '/hk-web/market/symbols',
    );
    const id = infos.find((info) => info.symbol === 'btc_usdt')?.tradeId;
    const depth = await call<{ bids: [string, string][] }>(other, `${path}${id}&limit=5`);
    return depth.bids.map(([price, size]) => [Number(price), Number(size)]);
  };
  await expect.poll(readBid).toEqual([[market - 200, 0.002]]);
  expect(await readBalance('USDT', 'held')).toBe(said);
  await placeLimit(other, 'sell', ['0.002', market - 200]);
  await expect.poll(async () => (await readOpen())[0]?.executedQuantity).toMatch(/^0\.0020*$/);
  await expect.poll(readBid).toEqual([[market - 200, 0.002]]);
  await rows().getByText('20 %').waitFor();
});

it('asks before a large limit order, until the settings say otherwise', async () => {
  const { page, context } = trader;
  const left = await form().locator('.form-available-value').innerText();
  const total = Math.floor(Number(left.replaceAll(/[^\d.]/g, '')) * 0.9);
  await fill({ 'Visible size (iceberg)': '', Price: market - 200, Total: total });
  await form().locator('button[data-variant=buy]').click();
  const question = page.getByRole('alertdialog');
  await question.getByText('worth more than 25% of your BTC and USDT').waitFor();
  await question.getByRole('button', { name: 'Back' }).click();
  const settings = await context.newPage();
  await settings.goto(`${fixture.server.address}/en_US/user/personSetting`);
  const shares = settings.getByRole('radiogroup', { name: /^Large orders/ });
  const never = shares.getByRole('radio', { name: 'Never' });
  await waitForLife(never);
  await never.click();
  await page.locator('.foot').getByText('No confirmation of large orders').waitFor();
  await settings.close();
  await form().locator('button[data-variant=buy]').click();
  await expect.poll(async () => (await readOpen()).length).toBe(1);
});

it('lets a trailing stop follow the price and never go back', async () => {
  await tradeAt(market);
  await chooseSide('Sell');
  await chooseKind('trailing_stop');
  await fill({ 'Trailing delta': '1', Size: '0.002' });
  await send('sell');
  await rows()
    .getByText(say(Math.ceil(market * 0.99)))
    .first()
    .waitFor();
  await tradeAt(market + 1000);
  await rows()
    .getByText(say(Math.ceil((market + 1000) * 0.99)))
    .first()
    .waitFor();
  await tradeAt(market + 500);
  expect((await readOpen())[0]?.stopPrice).toContain(String(Math.ceil((market + 1000) * 0.99)));
  await placeLimit(other, 'buy', ['0.01', market + 100]);
  await placeLimit(other, 'buy', ['0.001', market]);
  await tradeAt(market + 101);
  // The price fell to the trigger: it sold to the best bid.
  await expect.poll(async () => (await readOpen()).length).toBe(0);
});

it('ends one leg of an OCO when the other one fills', async () => {
  await tradeAt(market);
  await chooseSide('Sell');
  await chooseKind('oco');
  await fill({ Price: market + 300, Size: '0.002', 'Trigger price': market - 300 });
  await form().locator('button[data-variant=sell]').click();
  const legs = trader.page.getByRole('list', { name: 'Orders in this list' });
  await expect.poll(() => legs.getByRole('listitem').count()).toBe(2);
  await trader.page.locator('[role=alertdialog] button[data-variant=sell]').click();
  await expect.poll(() => rows().count()).toBe(2);
  await placeLimit(other, 'buy', ['0.002', market + 300]);
  await trader.page.getByText('No open orders').waitFor();
});

const followers: [string, Record<string, number | string>][] = [
  ['Limit', { 'Target price': 500 }],
  ['Market', {}],
  ['Stop limit', { 'Trigger price': -900, 'Target price': -1000 }],
  ['Stop market', { 'Trigger price': -900 }],
  ['Take-profit limit', { 'Trigger price': 400, 'Target price': 390 }],
  ['Take-profit market', { 'Trigger price': 400 }],
  ['Trailing stop', { 'Trailing delta': '2' }],
];

it.each(followers)('takes an OTO whose follower is: %s', async (name, fields) => {
  await tradeAt(market);
  await chooseSide('Buy');
  await chooseKind('oto');
  await form().getByRole('combobox', { name: 'Pending order', exact: true }).click();
  await trader.page.locator('[role=option]', { hasText: new RegExp(`^${name}$`) }).click();
  const prices = Object.entries(fields).map(([field, value]) => [
    field,
    typeof value === 'number' ? market + value : value,
  ]);
  await fill({ Price: market - 500, Size: '0.002', ...Object.fromEntries(prices) });
  await send('buy');
  await expect.poll(() => rows().count()).toBe(2);
  const readWaiting = async () => {
    const waiting = (await readOpen()).find((order) => order.status === 'PENDING_NEW');
    return [waiting?.side, waiting?.type];
  };
  const type = name.toLowerCase().replace(/[ -]/g, '_');
  await expect.poll(readWaiting).toEqual(['sell', type]);
  if (name === 'Limit') await rows().getByText('Pending').first().waitFor();
  // The first one fills: what follows lives, or has taken what there was.
  await placeLimit(other, 'buy', ['0.005', market - 600]);
  await placeLimit(other, 'sell', ['0.002', market - 500]);
  const left = name === 'Market' ? 0 : 1;
  await expect.poll(async () => (await readOpen()).length).toBe(left);
  if (left === 1) expect((await readOpen())[0]?.status).toBe('NEW');
});

it('brings target and stop of an OTOCO to life with its entry', async () => {
  await tradeAt(market);
  await chooseSide('Buy');
  await chooseKind('otoco');
  const fields = { 'Target price': market + 500, 'Trigger price': market - 900 };
  await fill({ Price: market - 400, Size: '0.002', ...fields });
  await send('buy');
  await expect.poll(() => rows().count()).toBe(3);
  await placeLimit(other, 'sell', ['0.002', market - 400]);
  await expect
    .poll(async () => (await readOpen()).map((order) => order.side))
    .toEqual(['sell', 'sell']);
});

it('moves an order by its line, says what it costs the queue, and takes it back', async () => {
  await tradeAt(market);
  const { orderId } = await placeLimit(trader, 'buy', ['0.002', market - 50]);
  const reported = await dragLineBelow(trader.page, market - 50);
  await trader.page.getByText('Order moved').waitFor();
  // Another price means another order, at the end of its queue; the size is the same.
  const isAnother = async () => ![undefined, orderId].includes((await readOpen())[0]?.orderId);
  await expect.poll(isAnother).toBe(true);
  const [moved] = await readOpen();
  expect(Number(moved?.price)).toBe(reported);
  expect(moved?.quantity).toMatch(/^0\.0020*$/);
  const toasts = trader.page.getByRole('region', { name: 'Notifications' });
  await toasts.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect.poll(async () => Number((await readOpen())[0]?.price)).toBe(market - 50);
});

it('keeps the place in the queue when only the size gets smaller', async () => {
  const { orderId } = await placeLimit(trader, 'buy', ['0.002', market - 50]);
  await trader.page.getByRole('button', { name: 'Edit order' }).click();
  const dialog = trader.page.getByRole('dialog', { name: /^Edit order/ });
  await dialog.getByRole('textbox', { name: 'Size' }).fill('0.001');
  await dialog.getByText("keeps the order's queue priority").waitFor();
  await dialog.getByRole('button', { name: 'Reduce size' }).click();
  await expect.poll(async () => (await readOpen())[0]?.quantity).toMatch(/^0\.0010*$/);
  expect((await readOpen())[0]?.orderId).toBe(orderId);
});

it('fills the form from a right click on the chart, and sends from it when armed', async () => {
  await tradeAt(market);
  const { page } = trader;
  const box = await page.locator('.chart-room').boundingBox();
  const at = { x: (box?.x ?? 0) + 200, y: (box?.y ?? 0) + (box?.height ?? 0) * 0.6 };
  await page.mouse.move(at.x, at.y);
  await page.mouse.click(at.x, at.y, { button: 'right' });
  await page.getByRole('menuitem', { name: /limit$/ }).click();
  const price = form().getByRole('textbox', { name: 'Price', exact: true });
  const first = Number((await price.inputValue()).replaceAll(',', ''));
  expect(Math.abs(first - market)).toBeLessThan(market * 0.2);
  await fill({ Size: '0.002', Price: market - 100 });

  await page.locator('.chart-host').click({ position: { x: 300, y: 20 } });
  await page.keyboard.press('x');
  await page.getByText('Hotkey trading is off').waitFor();
  await page.keyboard.press('a');
  await page.getByText('Hotkey trading on: no confirmation').waitFor();
  await page.mouse.click(at.x, at.y, { button: 'right' });
  await page.getByRole('menuitem', { name: /limit$/ }).click();
  await expect.poll(async () => (await readOpen()).length).toBe(1);
  await page.keyboard.press('Escape');
  await page.locator('.chart-host').click({ position: { x: 300, y: 20 } });
  await page.keyboard.press('x');
  await expect.poll(async () => (await readOpen()).length).toBe(0);
  await page.keyboard.press('a');
  await page.getByText('Hotkey trading on: no confirmation').waitFor({ state: 'detached' });
});

it('lets a key be chosen, and remembers it', async () => {
  const { page } = trader;
  await page.keyboard.press('?');
  await page.getByRole('button', { name: 'Change shortcut: Sell', exact: true }).click();
  await page.keyboard.press('z');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor({ state: 'detached' });
  await openTrade(trader, fixture.server.address, 'btc_usdt');
  await waitForKeys(page);
  await page.keyboard.press('z');
  await form().locator('button[data-variant=sell]').waitFor();
  await page.keyboard.press('b');
  await form().locator('button[data-variant=buy]').waitFor();
});

it('cancels everything when the dead-man switch runs out', async () => {
  const { page } = trader;
  await placeLimit(trader, 'buy', ['0.002', market - 300]);
  await page.evaluate(noteCountdown);
  await armDeadMan(page, 3);
  const path = '/hk-web/spot/orders/history';
  const readLast = async () => {
    const [last] = (await call<{ rows: OrderRow[] }>(trader, path)).rows;
    return [last?.status, last?.closeReason];
  };
  await expect.poll(readLast).toEqual(['CANCELED', 'deadMan']);
  await expect.poll(() => page.evaluate('window.hasCountedDown')).toBe(true);
  await page.getByText('No open orders').waitFor();
});

it('puts the dead-man switch off while the page is open, until it is disarmed', async () => {
  // A page whose long waits end when the test says so.
  const page = await trader.context.newPage();
  await page.addInitScript(holdLongWaits);
  await openTrade({ ...trader, page }, fixture.server.address, 'btc_usdt');
  await placeLimit(trader, 'buy', ['0.002', market - 300]);
  await armDeadMan(page, 600);
  const readDue = () =>
    page.evaluate<number>("JSON.parse(localStorage.getItem('isobath.trade.deadMan')).dueAtMs");
  // A third of the time is left to pass before each renewal, and the engine takes it for later.
  const countWaits = () => page.evaluate<number>('window.heldWaits(200_000)');
  for (let renewalsCount = 0; renewalsCount < 2; renewalsCount += 1) {
    await expect.poll(countWaits).toBe(1);
    const before = await readDue();
    await page.evaluate('window.endWaits(200_000)');
    await expect.poll(readDue).toBeGreaterThan(before);
  }
  expect(await readOpen()).toHaveLength(1);
  const chip = page.locator('.dead-man-chip');
  await chip.click();
  await page.getByRole('button', { name: 'Turn off' }).click();
  await chip.waitFor({ state: 'detached' });
  await expect.poll(readDue).toBe(0);
  expect(await countWaits()).toBe(0);
  await page.close();
});

it('closes out a remainder too small for an order', async () => {
  const { page } = trader;
  await tradeAt(market);
  const read = () => readBalance('BTC', 'available');
  const lots = Math.floor((await read()) * 1e5) - 2;
  await placeLimit(other, 'buy', [(lots / 1e5).toFixed(5), market]).catch(() => {});
  // The other one may not have the money for all of it: demo money is small, so sell in one go.
  await placeLimit(trader, 'sell', [(lots / 1e5).toFixed(5), market]);
  await expect.poll(async () => (await read()) * market).toBeLessThan(5);
  await openTrade(trader, fixture.server.address, 'btc_usdt');
  await openList(trader, 'Assets');
  await page.getByRole('button', { name: 'Sell small balance' }).click();
  await page.getByRole('alertdialog').getByText('You receive').waitFor();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sell BTC' }).click();
  await page.getByText(/^Sold .* BTC for/).waitFor();
  await expect.poll(read).toBe(0);
  await openList(trader, 'Open orders');
});

it('shows a call auction each second and opens at its one price', async () => {
  const { page } = trader;
  await tradeAt(market);
  const showAll = await holdNews(page, '"AUCTION_NO_CANCEL"');
  await openTrade(trader, fixture.server.address, 'btc_usdt');
  const channel = hearAuction(fixture.server.address);
  const openIn = (seconds: string) =>
    operate(fixture.server, ['market', 'auction', 'btc_usdt', '--open-at', seconds]);
  // It does not open before all of it was seen.
  await openIn('+3600');
  const banner = page.locator('.auction');
  await banner.waitFor();
  await expect.poll(() => channel.reported.length).toBeGreaterThan(0);
  await placeLimit(trader, 'buy', ['0.003', market + 40]);
  const readSizes = async () => {
    const texts = await banner.locator('dd').allTextContents();
    return texts.slice(-2).map((text) => text.replace(/[^\d.+]|0+\D*$/g, ''));
  };
  // Each offer asks more than the one before. All of them can trade, at any price from the dearest
  // to the bid; the law takes the one nearest to the last trade. What is left is bid for.
  const offers = [
    ['0.0005', market - 20, '0.0005', '+0.0025'],
    ['0.001', market + 10, '0.0015', '+0.0015'],
    ['0.0005', market + 20, '0.002', '+0.001'],
  ] as const;
  for (const [quantity, price, volume, surplus] of offers) {
    await placeLimit(other, 'sell', [quantity, price]);
    await banner.getByText(say(price)).waitFor();
    await expect.poll(readSizes).toEqual([volume, surplus]);
  }
  const countFigures = () =>
    new Set(channel.reported.map(({ data }) => Object.values(data ?? {}).join(' '))).size;
  await expect.poll(countFigures).toBeGreaterThanOrEqual(offers.length);
  const seconds = channel.reported.map(({ at }) => Math.floor(at / 1000));
  expect(new Set(seconds).size).toBeGreaterThanOrEqual(offers.length);
  channel.close();
  await openIn('+10');
  await page.getByText('orders can no longer be canceled').waitFor();
  showAll();
  await banner.waitFor({ state: 'detached' });
  await openList(trader, 'Fills');
  await page.locator('.bottom').getByText('0.001').first().waitFor();
  await openList(trader, 'Open orders');
  const [left] = await readOpen();
  expect(left?.executedQuantity).toMatch(/^0\.0020*$/);
});

it('heard no complaint from the page', () => {
  expect(trader.complaints).toEqual([]);
});
