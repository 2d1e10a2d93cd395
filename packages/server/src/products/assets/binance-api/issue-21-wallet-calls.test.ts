// Calls of the trading API about what one owns, with balances that are known: what clients read of
// them when they start. Not the engine: the test says what it has.
import { AccountType, type CoreEvent, EventKind } from '@isobath/core';
import { apiAssetRoutes } from '@isobath/wire';
import { expect, test } from 'vitest';
import { createAccountDirectory } from '../../../base/accounts/index.ts';
import type { CallContext } from '../../../base/product/index.ts';
import { makeMarketFixture } from '../../../testing/market-fixture.ts';
import { createAssetBinance } from './index.ts';

const OWNER = 1_000_007;
const { markets, live } = makeMarketFixture();
const accounts = createAccountDirectory();
for (const [accountId, accountType] of [
  [1, AccountType.spot],
  [2, AccountType.c2c],
]) {
  const opened = { accountId, accountType, scope: 0, isMock: false, ownerId: OWNER };
  accounts.apply({ kind: EventKind.accountOpened, ...opened } as CoreEvent);
}
const coin = (name: string) => markets.coinByName(name) as { coinId: number; scale: number };
const units = (name: string, whole: number) => BigInt(whole) * 10n ** BigInt(coin(name).scale);
const balance = (name: string, available: number, held = 0) => ({
  assetId: coin(name).coinId,
  availableUnits: units(name, available),
  heldUnits: units(name, held),
});
/** A bitcoin is worth 80,000 USDT. */
const owned = {
  [AccountType.spot]: [balance('USDT', 40_000, 40_000), balance('BTC', 2)],
  [AccountType.c2c]: [balance('USDT', 8_000)],
} as Record<number, ReturnType<typeof balance>[]>;

const handlers = createAssetBinance({
  accounts,
  markets,
  readLastTicks: (instrumentId) => live.read(instrumentId).lastTicks,
  readAccountUnits: async (_ownerId, type) => owned[type] ?? [],
});

type Name = keyof typeof apiAssetRoutes;

async function ask(name: Name, query: Record<string, string> = {}): Promise<unknown> {
  const route = apiAssetRoutes[name];
  const handler = handlers.find((one) => one.route === (route as unknown));
  const parsed = route.query?.parse({ timestamp: '1', signature: 'a', ...query });
  const context = { caller: { ownerId: OWNER }, query: parsed } as unknown as CallContext;
  const answer = await handler?.handle(context);
  expect(route.answer.parse(answer)).toEqual(answer);
  return answer;
}

test('balances are those of the account, valued in BTC on demand', async () => {
  expect(await ask('userAssets')).toEqual([
    expect.objectContaining({ asset: 'USDT', free: '40000.00000000', locked: '40000.00000000' }),
    expect.objectContaining({ asset: 'BTC', free: '2.0000000000', btcValuation: '0' }),
  ]);
  const [usdt, btc] = (await ask('userAssets', { needBtcValuation: 'true' })) as object[];
  expect(usdt).toMatchObject({ btcValuation: '1.0000000000' });
  expect(btc).toMatchObject({ btcValuation: '2.0000000000' });
  expect(await ask('userAssets', { asset: 'ETH' })).toEqual([
    expect.objectContaining({ asset: 'ETH', free: '0.0000000000', locked: '0.0000000000' }),
  ]);
  await expect(ask('userAssets', { asset: 'NONE' })).rejects.toMatchObject({ code: -4018 });
  expect(await ask('fundingAssets')).toEqual([
    expect.objectContaining({ asset: 'USDT', free: '8000.00000000' }),
  ]);
});

test('each kind of account has a value, in BTC unless another coin is asked for', async () => {
  const closed = (walletName: string, text: string) => ({
    activate: false,
    balance: text,
    walletName,
  });
  expect(await ask('walletBalance')).toEqual([
    { activate: true, balance: '3.0000000000', walletName: 'Spot' },
    { activate: true, balance: '0.1000000000', walletName: 'Funding' },
    ...['Cross Margin', 'Isolated Margin', 'USDⓈ-M Futures', 'Earn'].map((name) =>
      closed(name, '0.0000000000'),
    ),
  ]);
  const inUsdt = (await ask('walletBalance', { quoteAsset: 'USDT' })) as object[];
  expect(inUsdt[0]).toMatchObject({ balance: '240000.00000000' });
});

test('what there is no product for is answered as to whoever never used it', async () => {
  expect(await ask('accountStatus')).toEqual({ data: 'Normal' });
  expect(await ask('apiTradingStatus')).toMatchObject({ data: { isLocked: false } });
  expect(await ask('accountInfo')).toMatchObject({ vipLevel: 0, isMarginEnabled: false });
  expect(await ask('dustLog', { startTime: '1' })).toEqual({ total: 0, userAssetDribblets: [] });
  expect(await ask('dividends', { limit: '5' })).toEqual({ rows: [], total: 0 });
  expect(await ask('snapshots', { type: 'SPOT' })).toMatchObject({ code: 200, snapshotVos: [] });
  expect(await ask('delistSchedule')).toEqual([]);
  const range = { startTime: '1764100000000', endTime: '1764200000000' };
  expect(await ask('convertHistory', range)).toMatchObject({ list: [], moreData: false });
  expect(await ask('feeCoin')).toEqual({ spotBNBBurn: false, interestBNBBurn: false });
});

test('every call of the group is served', () => {
  expect(handlers.map(({ route }) => route)).toEqual(Object.values(apiAssetRoutes));
});
