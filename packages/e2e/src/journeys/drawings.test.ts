// Drawings as a person works with them: chosen, recoloured, locked, copied and removed, with
// pointer, keys and finger; a text that stays with the account. Not that drawings are kept at all,
// nor who has them where (saved-chart.test.ts).
import type { SavedChart, MarketInfo } from '@isobath/wire';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { waitForStillness } from '../fixture/browser.ts';
import { call, readRoundPrice, tradeAround } from '../fixture/exchange.ts';
import { waitForMenu } from '../fixture/menu.ts';
import { openTrade, type Person } from '../fixture/person.ts';
import { meetTrader, setFixture } from '../fixture/fixture.ts';

// Nobody else has traded here: what a chart and a book show is this journey's own.
const fixture = setFixture({ ISOBATH_LIQUIDITY: 'off' });
let trader: Person;
let tradeId: number;

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

const readKept = async () =>
  (await call<SavedChart | null>(trader, `/hk-web/market/chart?tradeId=${tradeId}`))?.drawings ??
  [];
const tools = (page: Page) => page.getByRole('toolbar');
const tool = (page: Page, name: string) => tools(page).getByRole('button', { name, exact: true });
const waitForCandles = (page: Page) =>
  page.locator('[role=slider][aria-valuetext*="Close: "]').waitFor();

/** What a press on the chart is, with this device. */
type Press = (xPx: number, yPx: number) => Promise<void>;

async function findPress(page: Page): Promise<Press> {
  const host = await page.locator('.chart-host').boundingBox();
  const isTouch = await page.evaluate('matchMedia("(pointer: coarse)").matches');
  const device =
    isTouch === true
      ? page.touchscreen.tap.bind(page.touchscreen)
      : page.mouse.click.bind(page.mouse);
  return (xPx, yPx) => device((host?.x ?? 0) + xPx, (host?.y ?? 0) + yPx);
}

const paintedMs = 2_000;

/** Choose what stands at a spot; what was shown just now may still have to be painted. */
async function take(page: Page, press: () => Promise<void>): Promise<void> {
  for (;;) {
    await press();
    const found = await tools(page)
      .waitFor({ timeout: paintedMs })
      .then(
        () => true,
        () => false,
      );
    if (found) return;
  }
}

/** Open a list and choose from it: a menu, or on a phone a sheet. */
async function choose(page: Page, opener: Locator, line: string, closes = false): Promise<void> {
  await opener.click();
  const list = page.locator('.ui-menu, .ui-sheet-menu');
  await list.waitFor();
  await waitForStillness(page);
  await list.getByText(line, { exact: true }).click();
  if (!closes && (await list.count()) > 0) await page.keyboard.press('Escape');
  await list.waitFor({ state: 'detached' });
}
/** The list closes itself: Escape when it is gone would end the drawing that was begun. */
const draw = (page: Page, name: string) =>
  choose(page, page.getByRole('button', { name: 'Draw', exact: true }), name, true);

beforeAll(async () => {
  trader = await meetTrader(fixture, 'trader');
  const markets = await call<MarketInfo[]>(trader, '/hk-web/market/symbols');
  tradeId = markets.find((market) => market.symbol === 'btc_usdt')?.tradeId ?? 0;
  const other = await meetTrader(fixture, 'other');
  await tradeAround({ buyer: trader, seller: other }, await readRoundPrice(other));
  await openTrade(trader, fixture.server.address, 'btc_usdt');
  await waitForCandles(trader.page);
}, 300_000);

it('chooses what was drawn, and each of its tools can be undone', async () => {
  const { page } = trader;
  const press = await findPress(page);
  await draw(page, 'Horizontal line');
  await press(300, 120);
  await expect.poll(() => tools(page).getAttribute('aria-label')).toBe('Horizontal line selected');
  await choose(page, tool(page, 'Color'), 'Clay');
  await choose(page, tool(page, 'Line'), 'Dashed');
  await choose(page, tool(page, 'Line'), '3\u2009px');
  await tool(page, 'Lock').click();
  await expect
    .poll(readKept)
    .toMatchObject([{ colour: 'clay', style: 'dashed', width: 3, isLocked: true }]);
  await tool(page, 'Duplicate').click();
  await expect.poll(async () => (await readKept()).length).toBe(2);
  const [first, copy] = await readKept();
  expect(copy).toMatchObject({ name: first?.name, colour: 'clay', style: 'dashed', width: 3 });
  expect(copy?.isLocked).toBeUndefined();
  expect(copy?.points).not.toEqual(first?.points);
  for (const left of [
    [{ isLocked: true }],
    [{ width: 3 }],
    [{ style: 'dashed' }],
    [{ colour: 'clay' }],
  ]) {
    await page.keyboard.press('Control+z');
    await expect.poll(readKept).toMatchObject(left);
  }
  await page.keyboard.press('Control+z');
  await expect
    .poll(async () => Object.keys((await readKept())[0] ?? {}))
    .toEqual(['name', 'points']);
});

it('lets go by Escape, chooses by a press or from the list, and removes by a key', async () => {
  const { page } = trader;
  const press = await findPress(page);
  await take(page, () => press(420, 124));
  await page.keyboard.press('Escape');
  await tools(page).waitFor({ state: 'detached' });
  await page.keyboard.press('Delete');
  expect(await readKept()).toHaveLength(1);
  await page.getByRole('button', { name: 'Draw', exact: true }).press('Enter');
  await waitForMenu(page);
  await waitForStillness(page);
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await tools(page).waitFor();
  await page.getByRole('menu').waitFor({ state: 'detached' });
  // A press on the empty chart lets go as well.
  await press(420, 220);
  await tools(page).waitFor({ state: 'detached' });
  await take(page, () => press(420, 124));
  await page.keyboard.press('Delete');
  await expect.poll(readKept).toEqual([]);
  await page.keyboard.press('Control+z');
  await expect.poll(async () => (await readKept()).length).toBe(1);
  await take(page, () => press(420, 124));
  await page.keyboard.press('Escape');
  await tools(page).waitFor({ state: 'detached' });
  const host = await page.locator('.chart-host').boundingBox();
  await page.mouse.click((host?.x ?? 0) + 420, (host?.y ?? 0) + 124, { button: 'right' });
  await tools(page).waitFor();
  // It is not one on the chart below, where it would place an order.
  expect(await page.getByRole('menu').count()).toBe(0);
  await tool(page, 'Remove').click();
  await expect.poll(readKept).toEqual([]);
});

it('keeps its tools inside the chart, which follow what is moved', async () => {
  const { page } = trader;
  const press = await findPress(page);
  const host = await page.locator('.chart-host').boundingBox();
  await draw(page, 'Segment');
  await press(200, 130);
  await press(320, 200);
  await tools(page).waitFor();
  await expect.poll(async () => (await readKept()).length).toBe(1);
  const before = await readKept();
  const boxBefore = await tools(page).boundingBox();
  await page.mouse.move((host?.x ?? 0) + 260, (host?.y ?? 0) + 165);
  await page.mouse.down();
  await page.mouse.move((host?.x ?? 0) + 300, (host?.y ?? 0) + 215, { steps: 6 });
  await page.mouse.up();
  await expect.poll(readKept).not.toEqual(before);
  await expect.poll(() => tools(page).boundingBox()).not.toEqual(boxBefore);
  const box = await tools(page).boundingBox();
  expect(box?.x).toBeGreaterThanOrEqual(host?.x ?? 0);
  expect(box?.y).toBeGreaterThanOrEqual(host?.y ?? 0);
  const right = (host?.x ?? 0) + (host?.width ?? 0);
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(right);
  await page.keyboard.press('Backspace');
  await expect.poll(readKept).toEqual([]);
});

it('writes a text as it is, keeps it over a reload, and lets it be written anew', async () => {
  const { page } = trader;
  const press = await findPress(page);
  const field = page.getByRole('textbox', { name: 'Text on the chart' });
  await draw(page, 'Text');
  await press(300, 150);
  // Without any text there is none.
  await field.press('Enter');
  await field.waitFor({ state: 'detached' });
  expect(await readKept()).toEqual([]);
  await draw(page, 'Text');
  await press(300, 160);
  await field.fill('<b>Range</b> high');
  await field.press('Shift+Enter');
  await field.pressSequentially('wait');
  await field.press('Enter');
  const text = '<b>Range</b> high\nwait';
  await expect.poll(readKept).toMatchObject([{ name: 'text', text }]);
  await page.reload();
  await waitForCandles(page);
  await take(page, () => press(330, 160));
  await tool(page, 'Edit text').click();
  await expect.poll(() => field.inputValue()).toBe(text);
  await field.fill('Broken');
  await field.press('Escape');
  await field.waitFor({ state: 'detached' });
  expect(await readKept()).toMatchObject([{ text }]);
  await tool(page, 'Edit text').click();
  await field.fill('Broken');
  await field.press('Enter');
  await expect.poll(readKept).toMatchObject([{ text: 'Broken' }]);
  await page.keyboard.press('Control+z');
  await expect.poll(readKept).toMatchObject([{ text }]);
});

it('works with a finger: sheets, a press beside the line, recolour and removal', async () => {
  const context = await fixture.browser.newContext(phone);
  await context.addCookies(await trader.context.cookies());
  const page = await context.newPage();
  await page.goto(`${fixture.server.address}/en_US/trade/exchange/?tradeCode=btc_usdt`);
  await waitForCandles(page);
  // What the account keeps, this phone shows.
  await expect.poll(async () => (await readKept()).length).toBe(1);
  const press = await findPress(page);
  const before = await readKept();
  await draw(page, 'Horizontal line');
  await press(100, 60);
  await tools(page).waitFor();
  await expect.poll(async () => (await readKept()).length).toBe(before.length + 1);
  for (const button of await tools(page).getByRole('button').all()) {
    const box = await button.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
  }
  await choose(page, tool(page, 'Color'), 'Lilac');
  await expect.poll(async () => (await readKept()).at(-1)?.colour).toBe('lilac');
  // Taken by a finger that comes down beside it.
  await press(160, 215);
  await tools(page).waitFor({ state: 'detached' });
  await take(page, () => press(160, 70));
  await tool(page, 'Remove').tap();
  await expect.poll(readKept).toEqual(before);
  await context.close();
});
