// Compares, once a minute, what the ledger's own account of a network says with what the moves that
// have ended add up to: a move that custody knows nothing of shows here. Nothing is compared while
// a move of custody's is under way, and one difference may be a move that was seen half: two in a
// row stop the coin.
// Called by the loop of deposits, behind the comparison with the chain.

import { AccountType } from '@isobath/core';
import type { Session } from '../../base/db/index.ts';
import type { CountParts } from '../deposits/count.ts';
import { HOUSE } from '../money.ts';
import type { OpenNetwork } from '../networks.ts';

const EVERY_MS = 60_000;
const WRONG_MAX = 2;

/** Word of why nothing of a coin is sent. */
const TOTALS_DIFFER = 'totals_differ';

interface Row {
  readonly asset_id: number;
  readonly units: string;
  readonly at_ms: number;
  readonly is_moving: boolean;
}

const BOOKS = `
  SELECT listed.asset_id, coalesce(books.units, 0)::text AS units,
    coalesce(totals.at_ms, 0)::int8 AS at_ms,
    EXISTS (SELECT FROM intents WHERE NOT is_finished
      AND (consumer LIKE 'custody.%' OR consumer LIKE 'withdrawals.%')) AS is_moving
  FROM network_assets AS listed LEFT JOIN chain_books AS books USING (network_id, asset_id)
  LEFT JOIN chain_totals AS totals USING (network_id, asset_id)
  WHERE listed.network_id = $1 ORDER BY listed.asset_id`;

/** Compare what was not compared for a minute. */
export async function compareTotals(
  parts: Pick<CountParts, 'database' | 'fence' | 'money' | 'readNowMs' | 'report'>,
  { networkId }: OpenNetwork,
): Promise<void> {
  const { database, fence, money, readNowMs, report } = parts;
  const nowMs = readNowMs();
  const readBooks = () => database.query<Row>(BOOKS, [networkId]);
  const rows = await readBooks();
  const due = rows.filter((row) => !row.is_moving && row.at_ms <= nowMs - EVERY_MS);
  if (due.length === 0) return;
  const accountType = AccountType.chain;
  const account = await money.findAccount({ ownerId: HOUSE, accountType, scope: networkId });
  const found: { assetId: number; units: string; difference: bigint }[] = [];
  for (const { asset_id: assetId, units } of due) {
    const ledgerUnits = -(await money.readAvailableUnits(account, assetId));
    found.push({ assetId, units, difference: ledgerUnits - BigInt(units) });
  }
  // A move that began and ended meanwhile has changed one side alone.
  const after = await readBooks();
  for (const { assetId, units, difference } of found) {
    const same = after.find((row) => row.asset_id === assetId);
    if (same === undefined || same.is_moving || same.units !== units) continue;
    const isStopped = await fence.write((session) =>
      write(session, { networkId, assetId, difference, nowMs }),
    );
    if (!isStopped) continue;
    report(new Error(`ledger and moves differ, network ${networkId}, coin ${assetId}`));
  }
}

/** @returns whether it stopped the coin. */
async function write(
  session: Session,
  total: { networkId: number; assetId: number; difference: bigint; nowMs: number },
): Promise<boolean> {
  const { networkId, assetId, difference, nowMs } = total;
  const [row] = await session.query<{ wrong_count: number }>(
    `INSERT INTO chain_totals AS own (network_id, asset_id, difference, wrong_count, at_ms)
     VALUES ($1, $2, $3::numeric, CASE WHEN $3::numeric = 0 THEN 0 ELSE 1 END, $4)
     ON CONFLICT (network_id, asset_id) DO UPDATE SET difference = EXCLUDED.difference,
       wrong_count = CASE WHEN EXCLUDED.difference = 0 THEN 0 ELSE own.wrong_count + 1 END,
       at_ms = EXCLUDED.at_ms
     RETURNING wrong_count`,
    [networkId, assetId, String(difference), nowMs],
  );
  if ((row?.wrong_count ?? 0) < WRONG_MAX) return false;
  const stopped = await session.execute(
    `UPDATE network_assets SET sending_stop = $3
     WHERE network_id = $1 AND asset_id = $2 AND sending_stop = ''`,
    [networkId, assetId, TOTALS_DIFFER],
  );
  return stopped > 0;
}
