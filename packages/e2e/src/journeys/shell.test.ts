// The frame of every page, as a person meets it: search, favourites, bar of the app, side menu, the
// way back to the top, and the wallet that is always dark.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { hearComplaints } from '../fixture/browser.ts';
import { call, configure } from '../fixture/exchange.ts';
import { meetPerson, press, signUp, waitForKeys, waitForLife } from '../fixture/person.ts';
import { shareFixture } from '../fixture/fixture.ts';

const desk = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };

const fixture = shareFixture('live');

async function openPage(viewport: typeof desk, path: string) {
  const context = await fixture.browser.newContext({ viewport, colorScheme: 'light' });
  const page = await context.newPage();
  const complaints = hearComplaints(page);
  await page.goto(`${fixture.server.address}/en_US/${path}`);
  await waitForLife(page.locator('main').first());
  return { page, complaints, close: () => context.close() };
}

const panelOf = (page: Page) => page.locator('.search-panel');
const rowsOf = (page: Page) => panelOf(page).locator('.search-row');

it('searches for what was typed, folds to four, remembers what was chosen', async () => {
  const { page, complaints, close } = await openPage(desk, 'market');
  const requested: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'GET' && request.url().includes('/search/result')) {
      requested.push(new URL(request.url()).searchParams.get('keyword') ?? '');
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
  // In one turn of the page: on a busy machine keys from here could be 300 ms apart.
  await box.fill('   usdt');
  const more = panelOf(page).getByRole('button', { name: /^View more \(\d+\)$/ });
  await more.waitFor();
  // When exactly is asked of a page whose clock stands still (gallery.test.ts).
  expect(requested.at(-1)).toBe('usdt');
  expect(requested).not.toContain('');
  await expect.poll(() => rowsOf(page).count()).toBe(4);
  await more.click();
  await expect.poll(() => rowsOf(page).count()).toBeGreaterThan(4);
  await box.fill('btc 5x');
  await panelOf(page).locator('a[href$="?tradeName=btc"]', { hasText: 'Perpetual · 5x' }).waitFor();
  await box.fill('btc');
  await panelOf(page).getByText('BTC3L').first().waitFor();
  await expect.poll(() => rowsOf(page).first().locator('mark').allTextContents()).toEqual(['BTC']);
  await box.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/trade/exchange/?tradeCode=btc_usdt');
  await page.goto(`${fixture.server.address}/en_US/market`);
  await waitForLife(page.locator('main').first());
  await page.locator('.shell-search').hover();
  await panelOf(page).getByRole('link', { name: 'BTC/USDT', exact: true }).waitFor();
  await panelOf(page).getByRole('button', { name: 'Clear all' }).click();
  await rowsOf(page).first().waitFor();
  await expect.poll(() => panelOf(page).locator('.search-chip').count()).toBe(0);
  // The panel became shorter under the pointer, which may have left it.
  await page.locator('.shell-search').hover();
  await box.fill('light');
  await panelOf(page).getByRole('button', { name: 'Theme: Light' }).click();
  await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe('light');
  expect(complaints).toEqual([]);
  await close();
});

it('finds nothing, says so, and recommends three that lead to their contracts', async () => {
  const { page, close } = await openPage(phone, 'market');
  await page.getByRole('button', { name: 'Search', exact: true }).first().click();
  await panelOf(page).getByRole('searchbox').fill('zzzz');
  await panelOf(page).getByText('No matching market or contract').waitFor();
  await expect.poll(() => rowsOf(page).count()).toBe(3);
  const addresses = await rowsOf(page).evaluateAll((links) =>
    links.map((link) => link.getAttribute('href') ?? ''),
  );
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

it('has star and bell of a market beside each other on a phone', async () => {
  const { page, close } = await openPage(phone, 'market');
  const row = page.getByRole('row', { name: /BTC\/USDT/ }).first();
  const tools = row.locator('[data-card=tool] button');
  const [star, bell] = await Promise.all([0, 1].map((at) => tools.nth(at).boundingBox()));
  expect((star?.x ?? 0) + (star?.width ?? 0)).toBeLessThanOrEqual(bell?.x ?? 0);
  await close();
});

it('has the groups in a side menu, without what a phone does not get', async () => {
  const { page, close } = await openPage(phone, 'market');
  await page.getByRole('button', { name: 'Main menu' }).click();
  const menu = page.getByRole('dialog', { name: 'Main menu' });
  await menu.getByRole('button', { name: 'Financial' }).click();
  await menu.getByRole('link', { name: 'Wealth management' }).waitFor();
  expect(await menu.getByRole('link', { name: 'Crypto loans' }).count()).toBe(0);
  await menu.getByRole('button', { name: 'Contract', exact: true }).click();
  await menu.getByRole('link', { name: 'Delivery' }).waitFor();
  expect(await menu.getByRole('link', { name: 'Cashback' }).count()).toBe(0);
  await menu.getByRole('link', { name: 'Delivery' }).click();
  await page.waitForURL('**/contract/exchange/trade/?tradeName=btc_d');
  await close();
});

it('has two columns above six links, offers 13 languages and 3 other domains', async () => {
  const domains = ['a.example', 'https://b.example', 'c.example', 'd.example'];
  await configure(fixture.server, 'backupWebsites', domains, []);
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
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.locator('header').getByRole('button', { name: 'Download the app' }).hover();
  const others = page.locator('.download-others a');
  await others.nth(2).waitFor();
  await page.locator('.download-card [role=img] svg').waitFor();
  await page.locator('.download-others').getByRole('button', { name: 'Copy' }).first().click();
  await page.locator('.download-others').getByRole('button', { name: 'Copied' }).waitFor();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe('http://a.example');
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
  await sheet.getByRole('button', { name: 'Light', exact: true }).click();
  expect(await page.evaluate('document.documentElement.dataset.theme')).toBe('light');
  const choices = sheet.locator('.choice-grid').nth(1).locator('.choice');
  // The sheet opens with its lists: thirteen; the one of longest texts is for developers.
  const codes =
    'en-US zh-CN zh-Hant-HK th-TH fil-PH es-ES ja-JP pt-PT vi-VN fr-FR de-DE ru-RU it-IT';
  const offered = await choices.evaluateAll((all) => all.map((one) => one.getAttribute('lang')));
  expect(offered).toEqual(codes.split(' '));
  await close();
});

it('leads back to the top from further down than one window', async () => {
  const { page, close } = await openPage(desk, 'market');
  const button = page.getByRole('button', { name: 'Back to top' });
  await page.evaluate('scrollTo(0, innerHeight - 50)');
  await page.waitForTimeout(300);
  expect(await button.count()).toBe(0);
  await page.evaluate('scrollTo(0, innerHeight + 50)');
  await button.click();
  await expect.poll(() => page.evaluate('scrollY')).toBe(0);
  await button.waitFor({ state: 'detached' });
  await close();
});

it('is dark in the wallet whatever was chosen, and as chosen outside', async () => {
  const { page, close } = await openPage(desk, 'market');
  const readTheme = () => page.evaluate<string>('document.documentElement.dataset.theme');
  // Nobody chose yet: it is dark, whatever the machine prefers.
  expect(await readTheme()).toBe('dark');
  await page.getByRole('button', { name: 'Switch between dark and light' }).click();
  expect(await readTheme()).toBe('light');
  await page.getByRole('link', { name: 'Web3' }).click();
  await page.waitForURL('**/web3');
  await expect.poll(readTheme).toBe('dark');
  await page.reload({ waitUntil: 'commit' });
  await page.locator('main').first().waitFor();
  expect(await readTheme()).toBe('dark');
  await waitForLife(page.locator('main').first());
  await page.getByRole('link', { name: 'Exchange', exact: true }).click();
  await expect.poll(readTheme).toBe('light');
  await close();
});

it("keeps a guest's stars, offers them to the account, and finds them there", async () => {
  const person = await meetPerson(fixture.browser, 'stargazer');
  const { page } = person;
  const stars = page.locator('main').getByRole('button', { name: 'Favorite' });
  const lit = page.locator('main [aria-pressed=true]');
  await page.goto(`${fixture.server.address}/en_US/market`);
  await waitForLife(stars.first());
  await stars.nth(0).click();
  await stars.nth(2).click();
  await expect.poll(() => lit.count()).toBe(2);
  await page.evaluate(`localStorage.setItem('isobath.favourites.contract', '["btc"]')`);
  await signUp(person, fixture.server.address);
  await page.goto(`${fixture.server.address}/en_US/market`);
  await page.getByRole('button', { name: 'Add to my account' }).click();
  await page.getByText('Keep your favorites?').waitFor({ state: 'detached' });
  expect(await call(person, '/swap/v1/portal/collection')).toMatchObject([
    { contractCode: 'btc', status: 0 },
  ]);
  await page.evaluate('localStorage.clear()');
  await page.goto(`${fixture.server.address}/en_US/market`);
  await lit.nth(1).waitFor();
  await Promise.all([page.waitForResponse('**/hk-web/user/user_favorite'), lit.first().click()]);
  await page.reload();
  await lit.first().waitFor();
  await expect.poll(() => lit.count()).toBe(1);
  expect(person.complaints).toEqual([]);
});

it('has a code to scan behind each chat of the footer, by pointer and by touch', async () => {
  const { page, complaints, close } = await openPage(desk, 'market');
  const chats = page.locator('.footer-channels button');
  await chats.first().scrollIntoViewIfNeeded();
  const names = await chats.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')));
  expect(names).toHaveLength(2);
  for (const name of names) {
    const chat = page.locator('.footer-channels').getByRole('button', { name: name ?? '' });
    await chat.hover();
    const code = page.getByRole('img', { name: `Scan for ${name}` });
    await code.locator('svg').waitFor();
    const link = page.getByRole('link', { name: `Scan for ${name}` });
    await expect.poll(() => link.getAttribute('href')).toMatch(/^https?:/);
    await page.keyboard.press('Escape');
    await page.mouse.move(0, 300);
    await code.waitFor({ state: 'detached' });
  }
  await page.setViewportSize(phone);
  await chats.last().scrollIntoViewIfNeeded();
  await chats.last().click();
  const box = await page.locator('.footer-code .shell-qr').boundingBox();
  expect(box?.x).toBeGreaterThanOrEqual(0);
  expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(phone.width);
  expect(complaints).toEqual([]);
  await close();
});

/** Notes what the page wears in each picture from the first one on; runs before the page. */
const watchLooks = `(() => {
  window.looksSeen = [];
  const look = () => {
    if (document.body) {
      const { documentElement: root } = document;
      const ground = getComputedStyle(root).backgroundColor;
      window.looksSeen.push(root.dataset.theme + ' ' + ground);
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})()`;

const grounds = { light: 'rgb(236, 239, 234)', dark: 'rgb(7, 11, 13)' };
it('wears the chosen theme, the system’s or the dark one, from the first picture on', async () => {
  for (const [theme, other, chosen] of [
    ['light', 'dark', 'light'],
    ['dark', 'light', 'dark'],
    ['dark', 'light', null],
    ['system', 'light', 'system'],
    ['system', 'dark', 'system'],
  ] as const) {
    const context = await fixture.browser.newContext({ viewport: desk, colorScheme: other });
    const cookie = { name: 'theme', value: chosen ?? '', url: fixture.server.address };
    if (chosen !== null) await context.addCookies([cookie]);
    const page = await context.newPage();
    await page.addInitScript(watchLooks);
    // Scripts come late, when there has been time for a flash: a few pictures.
    await page.route('**/assets/*.js', async (route) => {
      const countSeen = () => page.evaluate<number>('window.looksSeen.length').catch(() => 0);
      await expect.poll(countSeen).toBeGreaterThan(5);
      await route.continue();
    });
    await page.goto(`${fixture.server.address}/en_US/market`);
    await waitForLife(page.locator('main').first());
    const seen = await page.evaluate<string[]>('looksSeen');
    expect(seen.length).toBeGreaterThan(5);
    expect([...new Set(seen)]).toEqual([`${theme} ${grounds[theme === 'system' ? other : theme]}`]);
    await context.close();
  }
});

it('finds a call in the reference, and sends it to this server', async () => {
  const { page, complaints, close } = await openPage(desk, 'apiDocument');
  const box = page.getByRole('searchbox', { name: 'Path, parameter, code or keyword' });
  const links = page.locator('.reference-list a');
  const allCount = await links.count();
  await box.fill('no such call anywhere');
  await box.press('Enter');
  await page.getByText('No endpoint matches “no such call anywhere”').waitFor();
  await page.getByRole('link', { name: 'Show all endpoints' }).click();
  await links.first().waitFor();
  // A number is told in words, beside the calls that can give it.
  await box.fill('-1015');
  await box.press('Enter');
  await page.locator('.reference-found', { hasText: 'Too many new orders' }).waitFor();
  await links.filter({ hasText: '/api/v3/orderList/otoco' }).waitFor();
  await box.fill('computeCommissionRates');
  await box.press('Enter');
  await expect.poll(() => links.count()).toBe(1);
  await links.filter({ hasText: '/api/v3/order/test' }).waitFor();
  await page.locator('.reference-facts', { hasText: 'order.test' }).waitFor();
  await box.fill('depth api/v3');
  await box.press('Enter');
  await expect.poll(() => links.count()).toBeLessThan(allCount);
  await links.filter({ hasText: '/api/v3/depth' }).first().click();
  await page.locator('.reference-path', { hasText: '/api/v3/depth' }).waitFor();
  const form = page.locator('form.reference-try');
  await form.getByRole('textbox', { name: 'symbol', exact: true }).fill('BTCUSDT');
  await form.getByRole('textbox', { name: 'limit', exact: true }).fill('5');
  await form.getByRole('button', { name: 'Send' }).click();
  await form.getByText(/^Response: 200, \d+ ms$/).waitFor();
  const answer = JSON.parse(await form.locator('pre').innerText()) as Record<string, unknown[]>;
  expect(answer['bids']).toHaveLength(5);
  await form.getByRole('textbox', { name: 'symbol', exact: true }).fill('NOSUCH');
  await form.getByRole('button', { name: 'Send' }).click();
  await form.getByText(/^Response: 400, /).waitFor();
  expect(complaints.filter((one) => !one.includes('400'))).toEqual([]);
  await close();
});

it('is walked by keys, and says of what does not trade yet that it does not', async () => {
  const { page, complaints, close } = await openPage(desk, 'market');
  await Promise.all([page.getByRole('table').waitFor(), waitForKeys(page)]);
  const here = () => page.evaluate<string>('document.activeElement?.dataset.index ?? ""');
  await page.keyboard.press('j');
  await expect.poll(here).toBe('0');
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('k');
  await expect.poll(here).toBe('1');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/trade/exchange/?tradeCode=*');
  await page.goto(`${fixture.server.address}/en_US/market`);
  for (const [tab, words] of [
    ['Contracts', 'No contract is listed yet'],
    ['Margin', 'No margin markets yet'],
  ] as const) {
    const head = page.getByRole('tab', { name: tab, exact: true });
    await press(head);
    await page.getByText(words).waitFor();
    expect(await page.getByRole('table').count()).toBe(0);
  }
  await page.getByRole('button', { name: 'All markets' }).click();
  await page.getByRole('table').waitFor();
  expect(complaints).toEqual([]);
  await close();
});

it('explains words of the trade until that is switched off, converts by last prices', async () => {
  const { page, complaints, close } = await openPage(desk, 'rateStandard');
  await page.getByRole('button', { name: 'Maker', exact: true }).click();
  const meaning = page.getByText(
    'An order that waits in the order book until another order matches it.',
  );
  await meaning.waitFor();
  await page.evaluate(`localStorage.setItem('isobath.termHints', 'false')`);
  await page.goto(`${fixture.server.address}/en_US/rateStandard`);
  await waitForLife(page.locator('main').first());
  await expect.poll(() => page.getByRole('button', { name: 'Maker' }).count()).toBe(0);
  await page.goto(`${fixture.server.address}/en_US/coinInfo?coin=ETH`);
  const box = page.getByRole('textbox', { name: /^Convert/ });
  await waitForLife(box);
  await expect.poll(() => box.inputValue()).toBe('1 ETH in USD');
  await box.fill('2 usdc in usdt');
  await page.locator('.coin-worth', { hasText: /^[12]\.\d+.*USDT$|^2.*USDT$/ }).waitFor();
  await box.fill('100 usdt in thb');
  await page.locator('.coin-worth', { hasText: /3,240\.00\s*THB/ }).waitFor();
  await box.fill('1 nothing in thb');
  await page.getByText('Enter an amount, a coin and the currency to convert to.').waitFor();
  await page.getByText('No network is connected').waitFor();
  expect(complaints).toEqual([]);
  await close();
});
