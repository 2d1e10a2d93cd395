// Where the tiles of the heat map stand: areas by weight, split in halves again and again, so that
// no tile becomes a thread. Pure; shares of the whole in per cent.

/** A tile's place, in per cent of the whole. */
export interface TilePlace {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

const sumOf = (weights: readonly number[]) => weights.reduce((total, each) => total + each, 0);

/** Where the list is cut so that its halves weigh as nearly the same as can be. */
function findCut(weights: readonly number[]): number {
  const half = sumOf(weights) / 2;
  let before = 0;
  let best = 1;
  let bestMiss = Number.POSITIVE_INFINITY;
  for (let at = 1; at < weights.length; at += 1) {
    before += weights[at - 1] ?? 0;
    const miss = Math.abs(before - half);
    if (miss >= bestMiss) break;
    [best, bestMiss] = [at, miss];
  }
  return best;
}

/** How far a room is from a square, 1 = is one; `ratio` of the whole makes shares into lengths. */
function measureThinness(room: TilePlace, ratio: number): number {
  const sides = (room.width * ratio) / room.height;
  return Math.max(sides, 1 / sides);
}

function split(weights: readonly number[], room: TilePlace, ratio: number): TilePlace[] {
  if (weights.length <= 1) return weights.map(() => room);
  const at = findCut(weights);
  const share = sumOf(weights.slice(0, at)) / sumOf(weights);
  const { left, top, width, height } = room;
  const beside: [TilePlace, TilePlace] = [
    { ...room, width: width * share },
    { ...room, left: left + width * share, width: width * (1 - share) },
  ];
  const below: [TilePlace, TilePlace] = [
    { ...room, height: height * share },
    { ...room, top: top + height * share, height: height * (1 - share) },
  ];
  const worst = (rooms: readonly TilePlace[]) =>
    Math.max(...rooms.map((each) => measureThinness(each, ratio)));
  const [first, second] = worst(beside) <= worst(below) ? beside : below;
  return [...split(weights.slice(0, at), first, ratio), ...split(weights.slice(at), second, ratio)];
}

/**
 * Place tiles.
 *
 * @param weights - larger than 0, largest first.
 * @param ratio - width of the whole divided by its height.
 */
export function placeTiles(weights: readonly number[], ratio: number): TilePlace[] {
  return split(weights, { left: 0, top: 0, width: 100, height: 100 }, ratio);
}
