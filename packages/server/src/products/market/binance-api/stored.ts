// Trades as the dialect asks for them: by number, by time. Tables are written up to a second late:
// what they may lack comes from memory.
import type { Side } from '@isobath/core';
import type { Session } from '../../../base/db/index.ts';
import type { Market, LiveTrade, MarketLive } from '../../../base/market/index.ts';
import type { StoredSteps } from '../../../base/projections/index.ts';

/** Which trades: from a number, or between two times; the newest when neither is given. */
export interface TradesRequest {
  readonly fromId?: number | undefined;
  readonly startTime?: number | undefined;
  readonly endTime?: number | undefined;
  readonly limit: number;
}

interface TradeRow {
  readonly trade_id: number;
  readonly at_ms: number;
  readonly price_ticks: number;
  readonly size_lots: number;
  readonly taker_side: Side;
}

/** What the questions stand on. */
export interface StoredMarketParts {
  readonly database: Session;
  readonly live: MarketLive;
  /** Trades and candles that are in the tables. */
  readonly storedTrades: StoredSteps;
}

/** Make the questions: of the tables, and of memory for what they do not have yet. */
export function createStoredMarket({ database, live, storedTrades }: StoredMarketParts) {
  async function readTrades(market: Market, request: TradesRequest): Promise<LiveTrade[]> {
    const values: number[] = [market.instrumentId];
    const texts = ['instrument_id = $1'];
    const add = (text: string, value: number | undefined) => {
      if (value !== undefined) texts.push(`${text} $${values.push(value)}`);
    };
    add('trade_id >=', request.fromId);
    add('at_ms >=', request.startTime);
    add('at_ms <=', request.endTime);
    const rows = await database.query<TradeRow>(
      `SELECT * FROM public_trades WHERE ${texts.join(' AND ')}
       ORDER BY trade_id ${isForward(request) ? 'ASC' : 'DESC'} LIMIT ${request.limit}`,
      values,
    );
    return rows.map((row) => ({
      tradeId: row.trade_id,
      atMs: row.at_ms,
      priceTicks: row.price_ticks,
      sizeLots: row.size_lots,
      takerSide: row.taker_side,
      sequence: 0,
    }));
  }

  return {
    /** Trades, oldest first. @errors behind when the tables lack what memory does not keep. */
    async listTrades(market: Market, request: TradesRequest): Promise<LiveTrade[]> {
      const { trades, olderTradesSequence } = live.read(market.instrumentId);
      const kept = trades.filter((trade) => isWished(trade, request));
      const isAll = isForward(request)
        ? beginsBefore(trades, request)
        : kept.length >= request.limit;
      if (isAll) return choose(kept, request);
      await storedTrades.waitFor(olderTradesSequence);
      const rows = await readTrades(market, request);
      const byId = new Map([...rows, ...kept].map((trade) => [trade.tradeId, trade]));
      return choose(
        [...byId.values()].sort((one, two) => one.tradeId - two.tradeId),
        request,
      );
    },
  };
}

/** From a number or a time on the oldest are wanted, else the newest. */
function isForward({ fromId, startTime }: TradesRequest): boolean {
  return fromId !== undefined || startTime !== undefined;
}

function isWished({ tradeId, atMs }: LiveTrade, request: TradesRequest): boolean {
  const { fromId = 0, startTime = 0, endTime = Number.MAX_SAFE_INTEGER } = request;
  return tradeId >= fromId && atMs >= startTime && atMs <= endTime;
}

/** Whether trades begin no later than what is wished: several have the same time. */
function beginsBefore([oldest]: readonly LiveTrade[], request: TradesRequest): boolean {
  if (oldest === undefined) return false;
  const { fromId = 0, startTime = 0 } = request;
  return oldest.tradeId <= fromId || oldest.atMs < startTime;
}

function choose(trades: LiveTrade[], request: TradesRequest): LiveTrade[] {
  return isForward(request) ? trades.slice(0, request.limit) : trades.slice(-request.limit);
}
