import { expect, test } from 'vitest';
import { placeTiles } from './heat-map.ts';

test('tiles fill the whole, each by its weight, and none covers another', () => {
  const weights = [40, 25, 15, 10, 6, 4];
  const tiles = placeTiles(weights, 2);
  tiles.forEach((tile, at) => {
    expect((tile.width * tile.height) / 100).toBeCloseTo(weights[at] ?? 0, 6);
  });
  for (const [at, one] of tiles.entries()) {
    for (const two of tiles.slice(at + 1)) {
      const isApart =
        one.left + one.width <= two.left + 1e-9 ||
        two.left + two.width <= one.left + 1e-9 ||
        one.top + one.height <= two.top + 1e-9 ||
        two.top + two.height <= one.top + 1e-9;
      expect(isApart).toBe(true);
    }
  }
});

test('one tile is the whole, none is nothing', () => {
  expect(placeTiles([3], 1)).toEqual([{ left: 0, top: 0, width: 100, height: 100 }]);
  expect(placeTiles([], 1)).toEqual([]);
});
