// Demo money: from the house's promotion account, once in 24 hours, at most five times a person.
// The money is real to the ledger: the account was funded from the sandbox's chain and can run dry.
import { CommandKind, Source, TransferReason } from '@isobath/core';
import { formatDecimal } from '@isobath/core/math';
import { siteRoutes } from '@isobath/wire';
import type { AccountId } from '@isobath/core';
import type { AccountDirectory } from '../base/accounts/index.ts';
import type { CommandClient } from '../base/commands/index.ts';
import type { Database } from '../base/db/index.ts';
import type { MarketRegistry } from '../base/market/index.ts';
import { refuse, type RouteHandler, serve } from '../base/product/index.ts';

/** What the faucet stands on. */
export interface FaucetParts {
  readonly database: Database;
  readonly commandClient: CommandClient;
  readonly accounts: AccountDirectory;
  readonly markets: MarketRegistry;
  /** The house's promotion account and its owner. */
  readonly source: {
    readonly ownerId: number;
    readonly readAccountId: () => AccountId | undefined;
  };
  readonly readNowMs: () => number;
}

/** What one gift is, in whole coins by name, as decimals of the coin. */
const GIFT: readonly (readonly [asset: string, whole: bigint, divisor: bigint])[] = [
  ['USDT', 10_000n, 1n],
  ['BTC', 1n, 10n],
  ['ETH', 2n, 1n],
];

const DAY_MS = 86_400_000;
const GIFTS_MAX = 5;
/** Less than the day that the engine remembers a key. */
const FINISHED_WITHIN_MS = DAY_MS - 3_600_000;

/** The faucet's handlers. */
export function createFaucetRoutes(parts: FaucetParts): RouteHandler[] {
  const { database, markets } = parts;

  async function readLast(ownerId: number) {
    const [last] = await database.query<{ number: number; given_at: Date; is_done: boolean }>(
      `SELECT number, given_at, is_done FROM faucet_gifts WHERE owner_id = $1
       ORDER BY number DESC LIMIT 1`,
      [ownerId],
    );
    return last;
  }

  /** Whether a gift was begun and not finished, and may still be finished. */
  const isUnfinished = (last: { given_at: Date; is_done: boolean }, nowMs: number) =>
    !last.is_done && nowMs - last.given_at.getTime() < FINISHED_WITHIN_MS;

  /**
   * Write the gift down before it is made. One that was not finished is made again under its
   * number: the engine knows it for a day, and does nothing twice.
   */
  async function claim(ownerId: number, now: Date): Promise<{ number: number; atMs: number }> {
    const last = await readLast(ownerId);
    const { number: count, atMs } =
      last === undefined
        ? { number: 0, atMs: Number.NEGATIVE_INFINITY }
        : { number: last.number, atMs: last.given_at.getTime() };
    const passedMs = now.getTime() - atMs;
    if (last !== undefined && isUnfinished(last, now.getTime())) return { number: count, atMs };
    if (passedMs < DAY_MS || count >= GIFTS_MAX) {
      const nextAtMs = count >= GIFTS_MAX ? 0 : atMs + DAY_MS;
      throw refuse('faucet_used', { nextAt: String(nextAtMs), left: String(GIFTS_MAX - count) });
    }
    const added = await database.execute(
      `INSERT INTO faucet_gifts (owner_id, number, given_at, is_done)
       VALUES ($1, $2, $3, false) ON CONFLICT DO NOTHING`,
      [ownerId, count + 1, now],
    );
    if (added === 0) throw refuse('faucet_used', { nextAt: String(now.getTime() + DAY_MS) });
    return { number: count + 1, atMs: now.getTime() };
  }

  async function readState(ownerId: number): Promise<{ nextAt: number; leftCount: number }> {
    const last = await readLast(ownerId);
    if (last === undefined) return { nextAt: 0, leftCount: GIFTS_MAX };
    const nowMs = parts.readNowMs();
    const leftCount = GIFTS_MAX - last.number;
    if (isUnfinished(last, nowMs)) return { nextAt: 0, leftCount: leftCount + 1 };
    const nextAt = last.given_at.getTime() + DAY_MS;
    return { nextAt: leftCount > 0 && nextAt > nowMs ? nextAt : 0, leftCount };
  }

  const give = serve(siteRoutes.faucet, async ({ caller }) => {
    const toAccountId = parts.accounts.readSpotAccount(caller.ownerId);
    const fromAccountId = parts.source.readAccountId();
    if (toAccountId === undefined || fromAccountId === undefined) throw refuse('object_not_found');
    const now = new Date(parts.readNowMs());
    const { number, atMs } = await claim(caller.ownerId, now);
    let sequence = 0;
    const received: { asset: string; amount: string }[] = [];
    for (const [asset, whole, divisor] of GIFT) {
      const coin = markets.coinByName(asset);
      if (coin === undefined) continue;
      const amountUnits = (whole * 10n ** BigInt(coin.scale)) / divisor;
      ({ sequence } = await parts.commandClient.send(
        {
          kind: CommandKind.transfer,
          fromAccountId,
          toAccountId,
          assetId: coin.coinId,
          amountUnits,
          reason: TransferReason.promotion,
          reference: number,
        },
        {
          caller: { ownerId: parts.source.ownerId, sessionId: 0 },
          idempotencyKey: `faucet:${caller.ownerId}:${number}:${asset}`,
          source: Source.sandbox,
        },
      ));
      received.push({ asset, amount: formatDecimal(amountUnits, coin.scale) });
    }
    await database.execute(
      'UPDATE faucet_gifts SET is_done = true WHERE owner_id = $1 AND number = $2',
      [caller.ownerId, number],
    );
    return {
      received,
      nextAt: atMs + DAY_MS,
      leftCount: GIFTS_MAX - number,
      seq: String(sequence),
    };
  });
  return [give, serve(siteRoutes.faucetState, ({ caller }) => readState(caller.ownerId))];
}
