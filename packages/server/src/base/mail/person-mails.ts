// What is written to people about their accounts: mails from the texts in their language, with
// their own word against forged ones, and a message in their inbox where one belongs there too.
// Called by products that change what protects an account, and by the back office.
import { countAsSite } from '../addresses/index.ts';
import { TICKET_GOOD_MS } from '../credentials/index.ts';
import type { MailLimit } from './limits.ts';
import type { Mail } from './mail.ts';
import type { NotificationKind, WriteNotification } from '../notifications/index.ts';
import { type Caller, refuse } from '../product/index.ts';

/** Gives a mail's sentence: key in the `mail` texts, language, values. */
export type TranslateMail = (
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
  | 'proof_code'
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

/** Kinds that anybody can make us send. */
const ASKED: ReadonlySet<MailKind> = new Set([
  'register_code',
  'register_known',
  'login_code',
  'password_code',
  'password_unknown',
  'proof_code',
]);
/** So many of a kind one asker, or all strangers together, get in a day without a wait. */
const FREE_COUNT = 10;
const FREE_COUNT_OF_ALL = 20;
const CODES: ReadonlySet<MailKind> = new Set([
  'register_code',
  'login_code',
  'password_code',
  'proof_code',
]);

/** A reader: their address, language and word; their number when they have an account. */
export interface MailReader {
  readonly ownerId?: number;
  readonly email: string;
  readonly locale: string;
  readonly antiPhishingCode: string;
}

/** Who asks for a mail. */
type Asker = Pick<Caller, 'visitorId' | 'ip' | 'device'> & {
  /** They ask in a browser in which the account was signed in before. */
  readonly isKnown?: boolean;
};

/** Writes a mail. @throws mail_limit while the address got too many of the kind. */
export type WriteMail = (
  kind: MailKind,
  reader: MailReader,
  caller: Asker,
  values?: Readonly<Record<string, string>>,
) => Promise<void>;

/** Writes nothing, so that what a mail would replace is kept. @throws mail_limit as writing. */
export type CheckMail = (
  kind: MailKind,
  reader: Pick<MailReader, 'email'>,
  caller: Asker,
) => Promise<void>;

/** The word of a person against forged mails, as it stands before one; "" when they set none. */
export function writeWord(
  translate: TranslateMail,
  { locale, antiPhishingCode }: Pick<MailReader, 'locale' | 'antiPhishingCode'>,
): string {
  if (antiPhishingCode === '') return '';
  return `${translate(locale, 'anti_phishing', { word: antiPhishingCode })}\n\n`;
}

/** What the writer stands on. */
export interface MailWriterParts {
  readonly mail: Mail;
  readonly translate: TranslateMail;
  readonly writeNotification: WriteNotification;
  /** Stands below every mail. */
  readonly readBrandName: () => Promise<string>;
  readonly readNowMs: () => number;
}

/** Strangers use up what strangers may ask for, never what the reader themselves may. */
function limitOf(kind: MailKind, { ip, isKnown = false }: Asker): MailLimit {
  const limit = { kind, freeCount: FREE_COUNT };
  if (isKnown) return limit;
  return { ...limit, requestedBy: countAsSite(ip), freeCountOfAll: FREE_COUNT_OF_ALL };
}

/** Make what says whether a mail would be written. */
export function createMailCheck(mail: Pick<Mail, 'readWaitMs'>): CheckMail {
  return async (kind, { email }, caller) => {
    if (!ASKED.has(kind)) return;
    const waitMs = await mail.readWaitMs(email, limitOf(kind, caller));
    if (waitMs > 0) throw refuse('mail_limit', { waitMs: String(waitMs) });
  };
}

/** Make the writer. */
export function createMailWriter(parts: MailWriterParts): WriteMail {
  const { mail, translate, writeNotification, readBrandName, readNowMs } = parts;
  const check = createMailCheck(mail);

  async function note(kind: MailKind, ownerId: number, facts: Record<string, string>) {
    if (ownerId === 0 || !NOTICED.has(kind)) return;
    const atMs = readNowMs();
    const sourceKey = `${kind}:${ownerId}:${atMs}`;
    await writeNotification({ ownerId, kind: kind as NotificationKind, facts, sourceKey, atMs });
  }

  return async (kind, reader, caller, values = {}) => {
    const all = { ...values, ip: caller.ip, device: caller.device };
    const word = writeWord(translate, reader);
    const text = translate(reader.locale, `${kind}_text`, all);
    const closing = `${translate(reader.locale, 'closing', {})}\n\n${await readBrandName()}`;
    const isWritten = await mail.send({
      to: reader.email,
      ownerId: reader.ownerId ?? 0,
      subject: translate(reader.locale, `${kind}_subject`, all),
      text: `${word}${text}\n\n${closing}`,
      visitorId: caller.visitorId,
      ...(ASKED.has(kind) ? { limited: limitOf(kind, caller) } : {}),
      ...(CODES.has(kind) ? { expiresAtMs: readNowMs() + TICKET_GOOD_MS } : {}),
    });
    // Of many asked for at once the wait may be over when it is read.
    if (!isWritten) {
      await check(kind, reader, caller);
      throw refuse('mail_limit', { waitMs: '1000' });
    }
    await note(kind, reader.ownerId ?? 0, { ip: caller.ip, device: caller.device });
  };
}
