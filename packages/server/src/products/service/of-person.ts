// The talks of one person: for an operator who looks at them whole, and what is unread. Not the
// talks themselves (conversations.ts), nor who may read them (the office).
import type { NotificationsData, UserView } from '@isobath/wire';
import type { Session } from '../../base/db/index.ts';
import { IS_ANSWER } from './conversations.ts';

const SHOWN_MAX = 20;

/** Their talks, newest first, with what was said last in each. */
export function listConversationsOf(session: Session, ownerId: number): Promise<UserView['talks']> {
  return session.query<UserView['talks'][number]>(
    `SELECT talks.conversation_id AS "conversationId", line, state,
       COALESCE(NULLIF(last.text, ''), files.name, '') AS "lastText",
       (SELECT count(*) FROM service_messages AS said
        WHERE said.conversation_id = talks.conversation_id) AS "messagesCount",
       COALESCE(last.at_ms, created_at_ms) AS at
     FROM service_talks AS talks
     LEFT JOIN service_messages AS last ON last.message_id = last_message_id
     LEFT JOIN service_files AS files ON files.message_id = last_message_id
     WHERE talks.owner_id = $1 ORDER BY talks.conversation_id DESC LIMIT ${SHOWN_MAX}`,
    [ownerId],
  );
}

/** Unread words of the desk for somebody signed in, over all their latest talks. */
export async function readUnread(
  session: Session,
  ownerId: number,
): Promise<NotificationsData['desk']> {
  const [row] = await session.query<{ count: number; last: number }>(
    `SELECT count(*) FILTER (WHERE ${IS_ANSWER} AND message_id > person_read_through)
       AS count, COALESCE(max(message_id), 0) AS last
     FROM service_talks JOIN service_messages USING (conversation_id) WHERE owner_id = $1`,
    [ownerId],
  );
  return { unreadCount: row.count, lastId: row.last };
}
