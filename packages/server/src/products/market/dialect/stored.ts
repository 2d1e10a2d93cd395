// Stored trades and minutes as the dialect asks for them: by number, by time, by window.
import type { Side } from '@isobath/core';
import type { Session } from '../../../base/db/index.ts';
import { type Bucket, type Market, mergeBucket } from '../../../base/market/index.ts';
import { type LiveTrade, readBucket } from '../live.ts';

/** Which trades: from a number, or between two times; the newest when neither is given. */
export interface TradesWish {
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

/** Make the questions. */
export function createStoredMarket(database: Session) {
  return {
    /** Trades, oldest first. */
    async listTrades(market: Market, wish: TradesWish): Promise<LiveTrade[]> {
      const values: number[] = [market.instrumentId];
      const texts = ['instrument_id = $1'];
      const add = (text: string, value: number | undefined) => {
        if (value !== undefined) texts.push(`${text} $${values.push(value)}`);
      };
      add('trade_id >=', wish.fromId);
      add('at_ms >=', wish.startTime);
      add('at_ms <=', wish.endTime);
      const isForward = wish.fromId !== undefined || wish.startTime !== undefined;
      const rows = await database.query<TradeRow>(
        `SELECT * FROM public_trades WHERE ${texts.join(' AND ')}
         ORDER BY trade_id ${isForward ? 'ASC' : 'DESC'} LIMIT ${wish.limit}`,
        values,
      );
      const trades = rows.map((row) => ({
        tradeId: row.trade_id,
        atMs: row.at_ms,
        priceTicks: row.price_ticks,
        sizeLots: row.size_lots,
        takerSide: row.taker_side,
      }));
      return isForward ? trades : trades.reverse();
    },
    /**
     * Everything traded since a minute.
     * @param growing - the newest minutes of this process: stored ones are a moment late.
     */
    async readSince(
      market: Market,
      sinceMs: number,
      growing: readonly Bucket[],
    ): Promise<Bucket | undefined> {
      const rows = await database.query<Parameters<typeof readBucket>[0]>(
        `SELECT * FROM candles WHERE instrument_id = $1 AND span_s = 60 AND open_ms >= $2
         ORDER BY open_ms`,
        [market.instrumentId, sinceMs],
      );
      const minutes = new Map(rows.map(readBucket).map((minute) => [minute.openMs, minute]));
      for (const minute of growing) {
        if (minute.openMs >= sinceMs) minutes.set(minute.openMs, { ...minute });
      }
      const [first, ...rest] = minutes.values();
      for (const part of rest) mergeBucket(first, part);
      return first;
    },
  };
}
