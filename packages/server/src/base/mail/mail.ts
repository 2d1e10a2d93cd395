// Mails: written to a table first, so that none is lost; with a mail server a job is asked for in
// the same transaction, which sends it (delivery.ts). What they say may be a code that opens an
// account: it is sealed there, and erased when it was sent or is over. It knows no reason for a
// mail; who writes one brings subject and text in the reader's language.
import { hash } from 'node:crypto';
import type { Database, Session } from '../db/index.ts';
import type { EnqueueJob } from '../jobs/index.ts';
import { MAIL_JOB } from './delivery.ts';
import { closeMail, type MailSeal, openMail, type SealedMail } from './sealed.ts';
import { readWaitOf, WHEN_FREE, type MailLimit, valuesOf } from './limits.ts';

/** A mail to send. */
export interface MailDraft {
  readonly to: string;
  /** Whose it is, also once they have another address; absent = nobody's. */
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

/** Mails of the installation. */
export interface Mail {
  /** Write a mail. @returns false when its address gets no more of the kind for now. */
  send(draft: MailDraft): Promise<boolean>;
  /** How long an address gets no mail under a limit, milliseconds; 0 = it gets one. */
  readWaitMs(to: string, limit: MailLimit): Promise<number>;
  /** The same inside a transaction of the caller's. */
  write(session: Session, draft: MailDraft): Promise<boolean>;
  /** Newest first: of one browser those that say something, or everybody's for the operator. */
  list(request: { visitorId?: string; to?: string; limit: number }): Promise<StoredMail[]>;
}

/** What the room stands on. */
export interface MailParts {
  readonly database: Database;
  /** Has a mail sent; absent = no mail server, and mails stay in the outbox. */
  readonly enqueue?: EnqueueJob | undefined;
  /** Closes what a mail says. */
  readonly seal: MailSeal;
  readonly readNowMs: () => number;
}

interface Row extends SealedMail {
  mail_id: number;
  recipient: string;
  created_at: Date;
}

/** The mark makes a browser a known one, so only its hash is kept. */
const hashVisitor = (mark: string): string => (mark === '' ? '' : hash('sha256', mark));

/** Open the mails. */
export function createMail({ database, enqueue, readNowMs, seal }: MailParts): Mail {
  /** @returns false when the address gets no more of the kind for now. */
  async function write(session: Session, draft: MailDraft): Promise<boolean> {
    const nowMs = readNowMs();
    const limit = draft.limited ?? { kind: '', dayCountMax: 0 };
    const rows = await session.query<{ mail_id: number }>(
      `INSERT INTO mails (recipient, sealed, visitor_id, kind, asked_by, expires_at, created_at,
         owner_id)
       SELECT $1, $8, $9, $2, $3, $10, $11, $12
       WHERE $2 = '' OR coalesce((${WHEN_FREE}), $11) <= $11
       RETURNING mail_id`,
      [
        ...valuesOf(draft.to, limit, nowMs),
        closeMail(seal, draft),
        hashVisitor(draft.visitorId),
        draft.expiresAtMs === undefined ? null : new Date(draft.expiresAtMs),
        new Date(nowMs),
        draft.ownerId ?? 0,
      ],
    );
    const [row] = rows;
    if (row === undefined) return false;
    await enqueue?.(session, {
      job: MAIL_JOB,
      payload: { mailId: row.mail_id },
      key: `mail:${row.mail_id}`,
    });
    return true;
  }

  return {
    // Whoever waits for the mail does not wait for the mail server.
    send: (draft) => database.transaction((session) => write(session, draft)),
    readWaitMs: (to, limit) => readWaitOf(database, { to, limit, nowMs: readNowMs() }),
    write,
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
        ...openMail(seal, row),
        at: row.created_at.getTime(),
      }));
    },
  };
}
