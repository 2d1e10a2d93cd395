// Mails to the alarm address: one when something is wrong and one when it is over, however often it
// is looked at and whoever is restarted meanwhile. What was told stands in the mails themselves, by
// kind. It finds nothing out: each cause is asked. Kept by the edge's process.
import type { Database } from '../base/db/index.ts';
import type { Mail } from '../base/mail/index.ts';

/** What can be wrong. */
export type AlarmName =
  | 'disk'
  | 'engine'
  | 'tables'
  | 'sums'
  | 'backup'
  | 'audit'
  | 'given_up'
  | 'custody'
  | 'identity';

/** Says whether one thing is wrong now; undefined when nobody knows, which changes nothing. */
export type AlarmCauses = Readonly<
  Record<AlarmName, () => boolean | undefined | Promise<boolean | undefined>>
>;

/** What the mails stand on. */
export interface AlarmParts {
  readonly database: Database;
  readonly mail: Pick<Mail, 'send'>;
  readonly causes: AlarmCauses;
  /** Where alarms go, "" = nowhere. */
  readonly readAddress: () => Promise<string>;
  readonly translateMail: (word: string, facts: Readonly<Record<string, string>>) => string;
  /** Stands in the mail, so that whoever has several installations knows which it is. */
  readonly publicUrl: string;
  readonly report: (error: unknown) => void;
}

/** The running looks. */
export interface AlarmMails {
  look(): Promise<void>;
  close(): void;
}

const LOOK_EVERY_MS = 10_000;
/** A start or a moment's trouble is no alarm: so many looks in a row must say the same. */
const LOOKS_COUNT = 3;
/** What comes and goes all day is not told more often. */
const DAY_COUNT_MAX = 20;

/** Begin to look. */
export function createAlarmMails(parts: AlarmParts): AlarmMails {
  const { database, mail, causes, readAddress, translateMail, publicUrl, report } = parts;
  /** Looks in a row at which a cause was so. */
  const seen = new Map<string, { isWrong: boolean; count: number }>();
  let isLooking = false;

  async function isPublished(to: string, name: AlarmName): Promise<boolean> {
    const [last] = await database.query<{ kind: string }>(
      `SELECT kind FROM mails WHERE recipient = $1 AND kind IN ($2, $3)
       ORDER BY mail_id DESC LIMIT 1`,
      [to, `alarm_${name}`, `alarm_over_${name}`],
    );
    return last?.kind === `alarm_${name}`;
  }

  async function lookAt(to: string, name: AlarmName): Promise<void> {
    const isWrong = await causes[name]();
    if (isWrong === undefined) return;
    const before = seen.get(name);
    const count = before?.isWrong === isWrong ? before.count + 1 : 1;
    seen.set(name, { isWrong, count });
    if (count < LOOKS_COUNT || (await isPublished(to, name)) === isWrong) return;
    const kind = isWrong ? 'alarm' : 'alarm_over';
    const cause = translateMail(`alarm_${name}`, {});
    await mail.send({
      to,
      subject: translateMail(`${kind}_subject`, { cause }),
      text: `${cause}\n${publicUrl}\n\n${translateMail(`${kind}_text`, {})}`,
      visitorId: '',
      limited: { kind: `${kind}_${name}`, dayCountMax: DAY_COUNT_MAX },
    });
  }

  async function lookAtAll(): Promise<void> {
    const to = await readAddress();
    if (to === '') return;
    for (const name of Object.keys(causes) as AlarmName[]) {
      await lookAt(to, name).catch(report);
    }
  }

  async function look(): Promise<void> {
    if (isLooking) return;
    isLooking = true;
    await lookAtAll()
      .catch(report)
      .finally(() => (isLooking = false));
  }

  const timer = setInterval(() => void look(), LOOK_EVERY_MS);
  timer.unref();
  return { look, close: () => clearInterval(timer) };
}
