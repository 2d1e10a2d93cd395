// Pictures of feedback: what they are is read from their bytes, not from what is said of them. They
// are kept without what is not seen in them, and never shown to anybody but their owner and the
// back office.
import { feedbackLimits, type pictureTypes } from '@isobath/wire';
import type { Database } from '../../../base/db/index.ts';
import { cleanPicture } from '../../../base/pictures/index.ts';
import { refuse } from '../../../base/product/index.ts';

/** A kind of picture that is taken. */
export type PictureType = (typeof pictureTypes)[number];

const HOUR_MS = 3_600_000;
/** Pictures that were brought and not sent are forgotten after a day. */
const WAITING_MS = 24 * HOUR_MS;
const WAITING_COUNT_MAX = 12;

/**
 * Keep a picture until its feedback is sent.
 *
 * @returns its number.
 * @errors invalid when the bytes are not the picture they are said to be, limit_reached.
 */
export async function addPicture(
  database: Database,
  picture: { ownerId: number; type: PictureType; content: string; nowMs: number },
): Promise<number> {
  const { ownerId, type, nowMs } = picture;
  const brought = Buffer.from(picture.content, 'base64');
  const clean = cleanPicture(brought);
  const isFitting = brought.length <= feedbackLimits.pictureBytesMax && clean?.type === type;
  if (!isFitting) throw refuse('invalid');
  return database.transaction(async (session) => {
    // One at a time a person: many at once do not get past the limit.
    await session.query('SELECT pg_advisory_xact_lock($1, $2)', [4_870, ownerId % 2 ** 31]);
    await session.execute(
      'DELETE FROM feedback_pictures WHERE feedback_id IS NULL AND created_at_ms < $1',
      [nowMs - WAITING_MS],
    );
    const rows = await session.query<{ n: number }>(
      'SELECT count(*) AS n FROM feedback_pictures WHERE owner_id = $1 AND feedback_id IS NULL',
      [ownerId],
    );
    if (rows[0].n >= WAITING_COUNT_MAX) {
      throw refuse('limit_reached', { max: String(WAITING_COUNT_MAX) });
    }
    const added = await session.query<{ picture_id: number }>(
      `INSERT INTO feedback_pictures (owner_id, type, content, created_at_ms)
       VALUES ($1, $2, $3, $4) RETURNING picture_id`,
      [ownerId, type, clean.content, nowMs],
    );
    return added[0].picture_id;
  });
}

/** A picture of somebody's own, or undefined. */
export async function readPicture(
  database: Database,
  ownerId: number,
  pictureId: string,
): Promise<{ type: PictureType; content: string } | undefined> {
  const rows = await database.query<{ type: PictureType; content: Buffer }>(
    'SELECT type, content FROM feedback_pictures WHERE picture_id = $1 AND owner_id = $2',
    [pictureId, ownerId],
  );
  const found = rows[0];
  if (found === undefined) return undefined;
  return { type: found.type, content: found.content.toString('base64') };
}
