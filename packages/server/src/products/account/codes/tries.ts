// Counts a try before it is judged: of many that come at once no more are judged than are allowed.
// Used by every step that somebody could guess at.
import type { Ticket, TicketPurpose, TicketTrouble } from '../../../base/credentials/index.ts';
import { refuse } from '../../../base/product/index.ts';
import type { AccountParts } from '../parts.ts';

/** A try that was taken. */
export interface TakenTry {
  /** It was right: it does not count. */
  giveBack(): void;
  /** How a wrong one is refused: how many are left, or how long none is taken any more. */
  refuse(trouble: TicketTrouble): ReturnType<typeof refuse>;
}

/**
 * Take a try.
 *
 * @param names - what it counts against, each with its kind before a colon.
 * @throws locked while there were too many.
 */
export function takeTry(
  { throttle }: Pick<AccountParts, 'throttle'>,
  names: readonly string[],
): TakenTry {
  const waitMs = throttle.take(names);
  if (waitMs > 0) throw refuse('locked', { waitMs: String(waitMs) });
  return {
    giveBack: () => throttle.giveBack(names),
    refuse({ word, triesLeft }) {
      if (word === 'ticket_invalid') return refuse(word);
      const lockedMs = throttle.readWaitMs(names);
      if (lockedMs > 0) return refuse('locked', { waitMs: String(lockedMs) });
      if (word === 'code_expired') return refuse(word);
      return refuse(word, { triesLeft: String(Math.min(triesLeft, throttle.readLeft(names))) });
    },
  };
}

/**
 * Take a ticket with its mailed code. Tries count against the address that was asked for, whether
 * anybody has it or not: a new ticket brings no new ones.
 *
 * @throws locked, ticket_invalid, code_wrong, code_expired.
 */
export async function takeCode(
  parts: Pick<AccountParts, 'throttle' | 'tickets'>,
  purpose: TicketPurpose,
  given: { readonly ticket: string; readonly code: string },
): Promise<Ticket> {
  const begun = await parts.tickets.read(purpose, given.ticket);
  const taken = takeTry(
    parts,
    begun === undefined ? [] : [`code:${begun.payload.asked as string}`],
  );
  const ticket = await parts.tickets.take(purpose, given.ticket, given.code);
  if ('word' in ticket) throw taken.refuse(ticket);
  taken.giveBack();
  return ticket;
}
