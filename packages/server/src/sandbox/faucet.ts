// Demo money: from the operator's promotion account, once in 24 hours, at most five times a person.
// The money is real to the ledger: the account was funded from the sandbox's chain and can run dry.
// A gift is a row and an intent that commit together, so it is given whole and once.
import { CommandKind, TransferReason } from '@isobath/core';
import { formatDecimal } from '@isobath/core/math';
import { siteRoutes } from '@isobath/wire';
import type { AccountId } from '@isobath/core';
import type { AccountDirectory } from '../base/accounts/index.ts';
import { refuseWithCode } from '../base/commands/index.ts';
import type { Database, Session } from '../base/db/index.ts';
import type { Intents } from '../base/intents/index.ts';
import type { MarketRegistry } from '../base/market/index.ts';
import { refuse, type RouteHandler, serve } from '../base/product/index.ts';
import { giftConsumer } from './gifts.ts';

/** What the faucet stands on. */
export interface FaucetParts {
  readonly database: Database;
  readonly intents: Intents;
  readonly accounts: Pick<AccountDirectory, 'readSpotAccount'>;
  readonly markets: Pick<MarketRegistry, 'coinByName'>;
  /** The operator's promotion account. */
  readonly readSourceAccount: () => AccountId | undefined;
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
/** A sandbox that has just started is busy with its markets: a gift is waited for longer. */
const WAIT_MS = 10_000;

interface Gift {
  readonly number: number;
  readonly given_at: Date;
  readonly is_done: boolean;
  readonly intent_id: number | null;
}

async function readLast(session: Session, ownerId: number): Promise<Gift | undefined> {
  const [last] = await session.query<Gift>(
    `SELECT number, given_at, is_done, intent_id FROM faucet_gifts WHERE owner_id = $1
     ORDER BY number DESC LIMIT 1`,
    [ownerId],
  );
  return last;
}

/** When the next gift may be asked for, 0 = now, and how many are left. */
function describeNext(last: Gift | undefined, nowMs: number) {
  const leftCount = GIFTS_MAX - (last?.number ?? 0);
  const nextAt = last === undefined ? 0 : last.given_at.getTime() + DAY_MS;
  return { nextAt: leftCount > 0 && nextAt > nowMs ? nextAt : 0, leftCount };
}

/** The faucet's handlers. */
export function createFaucetRoutes(parts: FaucetParts): RouteHandler[] {
  const { database, intents, markets } = parts;

  const listParts = () =>
    GIFT.flatMap(([asset, whole, divisor]) => {
      const coin = markets.coinByName(asset);
      if (coin === undefined) return [];
      const amountUnits = (whole * 10n ** BigInt(coin.scale)) / divisor;
      return [{ asset, coin, amountUnits }];
    });

  /** Write the gift and its intent; one that has not ended yet is not written again. */
  async function claim(ownerId: number): Promise<Gift> {
    const toAccountId = parts.accounts.readSpotAccount(ownerId);
    const fromAccountId = parts.readSourceAccount();
    if (toAccountId === undefined || fromAccountId === undefined) throw refuse('object_not_found');
    return database.transaction(async (session) => {
      const last = await readLast(session, ownerId);
      if (last?.is_done === false) return last;
      const nowMs = parts.readNowMs();
      const { nextAt, leftCount } = describeNext(last, nowMs);
      if (nextAt > 0 || leftCount === 0) {
        throw refuse('faucet_used', { nextAt: String(nextAt), left: String(leftCount) });
      }
      const number = (last?.number ?? 0) + 1;
      const added = await session.execute(
        `INSERT INTO faucet_gifts (owner_id, number, given_at) VALUES ($1, $2, $3)
         ON CONFLICT DO NOTHING`,
        [ownerId, number, new Date(nowMs)],
      );
      if (added === 0) throw refuse('faucet_used', { nextAt: String(nowMs + DAY_MS) });
      const legs = listParts().map(({ coin, amountUnits }) => ({
        fromAccountId,
        toAccountId,
        assetId: coin.coinId,
        amountUnits,
      }));
      const intentId = await intents.write(session, {
        consumer: giftConsumer.name,
        subject: `${ownerId}:${number}`,
        command: {
          kind: CommandKind.transferGroup,
          reason: TransferReason.promotion,
          reference: number,
          legs,
        },
      });
      await session.execute(
        'UPDATE faucet_gifts SET intent_id = $3 WHERE owner_id = $1 AND number = $2',
        [ownerId, number, intentId],
      );
      return { number, given_at: new Date(nowMs), is_done: false, intent_id: intentId };
    });
  }

  const give = serve(siteRoutes.faucet, async ({ caller }) => {
    const gift = await claim(caller.ownerId);
    intents.nudge();
    const ended = await intents.waitFor(Number(gift.intent_id), WAIT_MS);
    // It comes as soon as the engine takes commands again.
    if (ended === undefined) throw refuse('outcome_unknown');
    if (!ended.isDone) throw refuseWithCode(ended.code, [], ended.sequence);
    return {
      received: listParts().map(({ asset, coin, amountUnits }) => ({
        asset,
        amount: formatDecimal(amountUnits, coin.scale),
      })),
      nextAt: gift.given_at.getTime() + DAY_MS,
      leftCount: GIFTS_MAX - gift.number,
      seq: String(ended.sequence),
    };
  });
  const readState = async (ownerId: number) =>
    describeNext(await readLast(database, ownerId), parts.readNowMs());
  return [give, serve(siteRoutes.faucetState, ({ caller }) => readState(caller.ownerId))];
}
