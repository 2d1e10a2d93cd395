// Counts a try before it is judged: of many that come at once no more are judged than are allowed.
// Used by every step that somebody could guess at.
import {
  type TakenTry,
  takeTryOf,
  type Ticket,
  type TicketPurpose,
  type TicketTrouble,
  type Tryer,
} from '../../../base/credentials/index.ts';
import { type Caller, refuse } from '../../../base/product/index.ts';
import type { AccountParts } from '../parts.ts';

/** What somebody could guess at, or ask for without end; each has a count of its own. */
export const TRIES = {
  /** Passwords at the sign-in. */
  login: { pair: 10, network: 30, account: 100 },
  /** Second factors at the sign-in. */
  factor: { pair: 5, network: 30, account: 50 },
  /** Password or second factor of somebody who is signed in. */
  confirm: { pair: 5, network: 30 },
  /** First codes of an authenticator that is being set up. */
  setUp: { pair: 5, network: 30 },
  /** Mailed codes of a new account and of a new password. */
  joinCode: { pair: 5, network: 30 },
  resetCode: { pair: 5, network: 30 },
  /** Wishes for such a code. */
  join: { pair: 5, network: 300 },
  forgot: { pair: 5, network: 300 },
  /** Wishes for the same code once more. */
  again: { pair: 5, network: 300 },
} as const;

/** Any of them. */
export type Tried = keyof typeof TRIES;

/** A person who tries, with whether their browser is one of the account's. */
export async function readTryer(
  { browsers }: Pick<AccountParts, 'browsers'>,
  { caller, account, ownerId }: { caller: Caller; account: string; ownerId: number | undefined },
): Promise<Tryer> {
  // Asked for nobody's account as well: it takes the same time.
  const isKnown = await browsers.isKnown(ownerId ?? 0, caller.visitorId);
  return { account, ip: caller.ip, knownMark: isKnown ? caller.visitorId : '' };
}

/**
 * Take a try.
 *
 * @throws locked while there were too many.
 */
export function takeTry(
  { throttle }: Pick<AccountParts, 'throttle'>,
  tried: Tried,
  who: Tryer,
): TakenTry {
  const taken = takeTryOf(throttle, tried, who);
  if (typeof taken === 'number') throw refuse('locked', { waitMs: String(taken) });
  return taken;
}

/** How a wrong try is refused: how many are left, or how long none is taken any more. */
export function refuseWrong(
  taken: TakenTry,
  { word, triesLeft }: TicketTrouble,
): ReturnType<typeof refuse> {
  if (word === 'ticket_invalid') return refuse(word);
  const lockedMs = taken.readWaitMs();
  if (lockedMs > 0) return refuse('locked', { waitMs: String(lockedMs) });
  if (word === 'code_expired') return refuse(word);
  return refuse(word, { triesLeft: String(Math.min(triesLeft, taken.readLeft())) });
}

/** Take a try of somebody who is signed in and confirms something. */
export async function takeConfirmation(
  parts: Pick<AccountParts, 'throttle' | 'browsers'>,
  caller: Caller,
  tried: 'confirm' | 'setUp' = 'confirm',
): Promise<TakenTry> {
  const { ownerId } = caller;
  return takeTry(parts, tried, await readTryer(parts, { caller, ownerId, account: `${ownerId}` }));
}

/** What a ticket's mailed code counts as. */
export const CODES = {
  register: 'joinCode',
  password_reset: 'resetCode',
} as const satisfies Partial<Record<TicketPurpose, Tried>>;

/**
 * Take a ticket with its mailed code. Tries count against the address that was asked for, whether
 * anybody has it or not: a new ticket brings no new ones.
 *
 * @throws locked, ticket_invalid, code_wrong, code_expired.
 */
export async function takeCode(
  parts: Pick<AccountParts, 'throttle' | 'tickets' | 'browsers'>,
  purpose: keyof typeof CODES,
  given: { readonly ticket: string; readonly code: string; readonly caller: Caller },
): Promise<Ticket> {
  const { caller } = given;
  const begun = await parts.tickets.read(purpose, given.ticket);
  const taken =
    begun &&
    takeTry(
      parts,
      CODES[purpose],
      await readTryer(parts, {
        caller,
        account: begun.payload.asked as string,
        ownerId: begun.ownerId,
      }),
    );
  const ticket = await parts.tickets.take(purpose, given.ticket, given.code);
  if ('word' in ticket)
    throw taken === undefined ? refuse(ticket.word) : refuseWrong(taken, ticket);
  taken?.forgive();
  return ticket;
}
