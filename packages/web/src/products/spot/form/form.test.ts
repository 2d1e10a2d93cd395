// The form without a browser: what typing does, what is sent, what it costs, what is wrong.
import { describe, expect, test } from 'vitest';
import { checkForm } from './checks.ts';
import { emptyForm, type FormState, readFormShare } from './form-state.ts';
import { makeIntent } from './order-terms.ts';
import { changeBalance, previewOrder } from './preview.ts';
import { isAboveShare } from './risk.ts';
import { act, change, makeFacts, market, reduce, type } from './testing.ts';

function look(state: FormState, facts = makeFacts()) {
  const preview = previewOrder(state, facts);
  return { preview, errors: checkForm({ state, facts, preview, nowMs: 1_000 }) };
}

describe('typing', () => {
  test('price and size give the total, price and total give the size', () => {
    const bySize = act(type('price', '9990.5'), type('size', '0.1'));
    expect(bySize.total).toBe('999.05');
    const byTotal = act(type('price', '10000'), type('total', '25'));
    expect(byTotal.size).toBe('0.0025');
    expect(reduce(byTotal, type('price', '5000')).size).toBe('0.005');
  });
  test('the slider takes a share of what is there', () => {
    const share = (percent: number) =>
      ({
        type: 'share',
        percent,
        baseUnits: 200_000_000n,
        quoteUnits: 5_000_000_000_000n,
        priceTicks: 10_000_00,
      }) as const;
    expect(act(change({ side: 'sell' }), share(25)).size).toBe('0.5');
    expect(act(type('price', '10000'), share(50)).size).toBe('2.5');
    expect(act(change({ kind: 'market' }), share(50)).total).toBe('25000');
    expect(act(share(100)).price).toBe('10000.00');
  });
  describe('the slider stands at the share that the amount is', () => {
    const facts = {
      baseUnits: 200_000_000n,
      quoteUnits: 5_000_000_000_000n,
      priceTicks: 10_000_00,
    };
    const share = (percent: number) => ({ type: 'share', percent, ...facts }) as const;
    const standing = (state: FormState, more = {}) =>
      readFormShare(market, state, { ...facts, ...more });
    test('asked for, typed, and after the price or the balance changed', () => {
      const asked = act(type('price', '10000'), share(37));
      expect(standing(asked)).toBe(37);
      expect(standing(reduce(asked, type('price', '5000')))).toBe(19);
      expect(standing(asked, { quoteUnits: 10_000_000_000_000n })).toBe(19);
      expect(standing(reduce(asked, type('size', '2.5')))).toBe(50);
      expect(standing(reduce(asked, type('total', '100000')))).toBe(100);
      expect(standing(reduce(asked, { type: 'clear' }))).toBe(0);
      expect(standing(act(change({ side: 'sell' }), type('size', '0.5')))).toBe(25);
    });
    test('of a market order by either amount', () => {
      const kind = change({ kind: 'market' });
      expect(standing(act(kind, type('size', '1')))).toBe(20);
      expect(standing(act(kind, change({ sizedBy: 'quote' }), type('total', '25000')))).toBe(50);
      const sold = act(change({ kind: 'market', side: 'sell', sizedBy: 'quote' }));
      expect(standing(reduce(sold, type('total', '10000')))).toBe(50);
    });
    test('in steps of size larger than one per cent', () => {
      const few = { quoteUnits: 100_000_000n };
      const asked = act(type('price', '10000'), { ...share(33), ...few });
      expect(asked.size).toBe('0.00003');
      expect(standing(asked, few)).toBe(33);
    });
    test('at nothing beside a price that is refused, and takes no size at it', () => {
      const refused = act(type('price', '?83500.555'));
      expect(reduce(refused, share(100))).toEqual(refused);
      expect(standing(reduce(refused, share(100)))).toBe(0);
      const after = reduce(act(type('price', '10000'), share(100)), type('price', '?1e9'));
      expect(after.size).toBe('5');
      expect(standing(after)).toBe(0);
      expect(standing(reduce(after, type('price', '10000')))).toBe(100);
    });
  });
  test('a size by risk follows entry and stop, and loses no more than that with its fees', () => {
    const risk = { type: 'risk', text: '1', equityUnits: 1_000_000_000_000n } as const;
    const entered = act(change({ kind: 'otoco' }), type('price', '10000'), risk);
    expect([entered.riskTotal, entered.size]).toEqual(['100.00000000', '']);
    const stopped = reduce(entered, type('stopPrice', '9900'));
    // 10000 paid, 9900 * 0.999 * 0.999 left: 119.7901 lost a coin.
    expect([stopped.size, stopped.total]).toEqual(['0.83479', '8347.9']);
    expect(reduce(stopped, type('stopPrice', '9800')).size).toBe('0.45539');
    expect(reduce(stopped, type('stopPrice', '10100')).size).toBe('');
    const short = reduce(stopped, change({ side: 'sell' }));
    expect(short.size).toBe('');
    // 10000 * 0.999 taken in, 10100 / 0.999 to buy it back: 120.1102 lost a coin.
    expect(reduce(short, type('stopPrice', '10100')).size).toBe('0.83256');
    expect(reduce(stopped, type('size', '1'))).toMatchObject({ sizedBy: 'base', riskPercent: '' });
    expect(reduce(stopped, change({ kind: 'limit' }))).toMatchObject({ riskTotal: '' });
    expect(reduce(stopped, { type: 'pick', priceTicks: 9_950_00 }).size).toBe('1.43286');
  });
  test('a press on the book fills the price, and turns a market order into a limit order', () => {
    const state = act(change({ kind: 'market' }), {
      type: 'pick',
      priceTicks: 9_990_00,
      sizeLots: 100_000,
    });
    expect([state.kind, state.price, state.size]).toEqual(['limit', '9990.00', '1']);
  });
});

describe('terms', () => {
  test('a limit order, post-only, iceberg', () => {
    const state = act(
      type('price', '9990'),
      type('size', '2'),
      type('visibleSize', '0.5'),
      change({ isPostOnly: true }),
    );
    expect(makeIntent(state, market)).toEqual({
      form: 'order',
      body: {
        symbol: 'btc_usdt',
        side: 'buy',
        type: 'limit',
        price: '9990',
        quantity: '2',
        visibleQuantity: '0.5',
        timeInForce: 'POST_ONLY',
      },
    });
  });
  test('a market order by amount with its own guard', () => {
    const state = act(
      change({ kind: 'market', sizedBy: 'quote', slippagePercent: '0.5' }),
      type('total', '100'),
    );
    expect(makeIntent(state, market)).toEqual({
      form: 'order',
      body: {
        symbol: 'btc_usdt',
        side: 'buy',
        type: 'market',
        quoteAmount: '100',
        slippageBps: 50,
      },
    });
  });
  test('a trailing stop in basis points', () => {
    const state = act(
      change({ kind: 'trailing_stop', side: 'sell', trailingPercent: '1.25' }),
      type('size', '1'),
    );
    const intent = makeIntent(state, market);
    expect(intent.form === 'order' && intent.body).toMatchObject({
      trailingDeltaBps: 125,
      timeInForce: 'GTC',
    });
  });
  test('an OTOCO: the working order, then its target and its stop on the other side', () => {
    const state = act(
      change({ kind: 'otoco', targetPrice: '11000', stopPrice: '9000', stopLimitPrice: '8990' }),
      type('price', '9990'),
      type('size', '1'),
    );
    const intent = makeIntent(state, market);
    expect(intent.form === 'list' && intent.legs.map((leg) => [leg.side, leg.type])).toEqual([
      ['buy', 'limit'],
      ['sell', 'limit'],
      ['sell', 'stop_limit'],
    ]);
  });
});

describe('what it costs', () => {
  test('a resting limit order pays the maker rate on what it receives', () => {
    const { preview } = look(act(type('price', '9990'), type('size', '1')));
    expect(preview).toMatchObject({
      valueUnits: 999_000_000_000n,
      feeUnits: 100_000n,
      receivesUnits: 99_900_000n,
      isTaker: false,
      impactPpm: 0,
    });
  });
  test('a market buy walks the book: average and impact against the user', () => {
    const { preview } = look(act(change({ kind: 'market' }), type('size', '2')));
    expect(preview?.averageTenThousandthTicks).toBe(10_005_00n * 10_000n);
    expect(preview?.impactPpm).toBe(500);
    expect(preview?.feeUnits).toBe(400_000n);
    expect(preview?.worst).toEqual({ ticks: 10_500_00, from: 'best' });
    expect(preview?.isThin).toBe(false);
  });
  test('a market sell by amount counts what the book gives', () => {
    const state = act(
      change({ kind: 'market', side: 'sell', sizedBy: 'quote' }),
      type('total', '9990'),
    );
    expect(look(state).preview).toMatchObject({ sizeLots: 100_000n, feeUnits: 1_998_000_000n });
  });
  test('a book too thin for the size says so', () => {
    expect(look(act(change({ kind: 'market' }), type('size', '9'))).preview?.isThin).toBe(true);
  });
  test('a limit order that crosses pays the taker rate', () => {
    const { preview } = look(act(type('price', '10000'), type('size', '2')));
    expect(preview).toMatchObject({ isTaker: true, fillsLots: 100_000n, feeRatePpm: 2000 });
  });
});

test('an order is large above its share of what somebody has, and never above a share of 0', () => {
  const state = act(type('price', '10000'), type('size', '0.25'));
  const { preview } = look(state);
  const valueUnits = preview?.valueUnits ?? 0n;
  expect(isAboveShare(valueUnits, valueUnits * 4n, 25)).toBe(false);
  expect(isAboveShare(valueUnits, valueUnits * 4n - 4n, 25)).toBe(true);
  expect(isAboveShare(valueUnits, valueUnits, 0)).toBe(false);
});

describe('what is left', () => {
  test('a buyer gives quote, a seller base; unknown without a size or a balance', () => {
    const buy = act(type('price', '9990'), type('size', '1'));
    const left = (state: FormState, facts = makeFacts()) =>
      changeBalance(state.side, previewOrder(state, facts), facts);
    expect(left(buy)).toEqual({
      beforeUnits: 5_000_000_000_000n,
      afterUnits: 4_001_000_000_000n,
    });
    expect(left(reduce(buy, change({ side: 'sell' })))?.afterUnits).toBe(100_000_000n);
    expect(left(reduce(buy, type('size', '')))).toBeNull();
    expect(left(buy, makeFacts({ quoteUnits: null }))).toBeNull();
  });
  test('the first order of a list that crosses pays as a taker', () => {
    const state = act(
      change({ kind: 'oto', targetPrice: '11000' }),
      type('price', '10000'),
      type('size', '1'),
    );
    expect(look(state).preview).toMatchObject({ isTaker: true, feeRatePpm: 2000 });
  });
});

describe('what is wrong', () => {
  const words = (state: FormState, facts = makeFacts()) =>
    look(state, facts).errors.map((error) => [error.field, error.word, error.repair]);

  test('a good order has nothing wrong', () => {
    expect(words(act(type('price', '9990'), type('size', '1')))).toEqual([]);
  });
  test('missing price and size', () => {
    expect(words(emptyForm)).toEqual([
      ['price', 'price_missing', undefined],
      ['size', 'size_missing', undefined],
    ]);
  });
  test('outside the band, with the edge of the band as repair', () => {
    expect(words(act(type('price', '1000'), type('size', '1')))).toEqual([
      ['price', 'band_low', '1999.00'],
    ]);
  });
  test('more than there is, with the most as repair', () => {
    const sell = act(change({ side: 'sell' }), type('price', '10000'), type('size', '2.5'));
    expect(words(sell)).toEqual([['size', 'balance_low', '2']]);
    const buy = act(type('price', '9990'), type('size', '6'));
    expect(words(buy)).toEqual([['size', 'balance_low', '5.005']]);
  });
  test('below the minimum, with the smallest size as repair', () => {
    expect(words(act(type('price', '9990'), type('size', '0.0004')))).toEqual([
      ['size', 'notional_low', '0.00051'],
    ]);
  });
  test('a post-only order that would take, with the next price as repair', () => {
    const state = act(type('price', '10001'), type('size', '1'), change({ isPostOnly: true }));
    expect(words(state)).toEqual([['price', 'post_only_takes', '9999.99']]);
  });
  test('a stop on the wrong side of the last price', () => {
    const state = act(
      change({ kind: 'stop_market', side: 'sell', stopPrice: '9999' }),
      type('size', '1'),
    );
    expect(words(state)).toEqual([['stopPrice', 'stop_below', '9994.99']]);
    expect(words(reduce(state, change({ kind: 'take_profit_market' })))).toEqual([]);
  });
  test('an iceberg with too many parts', () => {
    const state = act(type('price', '9990'), type('size', '2'), type('visibleSize', '0.1'));
    expect(words(state)).toEqual([['visibleSize', 'visible_parts', '0.2']]);
  });
  test('what is hidden is not asked for: a date or post-only chosen before, then a list', () => {
    const dated = act(
      change({ timeInForce: 'GTD', isPostOnly: true }),
      type('price', '9000'),
      type('size', '1'),
      type('stopPrice', '9990'),
    );
    expect(words(dated)).toEqual([['expireAt', 'expiry_past', undefined]]);
    for (const kind of ['oco', 'oto', 'otoco'] as const) {
      const state = reduce(dated, change({ kind, targetPrice: '11000', stopPrice: '10000' }));
      expect(words(state), kind).toEqual([]);
      const intent = makeIntent(state, market);
      const lives = intent.form === 'list' && intent.legs.map((leg) => leg.timeInForce);
      expect(new Set(lives || []), kind).toEqual(new Set(['GTC']));
    }
  });
  test('a trailing stop outside the range of its market', () => {
    const at = (trailingPercent: string) =>
      act(change({ kind: 'trailing_stop', side: 'sell', trailingPercent }), type('size', '1'));
    expect(words(at('0.1'))).toEqual([]);
    expect(words(at('0.09'))).toEqual([['trailingPercent', 'trailing_range', undefined]]);
    expect(look(at('20.01')).errors[0]?.values).toEqual({ low: '0.1', high: '20' });
  });
  test('the limit after the trigger of an OCO keeps to the range and the band', () => {
    const at = (stopLimitPrice: string) =>
      act(
        change({ kind: 'oco', side: 'sell', stopPrice: '9000', stopLimitPrice }),
        type('price', '11000'),
        type('size', '1'),
      );
    expect(words(at(''))).toEqual([]);
    expect(words(at('8990'))).toEqual([]);
    expect(words(at('0'))).toEqual([['stopLimitPrice', 'zero', undefined]]);
    expect(words(at('1000'))).toEqual([['stopLimitPrice', 'band_low', '1999.00']]);
    expect(words(at('2000000'))).toEqual([['stopLimitPrice', 'band_high', '49975.00']]);
  });
  test('a slippage limit is at most the guard of the market, also of what follows', () => {
    const state = act(
      change({ kind: 'oto', followKind: 'market', slippagePercent: '5.01' }),
      type('price', '9990'),
      type('size', '1'),
    );
    expect(words(state)).toEqual([['slippagePercent', 'slippage_above', '5']]);
    const intent = makeIntent(reduce(state, change({ slippagePercent: '2' })), market);
    const guards = intent.form === 'list' ? intent.legs.map((leg) => leg.slippageBps) : [];
    expect(guards).toEqual([undefined, 200]);
  });
  test('a guest is not told about balances', () => {
    const facts = makeFacts({ baseUnits: null, quoteUnits: null });
    expect(words(act(type('price', '9990'), type('size', '50')), facts)).toEqual([]);
  });
});
