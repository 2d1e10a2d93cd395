// A transaction of ours is deep in the chain: whether it paid is seen in what its block moved, and
// the ledger says the same, once: what was taken goes out, the fee is earned, gas is booked. What
// it used without paying goes back to the people.

import {
  type AccountId,
  AccountType,
  type AssetId,
  CommandKind,
  TransferReason,
} from '@isobath/core';
import {
  moveWithdrawal,
  releaseWithdrawal,
  withdrawalConsumers,
} from '../../base/custody/index.ts';
import type { Session } from '../../base/db/index.ts';
import type { ChainBlock, TransactionState } from '../chains/port.ts';
import { HOUSE } from '../money.ts';
import { bookCold, dropCold } from '../sweeper/cold-books.ts';
import { bookGas, readGasTerms } from './gas.ts';
import { NO_BYTES } from './named.ts';
import type { Looked, SenderParts } from './parts.ts';
import { listPaid, type Send } from './sends.ts';
import { writeStop } from './stops.ts';

interface Ended {
  readonly send: Send;
  readonly state: Extract<TransactionState, { kind: 'mined' }>;
  readonly block: ChainBlock;
}

interface Paid {
  readonly withdrawal_id: number;
  readonly asset_id: number;
  readonly receives_units: string;
  readonly fee_units: string;
  readonly outgoing_account_id: number;
}

interface Houses {
  readonly chain: number;
  readonly fee: number;
}

/** Accounts of the house that a payment needs; they are opened with the network. */
async function readHouses({ money }: SenderParts, networkId: number): Promise<Houses> {
  const [chain, fee] = await Promise.all([
    money.findAccount({ ownerId: HOUSE, accountType: AccountType.chain, scope: networkId }),
    money.findAccount({ ownerId: HOUSE, accountType: AccountType.operatorFee, scope: 0 }),
  ]);
  return { chain, fee };
}

/** Whether the block moved every payment of a request, to the right address. */
function hasPaid({ body, txid }: Send, { moves }: ChainBlock): boolean {
  const asset = 'token' in body && body.token !== null ? body.token.toLowerCase() : 'native';
  const own = moves.filter((move) => move.txid === txid && move.asset === asset);
  const isEvm = 'nonce' in body;
  const spell = (address: string) => (isEvm ? address.toLowerCase() : address);
  const used = new Set<string>();
  return body.outputs.every(({ to, raw }) => {
    const found = own.find(
      (move) => !used.has(move.place) && move.to === spell(to) && move.raw === BigInt(raw),
    );
    if (found !== undefined) used.add(found.place);
    return found !== undefined;
  });
}

/** Write the end of a transaction, in one commit. */
export async function settle(parts: SenderParts, network: Looked, ended: Ended): Promise<void> {
  const { networkId } = network;
  const houses = await readHouses(parts, networkId);
  const terms = await readGasTerms(parts, network);
  const { send, state, block } = ended;
  const isPaid = state.isDone && hasPaid(send, block);
  await parts.fence.write(async (session) => {
    const closed = await session.execute(
      `UPDATE chain_sends SET state = $2, block_hash = $3, height = $4
       WHERE send_id = $1 AND state = 'mined'`,
      [send.sendId, isPaid ? 'final' : 'failed', block.header.hash, block.header.height],
    );
    if (closed === 0) return;
    await session.execute(
      `UPDATE chain_sends SET state = 'replaced', block_hash = NULL, height = NULL
       WHERE network_id = $1 AND family = $2 AND send_id <> $3
         AND state IN ('signed', 'sent', 'mined')`,
      [networkId, send.family, send.sendId],
    );
    await session.execute(
      `UPDATE chain_sends SET state = 'refused' WHERE network_id = $1 AND family = $2
         AND state = 'planned'`,
      [networkId, send.family],
    );
    const { family } = send;
    if (isPaid) {
      await bookPaid(parts, session, { send, houses });
      await bookCold(parts, session, { networkId, family, accounts: terms });
    } else await giveBack(parts, session, { network, send, isDone: state.isDone });
    if (!isPaid) {
      await noteUnmoved(session, network, ended);
      await dropCold(session, { networkId, family });
    }
    await keepChange(session, network, ended);
    const feeRaw = state.feeRaw ?? send.feeRaw;
    await bookGas(parts, session, { networkId, feeRaw, terms });
  });
  parts.money.intents.nudge();
}

interface Booking {
  readonly send: Send;
  readonly houses: Houses;
}

async function bookPaid(
  parts: SenderParts,
  session: Session,
  { send, houses }: Booking,
): Promise<void> {
  for (const withdrawalId of listPaid(send.body)) {
    const step = { withdrawalId, to: 'mined', from: ['sent'], nowMs: parts.readNowMs() } as const;
    await moveWithdrawal(session, step);
    const [row] = await session.query<Paid>(
      `SELECT withdrawal_id, asset_id, receives_units::text, fee_units::text,
         outgoing_account_id FROM withdrawals
       WHERE withdrawal_id = $1 AND state = 'mined' AND end_intent_id IS NULL FOR UPDATE`,
      [withdrawalId],
    );
    if (row !== undefined) await bookOne(parts, session, { row, houses });
  }
}

async function bookOne(
  { money: { intents }, readNowMs }: SenderParts,
  session: Session,
  { row, houses }: { readonly row: Paid; readonly houses: Houses },
): Promise<void> {
  const legOf = (toAccountId: number, units: string) => ({
    fromAccountId: row.outgoing_account_id as AccountId,
    toAccountId: toAccountId as AccountId,
    assetId: row.asset_id as AssetId,
    amountUnits: BigInt(units),
  });
  const intentId = await intents.write(session, {
    consumer: withdrawalConsumers.end,
    subject: String(row.withdrawal_id),
    command: {
      kind: CommandKind.transferGroup,
      reason: TransferReason.withdrawal,
      reference: row.withdrawal_id,
      legs: [legOf(houses.chain, row.receives_units), legOf(houses.fee, row.fee_units)],
    },
  });
  await session.execute(
    'UPDATE withdrawals SET end_intent_id = $2, changed_at_ms = $3 WHERE withdrawal_id = $1',
    [row.withdrawal_id, intentId, readNowMs()],
  );
}

/** Paid on the chain, and the ledger refused: written again, once a minute. */
export async function bookAgain(parts: SenderParts, network: Looked): Promise<void> {
  const { database, fence, readNowMs, pace } = parts;
  const rows = await database.query<Paid>(
    `SELECT own.withdrawal_id, own.asset_id, own.receives_units::text, own.fee_units::text,
       own.outgoing_account_id
     FROM withdrawals AS own JOIN chain_sends AS sends
       ON sends.network_id = own.network_id AND sends.family = own.family
     WHERE own.network_id = $1 AND own.state = 'mined' AND own.end_intent_id IS NULL
       AND sends.state = 'final' AND own.changed_at_ms < $2`,
    [network.networkId, readNowMs() - pace.againAfterMs],
  );
  if (rows.length === 0) return;
  const houses = await readHouses(parts, network.networkId);
  for (const row of rows) {
    await fence.write((session) => bookOne(parts, session, { row, houses }));
  }
  parts.money.intents.nudge();
}

/** It used its number and paid nobody: nothing else can pay it any more. */
async function giveBack(
  { money: { intents }, readNowMs }: SenderParts,
  session: Session,
  { network, send, isDone }: { network: Looked; send: Send; isDone: boolean },
): Promise<void> {
  const nowMs = readNowMs();
  for (const withdrawalId of listPaid(send.body)) {
    const reason = isDone ? 'not_paid' : 'reverted';
    await releaseWithdrawal(session, intents, { withdrawalId, to: 'failed', nowMs, reason });
    // What two operators named may be anything that has used the number.
    if (!isDone || send.raw === NO_BYTES) continue;
    // A token that says yes and moves nothing is not the one that was listed.
    const [row] = await session.query<{ asset_id: number }>(
      'SELECT asset_id FROM withdrawals WHERE withdrawal_id = $1',
      [withdrawalId],
    );
    const stop = { networkId: network.networkId, assetId: row?.asset_id ?? 0, reason };
    await writeStop(session, stop);
  }
}

/** A sweep of a token that says yes and moves nothing: it is not the one that was listed. */
async function noteUnmoved(
  session: Session,
  { networkId }: Looked,
  { send: { body }, state }: Ended,
): Promise<void> {
  if (listPaid(body).length > 0 || !state.isDone || !('token' in body)) return;
  const [row] = await session.query<{ asset_id: number }>(
    'SELECT asset_id FROM network_assets WHERE network_id = $1 AND contract = lower($2)',
    [networkId, body.token ?? ''],
  );
  const stop = { networkId, assetId: row?.asset_id ?? 0, reason: 'not_paid' };
  await writeStop(session, stop);
}

/** What came back to us can be spent from now on. */
async function keepChange(
  session: Session,
  { networkId, family }: Looked,
  { send, block }: Ended,
): Promise<void> {
  if (family === 'evm' || !('inputs' in send.body)) return;
  const { body, txid } = send;
  const output = body.outputs.length;
  const back = block.moves.find((one) => one.txid === txid && one.place === `out:${output}`);
  if (back === undefined) return;
  await session.execute(
    `INSERT INTO chain_outputs (network_id, txid, output, raw, account, change, index,
       block_hash, height, is_counted)
     VALUES ($1, $2, $3, $4, 0, 1, $5, $6, $7, true)
     ON CONFLICT (network_id, txid, output) DO UPDATE SET is_counted = true,
       block_hash = EXCLUDED.block_hash, height = EXCLUDED.height`,
    [networkId, txid, output, back.raw, body.from.index, block.header.hash, block.header.height],
  );
}
