// Talks in the database: whose they are, what was said, what is unread, who waits.
// It checks no right: a person's side is routes.ts, the desk's side desk-routes.ts.
import { createHash, randomBytes } from 'node:crypto';
import type { DeskRow, ServiceLine, ServiceMessage, ServiceConversation } from '@isobath/wire';
import type { Database, Session } from '../../base/db/index.ts';
import { refuse, refuseField } from '../../base/product/index.ts';
import { nameFile, type ServiceFileType, takeFile } from './files.ts';

/** Whose talk: somebody signed in, or whoever has a key. */
export interface ConversationOwner {
  readonly ownerId: number;
  readonly guestKey: string;
}

/** A talk's row. */
export interface ConversationRow {
  conversation_id: number;
  line: ServiceLine;
  owner_id: number;
  state: 'waiting' | 'open' | 'closed';
  operator_id: number;
  person_read_through: number;
}

/** Something said. */
export interface Said {
  readonly conversationId: number;
  readonly author: ServiceMessage['author'];
  readonly operatorId?: number;
  readonly text: string;
  readonly file?: TakenFile | undefined;
}

/** A file as it is kept. */
interface TakenFile {
  readonly name: string;
  readonly type: ServiceFileType;
  readonly content: Buffer;
}

/** What somebody sends; `data` is base64. */
export interface Sent {
  readonly text: string;
  readonly file?: { readonly name: string; readonly data: string } | undefined;
}

/**
 * Look at what somebody sends.
 *
 * @returns the file as it is kept, undefined when there is none.
 * @errors invalid for nothing, or for a file that is not taken.
 */
export function checkSaid({ text, file }: Sent): TakenFile | undefined {
  if (file === undefined) {
    if (text === '') throw refuseField('text', 'empty');
    return undefined;
  }
  const taken = takeFile(Buffer.from(file.data, 'base64'));
  if (taken === undefined) throw refuseField('file', 'not accepted');
  return { ...taken, name: nameFile(file.name, taken.type) };
}

interface MessageRow {
  message_id: number;
  author: ServiceMessage['author'];
  text: string;
  at_ms: number;
  file_id: number | null;
  name: string | null;
  media_type: string | null;
}

const KEY_BYTES = 24;
const MESSAGES_MAX = 300;
const ACTIVE_ROWS = 200;
const CLOSED_ROWS = 50;
const LATELY_COUNT = 20;
const DAY_MS = 86_400_000;
/** What one person or guest may send within a day. */
const WORDS_A_DAY_MAX = 500;
const FILES_A_DAY_MAX = 20;
/** A guest is nobody in particular and could come again and again: files of all guests in a day. */
const GUEST_FILES_A_DAY_MAX = 200;
/** First half of the lock that one owner's words wait for. */
const OWNER_LOCK = 4_871;
/** What counts as unread for a person: that somebody is there now needs no reading. */
/** Whether a row of messages is a word of the desk to the person. */
export const IS_ANSWER = `(author = 'operator' OR (author = 'desk' AND text <> 'taken'))`;
const hashKey = (key: string): Buffer => createHash('sha256').update(key).digest();

function showMessage(row: MessageRow): ServiceMessage {
  const { file_id: id, name, media_type: type } = row;
  return {
    id: row.message_id,
    author: row.author,
    text: row.text,
    file: id === null ? null : { id, name: name ?? '', type: type ?? '' },
    at: row.at_ms,
  };
}

const DESK_SELECT = `SELECT talks.conversation_id AS "conversationId", line,
  talks.owner_id AS "ownerId", COALESCE(users.email, '') AS who, talks.state,
  talks.operator_id AS "operatorId", COALESCE(operators.email, '') AS operator,
  COALESCE(NULLIF(last.text, ''), files.name, '') AS "lastText", last_message_id AS "lastId",
  COALESCE(last.at_ms, created_at_ms) AS "lastAt",
  (SELECT count(*) FROM service_messages AS unread
   WHERE unread.conversation_id = talks.conversation_id AND author = 'person'
     AND message_id > operator_read_through) AS "unreadCount"
  FROM service_talks AS talks LEFT JOIN users ON users.owner_id = talks.owner_id
  LEFT JOIN operators ON operators.operator_id = talks.operator_id
  LEFT JOIN service_messages AS last ON last.message_id = last_message_id
  LEFT JOIN service_files AS files ON files.message_id = last_message_id`;

function refuseOver(count: number, max: number): void {
  if (count >= max) throw refuse('limit_reached', { max: String(max) });
}

/**
 * Open the talks.
 *
 * @param publishLine - tells the desk that something is new; called when it is committed.
 */
export function createConversations(
  database: Database,
  readNowMs: () => number,
  publishLine: () => Promise<void>,
) {
  /** The newest talk of an owner on a line. */
  async function find(
    session: Session,
    { ownerId, guestKey }: ConversationOwner,
    line: ServiceLine,
  ): Promise<ConversationRow | undefined> {
    if (ownerId === 0 && guestKey === '') return undefined;
    const rows = await session.query<ConversationRow>(
      `SELECT * FROM service_talks WHERE line = $1 AND
       ${ownerId === 0 ? 'guest_hash = $2' : 'owner_id = $2'}
       ORDER BY conversation_id DESC LIMIT 1`,
      [line, ownerId === 0 ? hashKey(guestKey) : ownerId],
    );
    return rows[0];
  }

  /** One at a time an owner: neither two conversations at once, nor more than a day allows. */
  async function holdOwner(session: Session, owner: ConversationOwner): Promise<void> {
    const { ownerId, guestKey } = owner;
    const half = ownerId === 0 ? hashKey(guestKey).readInt32BE(0) : ownerId % 2 ** 31;
    await session.query('SELECT pg_advisory_xact_lock($1, $2)', [OWNER_LOCK, half]);
  }

  /** @errors limit_reached when a day's words or files are used up. */
  async function checkDay(
    session: Session,
    owner: ConversationOwner,
    hasFile: boolean,
  ): Promise<void> {
    const { ownerId, guestKey } = owner;
    const sinceMs = readNowMs() - DAY_MS;
    const [{ words, files }] = await session.query<{ words: number; files: number }>(
      `SELECT count(*) AS words, count(file_id) AS files
       FROM service_talks JOIN service_messages USING (conversation_id)
       LEFT JOIN service_files USING (message_id)
       WHERE ${ownerId === 0 ? 'guest_hash = $1' : 'owner_id = $1'}
         AND author = 'person' AND at_ms > $2`,
      [ownerId === 0 ? hashKey(guestKey) : ownerId, sinceMs],
    );
    refuseOver(words, WORDS_A_DAY_MAX);
    if (!hasFile) return;
    refuseOver(files, FILES_A_DAY_MAX);
    if (ownerId !== 0) return;
    const [row] = await session.query<{ count: number }>(
      `SELECT count(*) AS count FROM service_files JOIN service_messages USING (message_id)
       JOIN service_talks USING (conversation_id) WHERE owner_id = 0 AND at_ms > $1`,
      [sinceMs],
    );
    refuseOver(row.count, GUEST_FILES_A_DAY_MAX);
  }

  /** Whether a talk goes on; nobody ends it until the transaction does. */
  async function holdOpen(session: Session, conversation?: ConversationRow): Promise<boolean> {
    if (conversation === undefined) return false;
    const rows = await session.query(
      `SELECT FROM service_talks WHERE conversation_id = $1 AND state <> 'closed' FOR UPDATE`,
      [conversation.conversation_id],
    );
    return rows.length > 0;
  }

  async function listMessages(conversationId: number, since: number): Promise<ServiceMessage[]> {
    const rows = await database.query<MessageRow>(
      `SELECT message_id, author, text, at_ms, file_id, name, media_type
       FROM service_messages LEFT JOIN service_files USING (message_id)
       WHERE conversation_id = $1 AND message_id > $2 ORDER BY message_id DESC LIMIT $3`,
      [conversationId, since, MESSAGES_MAX],
    );
    return rows.toReversed().map(showMessage);
  }

  async function say(session: Session, said: Said): Promise<number> {
    const { conversationId, author, operatorId = 0, text, file } = said;
    const rows = await session.query<{ message_id: number }>(
      `WITH said AS (
         INSERT INTO service_messages (conversation_id, author, operator_id, text, at_ms)
         VALUES ($1, $2, $3, $4, $5) RETURNING message_id, conversation_id
       ), moved AS (
         UPDATE service_talks AS talks
         SET last_message_id = greatest(last_message_id, said.message_id)
         FROM said WHERE talks.conversation_id = said.conversation_id
       ) SELECT message_id FROM said`,
      [conversationId, author, operatorId, text, readNowMs()],
    );
    const id = rows[0].message_id;
    if (file === undefined) return id;
    await session.execute(
      `INSERT INTO service_files (message_id, name, media_type, content)
       VALUES ($1, $2, $3, $4)`,
      [id, file.name, file.type, file.content],
    );
    return id;
  }

  /** How many wait before a talk, and how long a first answer took lately. */
  async function readWait(conversationId: number) {
    const [row] = await database.query<{ ahead: number; seconds: number }>(
      `SELECT (SELECT count(*) FROM service_talks
         WHERE state = 'waiting' AND conversation_id < $1) AS ahead,
       COALESCE((SELECT avg(answered_at_ms - created_at_ms) / 1000 FROM (
         SELECT answered_at_ms, created_at_ms FROM service_talks WHERE answered_at_ms > 0
         ORDER BY answered_at_ms DESC LIMIT ${LATELY_COUNT}) AS lately), 0)::int AS seconds`,
      [conversationId],
    );
    return { waitingCount: row.ahead, waitSeconds: row.seconds };
  }

  async function countUnread(conversationId: number, through: number): Promise<number> {
    const [row] = await database.query<{ count: number }>(
      `SELECT count(*) AS count FROM service_messages
       WHERE conversation_id = $1 AND ${IS_ANSWER} AND message_id > $2`,
      [conversationId, through],
    );
    return row.count;
  }

  async function show(
    owner: ConversationOwner,
    { line, since }: { line: ServiceLine; since: number },
  ): Promise<ServiceConversation> {
    const conversation = await find(database, owner, line);
    const { guestKey } = owner;
    if (conversation === undefined) {
      const wait = await readWait(Number.MAX_SAFE_INTEGER);
      return { guestKey, state: 'none', messages: [], unreadCount: 0, ...wait };
    }
    const id = conversation.conversation_id;
    const [messages, unreadCount, wait] = await Promise.all([
      listMessages(id, since),
      countUnread(id, conversation.person_read_through),
      readWait(id),
    ]);
    return { guestKey, state: conversation.state, messages, unreadCount, ...wait };
  }

  return {
    show,
    listMessages,
    say,

    publishLine,

    /**
     * A person says something: a talk that is over or was never begun begins.
     *
     * @returns the owner, with a key when they are a new guest.
     * @errors invalid for nothing or a file that is not taken, limit_reached.
     */
    async sayAs(
      owner: ConversationOwner,
      line: ServiceLine,
      said: Sent,
    ): Promise<ConversationOwner> {
      const isNewGuest = owner.ownerId === 0 && owner.guestKey === '';
      const known = isNewGuest
        ? { ...owner, guestKey: randomBytes(KEY_BYTES).toString('base64url') }
        : owner;
      const file = checkSaid(said);
      await database.transaction(async (session) => {
        await holdOwner(session, known);
        await checkDay(session, known, file !== undefined);
        const found = await find(session, known, line);
        let conversationId = found?.conversation_id ?? 0;
        if (!(await holdOpen(session, found))) {
          const rows = await session.query<{ conversation_id: number }>(
            `INSERT INTO service_talks (line, owner_id, guest_hash, created_at_ms)
             VALUES ($1, $2, $3, $4) RETURNING conversation_id`,
            [
              line,
              known.ownerId,
              known.ownerId === 0 ? hashKey(known.guestKey) : null,
              readNowMs(),
            ],
          );
          conversationId = rows[0].conversation_id;
        }
        await say(session, { conversationId, author: 'person', text: said.text, file });
      });
      await publishLine();
      return known;
    },

    /** The panel was opened: of talks that are over nothing stays unread either. */
    async markRead({ ownerId, guestKey }: ConversationOwner, line: ServiceLine): Promise<void> {
      await database.execute(
        `UPDATE service_talks AS talks SET person_read_through = COALESCE((SELECT max(message_id)
           FROM service_messages AS said WHERE said.conversation_id = talks.conversation_id), 0)
         WHERE line = $1 AND ${ownerId === 0 ? 'guest_hash = $2' : 'owner_id = $2'}`,
        [line, ownerId === 0 ? hashKey(guestKey) : ownerId],
      );
    },

    /** A file; undefined when it is not of the owner's talks. Without an owner: for the desk. */
    async readFile(fileId: number, owner?: ConversationOwner) {
      const mine =
        owner === undefined ? 'true' : owner.ownerId === 0 ? 'guest_hash = $2' : 'owner_id = $2';
      const who = owner?.ownerId === 0 ? hashKey(owner.guestKey) : (owner?.ownerId ?? 0);
      const rows = await database.query<{ name: string; media_type: string; content: Buffer }>(
        `SELECT name, media_type, content FROM service_files JOIN service_messages
         USING (message_id) JOIN service_talks USING (conversation_id)
         WHERE file_id = $1 AND ${mine}`,
        owner === undefined ? [fileId] : [fileId, who],
      );
      if (rows.length === 0) throw refuse('object_not_found');
      const [{ name, media_type: type, content }] = rows;
      return { name, type, data: content.toString('base64') };
    },

    /** The talk that a file was sent in. */
    async readConversationOfFile(fileId: number): Promise<number> {
      const rows = await database.query<{ id: number }>(
        `SELECT conversation_id AS id FROM service_files JOIN service_messages USING (message_id)
         WHERE file_id = $1`,
        [fileId],
      );
      if (rows.length === 0) throw refuse('object_not_found');
      return rows[0].id;
    },

    /** Talks that wait, the one that waits longest first; then those taken, the latest first. */
    async listActive(): Promise<DeskRow[]> {
      const [waiting, taken] = await Promise.all([
        database.query<DeskRow>(
          `${DESK_SELECT} WHERE talks.state = 'waiting'
           ORDER BY talks.conversation_id LIMIT ${ACTIVE_ROWS}`,
        ),
        database.query<DeskRow>(
          `${DESK_SELECT} WHERE talks.state = 'open'
           ORDER BY last_message_id DESC LIMIT ${ACTIVE_ROWS}`,
        ),
      ]);
      return [...waiting, ...taken];
    },

    /** Talks that are over, the latest first. @param before - the last one's `lastId`, 0 = none. */
    listClosed: (before: number): Promise<DeskRow[]> =>
      database.query<DeskRow>(
        `${DESK_SELECT} WHERE talks.state = 'closed' AND ($1::int8 = 0 OR last_message_id < $1)
         ORDER BY last_message_id DESC LIMIT ${CLOSED_ROWS}`,
        [before],
      ),

    /** A talk's row. Inside a transaction nobody else changes it until that ends. */
    async readDesk(session: Session, conversationId: number): Promise<DeskRow> {
      const rows = await session.query<DeskRow>(
        `${DESK_SELECT} WHERE talks.conversation_id = $1 FOR UPDATE OF talks`,
        [conversationId],
      );
      if (rows.length === 0) throw refuse('object_not_found');
      return rows[0];
    },
  };
}

/** The talks of the installation. */
export type Conversations = ReturnType<typeof createConversations>;
