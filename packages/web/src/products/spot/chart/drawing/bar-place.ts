// Where the tools of a chosen drawing stand: near it, inside the chart, on none of its handles.
// Arithmetic only. Called by DrawingBar.tsx.

/** A box on the chart. */
export interface Box {
  readonly leftPx: number;
  readonly topPx: number;
  readonly widthPx: number;
  readonly heightPx: number;
}

const gapPx = 8;

/** So near do the tools come to the edges. */
const edgePx = 4;

const isApart = (one: Box, two: Box) =>
  one.leftPx + one.widthPx <= two.leftPx ||
  two.leftPx + two.widthPx <= one.leftPx ||
  one.topPx + one.heightPx <= two.topPx ||
  two.topPx + two.heightPx <= one.topPx;

/** A number between two; the lower bound holds where they cross. */
const hold = (value: number, low: number, high: number) => Math.max(low, Math.min(value, high));

/**
 * Find the place.
 *
 * @param handles - what must stay in reach; those out of sight need nothing.
 * @param bar - its size.
 * @param room - where it may be.
 */
export function placeBar(
  handles: readonly Box[],
  bar: Pick<Box, 'widthPx' | 'heightPx'>,
  room: Box,
): { leftPx: number; topPx: number } {
  const rightPx = room.leftPx + room.widthPx;
  const bottomPx = room.topPx + room.heightPx;
  const inSight = handles.filter((handle) => !isApart(handle, room));
  const place = (leftPx: number, topPx: number) => ({
    leftPx: Math.round(hold(leftPx, room.leftPx + edgePx, rightPx - edgePx - bar.widthPx)),
    topPx: Math.round(hold(topPx, room.topPx + edgePx, bottomPx - edgePx - bar.heightPx)),
  });
  // One that is out of sight still says on which side the drawing goes on.
  const around = inSight.length > 0 ? inSight : handles;
  const top = around.toSorted((one, two) => one.topPx - two.topPx)[0];
  const bottom = around.toSorted((one, two) => two.topPx - one.topPx)[0];
  const corners = [
    place(room.leftPx, room.topPx),
    place(rightPx, room.topPx),
    place(room.leftPx, bottomPx),
    place(rightPx, bottomPx),
  ];
  if (top === undefined || bottom === undefined) return corners[0] as (typeof corners)[0];
  const beside = (box: Box) => box.leftPx + box.widthPx / 2 - bar.widthPx / 2;
  const places = [
    place(beside(top), top.topPx - gapPx - bar.heightPx),
    place(beside(bottom), bottom.topPx + bottom.heightPx + gapPx),
    ...around.flatMap((box) => [
      place(box.leftPx + box.widthPx + gapPx, box.topPx),
      place(box.leftPx - gapPx - bar.widthPx, box.topPx),
    ]),
    ...corners,
  ];
  const countCovered = (at: { leftPx: number; topPx: number }) =>
    inSight.filter((handle) => !isApart(handle, { ...at, ...bar })).length;
  const free = places.find((at) => countCovered(at) === 0);
  if (free !== undefined) return free;
  return places.toSorted(
    (one, two) => countCovered(one) - countCovered(two),
  )[0] as (typeof places)[0];
}
