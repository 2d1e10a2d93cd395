// Checks in the browser that a person's balance is part of the sum that was published: from the
// leaf up, each node made anew by the browser's own SHA-256. It believes nothing of the answer but
// its numbers. The tree is wire's sum-tree.ts; the same by hand: tools/verify-liabilities.mjs.
import { formatDecimal } from '@isobath/core/math';
import type { OwnPaths, RouteAnswer, solvencyRoutes } from '@isobath/wire';
import { walkPath } from '@isobath/wire/sum-tree';

/** The proof as it is published. */
export type Proof = NonNullable<RouteAnswer<(typeof solvencyRoutes)['proof']>>;

/** One node on the way. */
export interface CheckedStep {
  /** Where the neighbour stands that it was made with; absent of the leaf. */
  readonly side?: 'left' | 'right';
  readonly neighbour?: string;
  readonly hash: string;
  /** Decimals of what stands below it. */
  readonly sum: string;
}

/** What was found of one coin. */
export interface CheckedLeaf {
  readonly asset: string;
  readonly amount: string;
  readonly isIncluded: boolean;
  /** From the leaf to the root. */
  readonly steps: readonly CheckedStep[];
}

const fromHex = (text: string) =>
  Uint8Array.from(text.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
const toHex = (bytes: Uint8Array) =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

async function digest(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
}

/** Whether this page may calculate hashes: browsers allow it over a safe connection only. */
export const canCheck = (): boolean => globalThis.crypto?.subtle !== undefined;

/** Check every leaf of a person against the roots that are published. */
export function checkPaths(own: OwnPaths, proof: Proof): Promise<CheckedLeaf[]> {
  return Promise.all(own.leaves.map((leaf) => checkLeaf(leaf, own.uid, proof)));
}

async function checkLeaf(
  leaf: OwnPaths['leaves'][number],
  uid: string,
  proof: Proof,
): Promise<CheckedLeaf> {
  const { asset, scale, units, salt, path } = leaf;
  const show = (sum: bigint) => formatDecimal(sum, scale);
  const known = { asset, amount: show(BigInt(units)) };
  try {
    const steps = path.map(({ side, hash, sum }) => {
      return { side, hash: fromHex(hash), sum: BigInt(sum) };
    });
    const own = { salt: fromHex(salt), uid, sum: BigInt(units) };
    const nodes = await walkPath(own, steps, digest);
    const end = nodes.at(-1);
    const coin = proof.coins.find((one) => one.assetId === leaf.assetId);
    const isIncluded =
      end !== undefined && toHex(end.hash) === coin?.root && show(end.sum) === coin.liabilities;
    return {
      ...known,
      isIncluded,
      steps: nodes.map(({ hash, sum }, at) => {
        const said = { hash: toHex(hash), sum: show(sum) };
        const met = path[at - 1];
        return met === undefined ? said : { ...said, side: met.side, neighbour: met.hash };
      }),
    };
  } catch (error) {
    // A sum or hash that cannot stand in any tree.
    if (!(error instanceof RangeError)) throw error;
    return { ...known, isIncluded: false, steps: [] };
  }
}

/** What is saved of it, for `tools/verify-liabilities.mjs`. */
export function writePathFile({ proofId, seq, bundleHash, uid, leaves }: OwnPaths): string {
  const format = 'isobath-reserves-path-1';
  return JSON.stringify({ format, proofId, sequence: Number(seq), bundleHash, uid, leaves });
}
