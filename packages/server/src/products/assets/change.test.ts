import { type CoreEvent, EventKind, MarketState, TransferReason } from '@isobath/core';
import { formatDecimal } from '@isobath/core/math';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestDatabase } from '../../base/db/testing.ts';
import { createMarketRegistry } from '../../base/market/index.ts';
import { migrations } from '../../migrations.ts';
import { type ChangeDays, readChange } from './change.ts';

const OWNER = 1_000_001;
const HOUR_MS = 3_600_000;
/** Half past an hour. */
const NOW_MS = Date.UTC(2026, 5, 20, 12, 30);
const [SPOT, CONTRACT] = [11, 12];
const [USDT, BTC] = [52, 1];
const TRADE = 100;
const TRADE_FEE = 101;

let database: Awaited<ReturnType<typeof startTestDatabase>>;

beforeAll(async () => {
  database = await startTestDatabase({ migrations });
});
afterAll(() => database.stop());
beforeEach(async () => {
  await database.owner.execute(
    'TRUNCATE balance_moves, balance_points, balance_point_heads, candles',
  );
});

/** USDT and BTC, and their market with prices of two decimals. */
function makeMarkets() {
  const markets = createMarketRegistry();
  for (const [coinId, shortName] of [
    [USDT, 'USDT'],
    [BTC, 'BTC'],
  ] as const) {
    markets.nameCoin({ coinId, shortName, name: shortName });
    const defined = { kind: EventKind.assetDefined, assetId: coinId, scale: 8, isMock: false };
    markets.apply(defined as unknown as CoreEvent);
  }
  markets.nameMarket({ instrumentId: 1, symbol: 'btc_usdt' });
  const definition = {
    kind: EventKind.instrumentDefined,
    instrumentId: 1,
    baseAssetId: BTC,
    quoteAssetId: USDT,
    priceDecimals: 2,
    lotDecimals: 4,
    notionalUnitsMin: 1n,
    closeOutUnitsMax: 1n,
    priceTicksMin: 1,
    priceTicksMax: 1e9,
    tradeArea: 1,
  };
  markets.apply(definition as unknown as CoreEvent);
  const state = { kind: EventKind.marketStateChanged, instrumentId: 1, state: MarketState.trading };
  markets.apply({ ...state, noCancelAtMs: 0, openAtMs: 0 } as unknown as CoreEvent);
  return markets;
}

interface Move {
  readonly hoursAgo: number;
  readonly account?: number;
  readonly asset: number;
  /** Whole coins. */
  readonly change: number;
  readonly reason: number;
  /** What one coin was worth when it moved; left out, nothing priced it. */
  readonly price?: number;
}

async function write(moves: readonly Move[]): Promise<void> {
  for (const [place, move] of moves.entries()) {
    const price = move.asset === USDT ? 1 : move.price;
    await database.owner.execute(
      'INSERT INTO balance_moves VALUES ($1, $2, $3, $4, $5, $6, 0, 1, $7, $8)',
      [
        place + 1,
        OWNER,
        move.account ?? SPOT,
        move.asset,
        String(BigInt(Math.round(move.change * 1e8))),
        move.reason,
        NOW_MS - move.hoursAgo * HOUR_MS,
        price === undefined ? null : String(BigInt(Math.round(move.change * price * 1e8))),
      ],
    );
  }
}

/** A candle that closed at a price, so many full hours before this one began. */
async function closeAt(hoursAgo: number, price: number): Promise<void> {
  const openMs = Math.floor(NOW_MS / HOUR_MS) * HOUR_MS - hoursAgo * HOUR_MS;
  await database.owner.execute(
    'INSERT INTO candles VALUES (1, 3600, $1, $2, $2, $2, $2, 1, 1, 1)',
    [openMs, price * 100],
  );
}

async function read(days: ChangeDays = 1, accountIds = [SPOT, CONTRACT]) {
  const parts = {
    database: database.app,
    markets: makeMarkets(),
    readLastTicks: () => 60_000 * 100,
    readNowMs: () => NOW_MS,
  };
  const change = await readChange(parts, { ownerId: OWNER, accountIds, days });
  const show = (units: bigint) => formatDecimal(units, 8);
  return {
    ...change,
    start: show(change.startUnits),
    end: show(change.endUnits),
    gain: show(change.gainUnits),
    base: show(change.baseUnits),
    why: Object.fromEntries(change.reasons.map(({ reason, units }) => [reason, show(units)])),
    line: change.points.map(({ units }) => Number(show(units))),
  };
}

const { betweenAccounts, deposit, promotion, withdrawal } = TransferReason;

test('what came before the span is its start; prices alone move it', async () => {
  await closeAt(40, 50_000);
  await write([{ hoursAgo: 30, asset: BTC, change: 2, reason: deposit }]);
  const change = await read();
  expect(change.start).toBe('100000.00000000');
  expect(change.end).toBe('120000.00000000');
  expect(change.why).toEqual({ price: '20000.00000000' });
  expect(change.line).toHaveLength(26);
  expect(new Set(change.line.slice(0, -1))).toEqual(new Set([100_000]));
});

test('what moved is worth what it was then, the rest is the market', async () => {
  await closeAt(40, 50_000);
  await closeAt(10, 55_000);
  await write([
    { hoursAgo: 30, asset: USDT, change: 1_000, reason: deposit },
    { hoursAgo: 10, asset: BTC, change: 1, reason: deposit, price: 54_321 },
    { hoursAgo: 5, asset: USDT, change: -400, reason: withdrawal },
  ]);
  const change = await read();
  expect(change.why).toEqual({
    deposit: '54321.00000000',
    withdrawal: '-400.00000000',
    price: '5679.00000000',
  });
  expect([change.start, change.end]).toEqual(['1000.00000000', '60600.00000000']);
});

test('a trade is the market’s, its fee a reason of its own; all add up to the change', async () => {
  await closeAt(40, 50_000);
  await write([
    { hoursAgo: 30, asset: USDT, change: 50_000, reason: deposit },
    { hoursAgo: 3, asset: BTC, change: 1, reason: TRADE },
    { hoursAgo: 3, asset: USDT, change: -50_000, reason: TRADE },
    { hoursAgo: 3, asset: BTC, change: -0.001, reason: TRADE_FEE, price: 50_000 },
  ]);
  const change = await read();
  expect(change.why).toEqual({ trade_fee: '-50.00000000', price: '9990.00000000' });
  const sum = change.reasons.reduce((total, { units }) => total + units, 0n);
  expect(sum).toBe(change.endUnits - change.startUnits);
});

test('what is brought or given is no gain, what is taken away no loss; a fee is one', async () => {
  await closeAt(40, 50_000);
  await write([
    { hoursAgo: 30, asset: BTC, change: 1, reason: deposit },
    { hoursAgo: 20, asset: USDT, change: 10_000, reason: promotion },
    { hoursAgo: 10, asset: USDT, change: 5_000, reason: deposit },
    { hoursAgo: 5, asset: USDT, change: -400, reason: withdrawal },
    { hoursAgo: 3, asset: USDT, change: -50, reason: TRADE_FEE },
  ]);
  const change = await read();
  expect([change.start, change.end]).toEqual(['50000.00000000', '74550.00000000']);
  expect([change.gain, change.base]).toEqual(['9950.00000000', '65000.00000000']);
});

test('between own accounts nothing changes in all, and something in each', async () => {
  await write([
    { hoursAgo: 30, asset: USDT, change: 100, reason: deposit },
    { hoursAgo: 2, asset: USDT, change: -40, reason: betweenAccounts },
    { hoursAgo: 2, account: CONTRACT, asset: USDT, change: 40, reason: betweenAccounts },
  ]);
  const all = await read();
  expect(all.why).toEqual({});
  expect([all.gain, all.base]).toEqual(['0.00000000', '100.00000000']);
  expect((await read(1, [SPOT])).why).toEqual({ between_accounts: '-40.00000000' });
  const contract = await read(1, [CONTRACT]);
  expect([contract.end, contract.gain]).toEqual(['40.00000000', '0.00000000']);
  expect((await read(1, [])).end).toBe('0.00000000');
});

test('the line has a point each step and ends with this moment', async () => {
  await write([{ hoursAgo: 50, asset: USDT, change: 7, reason: deposit }]);
  const week = await read(7);
  expect(week.points).toHaveLength(30);
  expect(week.points.at(-1)?.atMs).toBe(NOW_MS);
  expect(week.line[0]).toBe(0);
  expect(week.line.at(-1)).toBe(7);
  expect((await read(30)).points).toHaveLength(32);
});

test('nothing is won before a market’s first trade', async () => {
  await closeAt(2, 58_000);
  await write([{ hoursAgo: 200, asset: BTC, change: 1, reason: deposit }]);
  const change = await read(7);
  expect(change.start).toBe('58000.00000000');
  expect(change.why).toEqual({ price: '2000.00000000' });
});

test('history before the last question is not added up again, whatever is asked', async () => {
  await write([
    { hoursAgo: 900, asset: USDT, change: 5, reason: deposit },
    { hoursAgo: 400, asset: USDT, change: 20, reason: deposit },
    { hoursAgo: 100, asset: BTC, change: 1, reason: deposit },
    { hoursAgo: 50, account: CONTRACT, asset: USDT, change: 300, reason: deposit },
    { hoursAgo: 2, asset: USDT, change: 4_000, reason: deposit },
  ]);
  const spans = [1, 30, 7, 30, 1] as const;
  const starts = async () => {
    const found: string[] = [];
    for (const days of spans) found.push((await read(days)).start);
    return found;
  };
  const first = await starts();
  expect(first).toEqual(['60325', '5', '25', '5', '60325'].map((whole) => `${whole}.00000000`));
  // What is in the points may be gone from the table: it is not asked for.
  await database.owner.execute('DELETE FROM balance_moves WHERE move_id = 1');
  expect(await starts()).toEqual(first);
  await database.owner.execute('TRUNCATE balance_points, balance_point_heads');
  expect((await read(30)).start).toBe('0.00000000');
});

test('two questions at once leave the points as one would', async () => {
  await write([{ hoursAgo: 100, asset: USDT, change: 5, reason: deposit }]);
  await Promise.all(Array.from({ length: 6 }, () => read(1)));
  expect((await read(1)).start).toBe('5.00000000');
});
