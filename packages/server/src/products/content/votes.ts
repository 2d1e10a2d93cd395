// Whether an article helped: one vote for each person or, for guests, each browser; it may be
// changed or taken back. A guest can have any number of browsers, so of each network and day one
// guest's vote on an article counts, the last. Not shown to readers; the editor counts them
// (office/read.ts).
import type { Database, Session } from '../../base/db/index.ts';
import type { Caller } from '../../base/product/index.ts';

/** Before a person's number; what erases their data finds their votes by it. */
export const OWNER_PREFIX = 'owner:';

/** Whose vote it is: the person, or the mark of a guest's browser. */
export function readVoter({ ownerId, visitorId }: Pick<Caller, 'ownerId' | 'visitorId'>): string {
  return ownerId > 0 ? `${OWNER_PREFIX}${ownerId}` : `visitor:${visitorId}`;
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
  /** Mark of a guest's network and day, null for a person. */
  readonly network: Buffer | null;
  readonly isHelpful: boolean | null;
  readonly atMs: number;
}

/** Write a vote in place of the voter's last one, and of their network's. */
export async function writeVote(database: Database, vote: VoteDraft): Promise<void> {
  const { articleId, voter, network, isHelpful, atMs } = vote;
  await database.transaction(async (session) => {
    // Voters on one article wait for each other: two of a network must not pass together.
    await session.query('SELECT FROM content_articles WHERE article_id = $1 FOR UPDATE', [
      articleId,
    ]);
    await session.execute(
      'DELETE FROM content_votes WHERE article_id = $1 AND (voter = $2 OR network = $3)',
      [articleId, voter, isHelpful === null ? null : network],
    );
    if (isHelpful === null) return;
    await session.execute(
      `INSERT INTO content_votes (article_id, voter, is_helpful, at_ms, network)
       VALUES ($1, $2, $3, $4, $5)`,
      [articleId, voter, isHelpful, atMs, network],
    );
  });
}
