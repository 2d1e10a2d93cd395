// The tree against golden numbers worked out by hand, and against everything that may be changed on
// a path. The tool of auditors must say the same, by lines of its own.
import { createHash, randomBytes, randomInt } from 'node:crypto';
import { type SumLeaf, type SumStep, walkPath } from '@isobath/wire/sum-tree';
import { expect, test } from 'vitest';
import { growTree, NODE_BYTES, readNode } from './tree.ts';

const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const GOLDEN = '787403a62bb375b55e4cb8b58d40fedb4e38f30a542fba849d00e35229df5b44';

function readPath(floors: readonly Buffer[], place: number): SumStep[] {
  return floors.slice(0, -1).map((nodes, floor) => {
    const at = place >> floor;
    return { ...readNode(nodes, at ^ 1), side: at % 2 === 1 ? 'left' : 'right' };
  });
}

test('three people and one leaf that fills up have the golden root', () => {
  const people = [
    ['1000001', 100n],
    ['1000002', 250n],
    ['1000003', 7n],
  ] as const;
  const leaves = people.map(([uid, sum], at) => ({ salt: Buffer.alloc(32, at + 1), uid, sum }));
  // The order that they come in does not count.
  const { root, floors } = growTree(leaves.toReversed(), () => Buffer.alloc(32, 4));
  expect(hex(root.hash)).toBe(GOLDEN);
  expect(root.sum).toBe(357n);
  expect(floors.map(({ length }) => length / NODE_BYTES)).toEqual([4, 2, 1]);
});

test('nobody at all is a tree of one leaf of sum 0', () => {
  expect(growTree([])).toMatchObject({ root: { sum: 0n }, leaves: [{ uid: 'pad' }] });
});

test.each([-1n, 2n ** 127n])('a leaf of %s is refused', (sum) => {
  expect(() => growTree([{ salt: randomBytes(32), uid: '1000001', sum }])).toThrow(RangeError);
});

test('sums that do not fit together are refused', () => {
  const half = { sum: 2n ** 127n - 1n, uid: '1000001' };
  const people = [half, half].map((one) => ({ ...one, salt: randomBytes(32) }));
  expect(() => growTree(people)).toThrow(RangeError);
});

test('every leaf leads to the root, and nothing on its way can be changed', async () => {
  for (const count of [1, 2, 3, 8, 13]) {
    const people: SumLeaf[] = Array.from({ length: count }, (_none, at) => ({
      salt: randomBytes(32),
      uid: String(1_000_001 + at),
      sum: BigInt(randomInt(2 ** 40)),
    }));
    const { floors, leaves, root } = growTree(people);
    const sum = people.reduce((all, one) => all + one.sum, 0n);
    expect(root.sum).toBe(sum);
    expect(leaves.reduce((all, one) => all + one.sum, 0n)).toBe(sum);
    const isRoot = async (leaf: SumLeaf, path: readonly SumStep[]) => {
      const end = (await walkPath(leaf, path, digest)).at(-1);
      return end !== undefined && hex(end.hash) === hex(root.hash) && end.sum === root.sum;
    };
    for (const [place, leaf] of leaves.entries()) {
      const path = readPath(floors, place);
      expect(await isRoot(leaf, path)).toBe(true);
      const changedLeaves = [
        { ...leaf, sum: leaf.sum + 1n },
        { ...leaf, uid: `${leaf.uid}0` },
        { ...leaf, salt: randomBytes(32) },
      ];
      for (const changed of changedLeaves) expect(await isRoot(changed, path)).toBe(false);
      for (const [at, step] of path.entries()) {
        const side = step.side === 'left' ? ('right' as const) : ('left' as const);
        const steps = [
          { ...step, sum: step.sum + 1n },
          { ...step, hash: randomBytes(32) },
          { ...step, side },
        ];
        for (const changed of steps) {
          expect(await isRoot(leaf, path.with(at, changed))).toBe(false);
        }
        expect(await isRoot(leaf, path.toSpliced(at, 1))).toBe(false);
      }
    }
  }
});
