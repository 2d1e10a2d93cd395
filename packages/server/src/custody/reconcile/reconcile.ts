// Compares, at the last block that was read, what a chain holds for us with what the tables say:
//   holdings = books + residues + what counted and is not booked + what is seen - what vanished
//              + terms of what went out
// All of it whole numbers: raw units times units a raw unit, so that both sides are exact where the
// ledger is finer than the chain and where it is coarser. All terms of the tables are of one
// snapshot: a payment that ends meanwhile is either on its way or booked, never neither. Where both
// sides differ, nothing of the coin is sent until people say so.
// Called by the loop of deposits when the end of a chain was read.

import { calculateRawPerUnit, calculateUnitsPerRaw, cutToUnits } from '../../base/custody/index.ts';
import type { Session } from '../../base/db/index.ts';
import { ACCOUNTS } from '@isobath/signer/addresses';
import type { ComparedTerm } from '@isobath/wire';
import { ChainFault, type ChainHolding } from '../chains/port.ts';
import { LEVELS } from '../levels/owed.ts';
import type { CountParts } from '../deposits/count.ts';
import type { Cursor } from '../scanner/cursor.ts';
import { type ScannedNetwork, toKey } from '../scanner/own-moves.ts';
import { keepHoldings } from './holdings.ts';

/** Terms of a coin by their word, in raw units; what went out is below zero. */
export type OutTerms = ReadonlyMap<number, Readonly<Partial<Record<ComparedTerm, bigint>>>>;

/** Reads what went out and is not booked, and gas, in the snapshot of the other terms. */
export type ReadOutTerms = (
  session: Session,
  networkId: number,
  scaleOf: (assetId: number) => number,
) => Promise<OutTerms>;

/** What a comparison stands on. */
export interface ReconcileParts extends CountParts {
  /** Of payments; without it none are made. */
  readonly readOutTerms?: ReadOutTerms | undefined;
  /** Sees which payments blocks have, so that the terms are those of the block compared. */
  readonly watchOut?: ((network: ScannedNetwork) => Promise<void>) | undefined;
}

/** Word of why nothing of a coin is sent. */
export const DIFFERENCE = 'difference';

interface TermsRow {
  asset_id: number;
  contract: string;
  decimals: number;
  books: string;
  credited: string;
  received: string;
  unbooked: string;
  seen: string;
  vanished: string;
  low_units: string | null;
  high_units: string | null;
}

const TERMS = `
  SELECT listed.asset_id, listed.contract, listed.decimals,
    coalesce((SELECT units FROM chain_books AS books
      WHERE (books.network_id, books.asset_id) = (listed.network_id, listed.asset_id)), 0)::text
      AS books,
    coalesce(residue.credited, 0)::text AS credited,
    coalesce(residue.received, 0)::text AS received,
    coalesce(sums.unbooked, 0)::text AS unbooked, coalesce(sums.seen, 0)::text AS seen,
    coalesce(sums.vanished, 0)::text AS vanished,
    ${LEVELS}
  FROM network_assets AS listed
  JOIN chain_cursor AS cursors ON cursors.network_id = listed.network_id AND cursors.hash = $2
  LEFT JOIN LATERAL (
    SELECT sum(credited_units) AS credited, sum(total_raw) AS received FROM residues
    WHERE (network_id, asset_id) = (listed.network_id, listed.asset_id)) AS residue ON true
  LEFT JOIN LATERAL (
    SELECT sum(units) FILTER (WHERE units IS NOT NULL AND held_in = '') AS unbooked,
      sum(raw) FILTER (WHERE units IS NULL AND block_hash IS NOT NULL) AS seen,
      sum(raw) FILTER (WHERE units IS NOT NULL AND block_hash IS NULL AND status <> 7)
        AS vanished
    FROM deposits WHERE (network_id, asset_id) = (listed.network_id, listed.asset_id)
      AND kind <> 'inside') AS sums ON true
  LEFT JOIN asset_owed AS owed ON owed.asset_id = listed.asset_id
  WHERE listed.network_id = $1 ORDER BY listed.asset_id`;

/** Compare once for each block. */
export async function reconcile(
  parts: ReconcileParts,
  network: ScannedNetwork,
  end: Cursor,
): Promise<void> {
  if (await isCompared(parts, network, end)) return;
  const holdings = await readHoldings(parts, network, end);
  if (holdings === undefined) return;
  const { networkId } = network;
  const scales = new Map<number, number>();
  const listed = await parts.database.query<{ asset_id: number }>(
    'SELECT asset_id FROM network_assets WHERE network_id = $1',
    [networkId],
  );
  for (const { asset_id: assetId } of listed) {
    scales.set(assetId, await parts.money.readScale(assetId));
  }
  const { rows, out } = await readTerms(parts, { networkId, end, scales });
  const wrong = await parts.fence.write(async (session) => {
    if (rows.length > 0) await keepHoldings(session, network, holdings);
    const found: string[] = [];
    for (const row of rows) {
      const scale = scales.get(row.asset_id) ?? 0;
      const compared = compare({ row, scale, holdings, network, out: out?.get(row.asset_id) });
      await write(session, { network, end, compared, nowMs: parts.readNowMs() });
      if (compared.difference !== 0n) found.push(`coin ${row.asset_id}: ${compared.difference}`);
    }
    return found;
  });
  if (wrong.length === 0) return;
  const where = `network ${networkId}, block ${end.height}`;
  parts.report(new Error(`chain and books differ, ${where}: ${wrong.join(', ')}`));
}

interface ReadTerms {
  readonly networkId: number;
  readonly end: Cursor;
  readonly scales: ReadonlyMap<number, number>;
}

/** Both kinds of terms of one snapshot; no rows when the chain was followed further meanwhile. */
function readTerms(
  { database, readOutTerms }: ReconcileParts,
  { networkId, end, scales }: ReadTerms,
): Promise<{ readonly rows: readonly TermsRow[]; readonly out: OutTerms | undefined }> {
  return database.transaction(async (session) => {
    await session.execute('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY');
    const rows = await session.query<TermsRow>(TERMS, [networkId, end.hash]);
    const scaleOf = (assetId: number) => scales.get(assetId) ?? 0;
    return { rows, out: await readOutTerms?.(session, networkId, scaleOf) };
  });
}

async function isCompared(
  { database }: ReconcileParts,
  { networkId }: ScannedNetwork,
  { hash }: Cursor,
): Promise<boolean> {
  const open = await database.query(
    `SELECT FROM network_assets AS listed LEFT JOIN chain_recons AS done
       USING (network_id, asset_id)
     WHERE network_id = $1 AND done.block_hash IS DISTINCT FROM $2 LIMIT 1`,
    [networkId, hash],
  );
  return open.length === 0;
}

/** Of addresses that ever received anything; undefined when the chain has gone on. */
async function readHoldings(
  { database }: ReconcileParts,
  { family, house, port }: ScannedNetwork,
  { hash }: Cursor,
): Promise<readonly ChainHolding[] | undefined> {
  const used = await database.query<{ address: string }>(
    'SELECT address FROM deposit_addresses WHERE family = $1 AND used_at_ms > 0',
    [family],
  );
  const addresses = [...house, ...used].map(({ address }) => toKey(address));
  try {
    return await port.readHoldings(addresses, hash);
  } catch (error) {
    if (error instanceof ChainFault && error.kind === 'moved') return undefined;
    throw error;
  }
}

interface Compared {
  readonly assetId: number;
  readonly terms: Readonly<Record<string, string>>;
  readonly difference: bigint;
  readonly hotRaw: bigint;
  readonly hotLevel: string;
}

interface Comparison {
  readonly row: TermsRow;
  readonly scale: number;
  readonly holdings: readonly ChainHolding[];
  readonly network: ScannedNetwork;
  readonly out: Readonly<Partial<Record<ComparedTerm, bigint>>> | undefined;
}

function compare({ row, scale, holdings, network, out = {} }: Comparison): Compared {
  const of = { decimals: row.decimals, scale };
  const [perUnit, perRaw] = [calculateRawPerUnit(of), calculateUnitsPerRaw(of)];
  const own = holdings.filter(
    ({ asset }) => asset === (row.contract === '' ? 'native' : row.contract),
  );
  const sum = (some: readonly ChainHolding[]) => some.reduce((all, { raw }) => all + raw, 0n);
  const terms: Partial<Record<ComparedTerm | 'holdings', bigint>> = {
    holdings: sum(own) * perRaw,
    books: BigInt(row.books) * perUnit,
    residues: BigInt(row.received) * perRaw - BigInt(row.credited) * perUnit,
    unbooked: BigInt(row.unbooked) * perUnit,
    seen: BigInt(row.seen) * perRaw,
    vanished: -BigInt(row.vanished) * perRaw,
    ...Object.fromEntries(Object.entries(out).map(([word, raw]) => [word, raw * perRaw])),
  };
  const { holdings: held, ...said } = terms;
  const hot = network.house
    .filter(({ account }) => account === ACCOUNTS.hot)
    .map(({ address }) => toKey(address));
  const hotRaw = sum(own.filter(({ address }) => hot.includes(toKey(address))));
  return {
    assetId: row.asset_id,
    terms: Object.fromEntries(Object.entries(terms).map(([word, value]) => [word, String(value)])),
    difference: (held ?? 0n) - Object.values(said).reduce((all, value) => all + value, 0n),
    hotRaw,
    hotLevel: readLevel(cutToUnits(hotRaw, of), row),
  };
}

function readLevel(units: bigint, { low_units: low, high_units: high }: TermsRow): string {
  if (low === null || high === null) return '';
  if (units < BigInt(low)) return 'low';
  return units > BigInt(high) ? 'high' : 'good';
}

interface Written {
  readonly network: ScannedNetwork;
  readonly end: Cursor;
  readonly compared: Compared;
  readonly nowMs: number;
}

async function write(
  session: Session,
  { network: { networkId }, end, compared, nowMs }: Written,
): Promise<void> {
  const { assetId, terms, difference, hotRaw, hotLevel } = compared;
  const values = [
    networkId,
    assetId,
    end.height,
    end.hash,
    JSON.stringify(terms),
    String(difference),
    nowMs,
  ];
  await session.execute(
    `INSERT INTO chain_recons (network_id, asset_id, height, block_hash, terms, difference, at_ms,
       hot_raw, hot_level) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     ON CONFLICT (network_id, asset_id) DO UPDATE SET height = EXCLUDED.height,
       block_hash = EXCLUDED.block_hash, terms = EXCLUDED.terms,
       difference = EXCLUDED.difference, at_ms = EXCLUDED.at_ms, hot_raw = EXCLUDED.hot_raw,
       hot_level = EXCLUDED.hot_level`,
    [...values, String(hotRaw), hotLevel],
  );
  if (difference === 0n) return;
  await session.execute(
    `INSERT INTO chain_differences (network_id, asset_id, height, block_hash, terms, difference,
       at_ms) VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING`,
    values,
  );
  await session.execute(
    `UPDATE network_assets SET sending_stop = $3
     WHERE network_id = $1 AND asset_id = $2 AND sending_stop = ''`,
    [networkId, assetId, DIFFERENCE],
  );
}
