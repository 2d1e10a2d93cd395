// What a person does on the chart itself. Nobody trades here but two people: each price is theirs.
// Not lines that are dragged and orders placed from the chart (order-types.test.ts).
import { beforeAll, expect, it } from 'vitest';
import { placeLimit, readOpenOrders, readRoundPrice, tradeAt } from '../stage/exchange.ts';
import { openTrade, type Person } from '../stage/person.ts';
import { meetTrader, setStage } from '../stage/stage.ts';

const stage = setStage({ ISOBATH_LIQUIDITY: 'off' });
let trader: Person;
/** A round price near the market. */
let market: number;

beforeAll(async () => {
  trader = await meetTrader(stage, 'trader');
  const other = await meetTrader(stage, 'other');
  market = await readRoundPrice(other);
  // The chart shows the prices around the last one.
  await tradeAt({ buyer: trader, seller: other }, market);
  await openTrade(trader, stage.server.address, 'btc_usdt');
}, 300_000);

it('cancels one order by the cross of its line, with the pointer and with a key', async () => {
  const near = market - 50;
  const far = market - 60;
  await placeLimit(trader, 'buy', ['0.002', near]);
  const { orderId } = await placeLimit(trader, 'buy', ['0.002', far]);
  const line = (price: number) =>
    trader.page.locator('.order-line', { hasText: price.toLocaleString('en-US') });
  const cross = (price: number) =>
    line(price).getByRole('button', { name: 'Cancel the order', exact: true });
  await line(far).waitFor();
  await cross(near).click();
  await line(near).waitFor({ state: 'detached' });
  const left = await readOpenOrders(trader);
  expect(left.map((order) => order.orderId)).toEqual([orderId]);
  await cross(far).press('Enter');
  await line(far).waitFor({ state: 'detached' });
  expect(await readOpenOrders(trader)).toEqual([]);
});
