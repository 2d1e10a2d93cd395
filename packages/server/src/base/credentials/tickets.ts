// Something begun that needs a second step. The ticket is random and stored as a hash; a mailed
// code of six digits may belong to it, good for ten minutes and five tries.
import { randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import type { Database } from '../db/index.ts';
import { hashSecret } from './seal.ts';

/** What was begun. */
export type TicketPurpose =
  | 'register'
  | 'second_factor'
  | 'password_reset'
  | 'passkey_login'
  | 'operator_sign_in'
  | 'operator_passkey';

/** A ticket's content. */
export interface Ticket {
  readonly purpose: TicketPurpose;
  readonly email: string;
  readonly ownerId: number;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** Why a ticket was not taken, and how many codes may still be tried with it. */
export interface TicketTrouble {
  readonly word: 'ticket_invalid' | 'code_wrong' | 'code_expired';
  readonly triesLeft: number;
}

/** A ticket to which a mailed code belongs, whether codes may still be tried with it or not. */
export interface MailedTicket extends Ticket {
  /** From when the next code may be asked for. */
  readonly againAtMs: number;
}

/** Tickets of the installation. */
export interface Tickets {
  /** Begin something. @returns the ticket, and the code to mail when one is wanted. */
  create(ticket: Ticket, hasCode: boolean): Promise<{ ticket: string; code: string }>;
  /** Look at a ticket without using it up. */
  read(purpose: TicketPurpose, ticket: string): Promise<Ticket | undefined>;
  /** Take a ticket with its code; a right code uses it up, a wrong one costs a try. */
  take(purpose: TicketPurpose, ticket: string, code: string): Promise<Ticket | TicketTrouble>;
  /** Look at a ticket that is waiting for a mailed code, whatever was begun. */
  readMailed(ticket: string): Promise<MailedTicket | undefined>;
  /**
   * Make a new code for such a ticket: the one before is void, tries and time begin anew.
   *
   * @returns undefined when there is no such ticket, or its code is too young.
   */
  renewCode(ticket: string): Promise<string | undefined>;
  /** Use a ticket up. @returns false when somebody else just did. */
  remove(ticket: string): Promise<boolean>;
  /** Count a wrong second factor against a ticket. @returns tries left. */
  countWrong(ticket: string): Promise<number>;
}

/** How long a ticket and its code are good. */
export const TICKET_GOOD_MS = 10 * 60_000;

/** How long after a code the next one for the same ticket may be asked for. */
export const CODE_AGAIN_MS = 60_000;

const TRIES_MAX = 5;
const TROUBLES = {
  invalid: { word: 'ticket_invalid', triesLeft: 0 },
  expired: { word: 'code_expired', triesLeft: 0 },
} as const;

const makeCode = () => String(randomInt(1_000_000)).padStart(6, '0');

interface Row {
  purpose: TicketPurpose;
  email: string;
  owner_id: number;
  payload: Record<string, unknown>;
  code_hash: Buffer | null;
  tries_left: number;
  expires_at: Date;
}

/** Open the tickets. */
export function createTickets(database: Database, readNowMs: () => number): Tickets {
  async function readRow(purpose: TicketPurpose, ticket: string): Promise<Row | undefined> {
    const rows = await database.query<Row>(
      'SELECT * FROM tickets WHERE ticket_hash = $1 AND purpose = $2',
      [hashSecret(ticket), purpose],
    );
    return rows[0];
  }

  function toTicket(row: Row): Ticket {
    const { purpose, email, payload } = row;
    return { purpose, email, ownerId: row.owner_id, payload };
  }

  async function countWrong(ticket: string): Promise<number> {
    const rows = await database.query<{ tries_left: number }>(
      'UPDATE tickets SET tries_left = tries_left - 1 WHERE ticket_hash = $1 RETURNING tries_left',
      [hashSecret(ticket)],
    );
    return rows[0]?.tries_left ?? 0;
  }

  async function remove(ticket: string): Promise<boolean> {
    const count = await database.execute('DELETE FROM tickets WHERE ticket_hash = $1', [
      hashSecret(ticket),
    ]);
    return count > 0;
  }

  return {
    countWrong,
    remove,
    async create(content, hasCode) {
      const ticket = randomBytes(24).toString('base64url');
      const code = hasCode ? makeCode() : '';
      await database.execute('DELETE FROM tickets WHERE expires_at < now()', []);
      await database.execute(
        `INSERT INTO tickets (ticket_hash, purpose, email, owner_id, payload, code_hash, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7)`,
        [
          hashSecret(ticket),
          content.purpose,
          content.email,
          content.ownerId,
          JSON.stringify(content.payload),
          hasCode ? hashSecret(ticket + code) : null,
          new Date(readNowMs() + TICKET_GOOD_MS),
        ],
      );
      return { ticket, code };
    },
    async read(purpose, ticket) {
      const row = await readRow(purpose, ticket);
      const isGood =
        row !== undefined && row.expires_at.getTime() > readNowMs() && row.tries_left > 0;
      return isGood ? toTicket(row) : undefined;
    },
    async take(purpose, ticket, code) {
      // Counted before it is judged: of many guesses at once no more are judged than are allowed.
      const [row] = await database.query<Row & { code_hash: Buffer }>(
        `UPDATE tickets SET tries_left = tries_left - 1
         WHERE ticket_hash = $1 AND purpose = $2 AND code_hash IS NOT NULL
           AND tries_left > 0 AND expires_at > $3 RETURNING *`,
        [hashSecret(ticket), purpose, new Date(readNowMs())],
      );
      if (row === undefined) {
        const known = await readRow(purpose, ticket);
        const hasCode = known !== undefined && known.code_hash !== null;
        return hasCode ? TROUBLES.expired : TROUBLES.invalid;
      }
      if (!timingSafeEqual(row.code_hash, hashSecret(ticket + code))) {
        const triesLeft = row.tries_left;
        return triesLeft > 0 ? { word: 'code_wrong', triesLeft } : TROUBLES.expired;
      }
      return (await remove(ticket)) ? toTicket(row) : TROUBLES.invalid;
    },
    async renewCode(ticket) {
      const code = makeCode();
      const nowMs = readNowMs();
      // A code is good for a fixed time: when it ends says when it was made.
      const [row] = await database.query<Row>(
        `UPDATE tickets SET code_hash = $2, tries_left = $3, expires_at = $4
         WHERE ticket_hash = $1 AND code_hash IS NOT NULL AND expires_at > $5
           AND expires_at <= $6 RETURNING *`,
        [
          hashSecret(ticket),
          hashSecret(ticket + code),
          TRIES_MAX,
          new Date(nowMs + TICKET_GOOD_MS),
          new Date(nowMs),
          new Date(nowMs + TICKET_GOOD_MS - CODE_AGAIN_MS),
        ],
      );
      return row && code;
    },
    async readMailed(ticket) {
      const [row] = await database.query<Row>(
        `SELECT * FROM tickets
         WHERE ticket_hash = $1 AND code_hash IS NOT NULL AND expires_at > $2`,
        [hashSecret(ticket), new Date(readNowMs())],
      );
      if (row === undefined) return undefined;
      const sentAtMs = row.expires_at.getTime() - TICKET_GOOD_MS;
      return { ...toTicket(row), againAtMs: sentAtMs + CODE_AGAIN_MS };
    },
  };
}
