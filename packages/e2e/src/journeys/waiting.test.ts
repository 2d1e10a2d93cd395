// What a person sees and hears while something is on its way: the next page, and the lists of the
// search, which may also fail or be empty. Not whether pages move (steady-pages.test.ts).
import { holdAnswers } from '../fixture/browser.ts';
import { expect, it } from 'vitest';
import { waitForLife, waitForPage } from '../fixture/person.ts';
import { shareFixture } from '../fixture/fixture.ts';

const fixture = shareFixture();

const sizes = [
  { name: 'desk', options: { viewport: { width: 1440, height: 900 } } },
  {
    name: 'phone',
    options: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
  },
] as const;

async function openPage(path: string, options: (typeof sizes)[number]['options']) {
  const context = await fixture.browser.newContext(options);
  const page = await context.newPage();
  await page.goto(`${fixture.server.address}/en_US${path}`);
  await waitForLife(page.locator('main').first());
  return { page, close: () => context.close() };
}

it.each(sizes)('a line and a word tell of the next page, on a $name', async ({ options }) => {
  const { page, close } = await openPage('/support/index', options);
  const line = page.locator('.shell-header > .ui-progress-line');
  const word = page.locator('.shell-header [role=status]');
  const main = page.locator('main').first();
  const link = main.locator('a[href*="/support/article"]').first();
  await waitForLife(link);
  const letGo = await holdAnswers(page, /\.data(\?|$)/);
  await link.focus();
  const before = await main.boundingBox();
  expect([await line.isVisible(), await word.textContent()]).toEqual([false, '']);
  await link.press('Enter');
  await line.waitFor();
  await expect.poll(() => word.textContent()).toBe('Loading');
  expect((await line.boundingBox())?.height).toBe(2);
  expect(await main.boundingBox()).toEqual(before);
  await letGo();
  await waitForPage(page, '**/support/article**');
  await line.waitFor({ state: 'hidden' });
  await expect.poll(async () => (await word.textContent()) === (await page.title())).toBe(true);
  expect(await page.title()).not.toContain('Help');
  await close();
});

it('a page that does not come is said, and so is what to do', async () => {
  const { page, close } = await openPage('/support/index', sizes[0].options);
  const link = page.locator('main a[href*="/support/article"]').first();
  await waitForLife(link);
  // Not taken away again: a browser that stops to listen in while a page is asked for may drop it.
  let isBroken = true;
  await page.route(/\.data(\?|$)/, (route) =>
    isBroken ? route.fulfill({ status: 500, body: '' }) : route.continue(),
  );
  await link.press('Enter');
  const alert = page.locator('main [role=alert]', { hasText: 'Something went wrong on our side.' });
  await alert.waitFor();
  await page.getByRole('heading', { name: 'This page could not be loaded' }).waitFor();
  await page.locator('.shell-header > .ui-progress-line').waitFor({ state: 'hidden' });
  isBroken = false;
  await page.getByRole('button', { name: 'Retry' }).click();
  await page
    .getByRole('heading', { name: 'This page could not be loaded' })
    .waitFor({ state: 'detached' });
  await page.getByRole('heading', { level: 1 }).waitFor();
  await close();
});

it('a still line tells of it to who wants nothing to move', async () => {
  const { page, close } = await openPage('/support/index', sizes[0].options);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const line = page.locator('.shell-header > .ui-progress-line');
  const letGo = await holdAnswers(page, /\.data(\?|$)/);
  await page.locator('main a[href*="/support/article"]').first().press('Enter');
  await line.waitFor();
  const moving = `document.querySelector('.shell-header > .ui-progress-line')`;
  const width = () => page.evaluate(`getComputedStyle(${moving}, '::after').width`);
  await expect.poll(width).toBe(`${(await line.boundingBox())?.width}px`);
  await letGo();
  await line.waitFor({ state: 'hidden' });
  await close();
});

it('the line lies under the header of a page that fills the window, too', async () => {
  const { page, close } = await openPage('/market', sizes[0].options);
  await page.goto(`${fixture.server.address}/en_US/trade/exchange/?tradeCode=btc_usdt`);
  await page.locator('form.form').waitFor();
  const letGo = await holdAnswers(page, /\.data(\?|$)/);
  await page.locator('.shell-brand').press('Enter');
  const line = page.locator('.shell-header > .ui-progress-line');
  await line.waitFor();
  const header = await page.locator('.shell-header').boundingBox();
  const box = await line.boundingBox();
  expect([box?.y, box?.width]).toEqual([(header?.height ?? 0) - 1, header?.width]);
  await letGo();
  await line.waitFor({ state: 'hidden' });
  await close();
});

const popular = '**/hk-web/market/search/popular*';
const results = '**/hk-web/market/search/result*';

it.each(sizes)('the search keeps room, fails and asks again, on a $name', async ({ options }) => {
  const { page, close } = await openPage('/market', options);
  const panel = page.locator('.search-panel');
  const waiting = panel.locator('[aria-busy=true]');
  const rows = panel.locator('.search-row');
  const retry = panel.getByRole('alert').getByRole('button', { name: 'Retry' });
  const readHeight = async () => (await panel.boundingBox())?.height;
  const letGo = await holdAnswers(page, popular);
  const button = page.locator('.shell-search, .shell-tools > .ui-icon-button');
  await button.filter({ visible: true }).first().press('Enter');
  await waiting.locator('.ui-skeleton').first().waitFor();
  await expect.poll(() => waiting.locator('li').count()).toBe(10);
  const height = await readHeight();
  await letGo();
  await rows.nth(9).waitFor();
  expect(await readHeight()).toBe(height);
  const letFoundGo = await holdAnswers(page, results);
  const box = panel.getByRole('searchbox');
  await box.fill('btc');
  await waiting.locator('.ui-skeleton').first().waitFor();
  const first = await waiting.locator('li').first().boundingBox();
  await letFoundGo();
  await rows.first().waitFor();
  const found = await rows.first().boundingBox();
  expect([found?.y, found?.height]).toEqual([first?.y, first?.height]);
  await page.route(results, (route) => route.abort());
  await box.fill('eth');
  await retry.waitFor();
  await page.unroute(results);
  await retry.press('Enter');
  await rows.filter({ hasText: 'ETH' }).first().waitFor();
  await close();
});

it('popular markets that do not come are asked for again, and there may be none', async () => {
  const { page, close } = await openPage('/market', sizes[0].options);
  const panel = page.locator('.search-panel');
  await page.route(popular, (route) => route.abort());
  await page.locator('.shell-search').press('Enter');
  const retry = panel.getByRole('alert').getByRole('button', { name: 'Retry' });
  await retry.waitFor();
  await page.unroute(popular);
  const none = { code: 200, message: 'ok', data: [] };
  await page.route(popular, (route) => route.fulfill({ json: none }));
  await retry.press('Enter');
  await panel.getByText('No market is listed yet').waitFor();
  await close();
});
