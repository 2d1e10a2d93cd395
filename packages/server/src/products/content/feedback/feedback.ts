// What people tell the house, and what it answers. An answer goes to the person's inbox too.
// Not here: pictures (pictures.ts) and who may answer (the back office).
import type { FeedbackRow, FeedbackType } from '@isobath/wire';
import type { Database, Session } from '../../../base/db/index.ts';
import { writeNotifications } from '../../../base/notifications/index.ts';
import { refuse } from '../../../base/product/index.ts';

/** A feedback to keep. */
export interface NewFeedback {
  readonly ownerId: number;
  readonly type: FeedbackType;
  readonly text: string;
  readonly contact: string;
  readonly page: string;
  readonly device: string;
  readonly locale: string;
  readonly pictureIds: readonly string[];
  readonly nowMs: number;
}

const DAY_MS = 86_400_000;
const PER_DAY_MAX = 10;
const SHOWN_MAX = 100;

/** A feedback as the table has it. */
export interface FeedbackRecord {
  readonly feedback_id: number;
  readonly type: FeedbackType;
  readonly text: string;
  readonly contact: string;
  readonly page: string;
  readonly created_at_ms: number;
  readonly state: FeedbackRow['state'];
  readonly answer: string;
  readonly answered_at_ms: number;
  readonly picture_ids: readonly string[];
}

/** Columns of a `FeedbackRecord`. */
export const FEEDBACK_COLUMNS = `feedbacks.feedback_id, type, text, contact, page, created_at_ms,
  state, answer, answered_at_ms, ARRAY(SELECT picture_id::text FROM feedback_pictures pictures
    WHERE pictures.feedback_id = feedbacks.feedback_id ORDER BY picture_id) AS picture_ids`;

/** A feedback as the wire has it. */
export function showFeedback(row: FeedbackRecord): FeedbackRow {
  return {
    id: String(row.feedback_id),
    type: row.type,
    text: row.text,
    contact: row.contact,
    page: row.page,
    pictureIds: [...row.picture_ids],
    createdTime: row.created_at_ms,
    state: row.state,
    answer: row.answer,
    answeredTime: row.answered_at_ms,
  };
}

/** Feedback of one person, newest first. */
export async function listFeedback(session: Session, ownerId: number): Promise<FeedbackRow[]> {
  const rows = await session.query<FeedbackRecord>(
    `SELECT ${FEEDBACK_COLUMNS} FROM feedbacks
     WHERE owner_id = $1 ORDER BY feedback_id DESC LIMIT $2`,
    [ownerId, SHOWN_MAX],
  );
  return rows.map(showFeedback);
}

async function attachPictures(session: Session, feedbackId: number, sent: NewFeedback) {
  if (sent.pictureIds.length === 0) return;
  const wanted = new Set(sent.pictureIds);
  const count = await session.execute(
    `UPDATE feedback_pictures SET feedback_id = $1
     WHERE owner_id = $2 AND feedback_id IS NULL AND picture_id = ANY ($3::bigint[])`,
    [feedbackId, sent.ownerId, [...wanted]],
  );
  if (count !== wanted.size) throw refuse('object_not_found');
}

/**
 * Keep a feedback.
 *
 * @errors limit_reached after ten within a day; object_not_found when a picture is not the
 *   person's own, or was sent already.
 */
export function addFeedback(database: Database, sent: NewFeedback): Promise<FeedbackRow> {
  return database.transaction(async (session) => {
    // One at a time a person: the day's limit cannot be passed by sending many at once.
    await session.query('SELECT pg_advisory_xact_lock($1, $2)', [4_870, sent.ownerId % 2 ** 31]);
    const rows = await session.query<{ n: number }>(
      'SELECT count(*) AS n FROM feedbacks WHERE owner_id = $1 AND created_at_ms > $2',
      [sent.ownerId, sent.nowMs - DAY_MS],
    );
    if (rows[0].n >= PER_DAY_MAX) throw refuse('limit_reached', { max: String(PER_DAY_MAX) });
    const added = await session.query<{ feedback_id: number }>(
      `INSERT INTO feedbacks (owner_id, type, text, contact, page, device, locale, created_at_ms)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING feedback_id`,
      [
        sent.ownerId,
        sent.type,
        sent.text,
        sent.contact,
        sent.page,
        sent.device,
        sent.locale,
        sent.nowMs,
      ],
    );
    const feedbackId = added[0].feedback_id;
    await attachPictures(session, feedbackId, sent);
    const shown = await session.query<FeedbackRecord>(
      `SELECT ${FEEDBACK_COLUMNS} FROM feedbacks WHERE feedback_id = $1`,
      [feedbackId],
    );
    return showFeedback(shown[0]);
  });
}

/** An operator's answer. */
export interface FeedbackAnswer {
  readonly feedbackId: number;
  readonly answer: string;
  readonly nowMs: number;
}

/**
 * Answer a feedback: the person finds the answer beside it, and a message in the inbox.
 *
 * @param session - a transaction.
 * @returns false when there is no such feedback.
 */
export async function answerFeedback(
  session: Session,
  { feedbackId, answer, nowMs }: FeedbackAnswer,
): Promise<boolean> {
  const rows = await session.query<{ owner_id: number }>(
    `UPDATE feedbacks SET state = 'answered', answer = $2, answered_at_ms = $3
     WHERE feedback_id = $1 RETURNING owner_id`,
    [feedbackId, answer, nowMs],
  );
  if (rows[0] === undefined) return false;
  await writeNotifications(session, [
    {
      ownerId: rows[0].owner_id,
      kind: 'feedback_answered',
      facts: { id: String(feedbackId), answer: answer.slice(0, 200) },
      sourceKey: `feedback:${feedbackId}:${nowMs}`,
      atMs: nowMs,
    },
  ]);
  return true;
}
