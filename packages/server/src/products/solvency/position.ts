// What people have and what chains hold, read in one snapshot of the database: so all of it is as
// of one step of the engine, the one that the tables of orders and movements have come to. It adds
// up every movement anew and takes no earlier sum for granted. Used by prove.ts.
import { AccountClass, EventKind } from '@isobath/core';
import type { Database, Session } from '../../base/db/index.ts';
import { readOwnAddresses } from '../../base/custody/index.ts';
import { loadDefinitions } from '../../base/definitions/index.ts';
import { type Coin, createMarketRegistry, loadNames } from '../../base/market/index.ts';
import { readWatermark } from '../../base/projections/index.ts';
import type { ComparedHolding } from './bundle.ts';

/** What one person has of a coin, in units. */
export interface Owed {
  readonly ownerId: number;
  readonly units: bigint;
}

/** All of one coin. */
export interface CoinPosition {
  readonly coin: Coin;
  readonly owed: readonly Owed[];
  /** What people owe, never below 0. */
  readonly debts: bigint;
}

/** What is read once. */
export interface Position {
  /** The step that every sum is as of. */
  readonly sequence: number;
  readonly holdings: readonly ComparedHolding[];
  readonly own: Awaited<ReturnType<typeof readOwnAddresses>>;
  /** Coin by coin, in the order of their numbers; one is in memory at a time. */
  readonly coins: AsyncIterable<CoinPosition>;
}

interface Row {
  readonly asset_id: number;
  readonly owner_id: number;
  readonly units: string;
  readonly debts: string;
}

/** The watermark of movements. */
const MOVEMENTS = 'orders';
const PAGE_ROWS = 10_000;

const OWED = `
  SELECT moves.asset_id, moves.owner_id,
    coalesce(sum(change_units) FILTER (WHERE debt.key IS NULL), 0)::text AS units,
    coalesce(-sum(change_units) FILTER (WHERE debt.key IS NOT NULL), 0)::text AS debts
  FROM balance_moves AS moves
  LEFT JOIN definitions AS debt ON debt.kind = ${EventKind.accountOpened}
    AND debt.key = moves.account_id
    AND (debt.event->>'accountClass')::int = ${AccountClass.contra}
  GROUP BY moves.asset_id, moves.owner_id ORDER BY moves.asset_id, moves.owner_id`;

const HELD = `
  SELECT network_id AS "networkId", networks.name AS network, family,
    genesis_hash AS "genesisHash", asset_id AS "assetId", contract, decimals,
    height, block_hash AS "blockHash", at_ms AS "comparedAt", terms->>'holdings' AS holdings
  FROM chain_recons JOIN network_assets USING (network_id, asset_id)
    JOIN networks USING (network_id)
  ORDER BY network_id, asset_id`;

async function* readRows(session: Session): AsyncGenerator<Row> {
  await session.execute(`DECLARE owed NO SCROLL CURSOR FOR ${OWED}`);
  for (;;) {
    const rows = await session.query<Row>(`FETCH ${PAGE_ROWS} FROM owed`);
    yield* rows;
    if (rows.length < PAGE_ROWS) return;
  }
}

/** Every coin that is no play money, those that nobody has, too. */
async function* readCoins(session: Session, coins: readonly Coin[]): AsyncGenerator<CoinPosition> {
  const rows = readRows(session);
  let next = await rows.next();
  for (const coin of coins) {
    const owed: Owed[] = [];
    let debts = 0n;
    for (; next.done !== true && next.value.asset_id <= coin.coinId; next = await rows.next()) {
      const row = next.value;
      if (row.asset_id !== coin.coinId) continue;
      const units = BigInt(row.units);
      if (units < 0n) throw new Error(`person ${row.owner_id} has ${units} of ${coin.shortName}`);
      debts += BigInt(row.debts);
      if (units > 0n) owed.push({ ownerId: row.owner_id, units });
    }
    yield { coin, owed, debts };
  }
}

/**
 * Read all of it in one snapshot, and use it there.
 *
 * @throws Error when somebody is below zero, or an address is not the signer's.
 */
export function readPosition<TResult>(
  database: Database,
  dataFolder: string,
  use: (position: Position) => Promise<TResult>,
): Promise<TResult> {
  return database.transaction(async (session) => {
    await session.execute('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY');
    const markets = createMarketRegistry();
    await loadNames(markets, session);
    await loadDefinitions(session, [markets]);
    const coins = markets
      .listCoins()
      .filter(({ isMock }) => !isMock)
      .sort((one, other) => one.coinId - other.coinId);
    return use({
      sequence: await readWatermark(session, MOVEMENTS),
      holdings: await session.query<ComparedHolding>(HELD),
      own: await readOwnAddresses(session, dataFolder),
      coins: readCoins(session, coins),
    });
  });
}
