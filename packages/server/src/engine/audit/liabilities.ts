// What the exchange owes its people as of a sequence, as a bundle that others can check without it:
// a summary to publish, the leaves of every tree, and the proof of one person. It reads the state
// anew from the journal; the trees are sum-tree.ts's. Called by the operator's tool; the format is
// told in docs/run/auditors.md and checked by tools/verify-export.mjs.
import { AccountClass } from '@isobath/core';
import { createHash, randomBytes } from 'node:crypto';
import { EXIT, Refusal } from '../../base/process/exit.ts';
import { readBalances } from './balance-lines.ts';
import { FIRST_OPERATOR_TYPE, replayTo } from './past-state.ts';
import type { AuditSource } from './source.ts';
import { growTree, type Leaf, makeLeafNode, readPath, type SumNode } from './sum-tree.ts';

/** Names the format, in every part of the bundle. */
const FORMAT = 'isobath-liabilities-1';
const SALT_BYTES = 16;

/** One asset of the summary; amounts in units as text, `scale` decimals. */
export interface AssetLiability {
  readonly assetId: number;
  readonly scale: number;
  /** People who hold some of it. */
  readonly leaves: number;
  /** What they hold, what is in open orders included; debts are not taken off. */
  readonly sum: string;
  /** Hash of the tree's root, 64 hexadecimal digits. */
  readonly root: string;
  /** What people owe the exchange, never above 0. */
  readonly debts: string;
}

/** What is published. */
export interface LiabilitySummary {
  readonly format: typeof FORMAT;
  /** ISO 8601, UTC. */
  readonly madeAt: string;
  readonly sequence: number;
  /** Hash of the state that it was read from. */
  readonly stateHash: string;
  readonly assets: readonly AssetLiability[];
  /** SHA-256 of the JSON text of `[sequence, stateHash, assets]`. */
  readonly commitment: string;
}

/** A line of `leaves.jsonl`, in the order of the trees. */
export interface LeafLine {
  readonly assetId: number;
  readonly uid: number;
  readonly units: string;
  readonly salt: string;
}

/** What one person is given. */
export interface PersonProof {
  readonly format: typeof FORMAT;
  readonly commitment: string;
  readonly uid: number;
  readonly holdings: readonly {
    readonly assetId: number;
    readonly units: string;
    readonly salt: string;
    readonly path: readonly { side: 'left' | 'right'; hash: string; sum: string }[];
  }[];
}

interface AssetHoldings {
  readonly scale: number;
  readonly unitsByOwner: Map<number, bigint>;
  debts: bigint;
}

/** What everybody holds, read off the state; house and outside stand apart in `solvency`. */
function readHoldings(source: AuditSource): Map<number, AssetHoldings> {
  const assets = new Map<number, AssetHoldings>();
  readBalances(source, {
    asset({ assetId, scale, isMock }) {
      if (!isMock) assets.set(assetId, { scale, unitsByOwner: new Map(), debts: 0n });
    },
    balance({ account, assetId, available, held }) {
      const asset = assets.get(assetId);
      if (asset === undefined || account.type >= FIRST_OPERATOR_TYPE) return;
      const units = available + held;
      if (account.class === AccountClass.contra) asset.debts += units;
      if (account.class !== AccountClass.wallet) return;
      if (units < 0n) {
        throw new Refusal(EXIT.journalDamaged, `Account ${account.accountId} is below zero.`);
      }
      const { unitsByOwner } = asset;
      unitsByOwner.set(account.ownerId, (unitsByOwner.get(account.ownerId) ?? 0n) + units);
    },
  });
  return assets;
}

function makeLeaves(assetId: number, { unitsByOwner }: AssetHoldings): [Leaf, SumNode][] {
  const leaves = [...unitsByOwner].map(([uid, units]): [Leaf, SumNode] => {
    const leaf = { uid, assetId, units, salt: randomBytes(SALT_BYTES) };
    return [leaf, makeLeafNode(leaf)];
  });
  // By hash, which is by chance: a place says nothing of who stands beside it.
  return leaves.sort(([, one], [, other]) => Buffer.compare(one.hash, other.hash));
}

function commit(summary: Pick<LiabilitySummary, 'sequence' | 'stateHash' | 'assets'>): string {
  const text = JSON.stringify([summary.sequence, summary.stateHash, summary.assets]);
  return createHash('sha256').update(text).digest('hex');
}

/**
 * Make the bundle. Play money is no debt and stands in no tree.
 *
 * @param writeLeaf - takes the leaves one after the other; they are not for publication.
 * @errors as replayTo; Refusal 65 when somebody is below zero.
 */
export async function exportLiabilities(
  source: AuditSource,
  options: { atSequence: number | undefined; nowMs: number },
  writeLeaf: (leaf: LeafLine) => void | Promise<void>,
): Promise<LiabilitySummary> {
  const sequence = await replayTo(source, options.atSequence);
  const assets: AssetLiability[] = [];
  for (const [assetId, holdings] of readHoldings(source)) {
    const leaves = makeLeaves(assetId, holdings);
    if (leaves.length === 0 && holdings.debts === 0n) continue;
    for (const [{ uid, units, salt }] of leaves) {
      await writeLeaf({ assetId, uid, units: units.toString(), salt: salt.toString('hex') });
    }
    const root = leaves.length === 0 ? undefined : growTree(leaves.map(([, node]) => node)).at(-1);
    assets.push({
      assetId,
      scale: holdings.scale,
      leaves: leaves.length,
      sum: (root?.[0].sum ?? 0n).toString(),
      root: root?.[0].hash.toString('hex') ?? '',
      debts: holdings.debts.toString(),
    });
  }
  const stateHash = source.core.hashState();
  const madeAt = new Date(options.nowMs).toISOString();
  const published = { sequence, stateHash, assets };
  return { format: FORMAT, madeAt, ...published, commitment: commit(published) };
}

/**
 * The proof of one person, out of a bundle.
 *
 * @param leaves - all of them, in their order.
 * @errors Refusal 65 when leaves and summary do not belong together, 64 for somebody without money.
 */
export function provePerson(
  summary: LiabilitySummary,
  leaves: Iterable<LeafLine>,
  uid: number,
): PersonProof {
  const byAsset = Map.groupBy(leaves, ({ assetId }) => assetId);
  const holdings: PersonProof['holdings'][number][] = [];
  for (const { assetId, root } of summary.assets) {
    const lines = byAsset.get(assetId) ?? [];
    const index = lines.findIndex((line) => line.uid === uid);
    if (index < 0) continue;
    const floors = growTree(lines.map((line) => makeLeafNode(readLeaf(line))));
    if (floors.at(-1)?.[0].hash.toString('hex') !== root) {
      const what = `The leaves of asset ${assetId} are not those of the summary.`;
      throw new Refusal(EXIT.journalDamaged, what);
    }
    const path = readPath(floors, index).map(({ isLeft, hash, sum }) => ({
      side: isLeft ? ('left' as const) : ('right' as const),
      hash: hash.toString('hex'),
      sum: sum.toString(),
    }));
    holdings.push({ assetId, units: lines[index].units, salt: lines[index].salt, path });
  }
  if (holdings.length === 0) throw new Refusal(EXIT.usage, `UID ${uid} holds nothing here.`);
  return { format: FORMAT, commitment: summary.commitment, uid, holdings };
}

function readLeaf({ assetId, uid, units, salt }: LeafLine): Leaf {
  return { assetId, uid, units: BigInt(units), salt: Buffer.from(salt, 'hex') };
}
