// Where the moments of an order's life stand in its picture.
import type { OrderMoment, OrderRow } from '@isobath/wire';
import { expect, it } from 'vitest';
import { endWord, groupMoments, shapeLife } from './life-shape.ts';

const box = { widthPx: 120, heightPx: 60, padPx: 10 };
const order = { quantity: '1.0', quoteAmount: '0', createdAt: 1_000 } as OrderRow;
const make = (kind: OrderMoment['kind'], at: number, quantity = '0'): OrderMoment => ({
  kind,
  at,
  quantity,
  price: '0',
  quoteAmount: quantity,
});

it('steps up with every fill, as late as it came and as high as it was', () => {
  const moments = [make('placed', 1_000, '1'), make('filled', 1_500, '0.25')];
  const shape = shapeLife({ order, moments, endMs: 2_000, box });
  expect(shape.filledPath).toBe('M10.0 50.0H60.0V40.0H110.0V40.0');
  expect(shape.sizePath).toBe('M10.0 10.0H110.0V10.0');
  expect(shape.marks).toEqual([
    { kind: 'placed', x: 10, y: 50 },
    { kind: 'filled', x: 60, y: 40 },
  ]);
  expect(shape.end).toEqual({ x: 110, y: 40 });
});

it('lets the size step down where it was reduced, and shares stay those of the first size', () => {
  const moments = [
    make('placed', 1_000, '2'),
    make('amended', 1_250, '1'),
    make('filled', 2_000, '1'),
  ];
  const shape = shapeLife({ order, moments, endMs: 2_000, box });
  expect(shape.sizePath).toBe('M10.0 10.0H35.0V30.0H110.0V30.0');
  expect(shape.filledPath).toBe('M10.0 50.0H110.0V30.0H110.0V30.0');
});

it('sets what happened in one instant side by side', () => {
  const moments = [make('placed', 5, '1'), make('filled', 5, '1'), make('closed', 5)];
  const { marks } = shapeLife({ order, moments, endMs: 5, box });
  expect(marks.map(({ x }) => x)).toEqual([10, 60, 110]);
});

it('measures an order by amount in what was spent', () => {
  const byAmount = { ...order, quantity: '0', quoteAmount: '200' } as OrderRow;
  const moments = [make('placed', 0, '0'), make('filled', 10, '50')];
  expect(shapeLife({ order: byAmount, moments, endMs: 10, box }).end.y).toBe(40);
});

it('makes one line of the fills of one instant, and of nothing else', () => {
  const moments = [
    make('placed', 1),
    make('filled', 2),
    make('filled', 2),
    make('filled', 3),
    make('closed', 3),
  ];
  expect(groupMoments(moments).map((group) => group.length)).toEqual([1, 2, 1, 1]);
});

it('does not call an order filled whose held amount was spent before its size', () => {
  expect(endWord({ closeReason: 'amountSpent', status: 'EXPIRED' })).toBe('heldSpent');
  expect(endWord({ closeReason: 'amountSpent', status: 'FILLED' })).toBe('amountSpent');
  expect(endWord({ closeReason: 'expiredAtGuard', status: 'EXPIRED' })).toBe('expiredAtGuard');
});
