// Mails: written to a table first, so that none is lost, then sent by the mail server when there is
// one. What they say may be a code that opens an account: it is sealed there, and erased when it
// was sent or is over. It knows no reason for a mail; who writes one brings subject and text in the
// reader's language.
import { hash } from 'node:crypto';
import type { Database, Session } from '../db/index.ts';
import { readWaitOf, WHEN_FREE, type MailLimit, valuesOf } from './limits.ts';

/** A mail to send. */
export interface MailDraft {
  readonly to: string;
  /** Whose it is, also once he has another address; absent = nobody's. */
  readonly ownerId?: number;
  readonly subject: string;
  readonly text: string;
  /** Browser in which the address was begun, "" = none. */
  readonly visitorId: string;
  /** What it is for, and how many of the kind one address gets; absent = no limit. */
  readonly limited?: MailLimit;
  /** From when on it is worth nothing, UTC milliseconds; absent = never. */
  readonly expiresAtMs?: number;
}

/** A mail that was written; subject and text are "" once they are erased. */
export interface StoredMail {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly at: number;
}

/** Hands a mail to a mail server. */
export type SendMail = (mail: { to: string; subject: string; text: string }) => Promise<void>;

/** Mails of the installation. */
export interface Mail {
  /** Write a mail. @returns false when its address gets no more of the kind for now. */
  send(draft: MailDraft): Promise<boolean>;
  /** How long an address gets no mail under a limit, milliseconds; 0 = it gets one. */
  readWaitMs(to: string, limit: MailLimit): Promise<number>;
  /** The same inside a transaction of the caller's: the next `retry` sends it. */
  write(session: Session, draft: MailDraft): Promise<boolean>;
  /** Newest first: of one browser those that say something, or everybody's for the operator. */
  list(request: { visitorId?: string; to?: string; limit: number }): Promise<StoredMail[]>;
  /**
   * Try what is due: at growing intervals, for three days at most, codes until they are over.
   * Erases what is over.
   */
  retry(): Promise<void>;
}

/** What the room stands on. */
export interface MailParts {
  readonly database: Database;
  /** Absent = no mail server; mails stay in the outbox. */
  readonly deliver?: SendMail | undefined;
  /** Closes what a mail says. */
  readonly seal: { close(plain: string): Buffer; open(sealed: Buffer): string };
  /** Whether people look into the outbox: what was sent stays there until it is over. */
  readonly hasOutbox: boolean;
  readonly report: (error: unknown) => void;
  readonly readNowMs: () => number;
}

const DAY_MS = 86_400_000;
const GIVEN_UP_AFTER_MS = 3 * DAY_MS;
const FIRST_RETRY_MS = 60_000;
const RETRY_ROWS = 100;

interface Row {
  mail_id: number;
  recipient: string;
  /** null = erased, or from before bodies were sealed. */
  sealed: Buffer | null;
  subject: string;
  body: string;
  created_at: Date;
}

/** The mark makes a browser a known one, so only its hash is kept. */
const hashVisitor = (mark: string): string => (mark === '' ? '' : hash('sha256', mark));

const ERASED = "sealed = NULL, subject = '', body = ''";

/** Open the mails. */
export function createMail(parts: MailParts): Mail {
  const { database, deliver, hasOutbox, report, readNowMs, seal } = parts;
  let isRetrying = false;

  const close = ({ subject, text }: Pick<MailDraft, 'subject' | 'text'>): Buffer =>
    seal.close(JSON.stringify([subject, text]));

  function open({ sealed, subject, body }: Row): { subject: string; text: string } {
    if (sealed === null) return { subject, text: body };
    const [opened, text] = JSON.parse(seal.open(sealed)) as [string, string];
    return { subject: opened, text };
  }

  async function deliverOne(mailId: number, mail: Parameters<SendMail>[0]): Promise<void> {
    if (deliver === undefined) return;
    await deliver(mail);
    const erased = hasOutbox ? '' : `, ${ERASED}`;
    await database.execute(`UPDATE mails SET sent_at = now()${erased} WHERE mail_id = $1`, [
      mailId,
    ]);
  }

  /** Nobody wants a code that is over, nor news of last week. */
  async function giveUp(nowMs: number): Promise<void> {
    const [now, old] = [new Date(nowMs), new Date(nowMs - GIVEN_UP_AFTER_MS)];
    await database.execute(
      `UPDATE mails SET given_up_at = $1 WHERE sent_at IS NULL AND given_up_at IS NULL
         AND (expires_at <= $1 OR created_at <= $2)`,
      [now, old],
    );
    await database.execute(
      `UPDATE mails SET ${ERASED} WHERE (sealed IS NOT NULL OR body <> '')
         AND (expires_at <= $1 OR created_at <= $2)`,
      [now, old],
    );
    // Only the day's are counted.
    await database.execute(
      "UPDATE mails SET asked_by = '' WHERE asked_by <> '' AND created_at <= $1",
      [new Date(nowMs - DAY_MS)],
    );
  }

  /** Take what is due: by pushing its next try on, so that nobody else takes it meanwhile. */
  function claim(nowMs: number): Promise<Row[]> {
    return database.query<Row>(
      `UPDATE mails SET tries_count = tries_count + 1,
         next_try_at = $1 + least(interval '1 minute' * 2 ^ least(tries_count, 9),
           interval '6 hours')
       WHERE mail_id IN (SELECT mail_id FROM mails
         WHERE sent_at IS NULL AND given_up_at IS NULL AND next_try_at <= $1
         ORDER BY next_try_at, mail_id LIMIT ${RETRY_ROWS} FOR UPDATE SKIP LOCKED)
       RETURNING *`,
      [new Date(nowMs)],
    );
  }

  async function retryAll(): Promise<void> {
    const nowMs = readNowMs();
    await giveUp(nowMs);
    if (deliver === undefined) return;
    for (const row of await claim(nowMs)) {
      // One address that is refused must not hold up the mails behind it.
      await deliverOne(row.mail_id, { to: row.recipient, ...open(row) }).catch(report);
    }
  }

  /** @returns its number; undefined when the address gets no more of the kind for now. */
  async function insert(
    session: Session,
    draft: MailDraft,
    isTried: boolean,
  ): Promise<number | undefined> {
    const nowMs = readNowMs();
    const limit = draft.limited ?? { kind: '', dayCountMax: 0 };
    const rows = await session.query<{ mail_id: number }>(
      `INSERT INTO mails (recipient, sealed, visitor_id, kind, asked_by, expires_at, created_at,
         tries_count, next_try_at, owner_id)
       SELECT $1, $8, $9, $2, $3, $10, $11, $12, $13, $14
       WHERE $2 = '' OR coalesce((${WHEN_FREE}), $11) <= $11
       RETURNING mail_id`,
      [
        ...valuesOf(draft.to, limit, nowMs),
        close(draft),
        hashVisitor(draft.visitorId),
        draft.expiresAtMs === undefined ? null : new Date(draft.expiresAtMs),
        new Date(nowMs),
        isTried ? 1 : 0,
        new Date(isTried ? nowMs + FIRST_RETRY_MS : nowMs),
        draft.ownerId ?? 0,
      ],
    );
    return rows[0]?.mail_id;
  }

  return {
    async send(draft) {
      // The first try is taken with the row itself.
      const mailId = await insert(database, draft, deliver !== undefined);
      if (mailId === undefined) return false;
      // Whoever waits for the mail must not wait for the mail server.
      const { to, subject, text } = draft;
      deliverOne(mailId, { to, subject, text }).catch(report);
      return true;
    },
    readWaitMs: (to, limit) => readWaitOf(database, { to, limit, nowMs: readNowMs() }),
    write: async (session, draft) => (await insert(session, draft, false)) !== undefined,
    async list({ visitorId, to, limit }) {
      const rows = await database.query<Row>(
        `SELECT * FROM mails WHERE ($1::text IS NULL OR visitor_id = $1)
         AND ($2::text IS NULL OR recipient = $2)
         AND ($1::text IS NULL OR sealed IS NOT NULL) ORDER BY mail_id DESC LIMIT $3`,
        [visitorId === undefined ? null : hashVisitor(visitorId), to ?? null, limit],
      );
      return rows.map((row) => ({
        id: String(row.mail_id),
        to: row.recipient,
        ...open(row),
        at: row.created_at.getTime(),
      }));
    },
    async retry() {
      if (isRetrying) return;
      isRetrying = true;
      await retryAll().finally(() => (isRetrying = false));
    },
  };
}
