// Mails: written to a table first, so that none is lost, then sent by the mail server when there is
// one. It knows no reason for a mail; who writes one brings subject and text in the reader's
// language.
import type { Database } from '../db/index.ts';

/** A mail to send. */
export interface MailDraft {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** Browser in which the address was begun, "" = none. */
  readonly visitorId: string;
}

/** A mail that was written. */
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
  send(draft: MailDraft): Promise<void>;
  /** Newest first: of one browser, or of everybody for the operator. */
  list(wish: { visitorId?: string; to?: string; limit: number }): Promise<StoredMail[]>;
  /** Try again what was not sent. */
  retry(): Promise<void>;
}

interface Row {
  mail_id: number;
  recipient: string;
  subject: string;
  body: string;
  created_at: Date;
}

/** Open the mails. @param deliver - undefined = no mail server; mails stay in the outbox. */
export function createMail(
  database: Database,
  deliver: SendMail | undefined,
  report: (error: unknown) => void,
): Mail {
  async function deliverOne(
    row: { mail_id: number } & Omit<MailDraft, 'visitorId'>,
  ): Promise<void> {
    if (deliver === undefined) return;
    await deliver({ to: row.to, subject: row.subject, text: row.text });
    await database.execute('UPDATE mails SET sent_at = now() WHERE mail_id = $1', [row.mail_id]);
  }

  return {
    async send(draft) {
      const rows = await database.query<{ mail_id: number }>(
        `INSERT INTO mails (recipient, subject, body, visitor_id)
         VALUES ($1, $2, $3, $4) RETURNING mail_id`,
        [draft.to, draft.subject, draft.text, draft.visitorId],
      );
      // Whoever waits for the mail must not wait for the mail server.
      deliverOne({ mail_id: rows[0].mail_id, ...draft }).catch(report);
    },
    async list({ visitorId, to, limit }) {
      const rows = await database.query<Row>(
        `SELECT * FROM mails WHERE ($1::text IS NULL OR visitor_id = $1)
         AND ($2::text IS NULL OR recipient = $2) ORDER BY mail_id DESC LIMIT $3`,
        [visitorId ?? null, to ?? null, limit],
      );
      return rows.map((row) => ({
        id: String(row.mail_id),
        to: row.recipient,
        subject: row.subject,
        text: row.body,
        at: row.created_at.getTime(),
      }));
    },
    async retry() {
      if (deliver === undefined) return;
      const rows = await database.query<Row>(
        'SELECT * FROM mails WHERE sent_at IS NULL ORDER BY mail_id LIMIT 100',
      );
      for (const row of rows) {
        const { mail_id, recipient, subject, body } = row;
        // One address that is refused must not hold up the mails behind it.
        await deliverOne({ mail_id, to: recipient, subject, text: body }).catch(report);
      }
    },
  };
}
