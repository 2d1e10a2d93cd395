// What withdrawing a coin costs on each network and how long it takes, and whether a person may.
// It refuses nothing: checks.ts decides.
// Called by the calls of withdrawing.
import { AccountType } from '@isobath/core';
import { formatDecimal } from '@isobath/core/math';
import type { RouteAnswer, WithdrawTerms, withdrawRoutes } from '@isobath/wire';
import { lockOwner, readSecurityLock } from '../../../base/credentials/index.ts';
import { readSendDecimals } from '../../../base/custody/index.ts';
import { createIdentityRecords, readPassedType } from '../../../base/identity/index.ts';
import type { Coin } from '../../../base/market/index.ts';
import type { Platform } from '../../../base/modules/index.ts';
import { refuse } from '../../../base/product/index.ts';
import { readDayUse } from './day-use.ts';
import { isAllowlistOnly } from './payee.ts';
import type { WithdrawParts } from './submit.ts';
import { readEquity, readLock, readLocked, valueOf } from './worth.ts';

/** What answering stands on. */
export type TermsParts = WithdrawParts & {
  readonly people: Pick<Platform['people'], 'proofs' | 'users' | 'passkeys' | 'readFreeze'>;
};

/** Blocks until a payment over a chain of outputs is done. */
const UTXO_BLOCKS = 2;
/** About how long it takes until a block of a network with finality is final. */
const FINAL_SECONDS = 900;
/** Payments that leave in one block at most. */
const TOGETHER = 16;

interface Row {
  readonly network_id: number;
  readonly family: string;
  readonly needed: number;
  readonly block_seconds: number;
  readonly decimals: number;
  readonly fee_units: string;
  readonly fee_ppm: number;
  readonly min_units: string;
  readonly max_units: string;
  readonly hot_level: string | null;
  readonly ahead: number;
}

function showTerms(row: Row, { scale }: Coin): WithdrawTerms {
  const blocks = row.family === 'evm' ? row.needed : UTXO_BLOCKS;
  const isFinal = row.family === 'evm' && row.needed === 0;
  const arrivalSeconds = isFinal ? FINAL_SECONDS : blocks * row.block_seconds;
  const waitSeconds = Math.ceil(row.ahead / TOGETHER) * row.block_seconds;
  const show = (units: string) => formatDecimal(BigInt(units), scale);
  const level = row.hot_level === 'low' || row.hot_level === 'high' ? row.hot_level : 'target';
  return {
    networkId: row.network_id,
    fee: show(row.fee_units),
    feePpm: row.fee_ppm,
    min: show(row.min_units),
    max: show(row.max_units),
    precision: readSendDecimals({ decimals: row.decimals, scale }),
    arrivalSeconds,
    hotLevel: level,
    queueAhead: row.ahead,
    etaSeconds: arrivalSeconds + waitSeconds,
  };
}

/** Terms of every network of a coin. */
export async function readTerms(
  { database, markets }: Pick<TermsParts, 'database' | 'markets'>,
  coinId: number,
): Promise<WithdrawTerms[]> {
  const coin = markets.coinById(coinId);
  if (coin === undefined) return [];
  const rows = await database.query<Row>(
    `SELECT listed.network_id, family, needed, block_seconds, decimals, fee_units::text, fee_ppm,
       withdraw_units_min::text AS min_units, withdraw_units_max::text AS max_units, hot_level,
       (SELECT count(*)::int FROM withdrawals AS own WHERE own.state = 'queued'
         AND (own.network_id, own.asset_id) = (listed.network_id, listed.asset_id)) AS ahead
     FROM network_assets AS listed JOIN networks USING (network_id)
     LEFT JOIN chain_recons USING (network_id, asset_id)
     WHERE asset_id = $1 AND networks.state = 'open' AND is_withdrawal_open
     ORDER BY network_id`,
    [coinId],
  );
  return rows.map((row) => showTerms(row, coin));
}

type Answer = RouteAnswer<typeof withdrawRoutes.check>;

/** Whether a person may withdraw a coin, why not, and what is left of the day. */
export async function readCheck(
  parts: TermsParts,
  ownerId: number,
  coinId: number,
): Promise<Answer> {
  const { markets, configuration, database, readNowMs } = parts;
  const coin = markets.coinById(coinId);
  if (coin === undefined) throw refuse('object_not_found');
  const nowMs = readNowMs();
  const passed = readPassedType(await createIdentityRecords(database).list(ownerId));
  const limit = await configuration.readWithdrawLimit(passed);
  const factors = await listFactors(parts, ownerId);
  const securityMs = await readSecurityLock(database, ownerId, nowMs);
  const isOpen = (await readTerms(parts, coinId)).length > 0;
  const left = await readLeft(parts, { ownerId, coin, nowMs });
  const { lockMs } = left;
  const reasons = [
    ...(parts.people.readFreeze(ownerId) === null ? [] : [{ word: 'account_frozen', untilMs: 0 }]),
    ...(isOpen ? [] : [{ word: 'network_suspended', untilMs: 0 }]),
    ...(/[1-9]/.test(limit) ? [] : [{ word: 'need_kyc', untilMs: 0 }]),
    ...(factors.length > 0 ? [] : [{ word: 'second_factor_missing', untilMs: 0 }]),
    ...(securityMs > 0 ? [{ word: 'security_changed', untilMs: securityMs }] : []),
    ...(lockMs === undefined ? [] : [{ word: 'withdrawal_locked', untilMs: lockMs }]),
  ];
  return {
    isAllowed: reasons.length === 0,
    reasons,
    factors,
    dayLimitUsdt: limit,
    dayUsedUsdt: left.dayUsedUsdt,
    withdrawable: formatDecimal(left.units, coin.scale),
    travelFromUsdt: await configuration.readTravelFrom(),
    allowlistOnly: await isAllowlistOnly(database, ownerId, nowMs),
  };
}

interface Left {
  /** Until when locks leave nothing at all; undefined = something may go. */
  readonly lockMs: number | undefined;
  readonly dayUsedUsdt: string;
  /** Units of the coin: what is available and worth no more than is not locked. */
  readonly units: bigint;
}

/** What is left, with the owner's row locked: what is being asked for counts or is not there. */
async function readLeft(
  parts: TermsParts,
  {
    ownerId,
    coin,
    nowMs,
  }: { readonly ownerId: number; readonly coin: Coin; readonly nowMs: number },
): Promise<Left> {
  return parts.database.transaction(async (session) => {
    if (!(await lockOwner(session, ownerId))) throw refuse('object_not_found');
    const worth = valueOf(parts);
    const equityUnits = await readEquity(parts, worth, ownerId);
    const dayUsedUsdt = worth.show(await readDayUse(session, ownerId, nowMs));
    // Not even the least value may go.
    const nothing = { nowMs, roomUnits: equityUnits - 1n };
    const lockMs = await readLock(session, ownerId, nothing);
    const balances = await parts.readAccountUnits(ownerId, AccountType.spot, 0);
    const ownUnits = balances.find(({ assetId }) => assetId === coin.coinId)?.availableUnits ?? 0n;
    const lockedUnits = await readLocked(session, ownerId, nowMs);
    const value = worth.value(coin, ownUnits) ?? 0n;
    const roomUnits = equityUnits > lockedUnits ? equityUnits - lockedUnits : 0n;
    const isWhole = lockedUnits === 0n || value <= roomUnits;
    return {
      lockMs,
      dayUsedUsdt,
      units: isWhole ? ownUnits : (ownUnits * roomUnits) / value,
    };
  });
}

async function listFactors({ people }: TermsParts, ownerId: number): Promise<Answer['factors']> {
  const user = await people.users.read(ownerId);
  const hasPasskey = (await people.passkeys.list(ownerId)).length > 0;
  return [
    ...(user === undefined || user.totpSecret === null ? [] : (['totp'] as const)),
    ...(hasPasskey ? (['passkey'] as const) : []),
  ];
}
