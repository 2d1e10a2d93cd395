// Mails for messages of the kinds a person chose: each message once, at most twenty a day to one
// address; whatever is above stands in the inbox alone. Mail and cursor are written in one
// transaction, so a fall neither loses a mail nor sends it twice.
// Not the mails that protect an account (products/account): those are sent unasked.
import type { Database, Session } from '../../base/db/index.ts';
import type { Mail } from '../../base/mail/index.ts';
import { type NotificationRecord, showMessage, type TranslateNotification } from './show.ts';

/** Whom a mail goes to, and what stands around its words. */
export interface MailPerson {
  readonly email: string;
  readonly locale: string;
  /** The whole mail: the person's word against forged ones before, how to turn it off after. */
  readonly frame: (text: string) => string;
}

/** What the mails stand on. */
export interface NotificationMailParts {
  readonly database: Database;
  readonly mail: Pick<Mail, 'write'>;
  readonly translate: TranslateNotification;
  readonly readPerson: (ownerId: number) => Promise<MailPerson | undefined>;
  /** Address of our pages, without a slash at its end. */
  readonly publicUrl: string;
}

/** The mails. */
export interface NotificationMails {
  /** Write mails for what came since. @returns how many were written. */
  look(): Promise<number>;
}

const DAY_COUNT_MAX = 20;
const LOOK_ROWS_MAX = 500;

type Row = NotificationRecord & { readonly owner_id: number };

/** Make the mails. */
export function createNotificationMails(parts: NotificationMailParts): NotificationMails {
  const { database, mail, translate } = parts;

  async function writeOne(session: Session, row: Row): Promise<boolean> {
    const person = await parts.readPerson(row.owner_id);
    if (person === undefined) return false;
    const { title, content, jumpLink } = showMessage(row, person.locale, translate);
    const link = jumpLink === '' ? '' : `\n\n${parts.publicUrl}/${person.locale}${jumpLink}`;
    return mail.write(session, {
      to: person.email,
      ownerId: row.owner_id,
      subject: title,
      text: person.frame(`${content}${link}`),
      visitorId: '',
      limited: { kind: 'notice', dayCountMax: DAY_COUNT_MAX },
    });
  }

  async function writeAll(session: Session): Promise<number> {
    // Another process that is at it is let finish: there is nothing to add to it.
    const [cursor] = await session.query<{ last_id: number }>(
      'SELECT last_id FROM notice_mail_cursor FOR UPDATE SKIP LOCKED',
    );
    if (cursor === undefined) return 0;
    const [{ last }] = await session.query<{ last: number | null }>(
      `SELECT max(notice_id) AS last FROM (SELECT notice_id FROM notices WHERE notice_id > $1
       ORDER BY notice_id LIMIT ${LOOK_ROWS_MAX}) AS next`,
      [cursor.last_id],
    );
    if (last === null) return 0;
    const rows = await session.query<Row>(
      `SELECT notices.*, false AS is_read FROM notices
       JOIN notice_mails USING (owner_id, submodule_code)
       WHERE notice_id > $1 AND notice_id <= $2 ORDER BY notice_id`,
      [cursor.last_id, last],
    );
    let writtenCount = 0;
    for (const row of rows) if (await writeOne(session, row)) writtenCount += 1;
    await session.execute('UPDATE notice_mail_cursor SET last_id = $1', [last]);
    return writtenCount;
  }

  return {
    async look() {
      return database.transaction(writeAll);
    },
  };
}
