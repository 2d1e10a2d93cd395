// What our transactions cost, in the books: all that was ever paid on a network, rounded up to a
// unit once, less what was booked before. Where the gas account is short it is written again later,
// and nothing new is signed till then (stops.ts).

import {
  type AccountId,
  AccountType,
  type AssetId,
  CommandKind,
  TransferReason,
} from '@isobath/core';
import { calculateGasUnits, withdrawalConsumers } from '../../base/custody/index.ts';
import type { Session } from '../../base/db/index.ts';
import { HOUSE } from '../money.ts';
import type { OpenNetwork } from '../networks.ts';
import type { SenderParts } from './parts.ts';

/** What a booking stands on, read before its transaction. */
export interface GasTerms {
  readonly assetId: number;
  readonly decimals: number;
  readonly scale: number;
  readonly gasAccount: number;
  /** Pays into the gas account where that is short. */
  readonly treasuryAccount: number;
  readonly chainAccount: number;
}

/** Read what the network's own coin is, and whose accounts pay. */
export async function readGasTerms(
  { database, money }: SenderParts,
  { networkId }: Pick<OpenNetwork, 'networkId'>,
): Promise<GasTerms> {
  const [own] = await database.query<{ asset_id: number; decimals: number }>(
    `SELECT asset_id, decimals FROM network_assets WHERE network_id = $1 AND contract = ''`,
    [networkId],
  );
  if (own === undefined) throw new Error(`network ${networkId} has no coin of its own`);
  const house = { ownerId: HOUSE, scope: 0 };
  return {
    assetId: own.asset_id,
    decimals: own.decimals,
    scale: await money.readScale(own.asset_id),
    treasuryAccount: await money.findAccount({
      ...house,
      accountType: AccountType.operatorTreasury,
    }),
    gasAccount: await money.findAccount({ ...house, accountType: AccountType.operatorGas }),
    chainAccount: await money.findAccount({
      ownerId: HOUSE,
      accountType: AccountType.chain,
      scope: networkId,
    }),
  };
}

interface GasBooking {
  readonly networkId: number;
  readonly feeRaw: bigint;
  readonly terms: GasTerms;
  /** The gas account was short: the treasury pays first. */
  readonly isRefilled?: boolean;
}

/** Count what a transaction cost, and write what of it makes whole units. */
export async function bookGas(
  { money: { intents } }: Pick<SenderParts, 'money'>,
  session: Session,
  { networkId, feeRaw, terms, isRefilled = false }: GasBooking,
): Promise<void> {
  const [book] = await session.query<{ total_raw: string; booked_units: string }>(
    `INSERT INTO gas_books AS own (network_id, total_raw, booked_units) VALUES ($1, $2, 0)
     ON CONFLICT (network_id) DO UPDATE SET total_raw = own.total_raw + EXCLUDED.total_raw
     RETURNING total_raw::text, booked_units::text`,
    [networkId, feeRaw],
  );
  const paid = {
    totalRaw: BigInt(book?.total_raw ?? '0'),
    creditedUnits: BigInt(book?.booked_units ?? '0'),
  };
  const units = calculateGasUnits(paid, terms);
  if (units <= 0n) return;
  await session.execute(
    'UPDATE gas_books SET booked_units = booked_units + $2 WHERE network_id = $1',
    [networkId, units],
  );
  const { chainAccount } = terms;
  const legOf = (fromAccountId: number, toAccountId: number) => ({
    fromAccountId: fromAccountId as AccountId,
    toAccountId: toAccountId as AccountId,
    assetId: terms.assetId as AssetId,
    amountUnits: units,
  });
  await intents.write(session, {
    consumer: withdrawalConsumers.gas,
    subject: `${networkId}:${terms.assetId}:${units}`,
    command: {
      kind: CommandKind.transferGroup,
      reason: TransferReason.networkFee,
      reference: networkId,
      legs: isRefilled
        ? [legOf(terms.treasuryAccount, terms.gasAccount), legOf(terms.gasAccount, chainAccount)]
        : [legOf(terms.gasAccount, chainAccount)],
    },
  });
}

/** Write again what the ledger had too little for. */
export async function bookGasAgain(parts: SenderParts, network: OpenNetwork): Promise<void> {
  const { networkId } = network;
  const beforeMs = parts.readNowMs() - parts.pace.againAfterMs;
  // At once for the first time, then once a minute.
  const isDue = 'network_id = $1 AND refused_at_ms > 0 AND refilled_at_ms < $2';
  const due = await parts.database.query(`SELECT FROM gas_books WHERE ${isDue}`, [
    networkId,
    beforeMs,
  ]);
  if (due.length === 0) return;
  const terms = await readGasTerms(parts, network);
  await parts.fence.write(async (session) => {
    const taken = await session.execute(`UPDATE gas_books SET refilled_at_ms = $3 WHERE ${isDue}`, [
      networkId,
      beforeMs,
      parts.readNowMs(),
    ]);
    const booking = { networkId, feeRaw: 0n, terms, isRefilled: true };
    if (taken > 0) await bookGas(parts, session, booking);
  });
  parts.money.intents.nudge();
}
