// What each choice of the form sends: how long an order lives, by what it is sized, what it does
// when it meets its own, and the legs of lists.
import { expect, test } from 'vitest';
import { emptyForm, type FormState } from './form-state.ts';
import { makeIntent } from './order-terms.ts';

const market = { symbol: 'btc_usdt' };
const until = '2030-01-02T03:04';

function bodyOf(values: Partial<FormState>) {
  const intent = makeIntent({ ...emptyForm, ...values }, market);
  return intent.form === 'order' ? intent.body : expect.unreachable('a list');
}

function legsOf(values: Partial<FormState>) {
  const intent = makeIntent({ ...emptyForm, ...values }, market);
  return intent.form === 'list' ? intent : expect.unreachable('one order');
}

const limit = { kind: 'limit', price: '9990', size: '1' } as const;

test.each([
  [{ timeInForce: 'GTC' }, { timeInForce: 'GTC' }],
  [{ timeInForce: 'IOC' }, { timeInForce: 'IOC' }],
  [{ timeInForce: 'FOK' }, { timeInForce: 'FOK' }],
  [{ isPostOnly: true }, { timeInForce: 'POST_ONLY' }],
  [
    { timeInForce: 'GTD', expireAt: until },
    { timeInForce: 'GTD', expireAt: Date.parse(until) },
  ],
] as const)('a limit order that is asked for with %o lives so', (requested, sent) => {
  const { timeInForce, expireAt } = bodyOf({ ...limit, ...requested });
  expect({ timeInForce, ...(expireAt === undefined ? {} : { expireAt }) }).toEqual(sent);
});

test('what cannot live is sent without a life, and what waits for a trigger waits', () => {
  const requested = { size: '1', stopPrice: '9000', timeInForce: 'IOC' } as const;
  expect(bodyOf({ ...requested, kind: 'market' })).not.toHaveProperty('timeInForce');
  expect(bodyOf({ ...requested, kind: 'stop_market' }).timeInForce).toBe('GTC');
  expect(bodyOf({ ...requested, kind: 'stop_limit', price: '8990' }).timeInForce).toBe('IOC');
});

test('an amount of money is sent with the wish for meeting oneself, and without a size', () => {
  const requested = {
    kind: 'market',
    sizedBy: 'quote',
    total: '250.5',
    size: '7',
    selfTradePrevention: 'EXPIRE_BOTH',
  } as const;
  expect(bodyOf(requested)).toEqual({
    symbol: 'btc_usdt',
    side: 'buy',
    type: 'market',
    quoteAmount: '250.5',
    selfTradePrevention: 'EXPIRE_BOTH',
  });
});

test('both legs of an OCO stand on one side, each with the wish for meeting oneself', () => {
  const { type, legs } = legsOf({
    kind: 'oco',
    side: 'sell',
    price: '11000',
    stopPrice: '9000',
    stopLimitPrice: '8990',
    size: '2',
    selfTradePrevention: 'DECREMENT',
  });
  expect(type).toBe('OCO');
  const common = { symbol: 'btc_usdt', side: 'sell', quantity: '2', timeInForce: 'GTC' };
  const prevention = { selfTradePrevention: 'DECREMENT' };
  expect(legs).toEqual([
    { ...common, ...prevention, type: 'limit', price: '11000' },
    { ...common, ...prevention, type: 'stop_limit', stopPrice: '9000', price: '8990' },
  ]);
});

test.each(['limit', 'market', 'stop_market', 'trailing_stop'] as const)(
  'what follows in an OTO may be of the kind %s, on the other side',
  (followKind) => {
    const { legs } = legsOf({
      ...limit,
      kind: 'oto',
      followKind,
      followSide: 'other',
      targetPrice: '12000',
      stopPrice: '9000',
      trailingPercent: '1',
    });
    expect(legs[0]).toMatchObject({ side: 'buy', type: 'limit', price: '9990' });
    expect(legs[1]).toMatchObject({ side: 'sell', type: followKind, quantity: '1' });
    expect(legs[1]?.timeInForce).toBe(followKind === 'market' ? undefined : 'GTC');
    expect(legs[1]?.price).toBe(followKind === 'limit' ? '12000' : undefined);
    expect(legs[1]?.trailingDeltaBps).toBe(followKind === 'trailing_stop' ? 100 : undefined);
  },
);
