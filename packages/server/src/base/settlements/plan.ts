// Writes what is to be paid. Called by jobs of products.

import type { AccountId, AssetId } from '@isobath/core';
import type { Session } from '../db/index.ts';
import type { SettlementKind } from './kind.ts';

/** One amount of a subject. */
export interface SettlementLine {
  readonly subjectId: number;
  /** Place among the lines of its subject, 0..63: they move in this order. */
  readonly leg: number;
  readonly fromAccountId: AccountId;
  readonly toAccountId: AccountId;
  readonly assetId: AssetId;
  /** 0 = nothing to move: no line is written. */
  readonly units: bigint;
  /** What the amount is made of, decimal texts by word. */
  readonly parts?: Readonly<Record<string, string>>;
}

/**
 * Write lines, at most some 500 at once, in the transaction that notes how far the job is. A line
 * that is there stays as it is. All lines of a subject belong into one call.
 *
 * @param period - end of the period, UTC milliseconds.
 * @returns how many were new.
 */
export function planSettlements(
  session: Session,
  { kind, periodMs }: { readonly kind: SettlementKind; readonly periodMs: number },
  lines: readonly SettlementLine[],
): Promise<number> {
  const moving = lines.filter(({ units }) => units !== 0n);
  return session.execute(
    `INSERT INTO settlements (product, period, subject_id, leg, from_account_id, to_account_id,
       asset_id, units, parts)
     SELECT $1, $2, * FROM unnest($3::int8[], $4::int4[], $5::int8[], $6::int8[], $7::int4[],
       $8::numeric[], $9::jsonb[]) ON CONFLICT DO NOTHING`,
    [
      kind.name,
      new Date(periodMs),
      moving.map(({ subjectId }) => subjectId),
      moving.map(({ leg }) => leg),
      moving.map(({ fromAccountId }) => fromAccountId),
      moving.map(({ toAccountId }) => toAccountId),
      moving.map(({ assetId }) => assetId),
      moving.map(({ units }) => String(units)),
      moving.map(({ parts = {} }) => JSON.stringify(parts)),
    ],
  );
}
