// The parts of the design system in a real browser: both themes, both sizes, by keyboard, by the
// clock; and the search of the header by the clock, since pages with one are opened here.
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { findBarriers, hearComplaints, isTooWide, waitForStillness } from '../fixture/browser.ts';
import { waitForLife } from '../fixture/person.ts';
import { shareFixture } from '../fixture/fixture.ts';

const sizes = {
  desk: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
} as const satisfies Record<string, BrowserContextOptions>;

const fixture = shareFixture();

async function openGallery(options: BrowserContextOptions, theme: 'dark' | 'light') {
  const context = await fixture.browser.newContext({ ...options, colorScheme: theme });
  const page = await context.newPage();
  const complaints = hearComplaints(page);
  await page.goto(`${fixture.server.address}/en_US/_ui`);
  // A countdown stands there only once the page has come to life.
  await page.locator('[role=timer]').first().waitFor();
  return { page, complaints, close: () => context.close() };
}

const layers = '[role=dialog], [role=alertdialog]';

async function visitLayers(page: Page): Promise<string[]> {
  const barriers: string[] = [];
  for (const name of ['Dialog', 'Bottom sheet', 'Side drawer', 'Confirm a danger']) {
    const button = page.getByRole('button', { name, exact: true });
    await button.click();
    const layer = page.locator(layers);
    await layer.waitFor();
    // The layer fades in; half a colour has half a contrast.
    await waitForStillness(page);
    barriers.push(...(await findBarriers(page, layers)));
    await page.keyboard.press('Escape');
    await layer.waitFor({ state: 'detached' });
    expect(await button.evaluate((element) => element.matches(':focus'))).toBe(true);
  }
  return barriers;
}

describe.each(['dark', 'light'] as const)('the gallery in the %s theme', (theme) => {
  it.each(['desk', 'phone'] as const)('has no barrier and no complaint on a %s', async (size) => {
    const { page, complaints, close } = await openGallery(sizes[size], theme);
    expect(await findBarriers(page)).toEqual([]);
    expect(await isTooWide(page)).toBe(false);
    expect(await visitLayers(page)).toEqual([]);
    await page.getByRole('combobox', { name: 'Order type' }).click();
    await page.getByRole('option', { name: 'Market' }).click();
    expect(complaints).toEqual([]);
    await close();
  });
});

describe('the gallery by the clock', () => {
  let page: Page;

  beforeAll(async () => {
    const context = await fixture.browser.newContext(sizes.desk);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    page = await context.newPage();
    await page.clock.install();
    await page.goto(`${fixture.server.address}/en_US/_ui`);
    await page.locator('[role=timer]').first().waitFor();
    await page.clock.pauseAt(Date.now() + 60_000);
    // The first toast brings its file along, which takes real time: that one is not measured.
    await page.getByRole('button', { name: 'Done', exact: true }).click();
    await bring(page.locator('.ui-toast'), 1);
    await page.clock.runFor(2_500);
    await bring(page.locator('.ui-toast'), 0);
  });

  const stepMs = 20;
  const realWaitMs = 120_000;

  /** Let the page's time pass until so many stand there, however long this machine takes. */
  async function bring(locator: Locator, count: number): Promise<void> {
    const enoughMs = performance.now() + realWaitMs;
    while ((await locator.count()) !== count) {
      expect(performance.now()).toBeLessThan(enoughMs);
      await page.clock.runFor(stepMs);
      await new Promise((resolve) => setTimeout(resolve, stepMs));
    }
  }

  /** Wait with the page's clock at rest: what is due by now is drawn sooner or later. */
  async function findDrawn(locator: Locator, count: number): Promise<void> {
    await expect.poll(() => locator.count(), { timeout: realWaitMs }).toBe(count);
  }

  it.each([
    ['Done', 'Copied', 2_000],
    ['Notice', 'BTC above 65,000', 3_500],
  ])('shows the toast of "%s" for its time', async (button, words, shownMs) => {
    const toast = page.locator('.ui-toast', { hasText: words });
    await page.getByRole('button', { name: button, exact: true }).click();
    await findDrawn(toast, 1);
    await page.clock.runFor(shownMs - 50);
    const staying = toast.and(page.locator(':not([data-ending-style])'));
    await expect.poll(() => staying.count()).toBe(1);
    await page.clock.runFor(100);
    await findDrawn(staying, 0);
    await bring(toast, 0);
  });

  it('shows for two seconds that something was copied', async () => {
    await page.getByRole('button', { name: 'Copy UID' }).first().click();
    const done = page.getByRole('button', { name: 'Copied' });
    await done.waitFor();
    await page.clock.runFor(1_950);
    await expect.poll(() => done.count()).toBe(1);
    await page.clock.runFor(100);
    await findDrawn(done, 0);
  });

  it('searches a long list 300 ms after the last key, by name and by value', async () => {
    const field = page.getByRole('combobox', { name: 'Coin', exact: true });
    const options = page.getByRole('option');
    await field.click();
    await bring(options, 11);
    expect(await page.getByRole('listbox').evaluate((list) => list.clientHeight)).toBe(300);
    const box = page.getByRole('combobox', { name: 'Search' });
    await box.pressSequentially('dOg');
    await page.clock.runFor(280);
    await expect.poll(() => options.count()).toBe(11);
    await page.clock.runFor(100);
    await findDrawn(options, 1);
    await expect.poll(() => options.textContent()).toContain('DOGE');
    await box.fill('');
    await bring(options, 11);
    await box.pressSequentially('ltc');
    // Enter looks first and chooses then.
    await page.keyboard.press('Enter');
    await page.clock.runFor(100);
    await findDrawn(options, 1);
    await page.clock.runFor(100);
    await page.keyboard.press('Enter');
    await bring(options, 0);
    await expect.poll(() => field.textContent()).toContain('LTC');
  });
});

describe('the gallery by keyboard', () => {
  let page: Page;

  beforeAll(async () => {
    ({ page } = await openGallery(sizes.desk, 'dark'));
  });

  it('steps a price by its tick and by ten', async () => {
    const price = page.getByRole('textbox', { name: 'Price' }).first();
    await price.fill('64250.5');
    await price.press('ArrowUp');
    await expect.poll(() => price.inputValue()).toBe('64250.6');
    await price.press('Shift+ArrowDown');
    await expect.poll(() => price.inputValue()).toBe('64249.6');
  });

  it('reads a number by the marks of the language, and leaves it as it was written', async () => {
    const price = page.getByRole('textbox', { name: 'Price' }).first();
    await price.fill('1.234,5');
    await page.getByText('Unclear separators: write it like 1,234.5').waitFor();
    await expect.poll(() => price.inputValue()).toBe('1.234,5');
    await price.fill('1,234.5');
    await expect.poll(() => price.inputValue()).toBe('1,234.5');
    await expect.poll(() => price.getAttribute('aria-invalid')).toBeNull();
    await price.blur();
    await expect.poll(() => price.inputValue()).toBe('1,234.5');
  });

  it('drops no key: what is no number stays, and the field says why', async () => {
    const price = page.getByRole('textbox', { name: 'Price' }).first();
    await price.fill('');
    await price.pressSequentially('12..,3');
    await expect.poll(() => price.inputValue()).toBe('12..,3');
    await page.getByText('Unclear separators: write it like 1,234.5').waitFor();
    await price.press('ArrowUp');
    await expect.poll(() => price.inputValue()).toBe('12..,3');
    await price.fill('64250.5');
  });

  it('loses no digit of a code, like or unlike the one that stands there', async () => {
    const box = (place: number) => page.getByRole('textbox', { name: `Digit ${place} of 6` });
    await box(1).press('1');
    await page.keyboard.type('12345');
    await box(1).focus();
    await page.keyboard.type('112');
    expect(await box(4).evaluate((element) => element.matches(':focus'))).toBe(true);
    await page.keyboard.type('999');
    const values = [1, 2, 3, 4, 5, 6].map((place) => box(place).inputValue());
    expect((await Promise.all(values)).join('')).toBe('112999');
  });

  it('moves a seam and a slider', async () => {
    const seam = page.getByRole('separator', { name: 'Resize Order book' });
    await seam.press('ArrowLeft');
    await expect.poll(() => seam.getAttribute('aria-valuenow')).toBe('256');
    await page.getByRole('slider', { name: 'Share of what you have' }).press('End');
    await expect
      .poll(() => page.getByRole('textbox', { name: 'Amount' }).first().inputValue())
      .toBe('0.4100');
  });

  it('walks rows with j, opens one with Enter, and says how it is sorted', async () => {
    const table = page.getByRole('table', { name: 'Markets', exact: true });
    const head = table.getByRole('columnheader', { name: 'Price' });
    await head.getByRole('button').press('Enter');
    await expect.poll(() => head.getAttribute('aria-sort')).toBe('descending');
    await table.locator('[role=row][tabindex="0"]').press('j');
    await page.keyboard.press('Enter');
    await page.getByText('Enter opens ETH').waitFor();
  });

  it('draws only the rows in sight and follows the scroll', async () => {
    const rows = page.getByRole('table', { name: 'All markets' }).locator('[data-index]');
    await expect.poll(() => rows.count()).toBeLessThan(40);
    await rows.first().evaluate((row) => row.closest('.ui-table-room')?.scrollTo(0, 5000));
    await page.locator('[data-index="178"]').waitFor();
    await expect.poll(() => rows.count()).toBeLessThan(60);
  });
});

it('searches once, 300 ms after the last key', async () => {
  const page = await (await fixture.browser.newContext(sizes.desk)).newPage();
  const requested: string[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname.endsWith('/search/result')) requested.push(searchParams.get('keyword') ?? '');
  });
  await page.goto(`${fixture.server.address}/en_US/market`);
  await waitForLife(page.locator('main').first());
  await page.locator('.shell-search').hover();
  const box = page.locator('.search-panel').getByRole('searchbox');
  await box.waitFor();
  // What is open opened by the real clock; from here on it stands still.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  for (const key of 'usdt') {
    await page.clock.runFor(299);
    await box.press(key);
  }
  await page.clock.runFor(299);
  expect(requested).toEqual([]);
  const request = page.waitForRequest('**/search/result**');
  await page.clock.runFor(1);
  await request;
  expect(requested).toEqual(['usdt']);
  await page.context().close();
});

it('puts the longest texts into the list of languages, for who asks by its switch', async () => {
  const { page, close } = await openGallery(sizes.desk, 'dark');
  await page.getByRole('switch', { name: 'longest texts in the list of languages' }).check();
  await page.locator('header').getByRole('button', { name: 'Language and currency' }).click();
  const sheet = page.getByRole('dialog', { name: 'Language and currency' });
  const choices = sheet.locator('.choice-grid').nth(1).locator('.choice');
  await choices.nth(13).waitFor();
  // It is read as English.
  await expect.poll(() => choices.nth(13).getAttribute('lang')).toBe('en-US');
  await close();
});
