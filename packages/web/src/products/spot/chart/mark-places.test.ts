import { describe, expect, it } from 'vitest';
import { blankTaken, markHeightPx, type MarkPlace, placeMarks } from './mark-places.ts';

const chartPx = 300;
const last = { yPx: 150, heightPx: 18 };
const free = { chartPx, last: null, blocked: [] };

const doCover = (one: number, two: number) => Math.abs(one - two) < markHeightPx;
const heights = (places: readonly MarkPlace[]) => places.map(({ yPx }) => yPx);
const countCovered = (places: readonly MarkPlace[]) =>
  heights(places).flatMap((one, at) =>
    heights(places)
      .slice(at + 1)
      .filter((two) => doCover(one, two)),
  ).length;

it('leaves no half of a label beside a mark, and the axis as wide as it was', () => {
  const labels = [60, 100, 119, 120].map((coord) => ({ coord, value: coord, text: '83,200.00' }));
  const shown = blankTaken(labels, [{ yPx: 101, heightPx: markHeightPx }]);
  expect(shown.map(({ text }) => /\d/.test(text))).toEqual([true, false, false, true]);
  expect(shown[1]?.text).toBe('\u2007\u2007\u2008\u2007\u2007\u2007\u2008\u2007\u2007');
  expect(shown.map(({ coord }) => coord)).toEqual([60, 100, 119, 120]);
});

describe('places of marks at the price axis', () => {
  it('leaves a mark on its line where nothing is in the way', () => {
    expect(placeMarks([140, 40, 90], free)).toEqual([
      { yPx: 40, lines: [1] },
      { yPx: 90, lines: [2] },
      { yPx: 140, lines: [0] },
    ]);
  });

  it('stacks marks of lines that meet, in the order of their lines', () => {
    const places = placeMarks([104, 100, 102, 101, 103], free);
    expect(places.flatMap(({ lines }) => lines)).toEqual([1, 3, 2, 4, 0]);
    expect(countCovered(places)).toBe(0);
    const all = heights(places);
    expect((all.at(-1) ?? 0) - (all[0] ?? 0)).toBe(4 * markHeightPx);
  });

  it('leaves the last price free, with sells above it and buys below it', () => {
    const places = placeMarks([149, 148, 151, 152, 153], { ...free, last });
    expect(countCovered(places)).toBe(0);
    for (const { yPx, lines } of places) {
      const [at = 0] = lines;
      expect(Math.abs(yPx - last.yPx)).toBeGreaterThanOrEqual(22);
      expect(yPx < last.yPx).toBe(at < 2);
    }
  });

  it('leaves orders below the last price below it when they do not all fit, in their order', () => {
    const cost = { yPx: 173, heightPx: markHeightPx };
    const linesPx = [170, 172, 174, 176, 178, 180, 182, 184];
    const places = placeMarks(linesPx, { ...free, last, blocked: [cost] });
    expect(places.flatMap(({ lines }) => lines)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(countCovered(places)).toBe(0);
    for (const { yPx } of places) expect(yPx).toBeGreaterThanOrEqual(cost.yPx + markHeightPx);
    expect(places).toHaveLength(4);
    // And the other way up.
    const above = placeMarks([...linesPx.map((yPx) => chartPx - yPx), 290], { ...free, last });
    expect(above.slice(0, -1).every(({ yPx }) => yPx <= last.yPx - 22)).toBe(true);
    expect(above.at(-1)).toEqual({ yPx: chartPx - markHeightPx / 2, lines: [8] });
  });

  it('moves a mark as little as its neighbour needs', () => {
    // One line at 80, one whose place is taken: it goes above, and the first by as much as it must.
    const cost = { yPx: 120, heightPx: markHeightPx };
    expect(placeMarks([80, 125], { ...free, last, blocked: [cost] })).toEqual([
      { yPx: 68, lines: [0] },
      { yPx: 94, lines: [1] },
    ]);
    // Two that meet share the way.
    expect(heights(placeMarks([100, 106], free))).toEqual([90, 116]);
  });

  it('goes below the last price where that stands at the upper edge', () => {
    const places = placeMarks([8, 9], { ...free, last: { yPx: 12, heightPx: 18 } });
    expect(heights(places)).toEqual([34, 60]);
  });

  it('steps aside for what stands on the axis already', () => {
    const bell = { yPx: 100, heightPx: 24 };
    expect(placeMarks([98], { ...free, blocked: [bell] })).toEqual([{ yPx: 75, lines: [0] }]);
  });

  it('keeps marks inside the chart', () => {
    for (const yPx of heights(placeMarks([1, 2, 3, 297, 298, 299], free))) {
      expect(yPx).toBeGreaterThanOrEqual(markHeightPx / 2);
      expect(yPx).toBeLessThanOrEqual(chartPx - markHeightPx / 2);
    }
  });

  it('lets the nearest lines share a mark where not all fit, and loses none', () => {
    const linesPx = [10, 30, 32, 60, 61, 80];
    const places = placeMarks(linesPx, { ...free, chartPx: 4 * markHeightPx });
    expect(places).toHaveLength(4);
    expect(countCovered(places)).toBe(0);
    expect(places.map(({ lines }) => lines)).toEqual([[0], [1, 2], [3, 4], [5]]);
  });

  it('has one mark for all on a chart that is lower than a mark', () => {
    expect(placeMarks([4, 9], { ...free, chartPx: 20 })).toEqual([{ yPx: 4, lines: [0, 1] }]);
  });
});
