// Rows of our transactions: planned before the signer is asked, with its bytes before any node is.
// A family is all transactions of which the chain can take one alone; a bump is a further member.

import { randomUUID } from 'node:crypto';
import type { Approval, SignRequest } from '@isobath/signer/client';
import { moveWithdrawal } from '../../base/custody/index.ts';
import type { Session } from '../../base/db/index.ts';
import type { Looked, SenderParts } from './parts.ts';

/** States of a transaction of ours. */
export type SendState =
  | 'planned'
  | 'refused'
  | 'signed'
  | 'sent'
  | 'mined'
  | 'final'
  | 'failed'
  | 'replaced';

/** A transaction of ours. */
export interface Send {
  readonly sendId: number;
  readonly kind: string;
  readonly requestId: string;
  readonly family: string;
  readonly member: number;
  readonly body: SignRequest;
  /** Address that pays, as the signer writes it. */
  readonly from: string;
  readonly nonce: number | null;
  readonly raw: string;
  readonly txid: string;
  readonly feeRaw: bigint;
  readonly state: SendState;
  readonly blockHash: string | null;
  readonly height: number | null;
  readonly sentAtMs: number;
  readonly sentHeight: number;
  readonly broadcastHash: string;
}

interface Row {
  readonly send_id: number;
  readonly kind: string;
  readonly request_id: string;
  readonly family: string;
  readonly member: number;
  readonly body: SignRequest;
  readonly from_address: string;
  readonly nonce: number | null;
  readonly raw: string;
  readonly txid: string;
  readonly fee_raw: string;
  readonly state: SendState;
  readonly block_hash: string | null;
  readonly height: number | null;
  readonly sent_at_ms: number;
  readonly sent_height: number;
  readonly broadcast_hash: string;
}

/** Transactions of a network in some states: a lower number first, of a family the first first. */
export async function readSends(
  session: Session,
  networkId: number,
  states: readonly SendState[],
): Promise<Send[]> {
  const rows = await session.query<Row>(
    `SELECT send_id, kind, request_id, family, member, body, from_address, nonce, raw,
       txid, fee_raw::text, state, block_hash, height, sent_at_ms, sent_height, broadcast_hash
     FROM chain_sends WHERE network_id = $1 AND state = ANY ($2::text[])
     ORDER BY nonce NULLS FIRST, send_id`,
    [networkId, [...states]],
  );
  return rows.map((row) => ({
    sendId: row.send_id,
    kind: row.kind,
    requestId: row.request_id,
    family: row.family,
    member: row.member,
    body: row.body,
    from: row.from_address,
    nonce: row.nonce,
    raw: row.raw,
    txid: row.txid,
    feeRaw: BigInt(row.fee_raw),
    state: row.state,
    blockHash: row.block_hash,
    height: row.height,
    sentAtMs: row.sent_at_ms,
    sentHeight: row.sent_height,
    broadcastHash: row.broadcast_hash,
  }));
}

/** Number of a withdrawal as the signer knows it. */
export const namePayment = (withdrawalId: number): string => `w${withdrawalId}`;

/** What officers signed of payments, as a request has it. */
export const listApprovals = (
  payments: readonly { readonly withdrawalId: number; readonly approvals: readonly Approval[] }[],
): SignRequest['approvals'] =>
  payments.flatMap(({ withdrawalId, approvals }) =>
    approvals.map((one) => ({ paymentId: namePayment(withdrawalId), ...one })),
  );

/** The withdrawals that a request pays; none of a move between addresses of ours. */
export const listPaid = ({ outputs }: Pick<SignRequest, 'outputs'>): number[] =>
  outputs
    .filter(({ paymentId }) => paymentId.startsWith('w'))
    .map(({ paymentId }) => Number(paymentId.slice(1)));

/** A name for a move between addresses of ours; no withdrawal has one like it. */
export const nameMove = (): string => `m${randomUUID()}`;

/** A name that no request had before. */
export const nameRequest = (): string => `r${randomUUID()}`;

/** A transaction that the signer will be asked for. */
export interface Plan {
  readonly kind: 'withdraw' | 'sweep' | 'gas' | 'bump';
  readonly body: SignRequest;
  readonly from: string;
  readonly nonce: number | null;
  /** The worst that it may cost. */
  readonly feeRaw: bigint;
  /** Of a bump: which family, and the how manieth member. */
  readonly family?: string;
  readonly member?: number;
  /** Of a sweep and its gas: the deposit address. */
  readonly forAddress?: string;
}

/** Write what the signer will be asked for. @returns its number. */
export async function writePlan(
  session: Session,
  networkId: number,
  { plan, nowMs }: { readonly plan: Plan; readonly nowMs: number },
): Promise<number> {
  const [row] = await session.query<{ send_id: number }>(
    `INSERT INTO chain_sends (network_id, kind, request_id, family, member, body, from_address,
       nonce, fee_raw, state, made_at_ms, for_address)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'planned', $10, $11) RETURNING send_id`,
    [
      networkId,
      plan.kind,
      plan.body.requestId,
      plan.family ?? '',
      plan.member ?? 0,
      JSON.stringify(plan.body),
      plan.from,
      plan.nonce,
      plan.feeRaw,
      nowMs,
      plan.forAddress ?? '',
    ],
  );
  const sendId = row?.send_id ?? 0;
  await session.execute(
    `INSERT INTO chain_send_payments (send_id, withdrawal_id)
     SELECT $1, unnest($2::bigint[])`,
    [sendId, listPaid(plan.body)],
  );
  return sendId;
}

/** A family that offers as much as it may, and still waits. */
export class StuckSend extends Error {}

/** A withdrawal that somebody else moved meanwhile: the whole plan is dropped. */
export class PlanLost extends Error {}

/**
 * Commit the plan of payments before the signer hears of it: with the row, its withdrawals are
 * taken out of the queue, and whoever cancels comes too late.
 *
 * @errors PlanLost when one of them was cancelled meanwhile; nothing is written then.
 */
export async function commitPlan(
  { fence, readNowMs }: Pick<SenderParts, 'fence' | 'readNowMs'>,
  { networkId }: Looked,
  {
    reserve,
    ...plan
  }: Plan & { readonly reserve?: (session: Session, sendId: number) => Promise<void> },
): Promise<void> {
  await fence.write(async (session) => {
    const nowMs = readNowMs();
    for (const withdrawalId of listPaid(plan.body)) {
      const step = { withdrawalId, to: 'signing', from: ['queued'], nowMs } as const;
      if (!(await moveWithdrawal(session, step))) throw new PlanLost();
      await session.execute('UPDATE withdrawals SET request_id = $2 WHERE withdrawal_id = $1', [
        withdrawalId,
        plan.body.requestId,
      ]);
    }
    const sendId = await writePlan(session, networkId, { plan, nowMs });
    await reserve?.(session, sendId);
  });
}
