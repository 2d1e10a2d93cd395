import { describe, expect, it } from 'vitest';
import { cutDepth, findLevel, placeValues, readRings, sumLevels } from './levels.ts';

const bids = sumLevels([
  { price: '99', amount: '1' },
  { price: '98', amount: '2' },
  { price: '90', amount: '5' },
]);
const asks = sumLevels([
  { price: '101', amount: '1' },
  { price: '103', amount: '4' },
  { price: '120', amount: '9' },
]);

describe('depth', () => {
  it('sums from the best level outwards', () => {
    expect(bids.map((point) => point.sum)).toEqual([1, 3, 8]);
    expect(bids[1]?.value).toBe(99 + 196);
  });
  it('cuts both sides equally far, no farther than the nearer side reaches', () => {
    const cut = cutDepth(bids, asks, 0.5);
    expect(cut).toMatchObject({ mid: 100, reach: 10 });
    expect(cut?.asks).toHaveLength(2);
    expect(cutDepth(bids, asks, 0.03)?.bids).toHaveLength(2);
    expect(cutDepth([], asks, 0.5)).toBeNull();
  });
  it('finds the depth at a distance', () => {
    expect(findLevel(asks, 100, 0.5)).toBeNull();
    expect(findLevel(asks, 100, 5)?.sum).toBe(5);
  });
  it('draws rings outwards in equal steps of depth, close together at a wall', () => {
    const rings = readRings(bids, asks, { share: 0.5, count: 5 });
    expect(rings.map((ring) => ring.sum)).toEqual([1, 2, 3, 4, 5]);
    expect(rings[2]).toMatchObject({ bidPrice: 98, askPrice: 102 });
    expect(rings[4]?.askReach).toBeCloseTo(0.3);
    const steps = rings.slice(1).map((ring, index) => ring.askReach - rings[index]!.askReach);
    expect(Math.max(...steps)).toBeLessThan(0.06);
    expect(rings.every((ring, index) => ring.bidReach >= (rings[index - 1]?.bidReach ?? 0))).toBe(
      true,
    );
    expect(readRings([], asks, { share: 0.5, count: 5 })).toEqual([]);
  });
  it('places a flat line in the middle and a single value without dividing by zero', () => {
    const box = { widthPx: 100, heightPx: 20, padPx: 2 };
    expect(placeValues([5, 5], box).map((point) => point.y)).toEqual([10, 10]);
    expect(placeValues([1, 2], box)).toEqual([
      { x: 2, y: 18 },
      { x: 98, y: 2 },
    ]);
    expect(placeValues([7], box)).toEqual([{ x: 2, y: 10 }]);
  });
});
