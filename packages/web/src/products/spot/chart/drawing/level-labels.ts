// Which levels of a drawing have room for their words, and where the words begin. Arithmetic only.
// Called by the shape that has levels (drawing-shapes.ts).

/** Words of a level stand on its line and are so high. */
export const labelHeightPx = 16;

/** A place at the left edge that something else has already. */
export interface LabelBand {
  readonly topPx: number;
  readonly bottomPx: number;
  /** Words begin here instead. */
  readonly fromPx: number;
}

/** Words of a level: which one, and where they begin. */
export interface LabelPlace {
  readonly index: number;
  readonly xPx: number;
}

/** Outermost first, then inwards from both ends. */
function orderInwards(count: number): number[] {
  const order: number[] = [];
  for (let low = 0, high = count - 1; low <= high; low += 1, high -= 1) {
    order.push(low);
    if (high !== low) order.push(high);
  }
  return order;
}

/**
 * Place the words of levels so that none runs into another.
 *
 * @param yPx - heights of the lines, in the order of the levels.
 * @param bands - what stands at the left edge already; words go beside it.
 * @returns those with room, in the order of the levels; the outer ones are kept first.
 */
export function placeLabels(yPx: readonly number[], bands: readonly LabelBand[]): LabelPlace[] {
  const kept: number[] = [];
  for (const index of orderInwards(yPx.length)) {
    const y = yPx[index] as number;
    if (kept.every((other) => Math.abs((yPx[other] as number) - y) >= labelHeightPx)) {
      kept.push(index);
    }
  }
  return kept
    .toSorted((one, two) => one - two)
    .map((index) => {
      const y = yPx[index] as number;
      const beside = bands.filter((band) => y > band.topPx && y - labelHeightPx < band.bottomPx);
      return { index, xPx: Math.max(0, ...beside.map((band) => band.fromPx)) };
    });
}
