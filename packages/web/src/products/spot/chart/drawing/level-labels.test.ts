import { expect, test } from 'vitest';
import { labelHeightPx, placeLabels } from './level-labels.ts';

const indexes = (yPx: number[]) => placeLabels(yPx, []).map(({ index }) => index);

test.each([
  ['all have room', [0, 30, 60, 90], [0, 1, 2, 3]],
  ['inner ones without room are left out', [0, 10, 20, 30], [0, 3]],
  ['the middle stays where it has room', [0, 10, 20, 30, 40], [0, 2, 4]],
  ['from below as from above', [40, 30, 20, 10, 0], [0, 2, 4]],
  ['all on one height: the first alone', [5, 5, 5], [0]],
  ['just room enough', [0, labelHeightPx], [0, 1]],
  ['one pixel too close', [0, labelHeightPx - 1], [0]],
  ['none', [], []],
])('%s', (_, yPx, kept) => expect(indexes(yPx)).toEqual(kept));

test('words go beside what stands at the edge already', () => {
  const bands = [{ topPx: 50, bottomPx: 70, fromPx: 120 }];
  const places = placeLabels([20, 50, 60, 86, 120], bands);
  expect(places).toEqual(
    [
      { index: 0, xPx: 0 },
      { index: 3, xPx: 0 },
      { index: 1, xPx: 0 },
      { index: 4, xPx: 0 },
    ].toSorted((one, two) => one.index - two.index),
  );
  expect(placeLabels([64], bands)).toEqual([{ index: 0, xPx: 120 }]);
  expect(placeLabels([80], bands)).toEqual([{ index: 0, xPx: 120 }]);
});
