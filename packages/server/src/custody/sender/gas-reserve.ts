// The worst that transactions under way may cost is covered by the gas account (212) before
// anything more is signed. Where it is short the treasury (215) pays into it, and the queue waits
// meanwhile.
// Not here: booking what was paid (gas.ts).
// Called by who plans.

import { type AccountId, type AssetId, CommandKind, TransferReason } from '@isobath/core';
import { calculateGasUnits, withdrawalConsumers } from '../../base/custody/index.ts';
import type { Session } from '../../base/db/index.ts';
import type { OpenNetwork } from '../networks.ts';
import { type GasTerms, readGasTerms } from './gas.ts';
import type { SenderParts } from './parts.ts';

/** A refill pays for so many more of what was short, so that it is not asked for each time. */
const REFILL_TIMES = 20n;

interface Row {
  readonly network_id: number;
  readonly decimals: number;
  readonly total_raw: string;
  readonly open_raw: string;
  readonly done_units: string;
  readonly booked_units: string;
  readonly short_since_ms: number;
}

// Networks whose own coin is the same are paid from the same account. Of a family the dearest
// member counts; what was asked of the signer and has no family yet stands alone.
const RESERVED = `
  SELECT listed.network_id, listed.decimals, coalesce(books.total_raw, 0)::text AS total_raw,
    coalesce(books.done_units, 0)::text AS done_units,
    coalesce(books.booked_units, 0)::text AS booked_units,
    coalesce(books.short_since_ms, 0)::int8 AS short_since_ms,
    coalesce((SELECT sum(raw) FROM (
      SELECT max(fee_raw) AS raw FROM chain_sends AS sends
      WHERE sends.network_id = listed.network_id
        AND state IN ('planned', 'signed', 'sent', 'mined')
      GROUP BY CASE WHEN family = '' THEN request_id ELSE family END) AS worst), 0)::text
      AS open_raw
  FROM network_assets AS listed LEFT JOIN gas_books AS books USING (network_id)
  WHERE listed.contract = '' AND listed.asset_id = $1`;

/**
 * Whether the gas account covers a fee together with all that may still be booked. Where it does
 * not, the treasury refills it; where that is short too, the alarm stands until one of them is not.
 */
export async function hasGas(
  parts: SenderParts,
  network: Pick<OpenNetwork, 'networkId'>,
  feeRaw: bigint,
): Promise<boolean> {
  const { networkId } = network;
  const terms = await readGasTerms(parts, network);
  const rows = await parts.database.query<Row>(RESERVED, [terms.assetId]);
  const neededUnits = rows.reduce((sum, row) => {
    const own = row.network_id === networkId ? feeRaw : 0n;
    const totalRaw = BigInt(row.total_raw) + BigInt(row.open_raw) + own;
    const paid = { totalRaw, creditedUnits: BigInt(row.done_units) };
    return sum + calculateGasUnits(paid, { decimals: row.decimals, scale: terms.scale });
  }, 0n);
  const availableUnits = await parts.money.readAvailableUnits(
    terms.gasAccount as AccountId,
    terms.assetId,
  );
  if (availableUnits >= neededUnits) {
    if (rows.some((row) => row.network_id === networkId && row.short_since_ms > 0)) {
      await parts.fence.write((session) =>
        session.execute('UPDATE gas_books SET short_since_ms = 0 WHERE network_id = $1', [
          networkId,
        ]),
      );
    }
    return true;
  }
  // What is being booked may have left the account already and counts twice until it is told.
  if (rows.some((row) => row.booked_units !== row.done_units)) return false;
  await askRefill(parts, { networkId, terms, feeRaw, shortUnits: neededUnits - availableUnits });
  return false;
}

interface Shortage {
  readonly networkId: number;
  readonly terms: GasTerms;
  readonly feeRaw: bigint;
  readonly shortUnits: bigint;
}

async function askRefill(parts: SenderParts, short: Shortage): Promise<void> {
  const { money, fence, readNowMs, report } = parts;
  const { networkId, terms, shortUnits } = short;
  const treasuryUnits = await money.readAvailableUnits(
    terms.treasuryAccount as AccountId,
    terms.assetId,
  );
  const paid = { totalRaw: short.feeRaw * REFILL_TIMES, creditedUnits: 0n };
  const wishedUnits = shortUnits + calculateGasUnits(paid, terms);
  const units = wishedUnits < treasuryUnits ? wishedUnits : treasuryUnits;
  const nowMs = readNowMs();
  const isNew = await fence.write(async (session) => {
    await session.execute(
      `INSERT INTO gas_books (network_id, total_raw, booked_units) VALUES ($1, 0, 0)
       ON CONFLICT DO NOTHING`,
      [networkId],
    );
    if (units >= shortUnits) {
      await writeRefill(parts, session, { ...short, units, nowMs });
      return false;
    }
    const marked = await session.execute(
      'UPDATE gas_books SET short_since_ms = $2 WHERE network_id = $1 AND short_since_ms = 0',
      [networkId, nowMs],
    );
    return marked > 0;
  });
  money.intents.nudge();
  if (!isNew) return;
  report(new Error(`network ${networkId}: the gas account is short of ${shortUnits} units`));
}

async function writeRefill(
  { money: { intents }, pace }: SenderParts,
  session: Session,
  { networkId, terms, units, nowMs }: Shortage & { readonly units: bigint; readonly nowMs: number },
): Promise<void> {
  const due = await session.query(
    `SELECT FROM gas_books WHERE network_id = $1 AND refill_intent_id IS NULL
       AND refilled_at_ms <= $2 FOR UPDATE`,
    [networkId, nowMs - pace.againAfterMs],
  );
  if (due.length === 0) return;
  const intentId = await intents.write(session, {
    consumer: withdrawalConsumers.gasRefill,
    subject: String(networkId),
    command: {
      kind: CommandKind.transfer,
      fromAccountId: terms.treasuryAccount as AccountId,
      toAccountId: terms.gasAccount as AccountId,
      assetId: terms.assetId as AssetId,
      amountUnits: units,
      reason: TransferReason.betweenAccounts,
      reference: networkId,
    },
  });
  await session.execute(
    `UPDATE gas_books SET refill_intent_id = $2, refilled_at_ms = $3 WHERE network_id = $1`,
    [networkId, intentId, nowMs],
  );
}
