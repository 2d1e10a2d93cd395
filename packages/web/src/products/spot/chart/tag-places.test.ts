import { describe, expect, it } from 'vitest';
import { placeTag, type TagPlace, tagHeightPx } from './tag-places.ts';

const chartPx = 300;

/** Places of tags of lines at these heights, one after the other. */
function placeAll(linesPx: readonly number[], columnsCount: number): TagPlace[] {
  const taken: TagPlace[] = [];
  for (const linePx of linesPx) taken.push(placeTag(taken, { linePx, columnsCount, chartPx }));
  return taken;
}

const doCover = (one: TagPlace, two: TagPlace) =>
  one.column === two.column && Math.abs(one.yPx - two.yPx) < tagHeightPx;

const countCovered = (places: readonly TagPlace[]) =>
  places.flatMap((one, at) => places.slice(at + 1).filter((two) => doCover(one, two))).length;

describe('places of tags on the chart', () => {
  it('leaves a tag on its line where nothing is in the way', () => {
    expect(placeAll([40, 90, 140], 3)).toEqual([
      { yPx: 40, column: 0 },
      { yPx: 90, column: 0 },
      { yPx: 140, column: 0 },
    ]);
  });

  it('puts tags of lines that meet beside each other, each on its line', () => {
    expect(placeAll([100, 105, 110], 3)).toEqual([
      { yPx: 100, column: 0 },
      { yPx: 105, column: 1 },
      { yPx: 110, column: 2 },
    ]);
  });

  it('gives the first column to a line again that only meets one of another column', () => {
    expect(placeAll([100, 115, 130], 3).map(({ column }) => column)).toEqual([0, 1, 0]);
  });

  it('moves a tag off its line where all columns are taken, and no further than it must', () => {
    expect(placeAll([100, 100, 104], 2)[2]).toEqual({ yPx: 125, column: 0 });
  });

  it('lets no tag cover another, however close the lines are', () => {
    const linesPx = [150, 151, 152, 153, 154, 155, 156, 157, 158, 159, 160, 161];
    expect(countCovered(placeAll(linesPx, 3))).toBe(0);
    expect(countCovered(placeAll(linesPx.slice(2), 1))).toBe(0);
  });

  it('keeps moved tags inside the chart', () => {
    for (const { yPx } of placeAll([4, 6, 8, 292, 294, 296], 1).slice(1)) {
      expect(yPx).toBeGreaterThanOrEqual(tagHeightPx / 2 - 8);
      expect(yPx).toBeLessThanOrEqual(chartPx);
    }
  });

  it('stays on the line when the chart is full', () => {
    const taken = Array.from({ length: 14 }, (_, at) => ({ yPx: 11 + at * 21, column: 0 }));
    expect(placeTag(taken, { linePx: 100, columnsCount: 1, chartPx })).toEqual({
      yPx: 100,
      column: 0,
    });
  });
});
