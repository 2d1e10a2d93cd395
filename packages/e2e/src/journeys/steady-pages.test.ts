// What must not move or change under a reader's hands: pages stand still while their data comes
// late, what opens from the header stays with it while the page scrolls, a price that is shown
// shortened is copied whole, a pasted number is read in both ways of writing. Not how numbers are
// rounded or drawn (packages/ui).
import type { Page, Route } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { waitForStillness } from '../fixture/browser.ts';
import { meetPerson, type Person, signUp, waitForLife } from '../fixture/person.ts';
import { shareFixture } from '../fixture/fixture.ts';

const fixture = shareFixture('live');
let person: Person;

const sizes = [
  { name: 'desk', options: { viewport: { width: 1440, height: 900 } } },
  {
    name: 'phone',
    options: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
  },
] as const;

/** Pages and what stands there once their data has come. */
const pages = [
  { path: '', shows: 'main .ui-number' },
  { path: '/market', shows: 'main [role=row] .ui-number' },
  { path: '/trade/exchange/?tradeCode=btc_usdt', shows: 'button[data-variant=buy]' },
  { path: '/orderHome/coinTradeOrder', shows: 'main .ui-state' },
  { path: '/assetManagement/home', shows: 'main [role=row] .ui-number' },
  { path: '/assetManagement/overView', shows: 'main .ui-number' },
];

/** More than a reader would notice. */
const SHIFT_MAX = 0.02;

const noteShifts = `
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries()) {
      const moved = sources.map(({ node }) => node?.className ?? node?.nodeName);
      if (!hadRecentInput) window.shifts.push({ value, moved });
    }
  }).observe({ type: 'layout-shift', buffered: true });`;

interface Shift {
  readonly value: number;
  readonly moved: readonly string[];
}

/** Hold back what a page asks for once it runs; what it was sent with is there. */
async function holdAnswers(page: Page): Promise<() => Promise<void>> {
  const held: Route[] = [];
  let isHeld = true;
  await page.route('**/*', (route) => {
    const isRequested = ['fetch', 'xhr'].includes(route.request().resourceType());
    if (isRequested && isHeld) held.push(route);
    else void route.continue();
  });
  return async () => {
    isHeld = false;
    await Promise.all(held.map((route) => route.continue()));
  };
}

beforeAll(async () => {
  person = await meetPerson(fixture.browser, 'steady');
  await signUp(person, fixture.server.address, { hasDemoMoney: true });
});

it.each(sizes)('nothing moves when data comes late, on a $name', async ({ options }) => {
  const storageState = await person.context.storageState();
  const context = await fixture.browser.newContext({ ...options, storageState });
  await context.addInitScript(noteShifts);
  const found: Record<string, readonly Shift[]> = {};
  for (const { path, shows } of pages) {
    const page = await context.newPage();
    const release = await holdAnswers(page);
    await page.goto(`${fixture.server.address}/en_US${path}`);
    await waitForLife(page.locator('main, form.form').first());
    await waitForStillness(page);
    await release();
    await page.locator(shows).first().waitFor();
    await page.waitForLoadState('networkidle');
    await waitForStillness(page);
    const shifts = await page.evaluate<Shift[]>('window.shifts');
    const sum = shifts.reduce((total, { value }) => total + value, 0);
    if (sum > SHIFT_MAX) found[path] = shifts;
    await page.close();
  }
  await context.close();
  expect(found).toEqual({});
});

it.each(['.shell-search', '.inbox-bell', '.service-button'])(
  'what opens from %s stays where it is while the page scrolls',
  async (selector) => {
    const { page } = person;
    await page.goto(`${fixture.server.address}/en_US/market`);
    const button = page.locator(selector);
    await waitForLife(button);
    await button.press('Enter');
    await page.locator('.ui-popover').waitFor();
    await waitForStillness(page);
    // Asked before the next frame is drawn: a frame late, the layer would jump at each turn.
    const [before, after] = await page.evaluate<number[]>(`(() => {
      const readTop = () => document.querySelector('.ui-popover').getBoundingClientRect().top;
      const before = readTop();
      window.scrollTo({ top: 200, behavior: 'instant' });
      return [before, readTop()];
    })()`);
    expect(after).toBe(before);
    expect(await page.evaluate('window.scrollY')).toBe(200);
  },
);

it('what floats covers no end of a row: a tab on the edge, on a phone below the bar', async () => {
  const { page } = person;
  await page.setViewportSize({ width: 1024, height: 768 });
  await page.goto(`${fixture.server.address}/en_US/market`);
  const button = page.locator('.service-button');
  await waitForLife(button);
  const readBox = async (selector: string) =>
    (await page.locator(selector).first().boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const row = await readBox('main .ui-table-body [role=row]');
  expect((await readBox('.service-button')).x).toBeGreaterThanOrEqual(row.x + row.width);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.locator('.shell-frame[data-screen=phone]').waitFor();
  const bar = await readBox('.shell-bar');
  // What is seen of the button; the finger meets 8 px more.
  const card = await readBox('main .ui-table-body [role=row]');
  expect((await readBox('.service-button')).x + 8).toBeGreaterThanOrEqual(card.x + card.width);
  const isInSight = async () => (await readBox('.service-button')).y < bar.y;
  await expect.poll(isInSight).toBe(true);
  await page.evaluate('scrollTo(0, 600)');
  await expect.poll(isInSight).toBe(false);
  await page.evaluate('scrollTo(0, 500)');
  await expect.poll(isInSight).toBe(true);
  await page.setViewportSize(sizes[0].options.viewport);
});

it('a part whose words do not come is left out, and stars ask once for all rows', async () => {
  const page = await person.context.newPage();
  let requestedCount = 0;
  page.on('request', (request) => {
    if (request.url().includes('/user/user_favorite')) requestedCount += 1;
  });
  await page.route(/\/assets\/en_US-inbox-/, (route) => route.abort());
  const failed = page.waitForEvent('requestfailed', (request) =>
    request.url().includes('en_US-inbox-'),
  );
  await page.goto(`${fixture.server.address}/en_US/market`);
  await failed;
  await waitForLife(page.locator('.service-button'));
  await page.getByRole('heading', { level: 1, name: 'Markets' }).waitFor();
  expect(await page.locator('.inbox-bell').count()).toBe(0);
  expect(requestedCount).toBe(1);
  await page.close();
});

it('a price that is shown shortened is copied whole', async () => {
  const { page } = person;
  await person.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`${fixture.server.address}/en_US/market`);
  const price = page.locator('main [role=row] .ui-number:has(sub)').first();
  await waitForLife(price);
  const shown = await price.evaluate<string, HTMLElementLike>((node) => {
    node.ownerDocument.getSelection().selectAllChildren(node);
    return node.querySelector('.ui-sr').textContent;
  });
  await page.keyboard.press('Control+c');
  expect(shown).toMatch(/^0\.0000\d+$/);
  expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(/^0\.0000\d+$/);
});

it.each([
  ['en_US', '1,234.50', '1.234,50', 'Unclear separators'],
  ['de_DE', '1.234,50', '1,234.50', 'Unklare Trennzeichen'],
])('a pasted number is read by the marks of %s, the other way round refused', async (...given) => {
  const [to, own, foreign, word] = given;
  const { page } = person;
  await person.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`${fixture.server.address}/${to}/trade/exchange/?tradeCode=btc_usdt`);
  // The second one is the size, which has decimals in this market.
  const size = page.locator('form.form input[inputmode=decimal]').nth(1);
  await waitForLife(size);
  const outcomes: (string | number)[][] = [];
  for (const written of [own, foreign]) {
    await page.evaluate(`navigator.clipboard.writeText('${written}')`);
    await size.press('Control+a');
    await size.press('Control+v');
    // It stays as it was written as long as somebody is at it.
    await expect.poll(() => size.inputValue()).toBe(written);
    await size.press('Tab');
    outcomes.push([await size.inputValue(), await page.getByText(word).count()]);
  }
  expect(outcomes).toEqual([
    [own, 0],
    [foreign, 1],
  ]);
});

/** The little of an element that is asked of it in the page. */
interface HTMLElementLike {
  readonly ownerDocument: {
    getSelection(): { selectAllChildren(node: unknown): void };
  };
  querySelector(selector: string): { readonly textContent: string };
}
