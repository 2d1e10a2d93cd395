// Jobs of mails: each is sent by one of its own, tried again later and later for three days, a code
// until it is over; what is over is erased each minute. Run by the jobs process.
import type { Database } from '../db/index.ts';
import type { CronJob, JobPayload, RequestedJob } from '../jobs/index.ts';
import { type MailSeal, openMail, type SealedMail } from './sealed.ts';

/** Hands a mail to a mail server. */
export type SendMail = (mail: { to: string; subject: string; text: string }) => Promise<void>;

/** What delivery stands on. */
export interface MailDelivery {
  readonly database: Database;
  /** Absent = no mail server. */
  readonly deliver?: SendMail | undefined;
  readonly seal: MailSeal;
  /** Whether people look into the outbox: what was sent stays there until it is over. */
  readonly hasOutbox: boolean;
  readonly readNowMs: () => number;
}

/** The job that sends a mail. */
export const MAIL_JOB = 'mail.send';

const DAY_MS = 86_400_000;
const GIVEN_UP_AFTER_MS = 3 * DAY_MS;
const ERASED = "sealed = NULL, subject = '', body = ''";

/** Send a mail unless it was sent or is over. @errors what the mail server says. */
export async function sendMail(delivery: MailDelivery, mailId: number): Promise<void> {
  const { database, deliver, seal, hasOutbox, readNowMs } = delivery;
  if (deliver === undefined) return;
  const nowMs = readNowMs();
  const [row] = await database.query<SealedMail & { recipient: string }>(
    `SELECT recipient, sealed, subject, body FROM mails
     WHERE mail_id = $1 AND sent_at IS NULL AND given_up_at IS NULL
       AND coalesce(expires_at, 'infinity') > $2 AND created_at > $3`,
    [mailId, new Date(nowMs), new Date(nowMs - GIVEN_UP_AFTER_MS)],
  );
  if (row === undefined) return;
  await deliver({ to: row.recipient, ...openMail(seal, row) });
  const erased = hasOutbox ? '' : `, ${ERASED}`;
  await database.execute(`UPDATE mails SET sent_at = now()${erased} WHERE mail_id = $1`, [mailId]);
}

/**
 * Give up and erase what is over: nobody wants a code that is over, nor news of last week. Ask for
 * the sending of what waits since before there was a mail server.
 */
export async function sweepMails(delivery: MailDelivery): Promise<void> {
  const { database, readNowMs } = delivery;
  const nowMs = readNowMs();
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
  if (delivery.deliver === undefined) return;
  await database.execute(
    `SELECT jobs.enqueue($1, json_build_object('mailId', mail_id), 'mail:' || mail_id, true)
     FROM mails WHERE sent_at IS NULL AND given_up_at IS NULL
       AND NOT EXISTS (SELECT FROM jobs.jobs WHERE key = 'mail:' || mail_id)`,
    [MAIL_JOB],
  );
}

/** The jobs; they need nothing of the platform of products. */
export function createMailJobs(
  delivery: MailDelivery,
): readonly (RequestedJob<unknown> | CronJob<unknown>)[] {
  const send = async (_: unknown, { mailId }: JobPayload) => sendMail(delivery, Number(mailId));
  return [
    { name: MAIL_JOB, load: async () => send },
    { name: 'mail.sweep', cron: '* * * * *', load: async () => () => sweepMails(delivery) },
  ];
}
