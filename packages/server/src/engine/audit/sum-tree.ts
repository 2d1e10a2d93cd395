// A tree over what people hold of one asset: each node's hash binds the hashes and the sums of both
// its children, so that no sum can be told that is not the sum of the leaves. Pure; it knows
// neither state nor file. Used by liabilities.ts; done anew, without this file, by
// tools/verify-export.mjs.
import { createHash } from 'node:crypto';

const SUM_BYTES = 16;
/** Above it a sum is refused; twice it still fits the bytes of a sum. */
const SUM_MAX = 2n ** 127n - 1n;

/** One person's part, in units. */
export interface Leaf {
  readonly uid: number;
  readonly assetId: number;
  readonly units: bigint;
  /** 16 bytes of chance: without them a leaf could be guessed from uid and amount. */
  readonly salt: Buffer;
}

/** A place in the tree. */
export interface SumNode {
  readonly hash: Buffer;
  readonly sum: bigint;
}

/** A neighbour on the way from a leaf to the root. */
export interface PathStep extends SumNode {
  /** Whether the neighbour stands left of the way. */
  readonly isLeft: boolean;
}

function writeSum(sum: bigint): Buffer {
  if (sum < 0n || sum > SUM_MAX) throw new RangeError(`a sum of ${sum} cannot stand in the tree`);
  return Buffer.from(sum.toString(16).padStart(2 * SUM_BYTES, '0'), 'hex');
}

/** Node of a leaf. @errors RangeError for a negative or too large amount. */
export function makeLeafNode({ uid, assetId, units, salt }: Leaf): SumNode {
  const head = Buffer.from(`leaf ${uid} ${assetId} `);
  const hash = createHash('sha256').update(head).update(salt).update(writeSum(units)).digest();
  return { hash, sum: units };
}

function join(left: SumNode, right: SumNode): SumNode {
  const hash = createHash('sha256')
    .update('node ')
    .update(left.hash)
    .update(writeSum(left.sum))
    .update(right.hash)
    .update(writeSum(right.sum))
    .digest();
  const sum = left.sum + right.sum;
  writeSum(sum);
  return { hash, sum };
}

/**
 * All floors of the tree, leaves first; the last one holds the root alone. Who has no neighbour
 * goes up as it is.
 * @param leaves - at least one, in the order of the tree.
 */
export function growTree(leaves: readonly SumNode[]): readonly (readonly SumNode[])[] {
  const floors: SumNode[][] = [[...leaves]];
  for (let floor = floors[0]; floor.length > 1; floor = floors[floors.length - 1]) {
    const above: SumNode[] = [];
    for (let at = 0; at < floor.length; at += 2) {
      const right = floor[at + 1];
      above.push(right === undefined ? floor[at] : join(floor[at], right));
    }
    floors.push(above);
  }
  return floors;
}

/** The neighbours on the way from a leaf to the root. */
export function readPath(floors: readonly (readonly SumNode[])[], leafIndex: number): PathStep[] {
  const path: PathStep[] = [];
  let at = leafIndex;
  for (const floor of floors.slice(0, -1)) {
    const neighbour = floor[at ^ 1];
    if (neighbour !== undefined) path.push({ ...neighbour, isLeft: at % 2 === 1 });
    at = Math.floor(at / 2);
  }
  return path;
}
