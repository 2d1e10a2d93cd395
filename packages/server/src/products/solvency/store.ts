// Rows of proofs: coins, packed nodes of the trees, and where each person stands in them.
// Written by prove.ts, read by the calls of routes.ts.
import { formatDecimal } from '@isobath/core/math';
import { PAD_UID, type SumNode } from '@isobath/wire/sum-tree';
import type { Session } from '../../base/db/index.ts';
import { type Bundle, type BundleCoin, calculateCover } from './bundle.ts';
import { type GrownTree, NODE_BYTES, readNode } from './tree.ts';

/** Nodes in a row. */
const CHUNK_NODES = 1_024;
const LEAVES_A_STATEMENT = 5_000;
/** Proofs whose trees are kept. */
const TREES_KEPT = 30;
const LISTED_MAX = 100;

/** A tree of a proof. */
export interface TreeKey {
  readonly proofId: number;
  readonly assetId: number;
}

/** Keep what one coin comes to. */
export async function storeCoin(
  session: Session,
  proofId: number,
  { assetId, asset, scale, liabilities, debts, holdings }: BundleCoin,
): Promise<void> {
  await session.execute(
    'INSERT INTO reserve_proof_coins VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)',
    [
      proofId,
      assetId,
      asset,
      scale,
      liabilities.sum,
      debts,
      holdings,
      liabilities.depth,
      Buffer.from(liabilities.root, 'hex'),
    ],
  );
}

/** Keep a tree: its nodes name nobody, its leaves are people's. */
export async function storeTree(
  session: Session,
  { proofId, assetId }: TreeKey,
  { floors, leaves }: GrownTree,
): Promise<void> {
  const chunkBytes = CHUNK_NODES * NODE_BYTES;
  for (const [floor, nodes] of floors.entries()) {
    for (let at = 0; at < nodes.length; at += chunkBytes) {
      await session.execute('INSERT INTO liability_nodes VALUES ($1, $2, $3, $4, $5)', [
        proofId,
        assetId,
        floor,
        at / chunkBytes,
        nodes.subarray(at, at + chunkBytes),
      ]);
    }
  }
  const people = [...leaves.entries()].filter(([, { uid }]) => uid !== PAD_UID);
  for (let at = 0; at < people.length; at += LEAVES_A_STATEMENT) {
    const part = people.slice(at, at + LEAVES_A_STATEMENT);
    await session.execute(
      `INSERT INTO liability_leaves
       SELECT $1, $2, * FROM unnest($3::bigint[], $4::int[], $5::bytea[])`,
      [
        proofId,
        assetId,
        part.map(([, { uid }]) => Number(uid)),
        part.map(([place]) => place),
        part.map(([, { salt }]) => Buffer.from(salt)),
      ],
    );
  }
}

/** Roots and bundles stay for good, trees for a while. */
export async function dropOldTrees(session: Session): Promise<void> {
  const old = await session.query<{ proof_id: number }>(
    `UPDATE reserve_proofs SET has_paths = false WHERE has_paths AND proof_id NOT IN (
       SELECT proof_id FROM reserve_proofs ORDER BY proof_id DESC LIMIT ${TREES_KEPT})
     RETURNING proof_id`,
  );
  const proofIds = old.map(({ proof_id }) => proof_id);
  if (proofIds.length === 0) return;
  await session.execute('DELETE FROM liability_leaves WHERE proof_id = ANY($1)', [proofIds]);
  await session.execute('DELETE FROM liability_nodes WHERE proof_id = ANY($1)', [proofIds]);
}

interface ProofRow {
  readonly proof_id: number;
  readonly at_ms: number;
  readonly sequence: number;
  readonly bundle_hash: Buffer;
  readonly mode: 'sandbox' | 'production';
  readonly has_paths: boolean;
}

const HEAD = 'proof_id, at_ms, sequence, bundle_hash, mode, has_paths';
/** The one of a number, the newest for 0. */
const CHOSEN = 'WHERE $1::bigint = 0 OR proof_id = $1 ORDER BY proof_id DESC LIMIT 1';

const showHead = (row: ProofRow) => ({
  proofId: String(row.proof_id),
  at: row.at_ms,
  seq: String(row.sequence),
  bundleHash: row.bundle_hash.toString('hex'),
});

/** Proofs before one, newest first. @param before - 0 = from the newest. */
export async function listProofs(session: Session, before: number) {
  const rows = await session.query<ProofRow>(
    `SELECT ${HEAD} FROM reserve_proofs
     WHERE $1::bigint = 0 OR proof_id < $1 ORDER BY proof_id DESC LIMIT ${LISTED_MAX}`,
    [before],
  );
  return rows.map(showHead);
}

/** One proof; undefined when there is none of that number. @param proofId - 0 = the newest. */
export async function readProof(session: Session, proofId: number) {
  const [row] = await session.query<ProofRow>(`SELECT ${HEAD} FROM reserve_proofs ${CHOSEN}`, [
    proofId,
  ]);
  if (row === undefined) return undefined;
  return { head: showHead(row), mode: row.mode, hasPaths: row.has_paths };
}

/** What was published of it; undefined as above. */
export async function readBundle(session: Session, proofId: number): Promise<Bundle | undefined> {
  const [row] = await session.query<{ bundle: string }>(
    `SELECT bundle FROM reserve_proofs ${CHOSEN}`,
    [proofId],
  );
  return row && (JSON.parse(row.bundle) as Bundle);
}

interface CoinRow {
  readonly asset_id: number;
  readonly asset: string;
  readonly scale: number;
  readonly liabilities: string;
  readonly debts: string;
  readonly holdings: string;
  readonly root: Buffer;
}

/** The coins of a proof, sums in decimals. */
export async function readCoins(session: Session, proofId: number) {
  const rows = await session.query<CoinRow>(
    `SELECT asset_id, asset, scale, liabilities_units::text AS liabilities,
       debts_units::text AS debts, holdings_units::text AS holdings, root
     FROM reserve_proof_coins WHERE proof_id = $1 ORDER BY asset_id`,
    [proofId],
  );
  return rows.map(({ asset_id: assetId, asset, scale, liabilities, debts, holdings, root }) => {
    const show = (units: string) => formatDecimal(BigInt(units), scale);
    return {
      assetId,
      asset,
      liabilities: show(liabilities),
      debts: show(debts),
      holdings: show(holdings),
      coverPpm: calculateCover(BigInt(holdings), BigInt(liabilities)),
      root: root.toString('hex'),
    };
  });
}

interface LeafRow {
  readonly asset_id: number;
  readonly place: number;
  readonly salt: Buffer;
  readonly asset: string;
  readonly scale: number;
  readonly depth: number;
}

/** A person's leaves of a proof, each with its way to the root. */
export async function readOwnLeaves(session: Session, ownerId: number, proofId: number) {
  const rows = await session.query<LeafRow>(
    `SELECT asset_id, place, salt, asset, scale, depth FROM liability_leaves
       JOIN reserve_proof_coins USING (proof_id, asset_id)
     WHERE owner_id = $1 AND proof_id = $2 ORDER BY asset_id`,
    [ownerId, proofId],
  );
  return Promise.all(
    rows.map(async ({ asset_id: assetId, asset, scale, place, salt, depth }) => {
      const tree = { proofId, assetId };
      const [own, ...path] = await readNodes(session, tree, listPlaces(place, depth));
      const said = { units: String(own?.sum ?? 0n), salt: salt.toString('hex') };
      return { assetId, asset, scale, ...said, path: path.map(showStep(place)) };
    }),
  );
}

/** The leaf, then on each floor the neighbour of the way. */
function listPlaces(place: number, depth: number): number[] {
  return [place, ...Array.from({ length: depth }, (_none, floor) => (place >> floor) ^ 1)];
}

const showStep = (place: number) => (node: SumNode, floor: number) => ({
  side: ((place >> floor) & 1) === 1 ? ('left' as const) : ('right' as const),
  hash: Buffer.from(node.hash).toString('hex'),
  sum: String(node.sum),
});

/** The first two stand on floor 0, each later one a floor above. */
async function readNodes(
  session: Session,
  { proofId, assetId }: TreeKey,
  places: readonly number[],
): Promise<SumNode[]> {
  const floors = places.map((_place, at) => Math.max(0, at - 1));
  const rows = await session.query<{ node: Buffer }>(
    `SELECT substring(nodes FROM (wanted.place % ${CHUNK_NODES}) * ${NODE_BYTES} + 1
       FOR ${NODE_BYTES}) AS node
     FROM unnest($3::int[], $4::int[]) WITH ORDINALITY AS wanted (floor, place, at)
     JOIN liability_nodes AS kept ON kept.proof_id = $1 AND kept.asset_id = $2
       AND kept.floor = wanted.floor AND kept.chunk = wanted.place / ${CHUNK_NODES}
     ORDER BY wanted.at`,
    [proofId, assetId, floors, places],
  );
  return rows.map(({ node }) => readNode(node, 0));
}
