// Sends planned lines in groups of at most 64, each an intent that commits together with the mark
// that its lines are sent: whatever is killed in between, no line goes twice and none is left out.
// A group that is refused comes back subject by subject, so that one account that is short holds up
// nobody else. Called by jobs of products.

import { type AccountId, type AssetId, CommandKind } from '@isobath/core';
import type { Database, Session } from '../db/index.ts';
import type { Intents } from '../intents/index.ts';
import type { SettlementKind } from './kind.ts';

/** What sending stands on. */
export interface SettlementParts {
  readonly database: Database;
  readonly intents: Intents;
}

/** Lines of a kind that are not done. */
export interface OpenSettlements {
  /** Not sent yet, or sent and not ended. */
  readonly waitingCount: number;
  /** An account was short: tried again by each call that comes a minute later. */
  readonly shortCount: number;
}

interface Row {
  readonly settlement_id: number;
  readonly subject_id: number;
  readonly period: Date;
  readonly from_account_id: AccountId;
  readonly to_account_id: AccountId;
  readonly asset_id: AssetId;
  readonly units: string;
  readonly is_alone: boolean;
}

/** The engine takes no more in one command. */
const LEGS_MAX = 64;

const isSame = (one: Row, other: Row | undefined) =>
  one.subject_id === other?.subject_id && +one.period === +other.period;

/** The first lines that may go together, no subject torn apart. */
function takeGroup(rows: readonly Row[]): readonly Row[] {
  const [first] = rows;
  if (first?.is_alone === true) return rows.filter((row) => isSame(row, first));
  const alone = rows.findIndex(({ is_alone: isAlone }) => isAlone);
  let count = Math.min(LEGS_MAX, alone < 0 ? rows.length : alone);
  // Where it is cut through a subject, the whole subject waits for the next group.
  while (count > 0 && isSame(rows[count - 1] as Row, rows[count])) count -= 1;
  return rows.slice(0, count);
}

/** @returns number of the group's intent, undefined when there is nothing to send. */
async function sendGroup(
  { database, intents }: SettlementParts,
  kind: SettlementKind,
): Promise<number | undefined> {
  return database.transaction(async (session) => {
    // Two who send at once take turns.
    await session.query('SELECT pg_advisory_xact_lock(hashtext($1))', [`settle ${kind.name}`]);
    const rows = await session.query<Row>(
      `SELECT settlement_id, subject_id, period, from_account_id, to_account_id, asset_id,
         units::text, is_alone
       FROM settlements WHERE product = $1
         AND (state = 'planned' OR state = 'short' AND refused_at < now() - interval '1 minute')
       ORDER BY period, subject_id, leg LIMIT ${LEGS_MAX + 1}`,
      [kind.name],
    );
    const group = takeGroup(rows);
    const [first] = group;
    if (first === undefined) return undefined;
    const intentId = await intents.write(session, {
      consumer: kind.name,
      subject: String(first.settlement_id),
      command: {
        kind: CommandKind.transferGroup,
        reason: kind.reason,
        reference: first.settlement_id,
        legs: group.map((row) => ({
          fromAccountId: row.from_account_id,
          toAccountId: row.to_account_id,
          assetId: row.asset_id,
          amountUnits: BigInt(row.units),
        })),
      },
    });
    await session.execute(
      `UPDATE settlements SET state = 'sent', intent_id = $2
       WHERE settlement_id = ANY ($1::int8[])`,
      [group.map(({ settlement_id: settlementId }) => settlementId), intentId],
    );
    return intentId;
  });
}

async function readOpen(session: Session, kind: SettlementKind): Promise<OpenSettlements> {
  const [row] = await session.query<{ waiting: number; short: number }>(
    `SELECT count(*) FILTER (WHERE state <> 'short')::int AS waiting,
       count(*) FILTER (WHERE state = 'short')::int AS short
     FROM settlements WHERE product = $1 AND state IN ('planned', 'sent', 'short')`,
    [kind.name],
  );
  return { waitingCount: row?.waiting ?? 0, shortCount: row?.short ?? 0 };
}

/**
 * Send all that is planned and what was short a minute ago, one group after the other, and wait for
 * each; an engine that does not answer in two seconds ends it: the rest is for the next call. May
 * be called again and by several at once.
 *
 * @returns what is not done.
 */
export async function sendSettlements(
  parts: SettlementParts,
  kind: SettlementKind,
): Promise<OpenSettlements> {
  for (;;) {
    const intentId = await sendGroup(parts, kind);
    if (intentId === undefined) break;
    parts.intents.nudge();
    if ((await parts.intents.waitFor(intentId)) === undefined) break;
  }
  return readOpen(parts.database, kind);
}

/** Lines that an operator has to look at: those that are short, and refused in the last day. */
export async function readFailedSettlements(
  session: Session,
): Promise<{ readonly short: number; readonly refused: number }> {
  const [row] = await session.query<{ short: number; refused: number }>(
    `SELECT count(*) FILTER (WHERE state = 'short')::int AS short,
       count(*) FILTER (WHERE refused_at > now() - interval '1 day' AND state = 'refused')::int
         AS refused
     FROM settlements WHERE state IN ('short', 'refused')`,
  );
  return row ?? { short: 0, refused: 0 };
}
