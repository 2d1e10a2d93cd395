// Whose session a request has. One that was seen lately is known in this process; before the
// database is asked for any other, that costs the network it comes from, so that whoever makes
// sessions up is refused without work. Calls, pages and sockets share it. It knows no route.
import { hash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { countAs, countAsSite } from '../base/addresses/index.ts';
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
/** A site (/48) has as many as four of its networks: it has 65,536 of them for the asking. */
export const SITE_NETWORKS_COUNT = 4;
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
   * @param isOfGuests - nobody need be signed in, as to sign in: a guest when no look-up is left.
   * @throws CallRefusal rate_limited when the network has no look-up left.
   */
  read(request: PeerSigns, isOfGuests?: boolean): Promise<SessionRecord | undefined>;
  /** The same for the back office, whose rows are read anew each time. */
  readOperator(request: PeerSigns, isOfGuests?: boolean): Promise<OperatorCaller | undefined>;
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

/** Charges look-ups to networks and the sites that they are of. */
function createCharges({ peers, readNowMs, limit = lookupLimit }: LookupParts) {
  const site: Bucket = {
    burst: limit.burst * SITE_NETWORKS_COUNT,
    perSecond: limit.perSecond * SITE_NETWORKS_COUNT,
  };
  const networks = createLimits({ ...defaultLimits, read: limit });
  const sites = createLimits({ ...defaultLimits, read: site });
  const one = { rate: 'read' } as const;

  /** @returns gives it back. */
  return function charge(request: PeerSigns): () => void {
    if (peers.isLocal(request)) return () => {};
    const address = peers.readAddress(request);
    const network = countAs(address);
    let waitMs = networks.take(network, one, readNowMs());
    if (waitMs === 0) {
      waitMs = sites.take(countAsSite(address), one, readNowMs());
      if (waitMs > 0) networks.giveBack(network, one);
    }
    if (waitMs > 0) throw refuse('rate_limited', { retryAfterMs: String(waitMs) });
    return () => {
      networks.giveBack(network, one);
      sites.giveBack(countAsSite(address), one);
    };
  };
}

/** What was found, or a guest of whom it need not be known. */
async function orGuest<TFound>(
  isOfGuests: boolean,
  read: () => Promise<TFound | undefined>,
): Promise<TFound | undefined> {
  try {
    return await read();
  } catch (error) {
    if (!isOfGuests || readWaitMs(error) === undefined) throw error;
    return undefined;
  }
}

/** Make it, with nobody known. */
export function createLookups(parts: LookupParts): Lookups {
  const { sessions } = parts;
  const charge = createCharges(parts);
  const strangers = new Recent<true>(STRANGERS_COUNT_MAX);
  const operators = new Recent<number>(OPERATORS_COUNT_MAX);
  /** Look-ups that have no answer yet: whoever comes with the same token waits for the same one. */
  const asked = new Map<string, Promise<unknown>>();

  /** Charge the network, ask, and give it back if there was somebody. */
  async function ask<TFound>(
    request: PeerSigns,
    name: string,
    read: () => Promise<TFound | undefined>,
  ): Promise<TFound | undefined> {
    if (strangers.get(name) === true) return undefined;
    const giveBack = charge(request);
    const asking = read().then((found) => {
      if (found === undefined) strangers.set(name, true);
      else giveBack();
      return found;
    });
    asked.set(name, asking);
    try {
      return await asking;
    } finally {
      asked.delete(name);
    }
  }

  function findAccount(request: PeerSigns, isOffice: boolean): string | undefined {
    const token = readCookie(request, isOffice ? OFFICE_COOKIE : SESSION_COOKIE);
    if (token === '') return undefined;
    return isOffice
      ? nameOperator(operators.get(nameToken(OFFICE_COOKIE, token)))
      : nameOwner(sessions.peek(token)?.ownerId);
  }

  async function readPerson(request: PeerSigns): Promise<SessionRecord | undefined> {
    const token = readCookie(request, SESSION_COOKIE);
    if (token === '') return undefined;
    const name = nameToken(SESSION_COOKIE, token);
    // Then it is known, or nobody's.
    while (asked.has(name)) await asked.get(name);
    if (sessions.peek(token) !== undefined) return sessions.read(token);
    return ask(request, name, () => sessions.read(token));
  }

  async function readOperator(request: PeerSigns): Promise<OperatorCaller | undefined> {
    const token = readCookie(request, OFFICE_COOKIE);
    if (token === '') return undefined;
    const name = nameToken(OFFICE_COOKIE, token);
    const read = async () => {
      const found = await parts.readOperator?.(request.headers);
      if (found === undefined) operators.delete(name);
      else operators.set(name, found.operatorId);
      return found;
    };
    // Rows are read for each call all the same: a right may have been taken away meanwhile.
    while (asked.has(name)) await asked.get(name);
    return operators.get(name) === undefined ? ask(request, name, read) : read();
  }

  return {
    findAccount,
    isToAsk: (request, isOffice) =>
      readCookie(request, isOffice ? OFFICE_COOKIE : SESSION_COOKIE) !== '' &&
      findAccount(request, isOffice) === undefined,
    read: (request, isOfGuests = false) => orGuest(isOfGuests, () => readPerson(request)),
    readOperator: (request, isOfGuests = false) => orGuest(isOfGuests, () => readOperator(request)),
  };
}
