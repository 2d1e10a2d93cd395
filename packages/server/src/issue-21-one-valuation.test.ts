// What somebody owns and has won is the same figure in every place at one core time: the overview
// (which home and the header show), the spot page, a single account's page, the trading API. What a
// credit was worth is fixed at its moment, and an average cost moves with movements alone. Real
// projections over a real database; the engine's balances are the sums of what they wrote.
import { AccountType, type CoreEvent, EventKind, Side, TransferReason } from '@isobath/core';
import { formatDecimal, parseDecimal } from '@isobath/core/math';
import { apiAssetRoutes, assetsRoutes, transferRoutes } from '@isobath/wire';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createAccountDirectory } from './base/accounts/index.ts';
import { startTestDatabase } from './base/db/testing.ts';
import { createCandleProjection, createValuer } from './base/market/index.ts';
import type { CallContext, RouteHandler } from './base/product/index.ts';
import { migrations } from './migrations.ts';
import { createAssetBinance } from './products/assets/binance-api/index.ts';
import { createAssetsRoutes } from './products/assets/index.ts';
import { createSpotProjection } from './products/spot/index.ts';
import { createTransferRoutes } from './products/transfer/index.ts';
import { makeMarketFixture, trade } from './testing/market-fixture.ts';

const OWNER = 1_000_001;
const [SPOT, CONTRACT] = [11, 12];
const [USDT, BTC, ETH] = [52, 1, 2];
const SCALE = 8;
const MINUTE_MS = 60_000;
/** Half a minute past half past an hour: candles of every length are under way. */
const START_MS = Date.UTC(2026, 5, 20, 12, 30, 30);

let database: Awaited<ReturnType<typeof startTestDatabase>>;
let nowMs = START_MS;
let sequence = 0;
let tradeId = 100;
let ownerNumber = 0;
/** Added to a price each time it is read. */
let restlessTicks = 0;
let fixture: ReturnType<typeof makeMarketFixture>;
let accounts: ReturnType<typeof createAccountDirectory>;
let handlers: readonly RouteHandler[];

beforeAll(async () => {
  database = await startTestDatabase({ migrations });
});
afterAll(() => database?.stop());

function open(accountId: number, accountType: AccountType): CoreEvent {
  const account = { accountId, accountType, ownerId: OWNER, scope: 0, isMock: false };
  const event = { kind: EventKind.accountOpened, ...account } as unknown as CoreEvent;
  accounts.apply(event);
  return event;
}

/** One committed step: live prices follow it, and projections write it as after a start. */
async function happen(...events: CoreEvent[]): Promise<void> {
  sequence += 1;
  fixture.happen(...events);
  const step = { sequence, atMs: nowMs, events };
  const parts = { accounts, markets: fixture.markets };
  for (const projection of [createSpotProjection(parts), createCandleProjection()]) {
    await database.app.transaction(async (session) => {
      await projection.load(session);
      projection.gather?.([step]);
      await projection.apply(projection.gather === undefined ? [step] : [], session);
    });
  }
}

/** Somebody else's trade, which says the price. */
const price = (instrumentId: number, whole: number) =>
  happen({ ...trade(instrumentId, (tradeId += 1), whole), makerAccountId: 901 } as CoreEvent);

const units = (coinId: number, whole: number) =>
  BigInt(Math.round(whole * 1e6)) * 10n ** BigInt((coinId === USDT ? SCALE : 10) - 6);

function transfer(assetId: number, whole: number, terms: object): CoreEvent {
  const amountUnits = units(assetId, whole);
  const move = { fromAccountId: 901, toAccountId: SPOT, assetId, amountUnits, reference: 0 };
  const numbers = { fromOwnerNumber: (ownerNumber += 1), toOwnerNumber: (ownerNumber += 1) };
  return { kind: EventKind.transferPosted, ...move, ...numbers, ...terms } as unknown as CoreEvent;
}

/** A whole coin bought or sold at a price, at a fee of a thousandth of what comes in. */
const own = (side: 'buy' | 'sell', whole: number) => {
  const isBuy = side === 'buy';
  const received = isBuy ? units(BTC, 1) : units(USDT, whole);
  return happen({
    ...trade(1, (tradeId += 1), whole),
    takerSide: isBuy ? Side.buy : Side.sell,
    makerAccountId: 901,
    takerAccountId: SPOT,
    makerOrderId: 1,
    takerOrderId: 2,
    takerOwnerNumber: (ownerNumber += 1),
    makerFeeUnits: 0n,
    takerFeeUnits: received / 1_000n,
  } as unknown as CoreEvent);
};

async function readUnits(accountId: number) {
  const rows = await database.app.query<{ asset_id: number; units: string }>(
    `SELECT asset_id, sum(change_units)::text AS units FROM balance_moves
     WHERE account_id = $1 GROUP BY asset_id ORDER BY asset_id`,
    [accountId],
  );
  return rows.map(({ asset_id, units: total }) => ({
    assetId: asset_id,
    availableUnits: BigInt(total),
    heldUnits: 0n,
  }));
}

beforeEach(async () => {
  await database.owner.execute(
    `TRUNCATE balance_moves, balance_points, balance_point_heads, cost_points, cost_heads, candles,
     public_trades, spot_fills, spot_last_prices, private_pieces`,
  );
  nowMs = START_MS;
  sequence = 0;
  accounts = createAccountDirectory();
  fixture = makeMarketFixture(() => nowMs);
  const { markets, live } = fixture;
  let readsCount = 0;
  restlessTicks = 0;
  const readLastTicks = (instrumentId: number) =>
    live.read(instrumentId).lastTicks + restlessTicks * (readsCount += 1);
  const readAccountUnits = async (_ownerId: number, type: AccountType) =>
    type === AccountType.spot ? readUnits(SPOT) : type === 5 ? readUnits(CONTRACT) : [];
  const parts = { database: database.app, markets, accounts, readLastTicks, readAccountUnits };
  handlers = [
    ...createAssetsRoutes({
      ...parts,
      readNowMs: () => nowMs,
      readBalances: async () => ({ sequence, balances: await readUnits(SPOT) }),
      readCurrencyRate: async () => undefined,
      waitForStored: async () => {},
    }),
    ...createAssetBinance(parts),
    ...createTransferRoutes({
      ...parts,
      readUnits: readAccountUnits,
      valuer: createValuer(markets, readLastTicks),
      readCurrencyRate: async () => undefined,
    } as unknown as Parameters<typeof createTransferRoutes>[0]),
  ];
  open(SPOT, AccountType.spot);
  open(CONTRACT, AccountType.contract);
  await price(1, 80_000);
  await price(2, 2_000);
});

async function ask<TAnswer>(route: object, query: object): Promise<TAnswer> {
  const handler = handlers.find((one) => (one.route as object) === route);
  const call = { caller: { ownerId: OWNER }, query };
  return (await handler?.handle(call as unknown as CallContext)) as TAnswer;
}

/** What is not known yet counts nothing. */
const read = (text: string) => parseDecimal(text || '0', SCALE);

interface Row {
  readonly asset: string;
  readonly valueUsdt: string;
  readonly averageUsdt: string;
  readonly profitUsdt: string;
  readonly realisedUsdt: string;
}

/** What each place says now: totals, gains, and the spot page's rows. */
async function readPlaces() {
  type Change = { endUsdt: string; gainUsdt: string; reasons: { reason: string; usdt: string }[] };
  type Overview = { totalUsdt: string; accounts: { type: number; totalUsdt: string }[] } & {
    change: Change;
  };
  type Wallet = { walletName: string; balance: string };
  const overview = await ask<Overview>(assetsRoutes.overview, { days: 1 });
  const spot = await ask<{ totalUsdt: string; rows: Row[] }>(assetsRoutes.spotAssets, {});
  const changes = [];
  for (const days of [1, 7, 30]) changes.push(await ask<Change>(assetsRoutes.change, { days }));
  const ofSpot = await ask<Change>(assetsRoutes.change, { days: 1, type: 2 });
  const page = await ask<{ totalUsdt: string }>(transferRoutes.account, { type: 2 });
  const wallets = await ask<Wallet[]>(apiAssetRoutes.walletBalance, { quoteAsset: 'USDT' });
  const shownSpot = overview.accounts.find(({ type }) => type === 2)?.totalUsdt;
  const profits = spot.rows.flatMap((row) => [read(row.profitUsdt), read(row.realisedUsdt)]);
  const show = (all: bigint[]) =>
    formatDecimal(
      all.reduce((sum, one) => sum + one, 0n),
      SCALE,
    );
  return {
    rows: spot.rows,
    /** Of all accounts. */
    totals: [
      overview.totalUsdt,
      overview.change.endUsdt,
      ...changes.map(({ endUsdt }) => endUsdt),
      show(wallets.map(({ balance }) => read(balance))),
    ],
    /** Of the spot account. */
    spotTotals: [
      spot.totalUsdt,
      shownSpot,
      ofSpot.endUsdt,
      page.totalUsdt,
      wallets.find(({ walletName }) => walletName === 'Spot')?.balance,
      show(spot.rows.map(({ valueUsdt }) => read(valueUsdt))),
    ],
    gains: [
      overview.change.gainUsdt,
      ...changes.map(({ gainUsdt }) => gainUsdt),
      ofSpot.gainUsdt,
      show(profits),
    ],
    credits: changes.map(
      ({ reasons }) => reasons.find(({ reason }) => reason === 'promotion')?.usdt,
    ),
  };
}

const { promotion, betweenAccounts } = TransferReason;
const same = (figures: readonly unknown[]) => expect(new Set(figures).size, figures.join()).toBe(1);

test('every place says the same, after each thing that happens', async () => {
  await happen(transfer(USDT, 200_000, { reason: promotion }));
  await happen(transfer(BTC, 2, { reason: promotion }));
  const look = async (gain: string) => {
    const places = await readPlaces();
    same(places.totals);
    same(places.spotTotals);
    same(places.gains);
    expect(places.gains[0]).toBe(gain);
  };
  await look('0.00000000');
  await price(1, 81_000);
  await look('2000.00000000');
  // A thousandth of the coin is the fee.
  await own('buy', 82_000);
  await look('3918.00000000');
  await price(1, 79_000);
  await look('-5079.00000000');
  await own('sell', 79_000);
  await look('-5158.00000000');
  nowMs += 3 * MINUTE_MS;
  await price(1, 80_000);
  await look('-3159.00000000');
});

test('a credit stays what it was worth at its moment, an average cost what was paid', async () => {
  await happen(transfer(BTC, 1, { reason: promotion }), transfer(ETH, 10, { reason: promotion }));
  const credit = '100000.00000000';
  const look = async () => {
    const { credits, rows } = await readPlaces();
    expect(credits).toEqual([credit, credit, credit]);
    const averages = rows.map(({ asset, averageUsdt }) => [asset, averageUsdt]);
    expect(averages).toEqual([
      ['BTC', '80000'],
      ['ETH', '2000'],
    ]);
  };
  await look();
  // The price moves within the second, the minute and the hour, and long after.
  for (const afterMs of [0, 20_000, 90_000, 10 * MINUTE_MS, 50 * MINUTE_MS, 5 * 60 * MINUTE_MS]) {
    nowMs = START_MS + afterMs;
    await price(1, 70_000 + afterMs / 1_000);
    await price(2, 3_000 + afterMs / 1_000);
    await look();
  }
});

test('the parts of an answer are of one moment, though prices move while it is made', async () => {
  await happen(transfer(BTC, 1, { reason: promotion }), transfer(ETH, 1, { reason: promotion }));
  const way = { fromAccountId: SPOT, toAccountId: CONTRACT, reason: betweenAccounts };
  await happen(transfer(BTC, 0.5, way));
  restlessTicks = 1_000_00;
  type Part = { totalUsdt: string };
  type Answer = Part & { accounts: Part[]; coins: Row[]; change: { endUsdt: string } };
  const answer = await ask<Answer>(assetsRoutes.overview, { days: 7 });
  const sum = (all: string[]) => all.reduce((total, one) => total + read(one), 0n);
  same([
    read(answer.totalUsdt),
    sum(answer.accounts.map(({ totalUsdt }) => totalUsdt)),
    sum(answer.coins.map(({ valueUsdt }) => valueUsdt)),
    read(answer.change.endUsdt),
  ]);
  const spot = await ask<Part & { rows: Row[] }>(assetsRoutes.spotAssets, {});
  same([read(spot.totalUsdt), sum(spot.rows.map(({ valueUsdt }) => valueUsdt))]);
});

test('between own accounts nothing is won, in all and in each', async () => {
  await happen(transfer(BTC, 2, { reason: promotion }));
  await price(1, 90_000);
  const way = { fromAccountId: SPOT, toAccountId: CONTRACT, reason: betweenAccounts };
  await happen(transfer(BTC, 1, way));
  await price(1, 70_000);
  const places = await readPlaces();
  same(places.totals);
  expect(places.totals[0]).toBe('140000.00000000');
  same(places.spotTotals);
  expect(places.gains.slice(0, 4)).toEqual(Array(4).fill('-20000.00000000'));
});

test('a credit from before the first price takes that one, also once looked at', async () => {
  await database.owner.execute('TRUNCATE spot_last_prices, candles');
  await happen(transfer(BTC, 2, { reason: promotion }));
  expect((await readPlaces()).rows).toMatchObject([{ averageUsdt: '', profitUsdt: '' }]);
  await price(1, 60_000);
  await price(1, 61_000);
  const places = await readPlaces();
  expect(places.rows).toMatchObject([{ averageUsdt: '60000', profitUsdt: '2000.00000000' }]);
  same(places.gains);
  expect(places.credits).toEqual(Array(3).fill('120000.00000000'));
});

test('rows that are made again say the same worth', async () => {
  const values = () =>
    database.app.query<object>('SELECT move_id, value_units FROM balance_moves ORDER BY move_id');
  const events = [
    [transfer(BTC, 1, { reason: promotion })],
    [{ ...trade(1, 900, 85_000), makerAccountId: 901 } as CoreEvent],
    [transfer(BTC, 1, { reason: promotion }), transfer(ETH, 1, { reason: promotion })],
  ];
  const from = sequence;
  for (const step of events) await happen(...step);
  const first = await values();
  expect(first).toMatchObject([
    { value_units: '8000000000000' },
    { value_units: '8500000000000' },
    { value_units: '200000000000' },
  ]);
  await database.owner.execute(
    'TRUNCATE balance_moves, spot_last_prices, private_pieces, public_trades',
  );
  sequence = 0;
  await price(1, 80_000);
  await price(2, 2_000);
  expect(sequence).toBe(from);
  for (const step of events) await happen(...step);
  expect(await values()).toEqual(first);
});
