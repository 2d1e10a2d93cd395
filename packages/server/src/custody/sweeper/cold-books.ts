// A move to a cold address in the books: a withdrawal of the treasury once the chain has it for
// good. Where the ledger refuses it is written again later, and the comparison knows of it
// meanwhile.
// Called by what ends transactions, and again by the sender.

import { type AccountId, type AssetId, CommandKind, TransferReason } from '@isobath/core';
import { withdrawalConsumers } from '../../base/custody/index.ts';
import type { Session } from '../../base/db/index.ts';
import type { Looked, SenderParts } from '../sender/parts.ts';
import type { GasTerms } from '../sender/gas.ts';

/** Whose transaction it was, and the accounts between which it goes. */
export interface ColdEnd {
  readonly networkId: number;
  readonly family: string;
  readonly accounts: Pick<GasTerms, 'treasuryAccount' | 'chainAccount'>;
}

const OF_FAMILY = `send_id IN (SELECT send_id FROM chain_sends
  WHERE network_id = $1 AND family = $2)`;

/** Write it, unless it was. */
export async function bookCold(
  { money: { intents } }: Pick<SenderParts, 'money'>,
  session: Session,
  { networkId, family, accounts }: ColdEnd,
): Promise<void> {
  const [row] = await session.query<{ send_id: number; asset_id: number; units: string }>(
    `SELECT send_id, asset_id, units::text FROM cold_moves
     WHERE ${OF_FAMILY} AND state = 'open' AND intent_id IS NULL FOR UPDATE`,
    [networkId, family],
  );
  if (row === undefined) return;
  const intentId = await intents.write(session, {
    consumer: withdrawalConsumers.cold,
    subject: String(row.send_id),
    command: {
      kind: CommandKind.transfer,
      fromAccountId: accounts.treasuryAccount as AccountId,
      toAccountId: accounts.chainAccount as AccountId,
      assetId: row.asset_id as AssetId,
      amountUnits: BigInt(row.units),
      reason: TransferReason.withdrawal,
      reference: row.send_id,
    },
  });
  await session.execute(
    'UPDATE cold_moves SET intent_id = $2, refused_at_ms = 0 WHERE send_id = $1',
    [row.send_id, intentId],
  );
}

/** It moved nothing: the hot wallet has it still. */
export async function dropCold(
  session: Session,
  { networkId, family }: Pick<ColdEnd, 'networkId' | 'family'>,
): Promise<void> {
  await session.execute(
    `UPDATE cold_moves SET state = 'dropped' WHERE ${OF_FAMILY} AND state = 'open'`,
    [networkId, family],
  );
}

/** Write again what the ledger refused. */
export async function bookColdAgain(
  parts: SenderParts,
  { networkId }: Looked,
  readAccounts: () => Promise<ColdEnd['accounts']>,
): Promise<void> {
  const rows = await parts.database.query<{ family: string }>(
    `SELECT sends.family FROM cold_moves AS moved JOIN chain_sends AS root USING (send_id)
     JOIN chain_sends AS sends ON sends.network_id = moved.network_id
       AND sends.family = root.family
     WHERE moved.network_id = $1 AND moved.state = 'open' AND moved.intent_id IS NULL
       AND sends.state = 'final' AND sends.family <> '' AND moved.refused_at_ms <= $2`,
    [networkId, parts.readNowMs() - parts.pace.againAfterMs],
  );
  if (rows.length === 0) return;
  const accounts = await readAccounts();
  for (const { family } of rows) {
    await parts.fence.write((session) => bookCold(parts, session, { networkId, family, accounts }));
  }
  parts.money.intents.nudge();
}
