// An order as the form has it, so that pressing the button places the same again.
import type { OrderRow, PlaceOrderBody } from '@isobath/wire';
import { expect, it } from 'vitest';
import { againAddress, formOf, formOfSent } from './again.ts';
import { makeIntent } from './order-terms.ts';

const market = { symbol: 'btc_usdt' };
const plain = {
  orderId: '7',
  symbol: 'btc_usdt',
  side: 'sell',
  type: 'limit',
  timeInForce: 'GTC',
  price: '64000.00',
  quantity: '0.00500',
  quoteAmount: '0.00000000',
  stopPrice: '0.00',
  trailingDeltaBps: 0,
  activationPrice: '0.00',
  visibleQuantity: '0.00000',
  slippageBps: 0,
  selfTradePrevention: 'EXPIRE_MAKER',
  expireAt: 0,
} as OrderRow;

const again = (more: Partial<OrderRow>) => {
  const intent = makeIntent(formOf({ ...plain, ...more } as OrderRow, 1_000), market);
  return intent.form === 'order' ? intent.body : null;
};
const common = { symbol: 'btc_usdt', side: 'sell', selfTradePrevention: 'EXPIRE_MAKER' };

it('names the order in the address of its market', () => {
  expect(againAddress('en_US', plain)).toBe('/en_US/trade/exchange/?tradeCode=btc_usdt&again=7');
});

it('places a limit order with its price, its size and how long it lived', () => {
  const terms = { ...common, type: 'limit', price: '64000', quantity: '0.005' };
  expect(again({})).toEqual({ ...terms, timeInForce: 'GTC' });
  expect(again({ timeInForce: 'POST_ONLY' })).toEqual({ ...terms, timeInForce: 'POST_ONLY' });
  const iceberg = again({ visibleQuantity: '0.00100', timeInForce: 'FOK' });
  expect(iceberg).toEqual({ ...terms, timeInForce: 'FOK', visibleQuantity: '0.001' });
});

it('places a market order by amount as it was, without a price', () => {
  const byAmount = { type: 'market', timeInForce: 'IOC', price: '0.00', quantity: '0.00000' };
  expect(again({ ...byAmount, quoteAmount: '250.00000000', slippageBps: 25 } as never)).toEqual({
    ...common,
    type: 'market',
    quoteAmount: '250',
    slippageBps: 25,
  });
});

it('keeps triggers, but not the one that a trailing stop found by itself', () => {
  const stop = again({ type: 'stop_limit', stopPrice: '63000.50' });
  expect(stop).toMatchObject({ type: 'stop_limit', stopPrice: '63000.5', price: '64000' });
  const trailing = again({ type: 'trailing_stop', stopPrice: '63000.50', trailingDeltaBps: 150 });
  expect(trailing).toMatchObject({ type: 'trailing_stop', trailingDeltaBps: 150 });
  expect(trailing).not.toHaveProperty('stopPrice');
});

it('keeps an end that is to come, and lets one that is over go', () => {
  const endMs = 1_900_000_020_000;
  expect(again({ timeInForce: 'GTD', expireAt: 900 })).toMatchObject({ timeInForce: 'GTC' });
  expect(again({ timeInForce: 'GTD', expireAt: endMs })).toMatchObject({
    timeInForce: 'GTD',
    // To the minute, as the form has it.
    expireAt: endMs - (endMs % 60_000),
  });
});

it.each<Partial<PlaceOrderBody>>([
  { type: 'limit', price: '64000', quantity: '0.005', timeInForce: 'POST_ONLY' },
  { type: 'market', quoteAmount: '25', slippageBps: 30 },
  { type: 'stop_limit', price: '64000', quantity: '0.005', stopPrice: '64100', timeInForce: 'GTC' },
  { type: 'trailing_stop', quantity: '0.005', trailingDeltaBps: 150, activationPrice: '65000' },
])('brings an order that was refused back as it was sent: %o', (terms) => {
  const body = { symbol: 'btc_usdt', side: 'buy', ...terms } as PlaceOrderBody;
  const sent = { key: 'k', body, state: 'failed', message: 'no', atMs: 1 } as const;
  const intent = makeIntent(formOfSent(sent, 1_000), market);
  expect(intent).toMatchObject({ form: 'order', body });
});
