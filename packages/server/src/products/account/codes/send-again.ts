// Mailing a new code for what was begun: registering, signing in from an unknown device,
// a forgotten password. Whether anybody has the address is not told here either: the same mail
// goes out again.
import {
  CODE_AGAIN_MS,
  type MailedTicket,
  readTryWaitMs,
} from '../../../base/credentials/index.ts';
import { type Caller, refuse } from '../../../base/product/index.ts';
import type { MailKind, MailReader } from '../../../base/mail/index.ts';
import type { AccountCall, AccountParts } from '../parts.ts';
import { CODES, readTryer, takeTry } from './tries.ts';

type Parts = Pick<
  AccountParts,
  'tickets' | 'throttle' | 'browsers' | 'users' | 'writeMail' | 'checkMail' | 'readNowMs'
>;

/** The address that was asked for, whether anybody has it or not. */
const requestedOf = ({ payload, email }: MailedTicket) => String(payload['asked'] ?? email);

/** The mail that goes out once more, and to whom. */
async function readAgain(
  { users }: Parts,
  caller: Caller,
  ticket: MailedTicket,
): Promise<{ kind: MailKind; reader: MailReader; hasCode: boolean }> {
  const asked = requestedOf(ticket);
  const stranger = { email: asked, locale: caller.locale, antiPhishingCode: '' };
  if (ticket.purpose === 'register' && ticket.email !== '') {
    return { kind: 'register_code', reader: stranger, hasCode: true };
  }
  if (ticket.purpose === 'register') {
    const known = await users.findByEmail(asked);
    return { kind: 'register_known', reader: known ?? stranger, hasCode: false };
  }
  const user = await users.read(ticket.ownerId);
  if (ticket.purpose === 'second_factor') {
    if (user === undefined) throw refuse('ticket_invalid');
    return { kind: 'login_code', reader: user, hasCode: true };
  }
  if (user === undefined) return { kind: 'password_unknown', reader: stranger, hasCode: false };
  return { kind: 'password_code', reader: user, hasCode: true };
}

/** Make the call. */
export function createSendAgain(parts: Parts) {
  const { tickets, throttle } = parts;

  /**
   * Mail a new code; the one before is void.
   *
   * @throws ticket_invalid, code_too_soon, mail_limit; locked while no code would be taken anyway.
   */
  return async (given: string, { caller }: AccountCall) => {
    const ticket = await tickets.readMailed(given);
    if (ticket === undefined) throw refuse('ticket_invalid');
    const { purpose, ownerId } = ticket;
    const isSignIn = purpose === 'second_factor';
    const account = isSignIn ? `${ownerId}` : requestedOf(ticket);
    const who = await readTryer(parts, { caller, account, ownerId });
    const tried = isSignIn ? 'factor' : CODES[purpose as keyof typeof CODES];
    const lockedMs = readTryWaitMs(throttle, tried, who);
    if (lockedMs > 0) throw refuse('locked', { waitMs: String(lockedMs) });
    const tooSoonMs = ticket.againAtMs - parts.readNowMs();
    if (tooSoonMs > 0) throw refuse('code_too_soon', { waitMs: String(tooSoonMs) });
    takeTry(parts, 'again', who);
    const { kind, reader, hasCode } = await readAgain(parts, caller, ticket);
    const asker = { ...caller, isKnown: who.knownMark !== '' };
    // Before the code that they have is void.
    await parts.checkMail(kind, reader, asker);
    const code = await tickets.renewCode(given);
    // Asked for twice at once: the other one got it.
    if (code === undefined) throw refuse('code_too_soon', { waitMs: String(CODE_AGAIN_MS) });
    await parts.writeMail(kind, reader, asker, hasCode ? { code } : {});
    return { resendWaitMs: CODE_AGAIN_MS };
  };
}
