// Asks the cold desk to refill hot wallets that are low or that the queue is too much for. Whoever
// refills sends to the hot wallet: the scanner books it as the treasury's.
// Called by the sender, once for each comparison of a chain with the books.

import { cutToUnits } from '../../base/custody/index.ts';
import type { Session } from '../../base/db/index.ts';
import type { OpenNetwork } from '../networks.ts';
import type { SenderParts } from '../sender/parts.ts';
import { LEVELS } from './owed.ts';

interface Row {
  readonly asset_id: number;
  readonly decimals: number;
  readonly hot_raw: string;
  readonly queued_units: string;
  readonly low_units: string | null;
  readonly target_units: string | null;
  readonly open_units: string | null;
}

const HOT = `
  SELECT listed.asset_id, listed.decimals, recons.hot_raw::text, ${LEVELS},
    (SELECT coalesce(sum(receives_units), 0)::text FROM withdrawals AS own
     WHERE (own.network_id, own.asset_id) = (listed.network_id, listed.asset_id)
       AND own.state = 'queued' AND NOT is_inside) AS queued_units,
    (SELECT units::text FROM cold_refills AS asked
     WHERE (asked.network_id, asked.asset_id) = (listed.network_id, listed.asset_id)
       AND over_at_ms = 0) AS open_units
  FROM network_assets AS listed JOIN chain_recons AS recons USING (network_id, asset_id)
  LEFT JOIN asset_owed AS owed ON owed.asset_id = listed.asset_id
  WHERE listed.network_id = $1`;

/** Ask for what is missing, and say what is there again. */
export async function askRefills(
  parts: Pick<SenderParts, 'database' | 'fence' | 'money' | 'readNowMs'>,
  { networkId }: OpenNetwork,
): Promise<void> {
  const { database, fence, money, readNowMs } = parts;
  for (const row of await database.query<Row>(HOT, [networkId])) {
    const scale = await money.readScale(row.asset_id);
    const wishedUnits = readWished(row, scale);
    const askedUnits = BigInt(row.open_units ?? 0);
    if (wishedUnits <= askedUnits && (wishedUnits > 0n || row.open_units === null)) continue;
    await fence.write((session) =>
      write(session, [networkId, row.asset_id, String(wishedUnits), readNowMs()]),
    );
  }
}

/** Up to the target, or as much as the queue wants; nothing while neither is short. */
function readWished(row: Row, scale: number): bigint {
  const hotUnits = cutToUnits(BigInt(row.hot_raw), { decimals: row.decimals, scale });
  const queuedUnits = BigInt(row.queued_units);
  const isLow = row.low_units !== null && hotUnits < BigInt(row.low_units);
  if (!isLow && queuedUnits <= hotUnits) return 0n;
  const targetUnits = BigInt(row.target_units ?? 0);
  const neededUnits = targetUnits > queuedUnits ? targetUnits : queuedUnits;
  return neededUnits > hotUnits ? neededUnits - hotUnits : 0n;
}

async function write(
  session: Session,
  [networkId, assetId, units, nowMs]: readonly [number, number, string, number],
): Promise<void> {
  if (units === '0') {
    await session.execute(
      `UPDATE cold_refills SET over_at_ms = $3
       WHERE network_id = $1 AND asset_id = $2 AND over_at_ms = 0`,
      [networkId, assetId, nowMs],
    );
    return;
  }
  await session.execute(
    `INSERT INTO cold_refills (network_id, asset_id, units, asked_at_ms) VALUES ($1, $2, $3, $4)
     ON CONFLICT (network_id, asset_id) WHERE over_at_ms = 0
     DO UPDATE SET units = EXCLUDED.units`,
    [networkId, assetId, units, nowMs],
  );
}
