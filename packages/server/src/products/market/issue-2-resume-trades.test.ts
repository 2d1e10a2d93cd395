// Who comes back to the trades of a market after a cut is told every one that they missed, or that
// they are not kept.
import { expect, test } from 'vitest';
import { createHub } from '../../base/feed/index.ts';
import { makeMarketFixture, trade } from '../../testing/market-fixture.ts';
import { createMarketFeed } from './feed.ts';

const ETH = 2;
const guest = { ownerId: 0 };

test('after a cut the missed trades follow each other, and nothing is passed over', async () => {
  const { markets, live, happen } = makeMarketFixture(() => 5_000);
  const hub = createHub();
  const readMode = () => ({ mode: 'normal', reason: '' });
  createMarketFeed({ hub, markets, live, readMode, readNowMs: () => 5_000 });
  const resume = async (since: number, channel = 'trades:eth_usdt') =>
    await hub.findSource(channel)?.resume?.(channel, since, guest);

  expect(await resume(2)).toEqual([]);
  happen(trade(ETH, 3, 2_100), trade(ETH, 4, 2_300));
  const [frame, ...others] = (await resume(1)) ?? [];
  expect(others).toEqual([]);
  expect(frame).toMatchObject({ ch: 'trades:eth_usdt', type: 'event', first: 2, last: 4 });
  expect(frame.data).toMatchObject([{ id: '2' }, { id: '3' }, { id: '4', price: '2300.00' }]);
  // A number that was not reached here is of another journal.
  expect(await resume(5)).toBeUndefined();
  // Nothing was ever traded in this one.
  expect(await resume(0, 'trades:eth_btc')).toEqual([]);
  expect(await resume(1, 'trades:eth_btc')).toBeUndefined();
  for (let tradeId = 5; tradeId <= 1_100; tradeId += 1) happen(trade(ETH, tradeId, 2_000));
  expect(await resume(4)).toBeUndefined();
  expect((await resume(1_000))?.[0]).toMatchObject({ first: 1_001, last: 1_100 });
});
