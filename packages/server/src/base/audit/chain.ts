// How one act is bound to the act before it: a keyed hash over everything in its row.
// It reads and writes no table. Used by log.ts, verify.ts and export.ts.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** What a row of the chain says. Times are UTC milliseconds. */
export interface ChainRow {
  readonly sequence: number;
  readonly atMs: number;
  readonly operatorId: number;
  readonly sessionId: number;
  readonly action: string;
  readonly targetKind: string;
  readonly targetId: number;
  readonly detailId: number;
  readonly detailHash: Buffer;
  readonly previousHash: Buffer;
}

/** What stands before the first row. */
export const GENESIS = Buffer.alloc(32);

/** The chain's own key, made from a secret of the installation. @param secret - hexadecimal. */
export function makeAuditKey(secret: string): Buffer {
  return createHmac('sha256', Buffer.from(secret, 'hex')).update('audit chain').digest();
}

/** What stands in the chain, in its order. */
export function listFields(row: ChainRow): readonly (string | number)[] {
  return [
    row.sequence,
    row.atMs,
    row.operatorId,
    row.sessionId,
    row.action,
    row.targetKind,
    row.targetId,
    row.detailId,
    row.detailHash.toString('hex'),
    row.previousHash.toString('hex'),
  ];
}

/** Hash of a row. */
export function hashRow(key: Buffer, row: ChainRow): Buffer {
  return createHmac('sha256', key)
    .update(JSON.stringify(listFields(row)))
    .digest();
}

/** Hash of what was said, with its salt. */
export function hashDetail(salt: Buffer, detail: string): Buffer {
  return createHash('sha256').update(salt).update(detail).digest();
}

/** Whether two hashes are the same. */
export function isSameHash(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}
