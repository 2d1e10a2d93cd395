// A limit that waits behind its trigger was sent without a word.
import { expect, test } from 'vitest';
import { checkForm } from './checks.ts';
import { previewOrder } from './preview.ts';
import { act, change, makeFacts, market, type } from './testing.ts';
import { findWaitingLimit } from './waiting-limit.ts';

type Side = 'buy' | 'sell';
type Kind = 'stop_limit' | 'take_profit_limit';

const single = (kind: Kind, side: Side, prices: { stop: string; limit: string }) =>
  act(
    change({ kind, side }),
    type('stopPrice', prices.stop),
    type('price', prices.limit),
    type('size', '0.5'),
  );

test.each([
  { kind: 'stop_limit', side: 'sell', stop: '9900', limit: '12000', waits: true },
  { kind: 'stop_limit', side: 'sell', stop: '9900', limit: '9900.01', waits: true },
  { kind: 'stop_limit', side: 'sell', stop: '9900', limit: '9900.00', waits: false },
  { kind: 'stop_limit', side: 'sell', stop: '9900', limit: '9800', waits: false },
  { kind: 'stop_limit', side: 'buy', stop: '10500', limit: '9000', waits: true },
  { kind: 'stop_limit', side: 'buy', stop: '10500', limit: '10600', waits: false },
  { kind: 'take_profit_limit', side: 'sell', stop: '10500', limit: '11000', waits: true },
  { kind: 'take_profit_limit', side: 'buy', stop: '9500', limit: '9600', waits: false },
] as const)('$kind, $side at $limit after $stop waits: $waits', ({ waits, ...it }) => {
  const state = single(it.kind, it.side, it);
  const found = waits ? { field: 'price', value: it.limit } : null;
  expect(findWaitingLimit(state, market)).toEqual(found);
});

test('it is no fault: the order may be sent', () => {
  const state = single('stop_limit', 'sell', { stop: '9900', limit: '12000' });
  const facts = makeFacts();
  const preview = previewOrder(state, facts);
  expect(checkForm({ state, facts, preview, nowMs: 0 })).toEqual([]);
});

test('a list says it at the field of the leg, an unfinished order says nothing', () => {
  const oco = act(
    change({ kind: 'oco', side: 'sell' }),
    type('price', '11000'),
    type('stopPrice', '9900'),
    type('size', '0.5'),
  );
  expect(findWaitingLimit(oco, market)).toBeNull();
  const withLimit = act(
    change({ kind: 'oco', side: 'sell' }),
    type('price', '11000'),
    type('stopPrice', '9900'),
    type('stopLimitPrice', '9950'),
  );
  expect(findWaitingLimit(withLimit, market)).toEqual({ field: 'stopLimitPrice', value: '9950' });
  expect(findWaitingLimit(act(change({ kind: 'stop_limit', side: 'sell' })), market)).toBeNull();
  expect(
    findWaitingLimit(single('stop_limit', 'sell', { stop: '', limit: '9' }), market),
  ).toBeNull();
});
