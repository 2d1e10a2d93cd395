// The trade page in a browser against the whole product: what a person does, and what a fast feed
// costs. One product for all tests of this file.
import AxeBuilder from '@axe-core/playwright';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { measureUnderFeed } from './bench-web.ts';
import { openBrowser } from './browser.ts';
import { type Product, startProduct } from './product.ts';

const path = '/en_US/trade/exchange/?tradeCode=btc_usdt';
const password = 'a-long-enough-word-77';

let product: Product;
let browser: Browser;
let context: BrowserContext;
let page: Page;
const faults: string[] = [];

/** Call the product from inside the page, as the page itself does. */
async function post<TData>(address: string, body: object): Promise<TData> {
  const answer = await page.evaluate(
    async ([to, sent]) => {
      const response = await fetch(to as string, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-requested-with': 'isobath' },
        body: sent as string,
      });
      return (await response.json()) as unknown;
    },
    [address, JSON.stringify(body)],
  );
  return (answer as { data: TData }).data;
}

async function signUp(): Promise<void> {
  const email = `trader-${Date.now()}@example.test`;
  const { ticket } = await post<{ ticket: string }>('/hk-web/account/register', {
    email,
    password,
  });
  await expect.poll(async () => (await readMails()).length, { timeout: 10_000 }).toBeGreaterThan(0);
  const code = /\b\d{6}\b/.exec((await readMails())[0]?.text ?? '')?.[0];
  await post('/hk-web/account/register/verify', { ticket, code });
  await post('/hk-web/sandbox/faucet', {});
}

async function readMails(): Promise<{ text: string }[]> {
  const answer = await page.evaluate(async () => (await fetch('/hk-web/sandbox/outbox')).json());
  return (answer as { data: { text: string }[] }).data;
}

async function openTrade(): Promise<void> {
  await page.goto(product.address + path);
  await page.waitForSelector('.form .ui-button');
  await expect
    .poll(() => page.inputValue('.form input[data-number] >> nth=0'), { timeout: 15_000 })
    .not.toBe('');
}

beforeAll(async () => {
  product = await startProduct();
  browser = await openBrowser();
  context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  page = await context.newPage();
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
}, 300_000);

afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

test('a guest sees the live market and the way in', async () => {
  await openTrade();
  expect(await page.textContent('.form-guest')).toBe('Log in to trade');
  expect(await page.textContent('.foot')).toContain('Live');
  await expect.poll(() => page.title(), { timeout: 5_000 }).toContain('BTC/USDT');
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

test('the page keeps the rules of access', async () => {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html}`))).toEqual(
    [],
  );
});

test('a limit order rests with its pennant, and is cancelled', async () => {
  await signUp();
  await openTrade();
  const price = await page.inputValue('.form input[data-number] >> nth=0');
  const low = Math.floor(Number(price.replaceAll(',', '')) * 0.97);
  await page.fill('.form input[data-number] >> nth=0', String(low));
  await page.fill('.form input[data-number] >> nth=1', '0.001');
  await page.click('.form .ui-button[data-variant=buy]');
  await page.waitForSelector('.bottom .order-pair');
  await expect
    .poll(() => page.textContent('.bottom'), { timeout: 10_000 })
    .not.toContain('Sending');
  await page.click('.bottom [aria-label="Cancel the order"]');
  await expect
    .poll(() => page.textContent('.bottom'), { timeout: 10_000 })
    .toContain('No open orders');
});

test('a market order asks first, fills, and stands in the fills', async () => {
  await page.click('.form-kind:has-text("Market")');
  await page.fill('.form input[data-number]', '0.001');
  await page.click('.form .ui-button[data-variant=buy]');
  await page.click('.ui-dialog-foot .ui-button[data-variant=buy]');
  await page.waitForSelector('.ui-toast');
  await page.click('.bottom [role=tab]:has-text("Fills")');
  await expect.poll(() => page.textContent('.bottom'), { timeout: 10_000 }).toContain('Taker');
});

test('a phone opens the form beside a small book and sends in two presses', async () => {
  const phone = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    storageState: await context.storageState(),
  });
  const small = await phone.newPage();
  await small.goto(product.address + path);
  await small.waitForSelector('.phone-bar');
  expect(await small.evaluate('document.documentElement.scrollWidth')).toBe(390);
  await small.tap('.phone-bar .ui-button >> nth=0');
  await small.waitForSelector('.phone-form .book-canvas');
  await phone.close();
});

test('no page said anything was wrong', () => {
  expect(faults).toEqual([]);
});

test('a fast feed draws nothing anew in book, tape and chart', async () => {
  const plan = { warmUpSeconds: 5, seconds: 25 };
  const { feed, heapGrowthBytes, messagesPerSecond } = await measureUnderFeed(
    product.address,
    plan,
  );
  expect(messagesPerSecond).toBeGreaterThan(30);
  expect(feed.renderedNames).toBeDefined();
  expect(feed.feedRenders).toBe(0);
  expect(heapGrowthBytes).toBeLessThan(8 * 1024 * 1024);
});

test('a planted render is seen', async () => {
  const plan = { warmUpSeconds: 2, seconds: 5, hasPlantedRender: true };
  const { feed } = await measureUnderFeed(product.address, plan);
  expect(feed.feedRenders).toBeGreaterThan(10);
});
