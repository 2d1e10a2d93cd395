// Where the marks of orders stand at the price axis, so that none covers another or the last price:
// each as near its line as it can, in the order of the lines; where they do not all fit, the
// nearest ones share a mark. Arithmetic only. Called by use-places.ts.

/** Marks are so high; closer than that they would cover each other. */
export const markHeightPx = 26;

/** What stands on the axis already: the height of its middle, and how high it is. */
export interface Blocked {
  readonly yPx: number;
  readonly heightPx: number;
}

/** The height of a mark's middle, and the lines it stands for, by their place in the list. */
export interface MarkPlace {
  readonly yPx: number;
  readonly lines: readonly number[];
}

interface Room {
  readonly topPx: number;
  readonly footPx: number;
  readonly blocked: readonly Blocked[];
}

const halfPx = markHeightPx / 2;

/** The free height nearest to a line; null when there is none. */
function findFree(linePx: number, taken: readonly number[], room: Room): number | null {
  const isFree = (yPx: number) =>
    yPx - halfPx >= room.topPx &&
    yPx + halfPx <= room.footPx &&
    taken.every((other) => Math.abs(other - yPx) >= markHeightPx) &&
    room.blocked.every((each) => Math.abs(each.yPx - yPx) >= halfPx + each.heightPx / 2);
  const beside = [
    room.topPx + halfPx,
    room.footPx - halfPx,
    ...taken.flatMap((yPx) => [yPx - markHeightPx, yPx + markHeightPx]),
    ...room.blocked.flatMap(({ yPx, heightPx }) => [
      yPx - heightPx / 2 - halfPx,
      yPx + heightPx / 2 + halfPx,
    ]),
  ].toSorted((one, two) => Math.abs(one - linePx) - Math.abs(two - linePx));
  return [linePx, ...beside].find(isFree) ?? null;
}

/** Join neighbours, the nearest first, until so many groups are left. */
function joinNearest(sorted: readonly Line[], count: number): Line[][] {
  const groups = sorted.map((line) => [line]);
  const gap = (at: number) => (groups[at + 1]?.[0]?.yPx ?? 0) - (groups[at]?.at(-1)?.yPx ?? 0);
  while (groups.length > count) {
    let nearest = 0;
    for (let at = 1; at < groups.length - 1; at += 1) if (gap(at) < gap(nearest)) nearest = at;
    groups.splice(nearest, 2, [...(groups[nearest] ?? []), ...(groups[nearest + 1] ?? [])]);
  }
  return groups;
}

interface Line {
  readonly at: number;
  readonly yPx: number;
}

function placeIn(lines: readonly Line[], room: Room): MarkPlace[] {
  if (lines.length === 0) return [];
  const free: number[] = [];
  for (const { yPx } of lines) {
    const found = findFree(yPx, free, room);
    if (found !== null) free.push(found);
  }
  // On a chart too low for any, one stands on its line.
  const places = free.length === 0 ? [lines[0]?.yPx ?? 0] : free.toSorted((one, two) => one - two);
  return joinNearest(lines, places.length).map((group, at) => ({
    yPx: places[at] ?? 0,
    lines: group.map((line) => line.at),
  }));
}

const countRoom = ({ topPx, footPx }: Room) => Math.floor((footPx - topPx) / markHeightPx);

/**
 * Find places for the marks of lines.
 *
 * @param linesPx - heights of the lines.
 * @param room - last: the label of the last price, if it is in sight. Lines above it have their
 *   marks above it where there is room, and lines below it below.
 */
export function placeMarks(
  linesPx: readonly number[],
  room: { chartPx: number; last: Blocked | null; blocked: readonly Blocked[] },
): MarkPlace[] {
  const lines = linesPx
    .map((yPx, at) => ({ at, yPx }))
    .toSorted((one, two) => one.yPx - two.yPx || one.at - two.at);
  const { last, blocked, chartPx } = room;
  const whole = { topPx: 0, footPx: chartPx, blocked: last ? [...blocked, last] : blocked };
  if (last === null) return placeIn(lines, whole);
  const above = { ...whole, footPx: last.yPx - last.heightPx / 2 };
  const below = { ...whole, topPx: last.yPx + last.heightPx / 2 };
  const high = lines.filter(({ yPx }) => yPx < last.yPx);
  const low = lines.filter(({ yPx }) => yPx >= last.yPx);
  const isRoomy = countRoom(above) >= high.length && countRoom(below) >= low.length;
  return isRoomy ? [...placeIn(high, above), ...placeIn(low, below)] : placeIn(lines, whole);
}
