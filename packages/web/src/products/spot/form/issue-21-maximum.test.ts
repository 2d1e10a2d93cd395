// Every maximum that the form says is one it takes, and a step more is one it refuses: over several
// books and balances, kinds of orders and sides.
import { formatDecimal } from '@isobath/core/math';
import { expect, test } from 'vitest';
import { createLevels } from '../book/levels.ts';
import { readMarket, readTyped } from '../market/market.ts';
import { checkForm, type FaultyField } from './checks.ts';
import type { FormState } from './form-state.ts';
import { type PreviewFacts, previewOrder } from './preview.ts';
import { act, change, info, makeFacts, market, type } from './testing.ts';

type Level = readonly [cents: number, lots: number];

function makeBook(levels: readonly Level[], more: Partial<PreviewFacts> = {}): PreviewFacts {
  const asks = createLevels('ask');
  for (const [priceTicks, lots] of levels) asks.set(priceTicks, lots);
  return makeFacts({ asks, lastTicks: levels[0]?.[0] ?? 0, ...more });
}

const isMost = (word: string) => word === 'balance_low' || word === 'size_above';
const usdt = (cents: number) => BigInt(cents) * 1_000_000n;

function findError(state: FormState, facts: PreviewFacts, field: FaultyField = 'size') {
  const preview = previewOrder(state, facts);
  return checkForm({ state, facts, preview, nowMs: 0 }).find((error) => error.field === field);
}

const books: Readonly<Record<string, readonly Level[]>> = {
  'one thin level': [[83_000_00, 12_061]],
  'two levels': [
    [83_000_00, 5_000],
    [83_500_00, 30_000],
  ],
  'many small levels': Array.from({ length: 200 }, (_, at): Level => [80_000_00 + at * 700, 37]),
  'a steep book': [
    [100_00, 1],
    [101_00, 1_000],
    [104_99, 5_000_000],
  ],
};
const kinds: Readonly<Record<string, Partial<FormState>>> = {
  'a market order': { kind: 'market' },
  'a limit order': { kind: 'limit' },
  'a stop at market': { kind: 'stop_market' },
};

for (const [book, levels] of Object.entries(books)) {
  for (const [kind, values] of Object.entries(kinds)) {
    test(`${kind} on ${book}: what is said is taken, one lot more is not`, () => {
      const [best] = levels[0] as Level;
      const price = formatDecimal(BigInt(best), 2);
      const stopPrice = formatDecimal(BigInt(best + 1), 2);
      let saidCount = 0;
      for (const balance of [50_00, 777_77, 10_000_01, 2_500_000_00]) {
        const facts = makeBook(levels, { quoteUnits: usdt(balance) });
        const fields = { ...values, price, stopPrice };
        for (const size of ['0.02', '0.3', '2', '9.99999', '17', '250']) {
          const state = act(change(fields), type('size', size));
          const said = findError(state, facts);
          if (said?.repair === undefined || !isMost(said.word)) continue;
          const value = said.repair;
          saidCount += 1;
          const withSize = (text: string) => ({ ...state, size: text });
          expect([balance, size, value, findError(withSize(value), facts)]).toEqual([
            balance,
            size,
            value,
            undefined,
          ]);
          const lots = readTyped(value, market.lotDecimals) as bigint;
          const more = formatDecimal(lots + 1n, market.lotDecimals);
          expect(findError(withSize(more), facts)?.values).toEqual({ value });
        }
      }
      expect(saidCount).toBeGreaterThan(0);
    });
  }
}

test('the order of the fault: above the depth of the book, what the balance pays for', () => {
  const levels: readonly Level[] = [
    [83_000_00, 10_000],
    [83_010_00, 2_060],
    [83_020_00, 500_000],
  ];
  const facts = makeBook(levels, { quoteUnits: usdt(10_010_01) });
  const state = act(change({ kind: 'market' }), type('size', '10'));
  expect(findError(state, facts)).toMatchObject({ word: 'balance_low', repair: '0.1206' });
});

test('a market maximum above the balance is not said, nor a band above the highest price', () => {
  const facts = makeBook([[83_000_00, 500_000]], { quoteUnits: usdt(830_00) });
  const state = act(change({ kind: 'market' }), type('size', '5000'));
  expect(findError(state, facts)).toMatchObject({ word: 'balance_low', repair: '0.01' });
  const rich = makeBook([[83_000_00, 500_000]], { quoteUnits: usdt(2_000_000_00) });
  expect(findError(state, rich)).toMatchObject({ word: 'size_above', repair: '10' });
  const narrow = readMarket({ ...info, bandHighPpm: 1_100_000 }, () => 8);
  const priced = act(type('price', '2000000'), type('size', '0.01'));
  const banded = { ...rich, market: narrow };
  expect(findError(priced, banded, 'price')).toMatchObject({ repair: '91300.00' });
});

test('a balance that pays for no order at all has no maximum to press', () => {
  const facts = makeBook([[83_000_00, 500_000]], { quoteUnits: usdt(3_00) });
  const state = act(change({ kind: 'market' }), type('size', '1'));
  expect(findError(state, facts)).toEqual({
    field: 'size',
    word: 'balance_low',
    values: { value: '0' },
  });
});
