// The header, the side menu and the service button, where no journey passes by on its way: the
// search by keys, popups of a person, the page of simulated contracts, what is brought when.
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { waitForStillness } from '../fixture/browser.ts';
import { tradeAt } from '../fixture/exchange.ts';
import { type Person, press, waitForKeys, waitForLife } from '../fixture/person.ts';
import { meetTrader, shareFixture } from '../fixture/fixture.ts';

const desk = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };

const fixture = shareFixture();
let person: Person;

beforeAll(async () => {
  person = await meetTrader(fixture, 'header');
  // Somebody has to trade, or nothing says what a coin is worth.
  const buyer = await meetTrader(fixture, 'buyer');
  await tradeAt({ buyer, seller: person }, 64_000);
});

const inEnglish = (path: string) => `${fixture.server.address}/en_US/${path}`;

async function openGuest(path: string, viewport = desk): Promise<Page> {
  const page = await (await fixture.browser.newContext({ viewport })).newPage();
  await page.goto(inEnglish(path));
  await waitForLife(page.locator('main').first());
  return page;
}

it('is passed by key, to what the page says', async () => {
  const page = await openGuest('status');
  await page.keyboard.press('Tab');
  const way = page.getByRole('link', { name: 'Skip to content' });
  expect(await way.evaluate((link) => link.matches(':focus'))).toBe(true);
  expect((await way.boundingBox())?.height).toBeGreaterThan(20);
  await page.keyboard.press('Enter');
  await expect.poll(() => page.evaluate('document.activeElement.tagName')).toBe('MAIN');
  await page.keyboard.press('Tab');
  expect(await page.evaluate(`document.activeElement.closest('header')`)).toBeNull();
  await page.context().close();
});

it.each(['de_DE', 'fil_PH', 'th_TH'])('cuts no word of its menu in %s', async (locale) => {
  const { page } = person;
  await page.goto(`${fixture.server.address}/${locale}/status`);
  for (const width of [1366, 1440, 1536, 1600]) {
    await page.setViewportSize({ ...desk, width });
    await waitForStillness(page);
    const heads = page.locator('.shell-menu .ui-nav-word');
    const cut = await heads.evaluateAll((all) =>
      all.map(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth),
    );
    expect([width, cut.length > 4, cut.includes(true)]).toEqual([width, true, false]);
  }
  await page.setViewportSize(desk);
});

const popup = (page: Page) => page.locator('.ui-popover');
const tool = (page: Page, name: string) =>
  page.locator('header').getByRole('button', { name, exact: true });

async function readLinks(page: Page): Promise<string[]> {
  await popup(page).locator('.ui-nav-link').first().waitFor();
  return popup(page)
    .locator('.ui-nav-link')
    .evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? ''));
}

it('opens the search by either key, empties it, and forgets it on another screen', async () => {
  const page = await openGuest('market');
  const panel = page.locator('.search-panel');
  const box = panel.getByRole('searchbox');
  await waitForKeys(page);
  for (const key of ['/', 'Control+k']) {
    await page.keyboard.press(key);
    await box.fill('btc');
    // The first Escape empties the box, the second one closes the popup.
    await box.press('Escape');
    await expect.poll(() => box.inputValue()).toBe('');
    await box.press('Escape');
    await panel.waitFor({ state: 'detached' });
  }
  await page.keyboard.press('/');
  await box.fill('btc');
  await panel.getByRole('button', { name: 'Clear', exact: true }).click();
  await expect.poll(() => box.inputValue()).toBe('');
  // Whoever cleared it types on, and the next letters are letters.
  await page.keyboard.type('eth/');
  await expect.poll(() => box.inputValue()).toBe('eth/');
  await page.setViewportSize(phone);
  await panel.waitFor({ state: 'detached' });
  await page.locator('header').getByRole('button', { name: 'Search', exact: true }).click();
  await expect.poll(() => box.inputValue()).toBe('');
  await page.context().close();
});

it('remembers no market that was only popular', async () => {
  const page = await openGuest('market');
  await page.locator('.shell-search').hover();
  await page.locator('.search-panel .search-row').first().click();
  await page.waitForURL('**/trade/exchange/?tradeCode=*');
  expect(await page.evaluate(`localStorage.getItem('isobath.search.recent')`)).toBeNull();
  await page.context().close();
});

it('shows the total in the unit that is chosen, whole on hover, or hides it for good', async () => {
  const { page } = person;
  await page.goto(inEnglish('status'));
  const value = page.locator('.assets-card-value');
  const openCard = async () => {
    await waitForLife(tool(page, 'Assets'));
    await tool(page, 'Assets').press('Enter');
    await value.waitFor();
  };
  await openCard();
  await value.locator('.ui-number', { hasText: /^\d\d,\d{3}\.\d\d\s?USDT$/ }).waitFor();
  await popup(page).getByRole('radio', { name: 'BTC', exact: true }).click();
  await value.locator('.ui-number', { hasText: /^\d\.\d\d\s?BTC$/ }).waitFor();
  await expect.poll(() => value.locator('[title]').getAttribute('title')).toMatch(/^\d\.\d{3,8}$/);
  await popup(page).getByRole('button', { name: 'Hide amounts' }).click();
  await value.getByText('*****').waitFor();
  await expect.poll(() => value.innerText()).not.toMatch(/\d/);
  await page.reload();
  await openCard();
  await value.getByText('*****').waitFor();
  await popup(page).getByRole('button', { name: 'Hide amounts' }).click();
  await value.locator('.ui-number', { hasText: /^\d\.\d\d\s?BTC$/ }).waitFor();
});

it('keeps room for the total, says when it did not come, and asks again', async () => {
  const page = await person.context.newPage();
  const totals = '**/hk-web/assets/overview*';
  const requested = page.waitForRequest(totals);
  let letFail = () => {};
  const held = new Promise<void>((resolve) => (letFail = resolve));
  await page.route(totals, (route) => held.then(() => route.abort()));
  await page.goto(inEnglish('rateStandard'));
  await press(tool(page, 'Assets'));
  const card = popup(page).locator('.assets-card');
  await requested;
  await card.locator('.ui-skeleton').waitFor();
  await waitForStillness(page);
  const before = await card.boundingBox();
  letFail();
  const said = card.getByRole('alert').filter({ hasText: 'No response.' });
  await said.waitFor();
  expect(await card.boundingBox()).toEqual(before);
  await page.unroute(totals);
  await said.getByRole('button', { name: 'Retry' }).press('Enter');
  await card.locator('.ui-number').waitFor();
  expect(await card.boundingBox()).toEqual(before);
  await page.close();
});

it('has the orders in two columns, and on the simulated page its own alone', async () => {
  const { page } = person;
  await page.goto(inEnglish('status'));
  for (const [name, count, columns] of [
    ['Assets', 5, 1],
    ['Orders', 10, 2],
  ] as const) {
    await waitForLife(tool(page, name));
    await tool(page, name).press('Enter');
    expect(await readLinks(page)).toHaveLength(count);
    const lefts = await popup(page)
      .locator('.ui-nav-link')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().x));
    expect(new Set(lefts).size, name).toBe(columns);
    await page.keyboard.press('Escape');
    await popup(page).waitFor({ state: 'detached' });
  }
  await page.goto(inEnglish('contract/mock/trade/?tradeName=f_btcf_usdt'));
  for (const [name, link] of [
    ['Assets', '/en_US/simulation/account?type=3'],
    ['Orders', '/en_US/simulation/order'],
  ] as const) {
    await waitForLife(tool(page, name));
    await tool(page, name).press('Enter');
    expect(await readLinks(page)).toEqual([link]);
    // Practice money stands alone: no total of the real one beside it.
    expect(await popup(page).locator('.assets-card').count(), name).toBe(0);
    await page.keyboard.press('Escape');
    await popup(page).waitFor({ state: 'detached' });
  }
  expect(person.complaints).toEqual([]);
});

it('sends a star with 1 and takes it back with -1, and asks for the list after each', async () => {
  const { page } = person;
  const path = '/hk-web/user/user_favorite';
  const sent: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname === path) sent.push(`${request.method()} ${request.postData() ?? search}`);
  });
  await page.goto(inEnglish('market'));
  const star = page.locator('main').getByRole('button', { name: 'Favorite' }).first();
  await waitForLife(star);
  await expect.poll(() => sent).toEqual(['GET ?operate=0']);
  for (const operate of [1, -1]) {
    sent.length = 0;
    await star.click();
    const change = expect.stringMatching(new RegExp(`"operate":${operate}\\b`)) as string;
    await expect.poll(() => sent).toEqual([change, 'GET ?operate=0']);
  }
});

it('offers a guest of a phone everything that its header has no room for', async () => {
  const page = await openGuest('market', phone);
  const menu = page.getByRole('dialog', { name: 'Main menu' });
  const openMenu = () => press(page.getByRole('button', { name: 'Main menu' }));
  await openMenu();
  const back = encodeURIComponent('/en_US/market');
  for (const [name, address] of [
    ['Log in', `/en_US/login?redirect=${back}`],
    ['Register', '/en_US/register'],
    ['App', '/en_US/app/downLoad'],
  ] as const) {
    const link = menu.getByRole('link', { name, exact: true });
    await expect.poll(() => link.getAttribute('href')).toBe(address);
  }
  await menu.getByRole('button', { name: 'English · USD' }).click();
  const sheet = page.getByRole('dialog', { name: 'Language and currency' });
  await sheet.getByRole('button', { name: /^EUR/ }).click();
  await menu.getByRole('button', { name: 'English · EUR' }).waitFor();
  await menu.getByRole('button', { name: 'Switch between dark and light' }).click();
  expect(await page.evaluate('document.documentElement.dataset.theme')).toBe('light');
  await menu.getByRole('button', { name: 'Customer service' }).click();
  await menu.waitFor({ state: 'detached' });
  await page.getByRole('region', { name: 'Service desk' }).waitFor();
  await page.context().close();
});

it('answers who asks for customer service before its part of the page has come', async () => {
  const page = await openGuest('status', phone);
  let bring = () => {};
  const requested = new Promise<void>((resolve) => (bring = resolve));
  await page.route(/ServiceWidget-[^/]*\.js/, async (route) => {
    await requested;
    await route.continue();
  });
  await page.reload();
  await press(page.getByRole('button', { name: 'Main menu' }));
  const menu = page.getByRole('dialog', { name: 'Main menu' });
  await menu.getByRole('button', { name: 'Customer service' }).click();
  await menu.waitFor({ state: 'detached' });
  bring();
  await page.getByRole('region', { name: 'Service desk' }).waitFor();
  await page.context().close();
});

it('brings the desk early, and the other lines when somebody reaches for them', async () => {
  const { page } = person;
  const requested = new Set<number>();
  page.on('request', (request) => {
    if (!request.url().endsWith('/hk-web/service/talk')) return;
    requested.add((request.postDataJSON() as { line: number }).line);
  });
  await page.goto(inEnglish('status'));
  await expect.poll(() => [...requested]).toEqual([3]);
  const button = page.getByRole('button', { name: 'Customer service' });
  await waitForLife(button);
  expect([...requested]).toEqual([3]);
  await button.hover();
  await expect.poll(() => [...requested].toSorted()).toEqual([1, 2, 3]);
});

it('stays in sight on pages that scroll, and not on one that fills the window', async () => {
  const page = await openGuest('market');
  const header = page.locator('.shell-header');
  await page.evaluate('scrollTo({ top: 600, behavior: "instant" })');
  await waitForStillness(page);
  expect((await header.boundingBox())?.y).toBe(0);
  await page.goto(inEnglish('trade/exchange/?tradeCode=btc_usdt'));
  await page.locator('form.form').waitFor();
  const position = `getComputedStyle(document.querySelector('.shell-header')).position`;
  expect(await page.evaluate(position)).toBe('static');
  await page.context().close();
});

it('says in the bar of a phone that each account is one of the assets', async () => {
  const { page } = person;
  await page.setViewportSize(phone);
  const places = page.locator('.shell-bar [aria-current=page]');
  for (const [path, place] of [
    ['market', 'Markets'],
    ['assetManagement/overView', 'Assets'],
    ['assetManagement/home', 'Assets'],
    ['c2c/account', 'Assets'],
  ] as const) {
    await page.goto(inEnglish(path));
    await places.waitFor();
    await expect.poll(() => places.allTextContents()).toEqual([place]);
  }
});
