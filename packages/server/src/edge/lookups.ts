// Whose session a request has. One that was seen lately is known in this process; before the
// database is asked for any other, that costs the network it comes from, so that whoever makes
// sessions up is refused without work. Calls, pages and sockets share it. It knows no route.
import { hash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { countAs } from '../base/addresses/index.ts';
import { OFFICE_COOKIE } from '../base/office/index.ts';
import { CallRefusal, type OperatorCaller, refuse } from '../base/product/index.ts';
import { SESSION_COOKIE, type SessionRecord, type Sessions } from '../base/sessions/index.ts';
import { parseCookies } from './cookies.ts';
import { type Bucket, createLimits, defaultLimits } from './limits.ts';
import type { Peers, PeerSigns } from './peers.ts';
import { Recent } from './recent.ts';

/**
 * Look-ups of one network whose session was not seen lately. One that finds somebody is given back:
 * after a start a whole company may come at once.
 */
export const lookupLimit: Bucket = { burst: 300, perSecond: 20 };
/** Sessions that are nobody's, or over: a browser that still has one asks for it with each call. */
const STRANGERS_COUNT_MAX = 10_000;
const OPERATORS_COUNT_MAX = 1_000;

/** What look-ups stand on. */
export interface LookupParts {
  readonly sessions: Sessions;
  /** Absent: nobody is of the back office. */
  readonly readOperator?:
    | ((headers: IncomingHttpHeaders) => Promise<OperatorCaller | undefined>)
    | undefined;
  readonly peers: Peers;
  readonly readNowMs: () => number;
  /** Absent: `lookupLimit`. */
  readonly limit?: Bucket | undefined;
}

/** Tells whose session a request has. */
export interface Lookups {
  /** Name of the account that a request counts for, as far as it is known without asking. */
  findAccount(request: PeerSigns, isOffice: boolean): string | undefined;
  /** Whether it must be asked whose session a request has. */
  isToAsk(request: PeerSigns, isOffice: boolean): boolean;
  /**
   * The session of a person's cookie, undefined for a guest.
   *
   * @throws CallRefusal rate_limited when the network has no look-up left.
   */
  read(request: PeerSigns): Promise<SessionRecord | undefined>;
  /** The same for the back office, whose rows are read anew each time. */
  readOperator(request: PeerSigns): Promise<OperatorCaller | undefined>;
}

/** What a person counts as, from anywhere; undefined for a guest, who counts with the network. */
export function nameOwner(ownerId = 0): string | undefined {
  return ownerId > 0 ? `owner ${ownerId}` : undefined;
}

/** The same for an operator. */
export function nameOperator(operatorId = 0): string | undefined {
  return operatorId > 0 ? `operator ${operatorId}` : undefined;
}

/** After how long whoever was refused for too many may try again; undefined for another refusal. */
export function readWaitMs(error: unknown): number | undefined {
  if (!(error instanceof CallRefusal) || error.word !== 'rate_limited') return undefined;
  return Number(error.facts['retryAfterMs'] ?? 1_000);
}

function readCookie({ headers }: PeerSigns, name: string): string {
  return headers.cookie?.includes(name) === true
    ? (parseCookies(headers.cookie).get(name) ?? '')
    : '';
}

const nameToken = (cookie: string, token: string) => `${cookie} ${hash('sha256', token, 'base64')}`;

/** Make it, with nobody known. */
export function createLookups(parts: LookupParts): Lookups {
  const { sessions, peers, readNowMs, limit = lookupLimit } = parts;
  const limits = createLimits({ ...defaultLimits, read: limit });
  const strangers = new Recent<true>(STRANGERS_COUNT_MAX);
  const operators = new Recent<number>(OPERATORS_COUNT_MAX);

  /** Charge the network, ask, and give it back if there was somebody. */
  async function ask<TFound>(
    request: PeerSigns,
    name: string,
    read: () => Promise<TFound | undefined>,
  ): Promise<TFound | undefined> {
    if (strangers.get(name) === true) return undefined;
    const network = countAs(peers.readAddress(request));
    const isCounted = !peers.isLocal(request);
    const waitMs = isCounted ? limits.take(network, { rate: 'read' }, readNowMs()) : 0;
    if (waitMs > 0) throw refuse('rate_limited', { retryAfterMs: String(waitMs) });
    const found = await read();
    if (found === undefined) strangers.set(name, true);
    else if (isCounted) limits.giveBack(network, { rate: 'read' });
    return found;
  }

  function findAccount(request: PeerSigns, isOffice: boolean): string | undefined {
    const token = readCookie(request, isOffice ? OFFICE_COOKIE : SESSION_COOKIE);
    if (token === '') return undefined;
    return isOffice
      ? nameOperator(operators.get(nameToken(OFFICE_COOKIE, token)))
      : nameOwner(sessions.peek(token)?.ownerId);
  }

  return {
    findAccount,
    isToAsk: (request, isOffice) =>
      readCookie(request, isOffice ? OFFICE_COOKIE : SESSION_COOKIE) !== '' &&
      findAccount(request, isOffice) === undefined,
    async read(request) {
      const token = readCookie(request, SESSION_COOKIE);
      if (token === '') return undefined;
      if (sessions.peek(token) !== undefined) return sessions.read(token);
      return ask(request, nameToken(SESSION_COOKIE, token), () => sessions.read(token));
    },
    async readOperator(request) {
      const token = readCookie(request, OFFICE_COOKIE);
      if (token === '') return undefined;
      const name = nameToken(OFFICE_COOKIE, token);
      const read = async () => parts.readOperator?.(request.headers);
      const isKnown = operators.get(name) !== undefined;
      const found = isKnown ? await read() : await ask(request, name, read);
      if (found === undefined) operators.delete(name);
      else operators.set(name, found.operatorId);
      return found;
    },
  };
}
