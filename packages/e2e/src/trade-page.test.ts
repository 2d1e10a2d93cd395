// The trade page in a browser against one whole product: what a person does, what a feed costs.
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { MarketInfo, TickerRow } from '@isobath/wire';
import type { BrowserContext, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { measureUnderFeed, shortPlan } from './bench-web.ts';
import { areNotificationsAside, findBarriers } from './fixture/browser.ts';
import { call } from './fixture/exchange.ts';
import { chooseLine, turnIndicator } from './fixture/menu.ts';
import { signUp, waitForKeys } from './fixture/person.ts';
import { shareFixture } from './fixture/fixture.ts';

const path = '/en_US/trade/exchange/?tradeCode=btc_usdt';
const password = 'a-long-enough-word-77';

const fixture = shareFixture('live');
let context: BrowserContext;
let page: Page;
const faults: string[] = [];

const post = <TData>(path: string, body: object) => call<TData>({ page }, path, body);

async function openTrade(): Promise<void> {
  await page.goto(fixture.server.address + path);
  await page.waitForSelector('.form .ui-button');
  await expect.poll(() => page.inputValue('.form input[data-number] >> nth=0')).not.toBe('');
}

beforeAll(async () => {
  context = await fixture.browser.newContext({ viewport: { width: 1440, height: 900 } });
  page = await context.newPage();
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
});

test('a guest sees the live market and the way in', async () => {
  await openTrade();
  await expect.poll(() => page.textContent('.form-guest')).toBe('Log in to trade');
  await expect.poll(() => page.textContent('.foot')).toContain('Live');
  await expect.poll(() => page.title()).toContain('BTC/USDT');
});

test('nothing scrolls and the whole form is in sight at 1440 x 900', async () => {
  const seen = (await page.evaluate(`(() => {
    const form = document.querySelector('.desk-form');
    const chart = document.querySelector('.desk-chart');
    const root = document.documentElement;
    return {
      isFormWhole: form.scrollHeight <= form.clientHeight,
      isPageWhole: root.scrollHeight <= root.clientHeight && root.scrollWidth <= root.clientWidth,
      chartShare: chart.clientWidth / root.clientWidth,
    };
  })()`)) as { isFormWhole: boolean; isPageWhole: boolean; chartShare: number };
  expect(seen.isFormWhole).toBe(true);
  expect(seen.isPageWhole).toBe(true);
  expect(seen.chartShare).toBeGreaterThanOrEqual(0.45);
});

test('panels are resized and folded by their seams, by keys too, and stay so', async () => {
  const readWidth = async (part: string) =>
    Math.round((await page.locator(part).boundingBox())?.width ?? 0);
  const seam = (name: string) => page.getByRole('separator', { name: new RegExp(`${name}$`) });
  const [chart, book, form] = await Promise.all(
    ['.desk-chart', '.desk-book', '.desk-form'].map(readWidth),
  );
  expect([book, form]).toEqual([300, 320]);
  await seam('Order book').press('ArrowLeft');
  await expect.poll(() => readWidth('.desk-book')).toBe(316);
  const grip = await seam('Place an order').boundingBox();
  await page.mouse.move(grip?.x ?? 0, 400);
  await page.mouse.down();
  await page.mouse.move((grip?.x ?? 0) - 30, 400, { steps: 3 });
  await page.mouse.up();
  await expect.poll(() => readWidth('.desk-form')).toBe(350);
  await page.getByRole('button', { name: 'Collapse trades' }).click();
  const canvases = page.locator('.desk-book .book');
  await expect.poll(() => canvases.count()).toBe(1);
  await page.getByRole('button', { name: 'Collapse order book and trades' }).click();
  await page.locator('.desk-book').waitFor({ state: 'detached' });
  await expect.poll(() => readWidth('.desk-chart')).toBeGreaterThan((chart ?? 0) + 200);
  await openTrade();
  await expect.poll(() => readWidth('.desk-form')).toBe(350);
  await page.getByRole('button', { name: 'Expand order book and trades' }).click();
  await expect.poll(() => readWidth('.desk-book')).toBe(316);
  await page.getByRole('button', { name: 'Expand trades' }).click();
  await expect.poll(() => canvases.count()).toBe(2);
  for (const name of ['Order book', 'Place an order']) await seam(name).press('Enter');
  await expect.poll(() => readWidth('.desk-form')).toBe(320);
});

test('the page keeps the rules of access', async () => {
  expect(await findBarriers(page)).toEqual([]);
});

test('what is painted is read by keys and as tables, whose prices go into the form', async () => {
  const candles = page.getByRole('slider', { name: 'Candles' });
  const said = () => candles.getAttribute('aria-valuetext');
  await candles.focus();
  const numbers = /^Time: .+, Open: [\d,.]+, High: [\d,.]+, Low: [\d,.]+, Close: [\d,.]+/;
  await expect.poll(said).toMatch(numbers);
  const newest = await said();
  await page.keyboard.press('ArrowLeft');
  await expect.poll(said).not.toBe(newest);
  await page.keyboard.press('End');
  await page.getByRole('button', { name: 'Order book of BTC/USDT as a table' }).press('Enter');
  const asks = page.getByRole('table', { name: 'Asks (BTC)' });
  await expect.poll(() => asks.getByRole('row').count()).toBeGreaterThanOrEqual(13);
  const third = asks.getByRole('rowheader').nth(2).getByRole('button');
  // The market goes on: the price is the one that stood there when the key came.
  await page.evaluate(`addEventListener('click', ({ target }) => {
    window.pressedPrice = target.textContent;
  }, { capture: true, once: true })`);
  await third.press('Enter');
  await asks.waitFor({ state: 'detached' });
  const price = await page.evaluate<string>('window.pressedPrice');
  const field = page.locator('.form input[data-number]').first();
  await expect
    .poll(async () => (await field.inputValue()).replaceAll(',', ''))
    .toBe(price.replaceAll(',', ''));
});

/** What this device remembers of the page under a name. */
function readKept<TValue>(name: string): Promise<TValue | null> {
  return page.evaluate(
    (key) => JSON.parse(localStorage.getItem(`isobath.${key}`) ?? 'null') as TValue | null,
    name,
  );
}

/** Choose a line of a menu, once it stands. */
const choose = (menu: string, line: string) => chooseLine(page, menu, line);

test('a drawing stays with its market, what was chosen for the chart goes along', async () => {
  const drawn = async (symbol: string) => {
    const kept = await readKept<Record<string, { drawings: unknown[] }>>('trade.charts');
    return kept?.[symbol]?.drawings.length ?? 0;
  };
  const waitForCandles = () =>
    expect
      .poll(() => page.getByRole('slider', { name: 'Candles' }).getAttribute('aria-valuetext'))
      .toMatch(/Close: /);
  await waitForCandles();
  await choose('Draw', 'Horizontal line');
  const chart = await page.locator('.desk-chart canvas').first().boundingBox();
  await page.mouse.click((chart?.x ?? 0) + 300, (chart?.y ?? 0) + 120);
  await expect.poll(() => drawn('btc_usdt')).toBe(1);
  await turnIndicator(page, 'MACD');
  await page.locator('.strip-market').click();
  await page.getByRole('searchbox', { name: 'Search markets' }).fill('eth');
  await page.locator('.picker-open', { hasText: 'ETH/USDT' }).click();
  await expect.poll(() => page.title()).toContain('ETH/USDT');
  await waitForCandles();
  await choose('Draw', 'Undo');
  await expect.poll(async () => [await drawn('eth_usdt'), await drawn('btc_usdt')]).toEqual([0, 1]);
  await openTrade();
  await waitForCandles();
  expect(await readKept('trade.chart')).toMatchObject({ indicators: ['MA', 'VOL', 'MACD'] });
  await turnIndicator(page, 'MACD');
  await choose('Draw', 'Remove all drawings');
  await expect.poll(() => drawn('btc_usdt')).toBe(0);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as image' }).click();
  expect((await saved).suggestedFilename()).toBe('btc_usdt.png');
});

test('panels stay mirrored; rows of the book stand still under the pointer', async () => {
  const formX = async () => (await page.locator('.desk-form').boundingBox())?.x;
  const right = await formX();
  await choose('Layout, display and shortcuts', 'Mirror panels');
  await expect.poll(formX).toBe(0);
  await openTrade();
  await expect.poll(formX).toBe(0);
  await choose('Layout, display and shortcuts', 'Reset layout');
  await expect.poll(formX).toBe(right);
  const book = await page.locator('.desk-book canvas').first().boundingBox();
  await page.mouse.move((book?.x ?? 0) + 80, (book?.y ?? 0) + 100);
  const held = page.locator('.desk-book').getByText('Paused', { exact: true });
  await held.waitFor();
  await page.mouse.move(5, 5);
  await held.waitFor({ state: 'detached' });
});

test('what a guest typed is there after signing in', async () => {
  const fields = page.locator('.form input[data-number]');
  await fields.nth(1).fill('0.0042');
  const email = `trader-${randomUUID()}@example.com`;
  await signUp({ page, email, password }, fixture.server.address, { hasDemoMoney: true });
  await openTrade();
  await page.waitForSelector('.form .ui-button[data-variant=buy]');
  await expect.poll(() => fields.nth(1).inputValue()).toBe('0.0042');
});

test('a limit order rests with its pennant, and is cancelled', async () => {
  const price = await page.inputValue('.form input[data-number] >> nth=0');
  const low = Math.floor(Number(price.replaceAll(',', '')) * 0.97);
  await page.fill('.form input[data-number] >> nth=0', String(low));
  await page.fill('.form input[data-number] >> nth=1', '0.001');
  await page.click('.form .ui-button[data-variant=buy]');
  await page.waitForSelector('.bottom .order-pair');
  await expect.poll(() => page.textContent('.bottom')).not.toContain('Sending');
  await page.click('.bottom [aria-label="Cancel order"]');
  await expect.poll(() => page.textContent('.bottom')).toContain('No open orders');
});

test('a market order asks first, fills, and stands in the fills', async () => {
  await page.click('.form-kind:has-text("Market")');
  await page.fill('.form input[data-number]', '0.001');
  const news = page.getByRole('tab', { name: 'Fills' }).locator('.ui-tab-news');
  await page.click('.form .ui-button[data-variant=buy]');
  await page.getByRole('alertdialog').getByText('Worst price now 5 %').waitFor();
  await page.click('.ui-dialog-foot .ui-button[data-variant=buy]');
  await page.waitForSelector('.ui-toast');
  expect(await areNotificationsAside(page, '.form .ui-button[data-variant=buy]')).toBe(true);
  await news.waitFor();
  await page.click('.bottom [role=tab]:has-text("Fills")');
  await expect.poll(() => page.textContent('.bottom')).toContain('Taker');
  await expect.poll(() => news.count()).toBe(0);
});

test('each tab says how many it has, the keys lead to deposit and withdrawal', async () => {
  const count = async (name: string) =>
    (await page.getByRole('tab', { name }).locator('.ui-tab-count').allTextContents()).join();
  await expect.poll(() => count('Order history')).toBe('2');
  await expect.poll(async () => Number(await count('Fills'))).toBeGreaterThanOrEqual(1);
  await page.getByRole('tab', { name: 'Assets' }).click();
  const assets = page.getByRole('table', { name: 'Assets' }).getByRole('row');
  // One of the rows is the head.
  await expect.poll(async () => (await assets.count()) - 1).toBe(Number(await count('Assets')));
  await expect.poll(() => count('Open orders')).toBe('');
  // Loaded again, or opened by a link, the page has the tab that its address says.
  await page.waitForURL('**tab=assets**');
  await page.reload();
  await assets.first().waitFor();
  const ways = page.locator('.account').getByRole('link');
  await expect.poll(() => ways.allTextContents()).toEqual(['Deposit', 'Withdraw', 'Transfer']);
  for (const [key, way] of [
    ['d', 'topup'],
    ['w', 'extract'],
  ] as const) {
    await page.locator('.strip-last').click();
    await waitForKeys(page);
    await page.keyboard.press(key);
    await page.waitForURL(`**/assetManagement/${way}`);
    await page.goto(fixture.server.address + path);
    await page.waitForSelector('.form .ui-button');
  }
});

test('saves the shown orders as a file', async () => {
  const tickers = await page.evaluate(async () =>
    (await fetch('/hk-web/market/symbol/tickers')).json(),
  );
  const rowsOf = (tickers as { data: TickerRow[] }).data;
  const last = Number(rowsOf.find(({ symbol }) => symbol === 'btc_usdt')?.last);
  const low = String(Math.floor(last * 0.97));
  const terms = { symbol: 'btc_usdt', side: 'buy', type: 'limit', price: low, quantity: '0.001' };
  const { orderId } = await post<{ orderId: string }>('/hk-web/spot/order/place', terms);
  await page.getByRole('tab', { name: 'Open orders' }).click();
  await page.waitForSelector('.bottom .order-pair');
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toBe('isobath-open.csv');
  const [heads = '', ...lines] = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
  const names = heads.replace('\ufeff', '').split(',');
  const rows = lines.map((line) =>
    Object.fromEntries(line.split(',').map((cell, at) => [names[at], cell])),
  );
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({ orderId, symbol: 'btc_usdt', side: 'buy', type: 'limit' });
  expect(Number(rows[0]?.['price'])).toBe(Number(low));
  await post('/hk-web/spot/order/cancelAll', {});
});

test('the details are the rules of the market; the foot says how line and clock are', async () => {
  const infos = await page.evaluate(async () => (await fetch('/hk-web/market/symbols')).json());
  const info = (infos as { data: MarketInfo[] }).data.find(({ symbol }) => symbol === 'btc_usdt');
  await page.getByRole('tab', { name: 'Details' }).click();
  const read = async (label: string) => {
    const fact = page.locator('.market-details .ui-fact', { hasText: label });
    const text = (await fact.locator('dd').textContent()) ?? '';
    return Number(/[\d.]+/.exec(text.replaceAll(',', ''))?.[0]);
  };
  expect(await read('Tick size')).toBe(Number(info?.tickSize));
  expect(await read('Lot size')).toBe(Number(info?.lotSize));
  expect(await read('Minimum order value')).toBe(Number(info?.minNotional));
  await page.getByRole('tab', { name: 'Chart' }).click();
  const foot = page.locator('.foot-line');
  await expect.poll(() => foot.textContent()).toMatch(/Live.*Clock [+−]?\d/);
  await foot.click();
  await page.getByRole('dialog', { name: 'Connection details' }).getByText('Your clock').waitFor();
  await page.keyboard.press('Escape');
});

/** Cells of the open orders that are cut, but for the end of a cell that can be edited. */
const lookAtCells = `(() => {
  const rows = [...document.querySelectorAll('.open-orders .ui-table-body > .ui-table-row')];
  const cells = rows.flatMap((row) => [...row.children]);
  const cut = cells.filter((cell) => cell.scrollWidth > cell.clientWidth + 4);
  return { count: rows.length, cut: cut.map((cell) => cell.textContent) };
})()`;

test('types and prices of open orders stand whole in every width of their table', async () => {
  const tickers = await call<TickerRow[]>({ page }, '/hk-web/market/symbol/tickers');
  const high = Number(tickers.find(({ symbol }) => symbol === 'btc_usdt')?.last) * 1.02;
  for (const type of ['take_profit_limit', 'take_profit_market']) {
    const stopPrice = high.toFixed(2);
    const price = type.endsWith('limit') ? { price: stopPrice } : {};
    const terms = { symbol: 'btc_usdt', side: 'sell', type, stopPrice, quantity: '0.00123' };
    await post('/hk-web/spot/order/place', { ...terms, ...price });
  }
  await page.getByRole('tab', { name: 'Open orders' }).click();
  for (const [width, height] of [
    [1440, 900],
    [1024, 768],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect.poll(() => page.evaluate(lookAtCells)).toEqual({ count: 2, cut: [] });
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await post('/hk-web/spot/order/cancelAll', { symbol: 'btc_usdt' });
  await expect.poll(() => page.textContent('.bottom')).toContain('No open orders');
});

test('an address without a market leads to one by the picker', async () => {
  await page.goto(`${fixture.server.address}/en_US/trade/exchange/?tradeCode=nonsense_usdt`);
  await page.getByRole('heading', { name: 'Market not found' }).waitFor();
  const markets = page.locator('.trade-unknown .picker-open');
  await expect.poll(() => markets.count()).toBeGreaterThan(10);
  await page.getByRole('searchbox', { name: 'Search markets' }).fill('eth');
  await markets.filter({ hasText: 'ETH/USDT' }).click();
  await expect.poll(() => page.title()).toContain('ETH/USDT');
  await page.waitForSelector('.form .ui-button');
});

test('a phone sends in two presses after typing, and says what came of it', async () => {
  const phone = await fixture.browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    storageState: await context.storageState(),
  });
  const small = await phone.newPage();
  await small.goto(fixture.server.address + path);
  await small.waitForSelector('.phone-bar');
  expect(await small.evaluate('document.documentElement.scrollWidth')).toBe(390);
  await small.tap('.phone-bar .ui-button >> nth=0');
  await small.waitForSelector('.phone-form .book-canvas');
  const fields = small.locator('.phone-form input[data-number]');
  const step = (name: string) => small.locator(`.flow[data-step=${name}]`);
  const readPrice = async () => Number((await fields.nth(0).inputValue()).replaceAll(',', ''));
  await expect.poll(readPrice).toBeGreaterThan(0);
  const low = Math.floor((await readPrice()) * 0.96);
  const bought = { symbol: 'btc_usdt', side: 'buy', type: 'market', quantity: '0.001' };
  await post('/hk-web/spot/order/place', bought);
  await small.waitForSelector('.ui-toast');
  expect(await areNotificationsAside(small, '.phone-form .ui-button[data-variant=buy]')).toBe(true);
  await fields.nth(0).fill(String(low));
  await fields.nth(1).fill('0.001');
  // No answer: the form is found again as it was.
  await small.route('**/spot/order/place', (route) => route.abort());
  await small.tap('.phone-form .ui-button[data-variant=buy]');
  await step('preview').getByText('You receive').waitFor();
  await step('preview').getByRole('button', { name: 'Buy BTC' }).tap();
  await step('failed').getByText('No response yet').waitFor();
  await small.unroute('**/spot/order/place');
  await small.getByRole('button', { name: 'Edit and retry' }).last().tap();
  await expect.poll(() => fields.nth(1).inputValue()).toBe('0.001');
  await small.tap('.phone-form .ui-button[data-variant=buy]');
  await step('preview').getByRole('button', { name: 'Buy BTC' }).tap();
  await step('done').getByText('Open', { exact: true }).waitFor();
  await expect.poll(() => step('done').textContent()).toContain(low.toLocaleString('en-US'));
  await step('done').getByRole('button', { name: 'Close' }).tap();
  await step('done').waitFor({ state: 'detached' });
  await small.waitForSelector('.bottom .order-pair');
  await phone.close();
});

test('no page said anything was wrong', () => {
  expect(faults).toEqual([]);
});

// Renders are counted; how long anything takes is for the bench of the browser.
test('a fast feed draws nothing anew, and a planted render is seen', async () => {
  const { feed, planted, messagesPerSecond } = await measureUnderFeed(
    fixture.server.address,
    shortPlan,
  );
  expect(messagesPerSecond).toBeGreaterThan(0);
  expect([feed.feedRenders, feed.renderedNames]).toEqual([0, {}]);
  expect(planted?.feedRenders).toBeGreaterThan(0);
  expect(Object.keys(planted?.renderedNames ?? {}).join()).toContain('book');
});
