// What a request for two operators is about, in money and names: its payload is numbers of rows,
// and nobody judges a payment by its number. Read as it is now, never part of what is agreed to:
// amounts and addresses of these rows do not change. Made by start.ts.
import type { ApprovalKind } from '@isobath/wire';
import type { ApprovalWorks, Subject } from '../../../base/approvals/index.ts';
import type { Database } from '../../../base/db/index.ts';
import type { MarketRegistry } from '../../../base/market/index.ts';
import { DEPOSIT_COLUMNS, type DepositRow, showDeposit } from '../deposits/desk.ts';
import { showWithdrawal, WITHDRAWAL_COLUMNS, type WithdrawalRow } from './withdrawals.ts';

/** What subjects are read from. */
export interface SubjectParts {
  readonly database: Database;
  readonly markets: MarketRegistry;
}

type Numbers = Readonly<Record<string, number>>;
type Describe = (payload: Numbers) => Promise<Subject>;

const nothing: Subject = { facts: {} };

const WITHDRAWAL = `SELECT ${WITHDRAWAL_COLUMNS}, released_by,
    coalesce((SELECT email FROM operators WHERE operator_id = released_by), '') AS released
  FROM withdrawals AS own JOIN networks USING (network_id) WHERE withdrawal_id = $1`;

const DEPOSIT = `SELECT ${DEPOSIT_COLUMNS} FROM deposits JOIN networks USING (network_id)
  LEFT JOIN network_assets USING (network_id, asset_id) WHERE deposit_id = $1`;

const CLAIM = `SELECT owner_id, tx_hash, networks.name AS network
  FROM deposit_claims JOIN networks USING (network_id) WHERE claim_id = $1`;

function createReaders({ database, markets }: SubjectParts) {
  const withdrawal: Describe = async ({ withdrawalId }) => {
    const [row] = await database.query<
      WithdrawalRow & { readonly released_by: number; readonly released: string }
    >(WITHDRAWAL, [withdrawalId]);
    if (row === undefined) return nothing;
    const { amount, coin, fee, value, network, address, memo, ownerId } = showWithdrawal(
      row,
      markets,
    );
    const facts = { ownerId, coin, amount, fee, usdtValue: value, network, toAddress: address };
    return {
      facts: {
        ...facts,
        ...(memo === '' ? {} : { memo }),
        ...(row.released === '' ? {} : { releasedBy: row.released }),
      },
      barredIds: row.released_by === 0 ? [] : [row.released_by],
    };
  };
  const deposit: Describe = async ({ depositId }) => {
    const [row] = await database.query<DepositRow>(DEPOSIT, [depositId]);
    if (row === undefined) return nothing;
    const { ownerId, coin, amount, network, address, txHash } = showDeposit(row, markets);
    return { facts: { ownerId, coin, amount, network, toAddress: address, txHash } };
  };
  const claim: Describe = async ({ claimId }) => {
    const [row] = await database.query<{ owner_id: number; tx_hash: string; network: string }>(
      CLAIM,
      [claimId],
    );
    if (row === undefined) return nothing;
    return { facts: { ownerId: row.owner_id, network: row.network, claimedTxHash: row.tx_hash } };
  };
  const place: Describe = async ({ networkId, coinId }) => {
    const [row] = await database.query<{ network: string }>(
      'SELECT name AS network FROM networks WHERE network_id = $1',
      [networkId],
    );
    if (row === undefined) return nothing;
    const coin = coinId === undefined ? undefined : markets.coinById(coinId)?.shortName;
    return { facts: coin === undefined ? row : { coin, ...row } };
  };
  /** As the request names it, each coin by its name. */
  const nameStop = (stop: string): string => {
    const [coinId, word] = stop.split(': ');
    if (word === undefined) return stop;
    return `${markets.coinById(Number(coinId))?.shortName ?? coinId}: ${word}`;
  };
  const stopped: Describe = async (payload) => {
    const { facts } = await place(payload);
    const { reasons } = payload as unknown as { readonly reasons: readonly string[] };
    return { facts: { reasons: reasons.map(nameStop).join('\n'), ...facts } };
  };
  return { withdrawal, deposit, claim, place, stopped };
}

/** The same works, each with what its requests are about. */
export function describeWorks(
  works: Partial<ApprovalWorks>,
  parts: SubjectParts,
): Partial<ApprovalWorks> {
  const { withdrawal, deposit, claim, place, stopped } = createReaders(parts);
  const readers: Partial<Record<ApprovalKind, Describe>> = {
    'withdrawal.approve': withdrawal,
    'withdrawal.name': withdrawal,
    'deposit.release': deposit,
    'deposit.rollback': deposit,
    'claim.decide': claim,
    'network.open': stopped,
    'cold.address': place,
    'cold.limits': place,
  };
  return Object.fromEntries(
    Object.entries(works).map(([kind, work]) => {
      const read = readers[kind as ApprovalKind];
      if (read === undefined) return [kind, work];
      return [kind, { ...work, describe: (payload: unknown) => read(payload as Numbers) }];
    }),
  );
}
