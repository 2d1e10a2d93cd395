// What a withdrawal and everything a person owns are worth, and which part of that is locked.
// A lock counts value, not coins: what was bought with locked value is locked too.
// Called by checks.ts.
import { AccountType } from '@isobath/core';
import { formatDecimal, parseDecimal } from '@isobath/core/math';
import type { Session } from '../../../base/db/index.ts';
import { type Coin, createValuer, holdPrices } from '../../../base/market/index.ts';
import type { Platform } from '../../../base/modules/index.ts';

/** What valuing stands on. */
type WorthParts = Pick<Platform, 'accounts' | 'markets' | 'readAccountUnits' | 'readLastTicks'>;

/** Values of one moment, in units of USDT. */
export interface Worth {
  /** Undefined when no market prices the coin. */
  value(coin: Coin, units: bigint): bigint | undefined;
  parse(usdt: string): bigint;
  show(units: bigint): string;
}

/** Accounts that a person owns; what is on its way out is theirs no more. */
const OWNED: readonly AccountType[] = [
  AccountType.spot,
  AccountType.crossMargin,
  AccountType.isolatedMargin,
  AccountType.contract,
  AccountType.wealth,
  AccountType.c2c,
];

/** Hold the prices of this moment. */
export function valueOf({ markets, readLastTicks }: WorthParts): Worth {
  const valuer = createValuer(markets, holdPrices(readLastTicks));
  const scale = markets.coinByName('USDT')?.scale ?? 0;
  return {
    value: valuer.value,
    parse: (usdt) => parseDecimal(usdt, scale),
    show: (units) => formatDecimal(units, scale),
  };
}

/** Units of USDT that a person owns over all their accounts; what has no price counts nothing. */
export async function readEquity(
  { accounts, markets, readAccountUnits }: WorthParts,
  worth: Worth,
  ownerId: number,
): Promise<bigint> {
  const places = OWNED.flatMap((type) =>
    accounts.listScopes(ownerId, type).map((scope) => ({ type, scope })),
  );
  const read = await Promise.all(
    places.map(({ type, scope }) => readAccountUnits(ownerId, type, scope)),
  );
  return read.flat().reduce((sum, { assetId, availableUnits, heldUnits }) => {
    const coin = markets.coinById(assetId);
    const value = coin && worth.value(coin, availableUnits + heldUnits);
    return sum + (value ?? 0n);
  }, 0n);
}

interface LockRow {
  readonly value_units: string;
  readonly until_ms: number;
}

/** Open locks, the one that ends first first. */
const listLocks = (session: Session, ownerId: number, nowMs: number): Promise<LockRow[]> =>
  session.query<LockRow>(
    `SELECT value_units::text, until_ms FROM withdrawal_locks
     WHERE owner_id = $1 AND until_ms > $2 ORDER BY until_ms`,
    [ownerId, nowMs],
  );

const sumLocks = (rows: readonly LockRow[]): bigint =>
  rows.reduce((sum, row) => sum + BigInt(row.value_units), 0n);

/** Units of USDT that open locks need in all. */
export async function readLocked(
  session: Session,
  ownerId: number,
  nowMs: number,
): Promise<bigint> {
  return sumLocks(await listLocks(session, ownerId, nowMs));
}

/**
 * Whether open locks need more than what would be left.
 *
 * @param room - what is left when it is gone, units of USDT.
 * @returns when the locks that are in the way have ended; undefined when nothing is in the way.
 */
export async function readLock(
  session: Session,
  ownerId: number,
  room: { readonly nowMs: number; readonly roomUnits: bigint },
): Promise<number | undefined> {
  const rows = await listLocks(session, ownerId, room.nowMs);
  let lockedUnits = sumLocks(rows);
  let untilMs: number | undefined;
  for (const row of rows) {
    if (lockedUnits <= room.roomUnits || lockedUnits === 0n) break;
    lockedUnits -= BigInt(row.value_units);
    untilMs = row.until_ms;
  }
  return untilMs;
}
