// Closes a market: it stands in no list any more, takes nothing but cancels, its open orders are
// cancelled, then it takes nothing at all. What was ordered and traded stays. Each step looks
// whether it was done, so asking again completes it. Listing it again is carry-out's.
import { CommandKind, MarketState, type AccountId, type OwnerId } from '@isobath/core';
import type { Actor } from '../../base/audit/index.ts';
import { loadNames, type Market } from '../../base/market/index.ts';
import { refuse, refuseField } from '../../base/product/index.ts';
import { type CarryOutParts, createSender } from './carry-out.ts';

/** What closing asks besides. */
export interface DelistParts extends CarryOutParts {
  /** Resolves when the tables have what is committed. */
  readonly settle: () => Promise<void>;
}

/** What came of it. */
export interface Delisted {
  readonly market: string;
  readonly cancelledCount: number;
}

/** An order that is placed while the market closes is seen by the next look. */
const LOOKS_MAX = 20;

const STEPS_TO_CANCELS: Readonly<Partial<Record<MarketState, readonly MarketState[]>>> = {
  [MarketState.auction]: [MarketState.halt, MarketState.cancelOnly],
  [MarketState.auctionNoCancel]: [MarketState.halt, MarketState.cancelOnly],
  [MarketState.break]: [MarketState.halt, MarketState.cancelOnly],
  [MarketState.cancelOnly]: [],
};

/** Make it. */
export function createDelist(parts: DelistParts) {
  const { database, markets, audit, settle } = parts;
  const { send } = createSender(parts);

  const listOpen = (instrumentId: number) =>
    database.query<{ account_id: number; owner_id: number; count: number }>(
      `SELECT account_id, owner_id, count(*)::int AS count FROM spot_orders
       WHERE instrument_id = $1 AND status < 3 GROUP BY account_id, owner_id`,
      [instrumentId],
    );

  /** Cancel every order of everybody. @returns how many there were. */
  async function cancelAll({ instrumentId }: Market): Promise<number> {
    let cancelledCount = 0;
    for (let look = 0; look < LOOKS_MAX; look += 1) {
      await settle();
      const rows = await listOpen(instrumentId);
      if (rows.length === 0) return cancelledCount;
      for (const { account_id: accountId, owner_id: ownerId, count } of rows) {
        cancelledCount += count;
        await send(
          {
            kind: CommandKind.cancelAllOrders,
            accountId: accountId as AccountId,
            instrumentId,
          },
          ownerId as OwnerId,
        );
      }
    }
    throw refuse('outcome_unknown');
  }

  return async (symbol: string, actor: Actor): Promise<Delisted> => {
    const market = markets.marketBySymbol(symbol.toLowerCase());
    if (market === undefined) throw refuseField('market', `there is no market ${symbol}`);
    const { instrumentId } = market;
    if (market.isDelisted && market.state === MarketState.break) {
      return { market: market.symbol, cancelledCount: 0 };
    }
    await audit.transaction(actor, async (session, write) => {
      await session.execute(
        `UPDATE markets SET delisted_at = COALESCE(delisted_at, now()) WHERE instrument_id = $1`,
        [instrumentId],
      );
      await write({ action: 'market_delisted', detail: { key: market.symbol } });
    });
    await loadNames(markets, database);
    const setState = (state: MarketState) =>
      send({ kind: CommandKind.setMarketState, instrumentId, state });
    for (const state of STEPS_TO_CANCELS[market.state] ?? [MarketState.cancelOnly]) {
      await setState(state);
    }
    const cancelledCount = await cancelAll(market);
    await setState(MarketState.break);
    return { market: market.symbol, cancelledCount };
  };
}
