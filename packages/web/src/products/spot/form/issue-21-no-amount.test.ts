// A market order whose size or amount is missing, or is no number, has no receipt: nothing is
// counted of the book in its place.
import { describe, expect, test } from 'vitest';
import { previewOrder } from './preview.ts';
import { act, change, makeFacts, type } from './testing.ts';

describe.each(['buy', 'sell'] as const)('a market order to %s', (side) => {
  test.each(['', 'abc', '-5', '0', '1,5'])('by amount, with "%s" typed', (typed) => {
    const state = act(change({ kind: 'market', side, sizedBy: 'quote' }), type('total', typed));
    expect(previewOrder(state, makeFacts())).toBeNull();
  });
  test('by size and then by amount, before the amount is typed', () => {
    const bySize = act(change({ kind: 'market', side }), type('size', '0.5'));
    expect(previewOrder(bySize, makeFacts())).not.toBeNull();
    const state = act(
      change({ kind: 'market', side }),
      type('size', '0.5'),
      change({ sizedBy: 'quote' }),
    );
    expect(previewOrder(state, makeFacts())).toBeNull();
  });
});
