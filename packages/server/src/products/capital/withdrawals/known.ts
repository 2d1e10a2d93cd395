// A withdrawal that was asked for before under the same client id. Called by checks.ts.
import { createHash } from 'node:crypto';
import type { withdrawRoutes, z } from '@isobath/wire';
import type { Session } from '../../../base/db/index.ts';
import { refuse } from '../../../base/product/index.ts';

/** What a withdrawal is asked for with, checked by its shape. */
export type WithdrawBody = z.output<NonNullable<typeof withdrawRoutes.submit.body>>;

/** SHA-256 of a request, however its fields were ordered; the client id is no part of it. */
export function hashBody({ clientId: _clientId, ...body }: WithdrawBody): Buffer {
  const { travel } = body;
  const words = [
    body.coinId,
    body.networkId,
    body.address ?? '',
    body.addressId ?? 0,
    body.memo,
    body.amount,
    body.isFeeInside,
    travel === undefined ? null : [travel.beneficiary, travel.venue ?? '', travel.purpose],
  ];
  return createHash('sha256').update(JSON.stringify(words)).digest();
}

/** @returns its number, undefined for a new one. @throws key_reused with another request. */
export async function findKnown(
  session: Session,
  asked: { readonly ownerId: number; readonly clientId: string; readonly bodyHash: Buffer },
): Promise<number | undefined> {
  const [row] = await session.query<{ withdrawal_id: number; body_hash: Buffer }>(
    'SELECT withdrawal_id, body_hash FROM withdrawals WHERE owner_id = $1 AND client_id = $2',
    [asked.ownerId, asked.clientId],
  );
  if (row !== undefined && !row.body_hash.equals(asked.bodyHash)) throw refuse('key_reused');
  return row?.withdrawal_id;
}
