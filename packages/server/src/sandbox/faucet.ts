// Demo money: from the house's promotion account, once in 24 hours, at most five times a person.
// The money is real to the ledger: the account was funded from the sandbox's chain and can run dry.
import { CommandKind, Source, TransferReason } from '@isobath/core';
import { formatDecimal } from '@isobath/core/math';
import { siteRoutes } from '@isobath/wire';
import type { AccountId } from '@isobath/core';
import type { AccountDirectory } from '../base/accounts/index.ts';
import type { Commander } from '../base/commands/index.ts';
import type { Database } from '../base/db/index.ts';
import type { MarketRegistry } from '../base/market/index.ts';
import { refuse, type RouteHandler, serve } from '../base/product/index.ts';

/** What the faucet stands on. */
export interface FaucetParts {
  readonly database: Database;
  readonly commander: Commander;
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

/** The faucet's handler. */
export function createFaucetRoute(parts: FaucetParts): RouteHandler {
  const { database, markets } = parts;

  /** Write the gift down before it is made: a crash gives too little, never twice. */
  async function claim(ownerId: number, now: Date): Promise<number> {
    const rows = await database.query<{ count: number; last: Date | null }>(
      'SELECT count(*)::int AS count, max(given_at) AS last FROM faucet_gifts WHERE owner_id = $1',
      [ownerId],
    );
    const { count, last } = rows[0];
    const isEarly = last !== null && now.getTime() - last.getTime() < DAY_MS;
    if (isEarly || count >= GIFTS_MAX) {
      const nextAtMs = count >= GIFTS_MAX ? 0 : (last?.getTime() ?? 0) + DAY_MS;
      throw refuse('faucet_used', { nextAt: String(nextAtMs), left: String(GIFTS_MAX - count) });
    }
    const added = await database.execute(
      'INSERT INTO faucet_gifts VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
      [ownerId, count + 1, now],
    );
    if (added === 0) throw refuse('faucet_used', { nextAt: String(now.getTime() + DAY_MS) });
    return count + 1;
  }

  return serve(siteRoutes.faucet, async ({ caller }) => {
    const toAccountId = parts.accounts.readSpotAccount(caller.ownerId);
    const fromAccountId = parts.source.readAccountId();
    if (toAccountId === undefined || fromAccountId === undefined) throw refuse('object_not_found');
    const now = new Date(parts.readNowMs());
    const number = await claim(caller.ownerId, now);
    const received: { asset: string; amount: string }[] = [];
    for (const [asset, whole, divisor] of GIFT) {
      const coin = markets.coinByName(asset);
      if (coin === undefined) continue;
      const amountUnits = (whole * 10n ** BigInt(coin.scale)) / divisor;
      await parts.commander.send(
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
      );
      received.push({ asset, amount: formatDecimal(amountUnits, coin.scale) });
    }
    return { received, nextAt: now.getTime() + DAY_MS, leftCount: GIFTS_MAX - number };
  });
}
