import { describe, expect, it } from 'vitest';
import { cutDepth, findLevel, placeValues, profileDepth, sumLevels } from './levels.ts';

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
  it('profiles rise outwards and never pass the deepest', () => {
    const profile = profileDepth(bids, { mid: 100, reach: 10, count: 24, deepest: 8 });
    expect(profile).toHaveLength(24);
    expect(profile[0]).toBeLessThan(0.05);
    expect(Math.max(...profile)).toBeLessThanOrEqual(1);
    expect(profile.every((value, index) => index === 0 || value >= profile[index - 1]!)).toBe(true);
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
