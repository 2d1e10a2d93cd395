// Makes a proof of reserves: one look at what people have and what chains hold, a tree for each
// coin, the bundle, and an act in the chain that names its hash and every root. All of it is
// committed at once, or nothing. Moves no money. Listed in module.ts, run by the jobs process.
import { type AuditLog, HOST } from '../../base/audit/index.ts';
import type { Session } from '../../base/db/index.ts';
import type { JobPayload, JobPeriod } from '../../base/jobs/index.ts';
import type { JobPlatform } from '../../base/modules/index.ts';
import {
  BUNDLE_FORMAT,
  type BundleCoin,
  calculateCover,
  type ComparedHolding,
  readRaw,
  sumHoldings,
  writeBundle,
} from './bundle.ts';
import { type CoinPosition, type Position, readPosition } from './position.ts';
import { dropOldTrees, storeCoin, storeTree } from './store.ts';
import { drawSalt, growTree } from './tree.ts';

/** What a proof is made from. */
export type ProveParts = Pick<JobPlatform, 'database' | 'settings' | 'readNowMs'> & {
  readonly audit: Pick<AuditLog, 'transaction'>;
};

const DAY_MS = 86_400_000;

/** The proof of a day that is over. */
export async function proveDay(parts: ProveParts, { endsMs }: JobPeriod): Promise<void> {
  // Nobody knows any more what chains held then.
  if (parts.readNowMs() - endsMs >= DAY_MS) return;
  await makeProof(parts, `day:${endsMs}`);
}

/** A proof that an operator asked for. */
export async function proveNow(parts: ProveParts, { askedAtMs }: JobPayload): Promise<void> {
  await makeProof(parts, `asked:${Number(askedAtMs)}`);
}

/** Make one for a cause; a second time for the same one does nothing. */
export async function makeProof(parts: ProveParts, cause: string): Promise<void> {
  const { audit, database, settings, readNowMs } = parts;
  await audit.transaction(HOST, async (session, write) => {
    const atMs = readNowMs();
    const [begun] = await session.query<{ proof_id: number }>(
      `INSERT INTO reserve_proofs (cause, at_ms, sequence, mode, bundle, bundle_hash, has_paths)
       VALUES ($1, $2, 0, $3, '', '', true) ON CONFLICT (cause) DO NOTHING RETURNING proof_id`,
      [cause, atMs, settings.mode],
    );
    if (begun === undefined) return;
    const proofId = begun.proof_id;
    const { sequence, ...said } = await readPosition(
      database,
      settings.dataFolder,
      async (position) => ({
        sequence: position.sequence,
        coins: await proveCoins(session, proofId, position),
        holdings: position.holdings,
        own: position.own,
      }),
    );
    const scales = new Map(said.coins.map(({ assetId, scale }) => [assetId, scale]));
    const { text, hash } = writeBundle({
      format: BUNDLE_FORMAT,
      mode: settings.mode,
      at: atMs,
      sequence,
      coins: said.coins,
      reserves: said.holdings
        .filter(({ assetId }) => scales.has(assetId))
        .map((one) => {
          const { holdings: _holdings, ...shown } = one;
          return { ...shown, raw: String(readRaw(one, scales.get(one.assetId) ?? 0)) };
        }),
      ...said.own,
    });
    await session.execute(
      'UPDATE reserve_proofs SET sequence = $2, bundle = $3, bundle_hash = $4 WHERE proof_id = $1',
      [proofId, sequence, text, hash],
    );
    await dropOldTrees(session);
    const roots = said.coins.map(({ asset, liabilities }) => `${asset} ${liabilities.root}`);
    const detail = { proofId, seq: sequence, bundleHash: hash.toString('hex'), roots };
    await write({ action: 'reserves_proven', detail });
  });
}

async function proveCoins(
  session: Session,
  proofId: number,
  { coins, holdings }: Position,
): Promise<BundleCoin[]> {
  const proven: BundleCoin[] = [];
  for await (const position of coins) {
    const own = holdings.filter(({ assetId }) => assetId === position.coin.coinId);
    if (position.owed.length === 0 && position.debts === 0n && own.length === 0) continue;
    proven.push(await proveCoin(session, proofId, { ...position, holdings: own }));
  }
  return proven;
}

async function proveCoin(
  session: Session,
  proofId: number,
  position: CoinPosition & { readonly holdings: readonly ComparedHolding[] },
): Promise<BundleCoin> {
  const { coin, owed, debts } = position;
  const { coinId: assetId, shortName: asset, scale } = coin;
  const tree = growTree(
    owed.map(({ ownerId, units }) => ({ salt: drawSalt(), uid: String(ownerId), sum: units })),
  );
  const holdings = sumHoldings(position.holdings, scale);
  const proven: BundleCoin = {
    assetId,
    asset,
    scale,
    liabilities: {
      root: Buffer.from(tree.root.hash).toString('hex'),
      sum: String(tree.root.sum),
      depth: tree.floors.length - 1,
    },
    debts: String(debts),
    holdings: String(holdings),
    coverPpm: calculateCover(holdings, tree.root.sum),
  };
  await storeCoin(session, proofId, proven);
  await storeTree(session, { proofId, assetId }, tree);
  return proven;
}
