// The parts of the design system in a real browser: both themes, both sizes, by keyboard.
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBarriers, hearComplaints, isTooWide, openBrowser } from '../stage/browser.ts';
import { type StagedServer, startServer } from '../stage/server.ts';

const sizes = {
  desk: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
} as const satisfies Record<string, BrowserContextOptions>;

let server: StagedServer;
let browser: Browser;

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(), openBrowser()]);
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

async function openGallery(options: BrowserContextOptions, theme: 'dark' | 'light') {
  const context = await browser.newContext({ ...options, colorScheme: theme });
  const page = await context.newPage();
  const complaints = hearComplaints(page);
  await page.goto(`${server.address}/en_US/_ui`);
  // A countdown stands there only once the page has come to life.
  await page.locator('[role=timer]').first().waitFor();
  return { page, complaints, close: () => context.close() };
}

async function visitLayers(page: Page): Promise<string[]> {
  const barriers: string[] = [];
  for (const name of ['Dialog', 'Bottom sheet', 'Side drawer', 'Confirm a danger']) {
    const button = page.getByRole('button', { name, exact: true });
    await button.click();
    const layer = page.locator('[role=dialog], [role=alertdialog]');
    await layer.waitFor();
    // The layer fades in; half a colour has half a contrast.
    await page.waitForTimeout(400);
    barriers.push(...(await findBarriers(page)));
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
    const context = await browser.newContext(sizes.desk);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    page = await context.newPage();
    await page.clock.install();
    await page.goto(`${server.address}/en_US/_ui`);
    await page.locator('[role=timer]').first().waitFor();
    await page.clock.pauseAt(Date.now() + 60_000);
  });

  const stepMs = 20;

  /** Let the page's time pass in small steps until something stands there so often. */
  async function pass(locator: Locator, count: number, withinMs = 500): Promise<void> {
    for (let passedMs = 0; (await locator.count()) !== count; passedMs += stepMs) {
      expect(passedMs).toBeLessThan(withinMs);
      await page.clock.runFor(stepMs);
      await page.evaluate('1');
    }
  }

  it.each([
    ['Done', 'Copied', 2_000],
    ['Notice', 'BTC above 65,000', 3_500],
  ])('shows the toast of "%s" for its time', async (button, words, shownMs) => {
    const toast = page.locator('.ui-toast', { hasText: words });
    await page.getByRole('button', { name: button, exact: true }).click();
    // What shows it comes with the first one, in real time.
    await page.waitForLoadState('networkidle');
    await pass(toast, 1, 5_000);
    await page.clock.runFor(shownMs - 250);
    expect(await toast.count()).toBe(1);
    await pass(toast, 0, 1_000);
  });

  it('shows for two seconds that something was copied', async () => {
    await page.getByRole('button', { name: 'Copy UID' }).first().click();
    const done = page.getByRole('button', { name: 'Copied' });
    await done.waitFor();
    await page.clock.runFor(1_900);
    expect(await done.count()).toBe(1);
    await pass(done, 0, 200);
  });

  it('searches a long list 300 ms after the last key, by name and by value', async () => {
    const field = page.getByRole('combobox', { name: 'Coin', exact: true });
    const options = page.getByRole('option');
    await field.click();
    await pass(options, 11);
    expect(await page.getByRole('listbox').evaluate((list) => list.clientHeight)).toBe(300);
    const box = page.getByRole('combobox', { name: 'Search' });
    await box.pressSequentially('dOg');
    await page.clock.runFor(280);
    expect(await options.count()).toBe(11);
    await pass(options, 1, 100);
    expect(await options.textContent()).toContain('DOGE');
    await box.fill('');
    await pass(options, 11);
    await box.pressSequentially('ltc');
    // Enter looks first and chooses then.
    await page.keyboard.press('Enter');
    await pass(options, 1, 100);
    await page.clock.runFor(100);
    await page.keyboard.press('Enter');
    await pass(options, 0);
    expect(await field.textContent()).toContain('LTC');
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
    expect(await price.inputValue()).toBe('64250.6');
    await price.press('Shift+ArrowDown');
    expect(await price.inputValue()).toBe('64249.6');
  });

  it('reads both ways of writing a pasted number', async () => {
    const price = page.getByRole('textbox', { name: 'Price' }).first();
    for (const written of ['1,234.50', '1.234,50']) {
      await price.fill(written);
      expect(await price.inputValue()).toBe('1234.5');
    }
  });

  it('moves a seam and a slider', async () => {
    const seam = page.getByRole('separator', { name: 'Resize Order book' });
    await seam.press('ArrowLeft');
    expect(await seam.getAttribute('aria-valuenow')).toBe('256');
    await page.getByRole('slider', { name: 'Share of what you have' }).press('End');
    expect(await page.getByRole('textbox', { name: 'Amount' }).first().inputValue()).toBe('0.4100');
  });

  it('walks rows with j, opens one with Enter, and says how it is sorted', async () => {
    const table = page.getByRole('table', { name: 'Markets', exact: true });
    const head = table.getByRole('columnheader', { name: 'Price' });
    await head.getByRole('button').press('Enter');
    expect(await head.getAttribute('aria-sort')).toBe('descending');
    await table.locator('[role=row][tabindex="0"]').press('j');
    await page.keyboard.press('Enter');
    await page.getByText('Enter opens ETH').waitFor();
  });

  it('draws only the rows in sight and follows the scroll', async () => {
    const rows = page.getByRole('table', { name: 'All markets' }).locator('[data-index]');
    expect(await rows.count()).toBeLessThan(40);
    await rows.first().evaluate((row) => row.closest('.ui-table-room')?.scrollTo(0, 5000));
    await page.locator('[data-index="178"]').waitFor();
    expect(await rows.count()).toBeLessThan(60);
  });
});
