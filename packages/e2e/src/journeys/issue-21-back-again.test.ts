// A part that could not be loaded while the line was cut is there once the line is back: nobody has
// to press Retry for what they did not break.
import { expect, it } from 'vitest';
import { meetTrader, shareFixture } from '../fixture/fixture.ts';

const fixture = shareFixture();

it('loads a chart that failed while there was no line, once there is one', async () => {
  const trader = await meetTrader(fixture, 'back');
  const { page, context } = trader;
  await page.route(/market\/klines\?/, (route) => route.abort());
  await page.goto(`${fixture.server.address}/en_US/trade/exchange/?tradeCode=btc_usdt`);
  const failed = page.locator('.chart-room').getByText('The chart could not be loaded');
  await failed.waitFor();
  await context.setOffline(true);
  await page.locator('footer').getByText('Offline', { exact: true }).waitFor();
  await page.unroute(/market\/klines\?/);
  await expect.poll(() => failed.count()).toBe(1);
  await context.setOffline(false);
  await failed.waitFor({ state: 'detached' });
});
