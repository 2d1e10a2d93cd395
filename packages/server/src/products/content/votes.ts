// Whether an article helped: one vote for each person or, for guests, each browser; it may be
// changed or taken back. Not shown to readers; the editor counts them (office/read.ts).
import type { Session } from '../../base/db/index.ts';
import type { Caller } from '../../base/product/index.ts';

/** Whose vote it is: the person, or the mark of a guest's browser. */
export function readVoter({ ownerId, visitorId }: Pick<Caller, 'ownerId' | 'visitorId'>): string {
  return ownerId > 0 ? `owner:${ownerId}` : `visitor:${visitorId}`;
}

/** A voter's vote on an article; null when there is none. */
export async function readVote(
  session: Session,
  articleId: number,
  voter: string,
): Promise<boolean | null> {
  const rows = await session.query<{ is_helpful: boolean }>(
    'SELECT is_helpful FROM content_votes WHERE article_id = $1 AND voter = $2',
    [articleId, voter],
  );
  return rows[0]?.is_helpful ?? null;
}

/** A vote to write; `isHelpful` null takes it back. */
export interface VoteDraft {
  readonly articleId: number;
  readonly voter: string;
  readonly isHelpful: boolean | null;
  readonly atMs: number;
}

/** Write a vote in place of the voter's last one. */
export async function writeVote(session: Session, vote: VoteDraft): Promise<void> {
  const { articleId, voter, isHelpful, atMs } = vote;
  if (isHelpful === null) {
    await session.execute('DELETE FROM content_votes WHERE article_id = $1 AND voter = $2', [
      articleId,
      voter,
    ]);
    return;
  }
  await session.execute(
    `INSERT INTO content_votes VALUES ($1, $2, $3, $4)
     ON CONFLICT (article_id, voter) DO UPDATE SET is_helpful = $3, at_ms = $4`,
    [articleId, voter, isHelpful, atMs],
  );
}
