// The tree over what people are owed of one coin: each node binds the hashes and the sums of both
// its children, so no sum can be told that is not the sum of the leaves. Pure; whoever calls brings
// SHA-256, so that server and browser share it. `tools/verify-liabilities.mjs` has lines of its
// own. The format: money-in-out 7, told in docs/guide/reserves.md.

const SALT_BYTES = 32;
const HASH_BYTES = 32;
const SUM_BYTES = 16;
const SUM_MAX = 2n ** 127n - 1n;

/** What a leaf's text says where nobody stands: the tree is filled up with leaves of sum 0. */
export const PAD_UID = 'pad';

/** A place in the tree. */
export interface SumNode {
  readonly hash: Uint8Array;
  readonly sum: bigint;
}

/** What stands behind a leaf; the salt is 32 bytes of chance. */
export interface SumLeaf {
  readonly salt: Uint8Array;
  readonly uid: string;
  readonly sum: bigint;
}

/** A neighbour on the way from a leaf to the root. */
export interface SumStep extends SumNode {
  readonly side: 'left' | 'right';
}

/** SHA-256 of bytes. */
export type Digest = (bytes: Uint8Array<ArrayBuffer>) => Uint8Array | Promise<Uint8Array>;

/** Put the sum down, big end first. @errors RangeError below 0 and above 2^127 - 1. */
export function writeSum(into: Uint8Array, at: number, sum: bigint): void {
  if (sum < 0n || sum > SUM_MAX) throw new RangeError(`a sum of ${sum} cannot stand in the tree`);
  for (let place = at + SUM_BYTES - 1, rest = sum; place >= at; place -= 1, rest >>= 8n) {
    into[place] = Number(rest & 0xffn);
  }
}

/** What is hashed for a leaf: 0, salt, text of the UID, sum. @errors RangeError as `writeSum`. */
export function encodeLeaf({ salt, uid, sum }: SumLeaf): Uint8Array<ArrayBuffer> {
  if (salt.length !== SALT_BYTES) throw new RangeError('a salt has 32 bytes');
  const name = new TextEncoder().encode(uid);
  const bytes = new Uint8Array(1 + SALT_BYTES + name.length + SUM_BYTES);
  bytes.set(salt, 1);
  bytes.set(name, 1 + SALT_BYTES);
  writeSum(bytes, 1 + SALT_BYTES + name.length, sum);
  return bytes;
}

/** What is hashed for a node: 1, left hash and sum, right hash and sum. @errors RangeError. */
export function encodeNode(left: SumNode, right: SumNode): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(1 + 2 * (HASH_BYTES + SUM_BYTES));
  let at = 1;
  bytes[0] = 1;
  for (const { hash, sum } of [left, right]) {
    if (hash.length !== HASH_BYTES) throw new RangeError('a hash has 32 bytes');
    bytes.set(hash, at);
    writeSum(bytes, at + HASH_BYTES, sum);
    at += HASH_BYTES + SUM_BYTES;
  }
  return bytes;
}

/**
 * Every node on the way from a leaf to the root, both with it.
 *
 * @errors RangeError for a sum, hash or salt that cannot stand in a tree.
 */
export async function walkPath(
  leaf: SumLeaf,
  path: readonly SumStep[],
  digest: Digest,
): Promise<readonly SumNode[]> {
  let node: SumNode = { hash: await digest(encodeLeaf(leaf)), sum: leaf.sum };
  const walked = [node];
  for (const step of path) {
    const [left, right] = step.side === 'left' ? [step, node] : [node, step];
    const sum = left.sum + right.sum;
    writeSum(new Uint8Array(SUM_BYTES), 0, sum);
    node = { hash: await digest(encodeNode(left, right)), sum };
    walked.push(node);
  }
  return walked;
}
