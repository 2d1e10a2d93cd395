// The form without a browser: what typing does, what is sent, what it costs, what is wrong.
import type { MarketInfo } from '@isobath/wire';
import { describe, expect, test } from 'vitest';
import { createLevels } from '../book/levels.ts';
import { readMarket } from '../market/market.ts';
import { checkForm } from './checks.ts';
import { createFormReducer, emptyForm, type FormAction, type FormState } from './form-state.ts';
import { makeIntent } from './order-terms.ts';
import { type PreviewFacts, previewOrder } from './preview.ts';

const info: MarketInfo = {
  tradeId: 1,
  symbol: 'btc_usdt',
  sellSymbol: 'btc',
  buySymbol: 'usdt',
  digit: '2#5',
  tradeArea: 1,
  state: 'TRADING',
  openAt: 0,
  noCancelAt: 0,
  tickSize: '0.01',
  lotSize: '0.00001',
  minNotional: '5',
  minQuantity: '0.00001',
  maxQuantity: '100',
  maxMarketQuantity: '10',
  minPrice: '0.01',
  maxPrice: '1000000',
  bandLowPpm: 200_000,
  bandHighPpm: 5_000_000,
  marketGuardBps: 500,
  icebergPartsMax: 10,
  selfTradePreventionModes: ['EXPIRE_TAKER'],
  selfTradePreventionDefault: 'EXPIRE_TAKER',
  makerPpm: [1000],
  takerPpm: [1000],
};
const market = readMarket(info, (asset) => (asset === 'BTC' ? 8 : 8));
const reduce = createFormReducer(market);

function makeFacts(more: Partial<PreviewFacts> = {}): PreviewFacts {
  const asks = createLevels('ask');
  const bids = createLevels('bid');
  asks.set(10_000_00, 100_000);
  asks.set(10_010_00, 200_000);
  bids.set(9_990_00, 100_000);
  bids.set(9_980_00, 300_000);
  return {
    market,
    asks,
    bids,
    lastTicks: 9_995_00,
    makerPpm: 1000,
    takerPpm: 2000,
    baseUnits: 200_000_000n,
    quoteUnits: 5_000_000_000_000n,
    ...more,
  };
}

function act(...actions: FormAction[]): FormState {
  return actions.reduce(reduce, emptyForm);
}
const type = (field: 'price' | 'size' | 'total' | 'stopPrice' | 'visibleSize', text: string) =>
  ({ type: 'type', field, text }) as const;
const change = (values: Partial<FormState>) => ({ type: 'change', values }) as const;

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
    expect(preview?.guardTicks).toBe(10_500_00);
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
      ['price', 'band_low', '1999'],
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
  test('a guest is not told about balances', () => {
    const facts = makeFacts({ baseUnits: null, quoteUnits: null });
    expect(words(act(type('price', '9990'), type('size', '50')), facts)).toEqual([]);
  });
});
