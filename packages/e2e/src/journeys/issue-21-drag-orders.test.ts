// The mark of an order in a quick hand, whose first move ends beside it already, and in one that
// thinks better of it. Drawing it slowly is in order-types.test.ts.
import { beforeAll, expect, it } from 'vitest';
import { placeLimit, readOpenOrders, readRoundPrice, tradeAround } from '../fixture/exchange.ts';
import { meetTrader, setFixture } from '../fixture/fixture.ts';
import { openTrade, type Person } from '../fixture/person.ts';

// Nobody else has traded here: the chart stands still.
const fixture = setFixture({ ISOBATH_LIQUIDITY: 'off' });
let trader: Person;
let market: number;

const line = () => trader.page.locator('.order-line');
const readPrice = async () => Number((await readOpenOrders(trader))[0]?.price);

/** Press the mark and move it in one step, far from where it stands. */
async function flick(byPx: number): Promise<void> {
  const box = await line().locator('.order-line-tag').boundingBox();
  const at = { x: (box?.x ?? 0) + 20, y: (box?.y ?? 0) + 10 };
  await trader.page.mouse.move(at.x, at.y);
  await trader.page.mouse.down();
  await trader.page.mouse.move(at.x, at.y + byPx);
  await expect.poll(() => line().getAttribute('data-dragging')).toBe('');
}

beforeAll(async () => {
  trader = await meetTrader(fixture, 'trader');
  const other = await meetTrader(fixture, 'other');
  market = await readRoundPrice(other);
  await tradeAround({ buyer: trader, seller: other }, market);
  await placeLimit(trader, 'buy', ['0.001', market - 100]);
  await openTrade(trader, fixture.server.address, 'btc_usdt');
  await line().locator('.order-line-tag').waitFor();
}, 300_000);

it('lets go of the mark at Escape: the order stays, and no menu opens', async () => {
  const { page } = trader;
  await flick(50);
  await page.keyboard.press('Escape');
  await expect.poll(() => line().getAttribute('data-dragging')).toBeNull();
  await page.mouse.up();
  await expect.poll(() => line().locator('.order-line-tag').innerText()).toContain('00.00');
  expect(await page.getByRole('menuitem').count()).toBe(0);
  expect(await readPrice()).toBe(market - 100);
});

it('takes the mark along from the press on, however quick the hand', async () => {
  await flick(50);
  await trader.page.mouse.up();
  await expect.poll(readPrice).toBeLessThan(market - 100);
  expect(await trader.page.getByRole('menuitem').count()).toBe(0);
});

it('opens its menu at a press that moves nothing', async () => {
  await line().locator('.order-line-tag').click();
  await trader.page.getByRole('menuitem', { name: 'Cancel order' }).waitFor();
});
