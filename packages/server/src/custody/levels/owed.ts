// What the exchange owes its people of each coin that is on a network: all that contra accounts
// gave out, less what the house itself has. Levels of hot wallets and breakers are parts of it.
// Called by the sender; read once a minute.

import { type AccountId, AccountType } from '@isobath/core';
import { HOUSE } from '../money.ts';
import type { SenderParts } from '../sender/parts.ts';

const EVERY_MS = 60_000;

/** Kinds of accounts that the house has for itself. What is held in suspense is its owners'. */
const HOUSE_TYPES = [
  AccountType.operatorFee,
  AccountType.operatorPromotions,
  AccountType.operatorInsurance,
  AccountType.operatorDust,
  AccountType.operatorLending,
  AccountType.operatorGas,
  AccountType.operatorCardFloat,
  AccountType.operatorTreasury,
] as const;

/** Levels of a hot wallet in units: by row, or 2, 5 and 8 hundredths of what is owed. */
export const LEVELS = `
  coalesce(listed.hot_low_units, floor(owed.units * 2 / 100))::text AS low_units,
  coalesce(listed.hot_target_units, floor(owed.units * 5 / 100))::text AS target_units,
  coalesce(listed.hot_high_units, floor(owed.units * 8 / 100))::text AS high_units`;

/** Read it anew where it is older than a minute. */
export async function refreshOwed(
  parts: Pick<SenderParts, 'database' | 'fence' | 'money' | 'readNowMs'>,
): Promise<void> {
  const { database, fence, money, readNowMs } = parts;
  const nowMs = readNowMs();
  const due = await database.query<{ asset_id: number }>(
    `SELECT DISTINCT listed.asset_id FROM network_assets AS listed
     LEFT JOIN asset_owed AS owed USING (asset_id)
     WHERE owed.at_ms IS NULL OR owed.at_ms <= $1 ORDER BY asset_id`,
    [nowMs - EVERY_MS],
  );
  if (due.length === 0) return;
  const networks = await database.query<{ network_id: number }>('SELECT network_id FROM networks');
  const scopes = [0, ...networks.map(({ network_id: networkId }) => networkId)];
  const wanted = [
    ...scopes.map((scope) => ({ accountType: AccountType.chain, scope })),
    ...HOUSE_TYPES.map((accountType) => ({ accountType, scope: 0 })),
  ];
  const accounts: AccountId[] = [];
  for (const one of wanted) accounts.push(await money.findAccount({ ownerId: HOUSE, ...one }));
  const owed: string[] = [];
  for (const { asset_id: assetId } of due) {
    let units = 0n;
    // Contra accounts are below zero by what they gave out; all accounts together are nothing.
    for (const accountId of accounts) units -= await money.readAvailableUnits(accountId, assetId);
    owed.push(String(units > 0n ? units : 0n));
  }
  await fence.write((session) =>
    session.execute(
      `INSERT INTO asset_owed (asset_id, units, at_ms)
       SELECT asset_id, units, $3 FROM unnest($1::int[], $2::numeric[]) AS read (asset_id, units)
       ON CONFLICT (asset_id) DO UPDATE SET units = EXCLUDED.units, at_ms = EXCLUDED.at_ms`,
      [due.map((row) => row.asset_id), owed, nowMs],
    ),
  );
}
