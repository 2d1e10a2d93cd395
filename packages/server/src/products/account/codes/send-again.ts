// Mailing a new code for what was begun: registering, signing in from an unknown device,
// a forgotten password. Whether anybody has the address is not told here either: the same mail
// goes out again.
import {
  CODE_AGAIN_MS,
  type MailedTicket,
  readTryWaitMs,
} from '../../../base/credentials/index.ts';
import { type Caller, refuse } from '../../../base/product/index.ts';
import type { AccountCall, AccountParts } from '../parts.ts';
import { CODES, readTryer, takeTry } from './tries.ts';

type Parts = Pick<
  AccountParts,
  'tickets' | 'throttle' | 'browsers' | 'users' | 'writeMail' | 'readNowMs'
>;

/** The address that was asked for, whether anybody has it or not. */
const askedOf = ({ payload, email }: MailedTicket) => String(payload['asked'] ?? email);

async function writeAgain(
  { users, writeMail }: Parts,
  caller: Caller & { readonly isKnown: boolean },
  { ticket, code }: { ticket: MailedTicket; code: string },
): Promise<void> {
  const asked = askedOf(ticket);
  const stranger = { email: asked, locale: caller.locale, antiPhishingCode: '' };
  if (ticket.purpose === 'register' && ticket.email !== '') {
    return writeMail('register_code', stranger, caller, { code });
  }
  if (ticket.purpose === 'register') {
    const known = await users.findByEmail(asked);
    return writeMail('register_known', known ?? stranger, caller);
  }
  const user = await users.read(ticket.ownerId);
  if (ticket.purpose === 'second_factor') {
    if (user === undefined) throw refuse('ticket_invalid');
    return writeMail('login_code', user, caller, { code });
  }
  if (user === undefined) return writeMail('password_unknown', stranger, caller);
  return writeMail('password_code', user, caller, { code });
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
    const account = isSignIn ? `${ownerId}` : askedOf(ticket);
    const who = await readTryer(parts, { caller, account, ownerId });
    const tried = isSignIn ? 'factor' : CODES[purpose as keyof typeof CODES];
    const lockedMs = readTryWaitMs(throttle, tried, who);
    if (lockedMs > 0) throw refuse('locked', { waitMs: String(lockedMs) });
    const tooSoonMs = ticket.againAtMs - parts.readNowMs();
    if (tooSoonMs > 0) throw refuse('code_too_soon', { waitMs: String(tooSoonMs) });
    takeTry(parts, 'again', who);
    const code = await tickets.renewCode(given);
    // Asked for twice at once: the other one got it.
    if (code === undefined) throw refuse('code_too_soon', { waitMs: String(CODE_AGAIN_MS) });
    await writeAgain(parts, { ...caller, isKnown: who.knownMark !== '' }, { ticket, code });
    return { resendWaitMs: CODE_AGAIN_MS };
  };
}
