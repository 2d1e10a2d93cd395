// What the receipt says before an order is sent: an estimate is called one, and the bound is never
// below what can be taken. That the bound is the engine's own is asked in core
// (products/spot/testing/issue-21-bounds.test.ts).
import { loadTexts } from '@isobath/texts';
import { UiProvider, type UiWords } from '@isobath/ui';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, describe, expect, test } from 'vitest';
import { createValue } from '../../../base/value.ts';
import { createLevels } from '../book/levels.ts';
import { type Trade, TradeContext } from '../layout/trade-context.ts';
import { checkForm } from './checks.ts';
import { FormReceipt } from './FormReceipt.tsx';
import type { FormState } from './form-state.ts';
import { type PreviewFacts, previewOrder } from './preview.ts';
import { act, change, makeFacts, market, type } from './testing.ts';

const plainWords = new Proxy({}, { get: (_words, name) => String(name) }) as UiWords;

/** The market of the fault: the best ask a little below the price that is asked for. */
function makeBook(): PreviewFacts {
  const asks = createLevels('ask');
  asks.set(83_500_00, 1_000);
  asks.set(83_570_03, 500_000);
  const bids = createLevels('bid');
  bids.set(83_400_00, 500_000);
  return makeFacts({ asks, bids, lastTicks: 83_500_00 });
}

const most = (state: FormState, facts = makeBook()) => previewOrder(state, facts)?.atMostUnits;
const usdt = (cents: number) => BigInt(cents) * 1_000_000n;
const btc = 100_000_000n;
const kind = (name: FormState['kind'], values: Partial<FormState> = {}) =>
  change({ kind: name, ...values });

describe('what a buyer pays at most', () => {
  test('a limit order: its own price, though the book asks for less', () => {
    const state = act(type('price', '83506'), type('size', '0.01'));
    expect(previewOrder(state, makeBook())?.valueUnits).toBe(usdt(835_00));
    expect(most(state)).toBe(usdt(835_06));
    expect(
      most(act(type('price', '83506'), type('size', '0.01'), type('visibleSize', '0.002'))),
    ).toBe(usdt(835_06));
  });
  test('a market order: the guard, or the narrower one of its own; by amount the amount', () => {
    expect(most(act(kind('market'), type('size', '0.03')))).toBe(usdt(2_630_25));
    const narrow = act(kind('market', { slippagePercent: '1' }), type('size', '0.03'));
    expect(most(narrow)).toBe(usdt(2_530_05));
    const byAmount = act(kind('market', { sizedBy: 'quote' }), type('total', '250.5'));
    expect(most(byAmount)).toBe(usdt(250_50));
  });
  test('a stop: the guard of its stop; a trailing one: that of its first stop', () => {
    const stop = { stopPrice: '84000' };
    expect(most(act(kind('stop_market', stop), type('size', '1')))).toBe(usdt(88_200_00));
    const limit = act(kind('stop_limit', stop), type('price', '84100'), type('size', '1'));
    expect(most(limit)).toBe(usdt(84_100_00));
    const trail = (values: object) =>
      most(act(kind('trailing_stop', { trailingPercent: '2', ...values }), type('size', '1')));
    expect(trail({})).toBe(usdt(89_428_50));
    expect(trail({ activationPrice: '80000' })).toBe(usdt(85_680_00));
  });
  test('a pair: the dearer of its two; a list: all that buys, if something says it', () => {
    const fields = [type('price', '83000'), type('size', '1')] as const;
    expect(most(act(kind('oco', { stopPrice: '84000' }), ...fields))).toBe(usdt(88_200_00));
    const second = (values: Partial<FormState>) =>
      most(act(kind('oto', { followSide: 'same', targetPrice: '82000', ...values }), ...fields));
    expect(second({})).toBe(usdt(165_000_00));
    expect(second({ followSide: 'other' })).toBe(usdt(83_000_00));
    expect(second({ followKind: 'market' })).toBeNull();
  });
});

describe('the price that no fill is worse than', () => {
  const worst = (state: FormState, facts = makeBook()) => previewOrder(state, facts)?.worst;
  const sized = (name: FormState['kind'], values: Partial<FormState> = {}) =>
    act(kind(name, values), type('price', '83000'), type('size', '0.01'));
  const limit = (ticks: number) => ({ ticks, from: 'limit' });
  const unknown = { ticks: 0, from: 'trigger' };
  const both = ['buy', 'sell'] as const;

  test('a limit is one whatever the book, of an order that waits too', () => {
    for (const side of both) {
      expect(worst(sized('limit', { side }))).toEqual(limit(83_000_00));
      for (const name of ['stop_limit', 'take_profit_limit'] as const) {
        expect(worst(sized(name, { side, stopPrice: '84000' }))).toEqual(limit(83_000_00));
      }
    }
  });
  test('a market order counts from the best price of the moment, and from none without one', () => {
    expect(worst(sized('market'))).toEqual({ ticks: 87_675_00, from: 'best' });
    const narrow = { side: 'sell', slippagePercent: '1' } as const;
    expect(worst(sized('market', narrow))).toEqual({ ticks: 82_566_00, from: 'best' });
    const byAmount = act(kind('market', { sizedBy: 'quote' }), type('total', '250.5'));
    expect(worst(byAmount)).toEqual({ ticks: 87_675_00, from: 'best' });
    const empty = { ...makeBook(), asks: createLevels('ask') };
    expect(worst(sized('market'), empty)).toBeUndefined();
  });
  test('what is triggered to the market has none yet: it counts from the price then', () => {
    const waiting = { stopPrice: '81000', slippagePercent: '1' };
    for (const name of ['stop_market', 'take_profit_market', 'trailing_stop'] as const) {
      for (const side of both) {
        expect(worst(sized(name, { ...waiting, side })), name).toEqual(unknown);
        const byAmount = kind(name, { ...waiting, side, sizedBy: 'quote' });
        expect(worst(act(byAmount, type('total', '250.5'))), name).toEqual(unknown);
      }
    }
  });
  test('of a list the worse of all on its side, and none if one is at market', () => {
    const stop = { stopPrice: '84000' };
    expect(worst(sized('oco', stop))).toEqual(unknown);
    expect(worst(sized('oco', { ...stop, stopLimitPrice: '84100' }))).toEqual(limit(84_100_00));
    const sell = { side: 'sell', stopPrice: '82000', stopLimitPrice: '81900' } as const;
    expect(worst(sized('oco', sell))).toEqual(limit(81_900_00));
    const same = { followSide: 'same', targetPrice: '82000' } as const;
    expect(worst(sized('oto', same))).toEqual(limit(83_000_00));
    expect(worst(sized('oto', { ...same, followKind: 'market' }))).toEqual(unknown);
    // What closes the position stands on the other side.
    expect(worst(sized('oto', { followKind: 'market' }))).toEqual(limit(83_000_00));
    expect(worst(sized('otoco', { targetPrice: '85000', stopPrice: '82000' }))).toEqual(
      limit(83_000_00),
    );
  });
});

test('a trailing stop is valued at its first stop, not at the trigger of another kind', () => {
  const value = (values: Partial<FormState>) => {
    const state = act(kind('trailing_stop', { stopPrice: '70000', ...values }), type('size', '1'));
    return previewOrder(state, makeBook())?.valueUnits;
  };
  expect(value({ trailingPercent: '2' })).toBe(usdt(85_170_00));
  expect(value({ trailingPercent: '2', side: 'sell' })).toBe(usdt(81_830_00));
  expect(value({ trailingPercent: '2', activationPrice: '80000' })).toBe(usdt(81_600_00));
});

test('a seller sells at most the size or, for an amount, what the guard makes of it', () => {
  const size = act(change({ side: 'sell' }), type('price', '83500'), type('size', '0.25'));
  expect(most(size)).toBe(btc / 4n);
  // 83,400 less 5 % is 79,230: 792.30 needs 0.01 of it.
  const sell = kind('market', { side: 'sell', sizedBy: 'quote' });
  expect(most(act(sell, type('total', '792.30')))).toBe(btc / 100n);
});

test('an order that holds more than there is is refused here, not by the exchange', () => {
  const state = act(type('price', '83506'), type('size', '0.01'));
  const facts = { ...makeBook(), quoteUnits: usdt(835_03) };
  const preview = previewOrder(state, facts);
  const look = (quoteUnits: bigint) =>
    checkForm({ state, facts: { ...facts, quoteUnits }, preview, nowMs: 0 }).map(
      ({ word, repair }) => [word, repair],
    );
  expect(look(usdt(835_03))).toEqual([['balance_low', '0.00999']]);
  expect(look(usdt(835_06))).toEqual([]);
});

describe('the receipt', () => {
  beforeAll(async () => {
    await Promise.all((['spot', 'trade'] as const).map((name) => loadTexts('en_US', name)));
  });

  /** Each line of the receipt as words and value, and the exact value where it is rounded. */
  function draw(state: FormState): Record<string, string> {
    const facts = makeBook();
    const trade = { market, form: state, own: null, room: { last: createValue(0) } };
    const html = renderToStaticMarkup(
      <UiProvider settings={{ locale: 'en-US', words: plainWords }}>
        <TradeContext value={trade as unknown as Trade}>
          <FormReceipt preview={previewOrder(state, facts)} />
        </TradeContext>
      </UiProvider>,
    );
    const lines = [...html.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/g)].map(([, label, value]) => {
      const exact = /title="([^"]*)"/.exec(value ?? '')?.[1];
      const plain = (text = '') => text.replaceAll(/<[^>]*>/g, '').replaceAll(/\s/g, ' ');
      return [plain(label), plain(value) + (exact === undefined ? '' : ` = ${exact}`)];
    });
    return Object.fromEntries(lines);
  }

  test('calls estimates so, and rounds a cost up to the cent with the exact value on hover', () => {
    const bought = draw(act(kind('market'), type('size', '0.03003')));
    expect(bought).toMatchObject({
      'Estimated cost': '2,508.91 USDT = 2508.9077009',
      'At most, from the current price': '2,632.89 USDT = 2632.88025',
      'You receive (estimated)': '0.02996994 BTC',
    });
  });
  test('says that a bound counts from the price of the moment where it does', () => {
    const sayings = (state: FormState) =>
      Object.keys(draw(state)).filter((word) => /most/.test(word));
    const counted = ['At most, from the current price'];
    const trail = { activationPrice: '', trailingPercent: '2' };
    expect(sayings(act(kind('market'), type('size', '0.03')))).toEqual(counted);
    expect(sayings(act(kind('trailing_stop', trail), type('size', '1')))).toEqual(counted);
    const sell = kind('market', { side: 'sell', sizedBy: 'quote' });
    expect(sayings(act(sell, type('total', '792.30')))).toEqual(counted);
    // Nothing that is asked of these changes on the way.
    const amount = kind('market', { sizedBy: 'quote' });
    const fixed = kind('trailing_stop', { ...trail, activationPrice: '80000' });
    for (const state of [
      act(amount, type('total', '250.5')),
      act(fixed, type('size', '1')),
      act(kind('stop_market', { stopPrice: '84000' }), type('size', '1')),
      act(type('price', '83506'), type('size', '0.01')),
    ]) {
      expect(sayings(state)).toEqual(['You pay at most']);
    }
  });
  test('names a worst price where there is one, and says from when it counts', () => {
    const line = (state: FormState) => Object.entries(draw(state))[1];
    expect(line(act(kind('market'), type('size', '0.03')))).toEqual([
      'Worst price now 5 %',
      '87,675.00 USDT',
    ]);
    const stop = kind('stop_market', { stopPrice: '84000', slippagePercent: '1' });
    expect(line(act(stop, type('size', '1')))).toEqual(['Worst price 1 %', 'set when triggered']);
    expect(line(act(type('price', '83506'), type('size', '0.01')))).toEqual([
      'Worst price',
      '83,506.00 USDT',
    ]);
  });
  test('what comes in is rounded down', () => {
    const sold = draw(act(kind('market', { side: 'sell' }), type('size', '0.03003')));
    expect(sold).toMatchObject({
      'Estimated value': '2,504.50 USDT = 2504.502',
      'You sell at most': '0.03003 BTC',
      'You receive (estimated)': '2,499.49 USDT = 2499.492996',
    });
  });
  test('every number of an estimate is called one', () => {
    expect(Object.keys(draw(act(type('price', '83506'), type('size', '0.01'))))).toEqual([
      'Estimated price',
      'Worst price',
      'Price impact',
      'Estimated cost',
      'You pay at most',
      expect.stringContaining('Estimated fee'),
      'Estimated USDT left',
      'You receive (estimated)',
    ]);
  });
});
