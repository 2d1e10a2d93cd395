// What the account product writes to people: mails from the texts in their language, with their own
// word against forged ones, and a message in their inbox where one belongs there too.
// Called by the other files of this room.
import { countAs } from '../../base/addresses/index.ts';
import { TICKET_GOOD_MS } from '../../base/credentials/index.ts';
import type { Mail } from '../../base/mail/index.ts';
import type { NoticeKind, WriteNotice } from '../../base/notices/index.ts';
import { type Caller, refuse } from '../../base/product/index.ts';

/** Gives a mail's sentence: key in the `mail` texts, language, values. */
export type SpeakMail = (
  locale: string,
  key: string,
  values: Readonly<Record<string, string>>,
) => string;

/** Kinds of mail; each has `<kind>_subject` and `<kind>_text`. */
export type MailKind =
  | 'register_code'
  | 'register_known'
  | 'login_code'
  | 'login_new_device'
  | 'password_code'
  | 'password_unknown'
  | 'password_changed'
  | 'security_changed'
  | 'account_frozen'
  | 'account_thawed'
  | 'word_changed'
  | 'api_keys_changed';

/** Kinds that also stand in the inbox. */
const NOTICED: ReadonlySet<MailKind> = new Set([
  'login_new_device',
  'password_changed',
  'security_changed',
  'account_frozen',
  'account_thawed',
  'word_changed',
  'api_keys_changed',
]);

/** Kinds that anybody can make us send, and how many of each one address gets in a day. */
const ASKED: ReadonlySet<MailKind> = new Set([
  'register_code',
  'register_known',
  'login_code',
  'password_code',
  'password_unknown',
]);
/** Of those whom the account knows, or of one network; and of all networks together. */
const DAY_COUNT_MAX = 10;
const DAY_COUNT_OF_ALL_MAX = 20;
const CODES: ReadonlySet<MailKind> = new Set(['register_code', 'login_code', 'password_code']);

/** A reader: his address, language and word; his number when he has an account. */
export interface MailReader {
  readonly ownerId?: number;
  readonly email: string;
  readonly locale: string;
  readonly antiPhishingCode: string;
}

/** Writes a mail. @throws mail_limit when the address got enough of the kind today. */
export type WriteMail = (
  kind: MailKind,
  reader: MailReader,
  caller: Pick<Caller, 'visitorId' | 'ip' | 'device'> & {
    /** He asks in a browser in which the account was signed in before. */
    readonly isKnown?: boolean;
  },
  values?: Readonly<Record<string, string>>,
) => Promise<void>;

/** The word of a person against forged mails, as it stands before one; "" when he set none. */
export function writeWord(
  speak: SpeakMail,
  { locale, antiPhishingCode }: Pick<MailReader, 'locale' | 'antiPhishingCode'>,
): string {
  if (antiPhishingCode === '') return '';
  return `${speak(locale, 'anti_phishing', { word: antiPhishingCode })}\n\n`;
}

/** What the writer stands on. */
export interface MailWriterParts {
  readonly mail: Mail;
  readonly speak: SpeakMail;
  readonly writeNotice: WriteNotice;
  /** Stands below every mail. */
  readonly readHouseName: () => Promise<string>;
  readonly readNowMs: () => number;
}

/** Strangers use up what strangers may ask for, never what the reader himself may. */
function limitOf(kind: MailKind, { ip, isKnown = false }: { ip: string; isKnown?: boolean }) {
  const limit = { kind, dayCountMax: DAY_COUNT_MAX };
  if (isKnown) return limit;
  return { ...limit, askedBy: countAs(ip), dayCountOfAllMax: DAY_COUNT_OF_ALL_MAX };
}

/** Make the writer. */
export function createMailWriter(parts: MailWriterParts): WriteMail {
  const { mail, speak, writeNotice, readHouseName, readNowMs } = parts;

  async function note(kind: MailKind, ownerId: number, facts: Record<string, string>) {
    if (ownerId === 0 || !NOTICED.has(kind)) return;
    const atMs = readNowMs();
    const sourceKey = `${kind}:${ownerId}:${atMs}`;
    await writeNotice({ ownerId, kind: kind as NoticeKind, facts, sourceKey, atMs });
  }

  return async (kind, reader, caller, values = {}) => {
    const all = { ...values, ip: caller.ip, device: caller.device };
    const word = writeWord(speak, reader);
    const text = speak(reader.locale, `${kind}_text`, all);
    const closing = `${speak(reader.locale, 'closing', {})}\n\n${await readHouseName()}`;
    const isWritten = await mail.send({
      to: reader.email,
      subject: speak(reader.locale, `${kind}_subject`, all),
      text: `${word}${text}\n\n${closing}`,
      visitorId: caller.visitorId,
      ...(ASKED.has(kind) ? { limited: limitOf(kind, caller) } : {}),
      ...(CODES.has(kind) ? { expiresAtMs: readNowMs() + TICKET_GOOD_MS } : {}),
    });
    if (!isWritten) throw refuse('mail_limit');
    await note(kind, reader.ownerId ?? 0, { ip: caller.ip, device: caller.device });
  };
}
