// What a kind of settlement is, and what the end of a group of its lines means for them. Lists of
// modules hold its consumer; plan.ts writes lines, send.ts sends them.

import { readRejectWord, type TransferReason } from '@isobath/core';
import type { Session } from '../db/index.ts';
import type { EndedIntent, IntentConsumer } from '../intents/index.ts';

/** How the lines of a subject ended. */
export interface SettledSubject {
  readonly subjectId: number;
  readonly periodMs: number;
  /** Refused for good: it is for the operator; an account that was short is no end. */
  readonly isDone: boolean;
  readonly sequence: number;
}

/** Writes what it means for the product's own row, in the transaction that marks the lines. */
export type SettleSubject = (session: Session, settled: SettledSubject) => Promise<void>;

/** A kind of settlement. */
export interface SettlementKind {
  /** Product and what is settled, as `earn.day`; stands in the rows, never reused. */
  readonly name: string;
  readonly reason: TransferReason;
  /** Loads the code with the first end. */
  readonly load: () => Promise<SettleSubject>;
}

interface Line {
  readonly subject_id: number;
  readonly period: Date;
}

type LineState = 'planned' | 'done' | 'short' | 'refused';

/** What no time mends is refused: no command at all, or a value that the engine never takes. */
function judge({ isDone, code }: EndedIntent, subjectsCount: number): LineState {
  if (isDone) return 'done';
  if (subjectsCount > 1) return 'planned';
  return code === 0 || readRejectWord(code) === 'value_out_of_range' ? 'refused' : 'short';
}

function listSubjects(lines: readonly Line[]): readonly Line[] {
  const byKey = new Map(lines.map((line) => [`${line.subject_id} ${+line.period}`, line]));
  return [...byKey.values()];
}

/** Who is told how its groups ended: one entry of the product's `consumers`. */
export function settlementConsumer(kind: SettlementKind): IntentConsumer {
  return {
    name: kind.name,
    load: async () => async (session, ended) => {
      const lines = await session.query<Line>(
        'SELECT subject_id, period FROM settlements WHERE intent_id = $1 ORDER BY settlement_id',
        [ended.intentId],
      );
      const subjects = listSubjects(lines);
      const state = judge(ended, subjects.length);
      await session.execute(
        `UPDATE settlements SET state = $2, is_alone = $2 <> 'done', code = $3,
           refused_at = CASE WHEN $2 = 'done' THEN NULL ELSE now() END
         WHERE intent_id = $1`,
        [ended.intentId, state, ended.code],
      );
      if (state !== 'done' && state !== 'refused') return;
      const settle = await kind.load();
      for (const { subject_id: subjectId, period } of subjects) {
        const { isDone, sequence } = ended;
        await settle(session, { subjectId, periodMs: +period, isDone, sequence });
      }
    },
  };
}
