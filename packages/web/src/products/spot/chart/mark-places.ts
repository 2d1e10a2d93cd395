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

/** A price on the axis as the library has it: its height, its value, its words. */
export interface AxisLabel {
  readonly coord: number;
  readonly value: number | string;
  readonly text: string;
}

const labelHeightPx = 12;

/**
 * Labels of the axis, blank where something stands on them: half a price is none. A blank one is as
 * wide as it was, so that the axis stays as wide as it is.
 */
export function blankTaken(labels: readonly AxisLabel[], taken: readonly Blocked[]): AxisLabel[] {
  return labels.map((label) => {
    const isOn = ({ yPx, heightPx }: Blocked) =>
      Math.abs(yPx - label.coord) < (heightPx + labelHeightPx) / 2;
    if (!taken.some(isOn)) return label;
    const text = label.text.replaceAll(/\d/g, '\u2007').replaceAll(/[^\u2007]/g, '\u2008');
    return { ...label, text };
  });
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

/** Heights as near as can be to their lines, in their order, a mark apart, between two bounds. */
function spread(targets: readonly number[], fromPx: number, toPx: number): number[] {
  // Less what the marks before it take, each height is at least that of the one before.
  const pools: { sum: number; count: number }[] = [];
  const meanOf = (pool: { sum: number; count: number } | undefined) =>
    pool === undefined ? -Infinity : pool.sum / pool.count;
  for (const [at, target] of targets.entries()) {
    const pool = { sum: target - at * markHeightPx, count: 1 };
    while (meanOf(pools.at(-1)) > meanOf(pool)) {
      const before = pools.pop();
      pool.sum += before?.sum ?? 0;
      pool.count += before?.count ?? 0;
    }
    pools.push(pool);
  }
  const mostPx = toPx - (targets.length - 1) * markHeightPx;
  return pools
    .flatMap((pool) => Array.from({ length: pool.count }, () => meanOf(pool)))
    .map((yPx, at) => Math.max(fromPx, Math.min(mostPx, yPx)) + at * markHeightPx);
}

/** Between what stands on the axis, move marks as near to their lines as their neighbours let. */
function relax(places: readonly MarkPlace[], targets: readonly number[], room: Room): MarkPlace[] {
  const bounds = (yPx: number) => {
    const ends = room.blocked.map((each) => ({ ...each, halfPx: halfPx + each.heightPx / 2 }));
    const above = ends.filter((each) => each.yPx < yPx).map((each) => each.yPx + each.halfPx);
    const below = ends.filter((each) => each.yPx >= yPx).map((each) => each.yPx - each.halfPx);
    return {
      fromPx: Math.max(room.topPx + halfPx, ...above),
      toPx: Math.min(room.footPx - halfPx, ...below),
    };
  };
  const segments = Map.groupBy(places.keys(), (at) => bounds(places[at]?.yPx ?? 0).fromPx);
  return [...segments.values()].flatMap((members) => {
    const { fromPx, toPx } = bounds(places[members[0] ?? 0]?.yPx ?? 0);
    const wanted = members.map((at) => targets[at] ?? 0);
    const heights = spread(wanted, fromPx, toPx);
    return members.map((at, order) => ({
      yPx: heights[order] ?? 0,
      lines: places[at]?.lines ?? [],
    }));
  });
}

function placeIn(lines: readonly Line[], room: Room): MarkPlace[] {
  if (lines.length === 0) return [];
  const free: number[] = [];
  for (const { yPx } of lines) {
    const found = findFree(yPx, free, room);
    if (found !== null) free.push(found);
  }
  // On a chart too low for any, one stands on its line.
  if (free.length === 0) return [{ yPx: lines[0]?.yPx ?? 0, lines: lines.map(({ at }) => at) }];
  const heights = free.toSorted((one, two) => one - two);
  const groups = joinNearest(lines, heights.length);
  const places = groups.map((group, at) => ({
    yPx: heights[at] ?? 0,
    lines: group.map((line) => line.at),
  }));
  const middle = (group: readonly Line[]) => ((group[0]?.yPx ?? 0) + (group.at(-1)?.yPx ?? 0)) / 2;
  return relax(places, groups.map(middle), room);
}

/**
 * Find places for the marks of lines.
 *
 * @param linesPx - heights of the lines.
 * @param room - last: the label of the last price, if it is in sight. Lines above it have their
 *   marks above it and lines below it below, however many there are; only where a side has no room
 *   for a single mark do its lines have theirs on the other side.
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
  const isFull = ([line]: readonly Line[], side: Room) =>
    line !== undefined && findFree(line.yPx, [], side) === null;
  return isFull(high, above) || isFull(low, below)
    ? placeIn(lines, whole)
    : [...placeIn(high, above), ...placeIn(low, below)];
}
