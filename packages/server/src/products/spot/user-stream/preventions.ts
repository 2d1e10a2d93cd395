// What self-trade prevention did to one of the two orders, as the user stream reports it.
// Called by user-stream.ts.
import type { SelfTradePrevented, SelfTradeTransferred } from '@isobath/core';
import { formatDecimal } from '@isobath/core/math';
import type { Market } from '../../../base/market/index.ts';
import type { CommittedStep } from '../../../base/product/index.ts';
import type { OrderRecord } from '../orders/order-rows.ts';
import { numberPrevented } from '../orders/prevented-number.ts';
import type { ReportedPrevention } from './reports.ts';

/** A transfer is no prevented match: no list has it. */
const NO_MATCH = -1;

/** What a prevented match took from an order, undefined when nothing. */
export function describePrevention(
  event: SelfTradePrevented,
  row: OrderRecord,
  { step, market }: { readonly step: CommittedStep; readonly market: Market },
): ReportedPrevention | undefined {
  const isMaker = row.order_id === event.makerOrderId;
  const lots = isMaker ? event.makerLots : event.takerLots;
  if (lots === 0) return undefined;
  const { lotDecimals, priceDecimals } = market;
  return {
    matchId: numberPrevented(step, event),
    counterOrderId: isMaker ? event.takerOrderId : event.makerOrderId,
    price: formatDecimal(BigInt(event.priceTicks), priceDecimals),
    quantity: formatDecimal(BigInt(lots), lotDecimals),
    quote: formatDecimal(BigInt(event.priceTicks) * BigInt(lots), priceDecimals + lotDecimals),
    isTransfer: false,
  };
}

/** What moved was executed: nothing of the order was prevented, and no fee was paid. */
export function describeTransfer(
  event: SelfTradeTransferred,
  row: OrderRecord,
  market: Market,
): ReportedPrevention {
  const isMaker = row.order_id === event.makerOrderId;
  return {
    matchId: NO_MATCH,
    counterOrderId: isMaker ? event.takerOrderId : event.makerOrderId,
    price: formatDecimal(BigInt(event.priceTicks), market.priceDecimals),
    quantity: formatDecimal(BigInt(event.sizeLots), market.lotDecimals),
    quote: formatDecimal(event.quoteUnits, market.quote.scale),
    isTransfer: true,
  };
}
