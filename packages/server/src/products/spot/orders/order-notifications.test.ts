// What people are told of orders that ended while they were away.
import { CloseReason, OrderType, Side } from '@isobath/core';
import { expect, test } from 'vitest';
import { makeMarketFixture } from '../../../testing/market-fixture.ts';
import { describeClosed } from './order-notifications.ts';
import type { OrderRecord } from './order-rows.ts';

const market = makeMarketFixture().markets.marketById(1);

/** Kind of the message about an order of 100 lots of which 90 are filled, and what it says. */
function tell(close_reason: CloseReason, terms: Partial<OrderRecord> = {}) {
  if (market === undefined) throw new Error('no market');
  const row = { order_id: 1, owner_id: 1_000_001, status: 3, side: Side.buy, list_id: 0 };
  const sizes = { size_lots: 100, executed_lots: 90, executed_quote_units: '45000000000' };
  const kind = { order_type: OrderType.stopMarket, close_reason };
  const told = describeClosed({ ...row, ...sizes, ...kind, ...terms } as OrderRecord, market);
  return told === undefined ? undefined : [told.kind, told.facts['executed']];
}

test('a triggered order whose rest expired is told so, and is not called filled', () => {
  const rests = ['amountSpent', 'expiredAtGuard', 'balanceExhausted', 'expiredImmediate'] as const;
  for (const reason of rests) {
    expect(tell(CloseReason[reason]), reason).toEqual(['order_rest_expired', '0.009']);
  }
  expect(tell(CloseReason.amountSpent, { size_lots: 0 })).toEqual(['order_filled_buy', '0.009']);
  const none = { size_lots: 0, executed_lots: 0 };
  expect(tell(CloseReason.amountSpent, none)).toEqual(['order_rest_expired', '0']);
});

test('who sent an order that ends at once has its answer; what follows in a list has none', () => {
  for (const order_type of [OrderType.market, OrderType.limit]) {
    expect(tell(CloseReason.expiredImmediate, { order_type })).toBeUndefined();
  }
  const pending = { order_type: OrderType.market, list_id: 9 };
  expect(tell(CloseReason.expiredAtGuard, pending)).toEqual(['order_rest_expired', '0.009']);
});
