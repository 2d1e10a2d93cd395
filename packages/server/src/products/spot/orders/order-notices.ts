// Tells people what became of their orders while they were away: filled, expired, refused at their
// trigger, taken back by the dead-man switch. What they did themselves they are not told.
// Run by the projector, in one group with the orders' rows.
import { CloseReason, Side } from '@isobath/core';
import { cutZeros, formatDecimal } from '@isobath/core/math';
import type { Market, MarketRegistry } from '../../../base/market/index.ts';
import { type Notice, type NoticeKind, writeNotices } from '../../../base/notices/index.ts';
import type { OrderReader } from './order-reader.ts';
import type { OrderRecord } from './order-rows.ts';

const CLOSED = 3;

const KINDS: Readonly<Partial<Record<CloseReason, NoticeKind>>> = {
  [CloseReason.expiredAtTime]: 'order_expired',
  [CloseReason.triggerRejected]: 'order_refused',
  [CloseReason.deadMan]: 'orders_dead_man',
};

function chooseKind(row: OrderRecord): NoticeKind | undefined {
  const reason = row.close_reason as CloseReason;
  if (reason !== CloseReason.filled && reason !== CloseReason.amountSpent) return KINDS[reason];
  return row.side === Side.buy ? 'order_filled_buy' : 'order_filled_sell';
}

/** Average price, cut to the market's decimals. */
function calculateAverage(row: OrderRecord, market: Market): string {
  if (row.executed_lots === 0) return formatDecimal(0n, market.priceDecimals);
  const perTickLot = market.unitsPerTickLot;
  const ticks = BigInt(row.executed_quote_units) / (BigInt(row.executed_lots) * perTickLot);
  return formatDecimal(ticks, market.priceDecimals);
}

/** The message about a closed order, undefined when there is nothing to tell. */
export function describeClosed(row: OrderRecord, market: Market): Notice | undefined {
  const kind = chooseKind(row);
  if (kind === undefined) return undefined;
  return {
    ownerId: row.owner_id,
    kind,
    sourceKey: `order:${row.order_id}`,
    atMs: row.updated_at_ms,
    facts: {
      orderId: String(row.order_id),
      symbol: market.symbol,
      pair: `${market.base.shortName}/${market.quote.shortName}`,
      base: market.base.shortName,
      quote: market.quote.shortName,
      quantity: cutZeros(formatDecimal(BigInt(row.size_lots), market.lotDecimals)),
      executed: cutZeros(formatDecimal(BigInt(row.executed_lots), market.lotDecimals)),
      average: calculateAverage(row, market),
    },
  };
}

/** Make what writes the messages; it empties no table, for a message once told stays told. */
export function createOrderNotices({ markets }: { readonly markets: MarketRegistry }): OrderReader {
  let notices: Notice[] = [];
  return {
    tables: [],
    async load() {},
    reset() {
      notices = [];
    },
    take({ touched }) {
      for (const row of touched) {
        if (row.status !== CLOSED) continue;
        const market = markets.marketById(row.instrument_id);
        const notice = market && describeClosed(row, market);
        if (notice !== undefined) notices.push(notice);
      }
    },
    write: (session) => writeNotices(session, notices),
  };
}
