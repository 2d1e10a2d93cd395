// The frame of every page, as a person meets it: search, favourites, bar of the app, side menu, the
// way back to the top, and the wallet that is always dark.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hearComplaints, openBrowser } from '../stage/browser.ts';
import { call, operate } from '../stage/exchange.ts';
import { meetPerson, registerPerson, waitForLife } from '../stage/person.ts';
import { type StagedServer, startServer } from '../stage/server.ts';

const desk = { width: 1440, height: 900 };
/** Smooth scrolling and a busy machine take their time. */
const slow = { timeout: 20_000 };
const phone = { width: 390, height: 844 };

let server: StagedServer;
let browser: Browser;

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(), openBrowser()]);
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

async function openPage(viewport: typeof desk, path: string) {
  const context = await browser.newContext({ viewport, colorScheme: 'light' });
  const page = await context.newPage();
  const complaints = hearComplaints(page);
  await page.goto(`${server.address}/en_US/${path}`);
  await waitForLife(page.locator('main').first());
  return { page, complaints, close: () => context.close() };
}

const panelOf = (page: Page) => page.locator('.search-panel');
const rowsOf = (page: Page) => panelOf(page).locator('.search-row');

it('searches once for what was typed, folds to four, remembers what was chosen', async () => {
  const { page, complaints, close } = await openPage(desk, 'market');
  const asked: string[] = [];
  let askedAtMs = 0;
  page.on('request', (request) => {
    if (request.method() === 'GET' && request.url().includes('/search/result')) {
      askedAtMs = Date.now();
      asked.push(new URL(request.url()).searchParams.get('keyword') ?? '');
    }
  });
  await page.locator('.shell-search').hover();
  await rowsOf(page).nth(9).waitFor();
  expect(await panelOf(page).locator('.search-rank[data-top]').allTextContents()).toEqual([
    '1',
    '2',
    '3',
  ]);
  const box = panelOf(page).getByRole('searchbox');
  await box.fill('   ');
  await box.pressSequentially('usd', { delay: 20 });
  const lastKeyAtMs = Date.now();
  await box.press('t');
  const more = panelOf(page).getByRole('button', { name: /^View more \(\d+\)$/ });
  await more.waitFor();
  expect(asked).toEqual(['usdt']);
  expect(askedAtMs - lastKeyAtMs).toBeGreaterThanOrEqual(300);
  expect(await rowsOf(page).count()).toBe(4);
  await more.click();
  expect(await rowsOf(page).count()).toBeGreaterThan(4);
  await box.fill('btc');
  await panelOf(page).getByText('BTC3L').first().waitFor();
  await box.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/trade/exchange/?tradeCode=btc_usdt');
  await page.goto(`${server.address}/en_US/market`);
  await waitForLife(page.locator('main').first());
  await page.locator('.shell-search').hover();
  await panelOf(page).getByRole('link', { name: 'BTC/USDT', exact: true }).waitFor();
  await panelOf(page).getByRole('button', { name: 'Clear all' }).click();
  await rowsOf(page).first().waitFor();
  expect(await panelOf(page).locator('.search-chip').count()).toBe(0);
  expect(complaints).toEqual([]);
  await close();
});

it('finds nothing, says so, and recommends three that lead to their contracts', async () => {
  const { page, close } = await openPage(phone, 'market');
  await page.getByRole('button', { name: 'Search', exact: true }).first().click();
  await panelOf(page).getByRole('searchbox').fill('zzzz');
  await panelOf(page).getByText('No matching market or contract').waitFor();
  const addresses = await rowsOf(page).evaluateAll((links) =>
    links.map((link) => link.getAttribute('href') ?? ''),
  );
  expect(addresses).toHaveLength(3);
  for (const address of addresses) {
    expect(address).toMatch(/^\/en_US\/contract\/exchange\/trade\/\?tradeName=[a-z0-9]+$/);
  }
  await rowsOf(page).first().click();
  await page.waitForURL('**/contract/exchange/trade/**');
  // Only what was found or chosen before is remembered.
  expect(await page.evaluate(`localStorage.getItem('isobath.search.recent')`)).toBeNull();
  await close();
});

it('closes the bar of the app for good', async () => {
  const { page, close } = await openPage(phone, 'market');
  const bar = page.getByRole('complementary', { name: 'Download the app' });
  await bar.getByRole('button', { name: 'Close' }).click();
  expect(await bar.count()).toBe(0);
  await page.reload({ waitUntil: 'commit' });
  await page.locator('main').first().waitFor();
  expect(await page.locator('.shell-download:visible').count()).toBe(0);
  await close();
});

it('has the groups in a side menu, without what a phone does not get', async () => {
  const { page, close } = await openPage(phone, 'market');
  await page.getByRole('button', { name: 'Main menu' }).click();
  const menu = page.getByRole('dialog', { name: 'Main menu' });
  await menu.getByRole('button', { name: 'Financial' }).click();
  await menu.getByRole('link', { name: 'Wealth management' }).waitFor();
  expect(await menu.getByRole('link', { name: 'Pledge borrowing' }).count()).toBe(0);
  await menu.getByRole('button', { name: 'Contract', exact: true }).click();
  await menu.getByRole('link', { name: 'Delivery' }).waitFor();
  expect(await menu.getByRole('link', { name: 'Cashback' }).count()).toBe(0);
  await menu.getByRole('link', { name: 'Delivery' }).click();
  await page.waitForURL('**/contract/exchange/trade/?tradeName=btc_d');
  await close();
});

it('has two columns above six links, offers 13 languages and 3 other domains', async () => {
  const domains = ['a.example', 'https://b.example', 'c.example', 'd.example'];
  await operate(server, ['config', 'set', 'backupWebsites', JSON.stringify(domains)]);
  const { page, close } = await openPage(desk, 'market');
  for (const [name, columns] of [
    ['Financial', 1],
    ['More', 2],
  ] as const) {
    await page.locator('.shell-menu').getByRole('button', { name, exact: true }).hover();
    const links = page.locator('.ui-nav-popup .ui-nav-link');
    await links.first().waitFor();
    const lefts = await links.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().x));
    expect(new Set(lefts).size, name).toBe(columns);
    expect(lefts.length > 6, name).toBe(columns === 2);
    await page.mouse.move(700, 850);
    await links.first().waitFor({ state: 'detached' });
  }
  await page.locator('header').getByRole('button', { name: 'Download the app' }).hover();
  const others = page.locator('.download-others a');
  await others.nth(2).waitFor();
  const ways = await others.evaluateAll((all) =>
    all.map((one) => `${one.getAttribute('target')} ${one.getAttribute('href')}`),
  );
  expect(ways).toEqual([
    '_blank http://a.example',
    '_blank https://b.example',
    '_blank http://c.example',
  ]);
  await page.mouse.move(700, 850);
  await page.locator('header').getByRole('button', { name: 'Language and currency' }).click();
  const sheet = page.getByRole('dialog', { name: 'Language and currency' });
  const choices = sheet.locator('.choice-grid').first().locator('.choice');
  await choices.nth(13).waitFor();
  // Thirteen, and outside production the one of longest texts.
  expect(await choices.count()).toBe(14);
  await close();
});

it('leads back to the top from further down than one window', async () => {
  const { page, close } = await openPage(desk, 'market');
  const button = page.getByRole('button', { name: 'Back to the top' });
  await page.evaluate('scrollTo(0, innerHeight - 50)');
  await page.waitForTimeout(300);
  expect(await button.count()).toBe(0);
  await page.evaluate('scrollTo(0, innerHeight + 50)');
  await button.click();
  await expect.poll(() => page.evaluate('scrollY'), slow).toBe(0);
  await button.waitFor({ state: 'detached' });
  await close();
});

it('is dark in the wallet whatever was chosen, and as chosen outside', async () => {
  const { page, close } = await openPage(desk, 'market');
  const readTheme = () => page.evaluate<string>('document.documentElement.dataset.theme');
  await page.getByRole('button', { name: 'Switch between dark and light' }).click();
  await page.getByRole('button', { name: 'Switch between dark and light' }).click();
  expect(await readTheme()).toBe('light');
  await page.getByRole('link', { name: 'Web3' }).click();
  await page.waitForURL('**/web3');
  await expect.poll(readTheme, slow).toBe('dark');
  await page.reload({ waitUntil: 'commit' });
  await page.locator('main').first().waitFor();
  expect(await readTheme()).toBe('dark');
  await waitForLife(page.locator('main').first());
  await page.getByRole('link', { name: 'Exchange', exact: true }).click();
  await expect.poll(readTheme, slow).toBe('light');
  await close();
});

it("keeps a guest's stars, offers them to the account, and finds them there", async () => {
  const person = await meetPerson(browser, 'stargazer');
  const { page } = person;
  const stars = page.locator('main').getByRole('button', { name: 'Favourite' });
  const lit = page.locator('main [aria-pressed=true]');
  await page.goto(`${server.address}/en_US/market`);
  await waitForLife(stars.first());
  await stars.nth(0).click();
  await stars.nth(2).click();
  expect(await lit.count()).toBe(2);
  await page.evaluate(`localStorage.setItem('isobath.favourites.contract', '["btc"]')`);
  await registerPerson(person, server.address);
  await page.getByRole('button', { name: 'Add to my account' }).click();
  await page.getByText('Keep your favourites?').waitFor({ state: 'detached' });
  expect(await call(person, '/swap/v1/portal/collection')).toMatchObject([
    { contractCode: 'btc', status: 0 },
  ]);
  await page.evaluate('localStorage.clear()');
  await page.goto(`${server.address}/en_US/market`);
  await lit.nth(1).waitFor();
  await lit.first().click();
  await page.reload();
  await lit.first().waitFor();
  expect(await lit.count()).toBe(1);
  expect(person.complaints).toEqual([]);
});
