// Which account types take and give a coin, and how much of it on a day: the operator's rows, and
// the built-in rule for coins without one. Called by routes.ts.
import { hash } from 'node:crypto';
import { AccountType } from '@isobath/core';
import { isAccountUsed, type TransferType } from '@isobath/wire';
import type { Coin, Market } from '../../base/market/index.ts';
import type { Database, Session } from '../../base/db/index.ts';

/** What an account type does with a coin. */
export interface TransferRule {
  readonly canComeIn: boolean;
  readonly canGoOut: boolean;
  /** Base units a person may move out on one UTC day; undefined = no limit. */
  readonly dayLimitUnits: bigint | undefined;
}

/** Rules of an installation. */
export interface TransferRules {
  /**
   * Read the rules as they are now.
   *
   * @returns asked with the pair of an isolated account, its row stands above that of all pairs.
   */
  read(): Promise<(type: TransferType, coin: Coin, pairId?: number) => TransferRule>;
  /**
   * Take from a person's day before the money moves.
   *
   * @returns `refused` when less than that is left, `known` when it was taken under this key.
   */
  take(use: DayUse): Promise<'taken' | 'known' | 'refused'>;
  /** Give back what was taken and not used. */
  giveBack(use: DayUse): Promise<void>;
  readUsed(use: Omit<DayUse, 'units' | 'limitUnits' | 'key'>): Promise<bigint>;
}

/** What a transfer uses of a person's day. */
export interface DayUse {
  readonly ownerId: number;
  readonly type: TransferType;
  readonly coinId: number;
  readonly atMs: number;
  readonly units: bigint;
  readonly limitUnits: bigint;
  /** Of the transfer, "" without one: every take then counts. */
  readonly key: string;
}

/** A row of the table of rules. */
export interface RuleRow {
  account_type: number;
  asset_id: number;
  scope: number;
  can_come_in: boolean;
  can_go_out: boolean;
  day_limit_units: string | null;
}

/** Coins that stand for money of daily life: contracts are settled in them. */
const SETTLEMENT = new Set(['USDT', 'USDC']);
/** Coins that people sell to each other. */
const C2C = new Set(['USDT', 'USDC', 'BTC', 'ETH']);

/**
 * The rule of a coin without a row. Nothing comes into an account whose product is not built,
 * unless a row written on the host says so; what lies there can leave.
 */
export function readDefault(type: TransferType, coin: Coin): TransferRule {
  const isTaken =
    !coin.isMock &&
    (type === AccountType.contract
      ? SETTLEMENT.has(coin.shortName)
      : type !== AccountType.c2c || C2C.has(coin.shortName));
  return {
    canComeIn: isTaken && isAccountUsed(type),
    canGoOut: isTaken,
    dayLimitUnits: undefined,
  };
}

/** Whether an isolated account of a pair may hold a coin: it is one of its two. */
export function isOfPair(pair: Market, coin: Coin): boolean {
  return pair.base.coinId === coin.coinId || pair.quote.coinId === coin.coinId;
}

function readDay(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 10);
}

/** Nothing of it is written. */
class DayUsed extends Error {}

const hashKey = (key: string): Buffer => hash('sha256', key, 'buffer');

/** Keys are kept a little longer than the engine knows them. */
const KEYS_KEPT_MS = 25 * 3_600_000;

/** @returns false when something was taken under this key before. */
async function recordKey(session: Session, { ownerId, key, atMs }: DayUse): Promise<boolean> {
  if (key === '') return true;
  await session.execute('DELETE FROM transfer_uses WHERE at < $1', [new Date(atMs - KEYS_KEPT_MS)]);
  const count = await session.execute(
    'INSERT INTO transfer_uses VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
    [ownerId, hashKey(key), new Date(atMs)],
  );
  return count > 0;
}

/** Open the rules of a database. */
export function createTransferRules(database: Database): TransferRules {
  return {
    async read() {
      const rows = await database.query<RuleRow>('SELECT * FROM transfer_rules');
      const byKey = new Map(
        rows.map((row) => [`${row.account_type}:${row.asset_id}:${row.scope}`, row]),
      );
      return (type, coin, pairId = 0) => {
        const name = `${type}:${coin.coinId}`;
        const row = byKey.get(`${name}:${pairId}`) ?? byKey.get(`${name}:0`);
        if (row === undefined) return readDefault(type, coin);
        const limit = row.day_limit_units;
        return {
          canComeIn: row.can_come_in,
          canGoOut: row.can_go_out,
          dayLimitUnits: limit === null ? undefined : BigInt(limit),
        };
      };
    },
    async take(use) {
      if (use.units > use.limitUnits) return 'refused';
      return database
        .transaction(async (session) => {
          if (!(await recordKey(session, use))) return 'known';
          const { ownerId, type, coinId, atMs, units, limitUnits } = use;
          const count = await session.execute(
            `INSERT INTO transfer_days AS days VALUES ($1, $2, $3, $4, $5)
             ON CONFLICT (owner_id, account_type, asset_id, day)
             DO UPDATE SET used_units = days.used_units + EXCLUDED.used_units
             WHERE days.used_units + EXCLUDED.used_units <= $6`,
            [ownerId, type, coinId, readDay(atMs), String(units), String(limitUnits)],
          );
          // Thrown, so that the key is not noted either.
          if (count === 0) throw new DayUsed();
          return 'taken';
        })
        .catch((error: unknown) => {
          if (error instanceof DayUsed) return 'refused';
          throw error;
        });
    },
    async giveBack({ ownerId, type, coinId, atMs, units, key }) {
      await database.transaction(async (session) => {
        await session.execute(
          `UPDATE transfer_days SET used_units = used_units - $5
           WHERE owner_id = $1 AND account_type = $2 AND asset_id = $3 AND day = $4`,
          [ownerId, type, coinId, readDay(atMs), String(units)],
        );
        await session.execute('DELETE FROM transfer_uses WHERE owner_id = $1 AND key_hash = $2', [
          ownerId,
          hashKey(key),
        ]);
      });
    },
    async readUsed({ ownerId, type, coinId, atMs }) {
      const rows = await database.query<{ used: string }>(
        `SELECT used_units AS used FROM transfer_days
         WHERE owner_id = $1 AND account_type = $2 AND asset_id = $3 AND day = $4`,
        [ownerId, type, coinId, readDay(atMs)],
      );
      return BigInt(rows[0]?.used ?? '0');
    },
  };
}
