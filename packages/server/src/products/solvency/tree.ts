// Grows the trees of what people are owed: leaves in the order of their salts, filled up with
// leaves of sum 0 to a power of two, so that neither a place nor the number of leaves says who or
// how many there are. Nodes are packed, 48 bytes each. What is hashed is wire's sum-tree.ts.
import { createHash, randomBytes } from 'node:crypto';
import {
  encodeLeaf,
  encodeNode,
  PAD_UID,
  type SumLeaf,
  type SumNode,
  writeSum,
} from '@isobath/wire/sum-tree';

/** Bytes of a packed node: hash, then sum, big end first. */
export const NODE_BYTES = 48;
const HASH_BYTES = 32;
const SALT_BYTES = 32;

/** A grown tree. */
export interface GrownTree {
  /** Packed nodes of each floor, the leaves first, the root last. */
  readonly floors: readonly Buffer[];
  /** Leaves in their places, those that fill it up, too. */
  readonly leaves: readonly SumLeaf[];
  readonly root: SumNode;
}

const digest = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();

/** A node out of its bytes. */
export function readNode(nodes: Buffer, place: number): SumNode {
  const at = place * NODE_BYTES;
  const hash = nodes.subarray(at, at + HASH_BYTES);
  const sum = BigInt(`0x${nodes.toString('hex', at + HASH_BYTES, at + NODE_BYTES)}`);
  return { hash, sum };
}

function pack(nodes: readonly SumNode[]): Buffer {
  const bytes = Buffer.alloc(nodes.length * NODE_BYTES);
  for (const [place, { hash, sum }] of nodes.entries()) {
    bytes.set(hash, place * NODE_BYTES);
    writeSum(bytes, place * NODE_BYTES + HASH_BYTES, sum);
  }
  return bytes;
}

/** A salt: by chance, 32 bytes. */
export const drawSalt = (): Buffer => randomBytes(SALT_BYTES);

/**
 * Grow the tree of one coin.
 *
 * @param people - their leaves, in any order; none at all gives a tree of one leaf of sum 0.
 * @param draw - makes the salts of leaves that fill it up.
 * @errors RangeError for an amount below 0 and for a sum above 2^127 - 1.
 */
export function growTree(people: readonly SumLeaf[], draw: () => Uint8Array = drawSalt): GrownTree {
  const leaves = [...people];
  const count = 2 ** Math.ceil(Math.log2(Math.max(1, people.length)));
  while (leaves.length < count) leaves.push({ salt: draw(), uid: PAD_UID, sum: 0n });
  leaves.sort((one, other) => Buffer.compare(one.salt, other.salt));
  let floor: SumNode[] = leaves.map((leaf) => ({ hash: digest(encodeLeaf(leaf)), sum: leaf.sum }));
  const floors = [pack(floor)];
  while (floor.length > 1) {
    const above: SumNode[] = [];
    for (let place = 0; place < floor.length; place += 2) {
      const [left, right] = [floor[place] as SumNode, floor[place + 1] as SumNode];
      above.push({ hash: digest(encodeNode(left, right)), sum: left.sum + right.sum });
    }
    floor = above;
    floors.push(pack(floor));
  }
  const root = readNode(floors.at(-1) as Buffer, 0);
  return { floors, leaves, root };
}
