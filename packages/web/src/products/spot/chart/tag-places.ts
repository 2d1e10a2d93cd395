// Where the tags of order lines stand, so that none covers another: beside the one that is in the
// way, and where the row is full, above or below it. Arithmetic only. Called by OrderLines.tsx.

/** Tags are so high; closer than that they cover each other. */
export const tagHeightPx = 25;

/** Where a tag stands: the height of its middle, and how many tags are right of it at most. */
export interface TagPlace {
  readonly yPx: number;
  readonly column: number;
}

/** Where a tag would stand, and what room the chart has for tags. */
export interface TagWish {
  readonly linePx: number;
  readonly columnsCount: number;
  readonly chartPx: number;
}

/**
 * Find a place for a tag beside those that stand already.
 *
 * @returns the free place nearest to the line; on the line itself when the chart is full.
 */
export function placeTag(taken: readonly TagPlace[], wish: TagWish): TagPlace {
  const { linePx, columnsCount, chartPx } = wish;
  const edgePx = tagHeightPx / 2;
  const beside = taken
    .flatMap(({ yPx }) => [yPx - tagHeightPx, yPx + tagHeightPx])
    .filter((yPx) => yPx >= edgePx && yPx <= chartPx - edgePx)
    .toSorted((one, two) => Math.abs(one - linePx) - Math.abs(two - linePx));
  for (const yPx of [linePx, ...beside]) {
    for (let column = 0; column < columnsCount; column += 1) {
      const isTaken = taken.some(
        (other) => other.column === column && Math.abs(other.yPx - yPx) < tagHeightPx,
      );
      if (!isTaken) return { yPx, column };
    }
  }
  return { yPx: linePx, column: 0 };
}
