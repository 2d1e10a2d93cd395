// Lets a signed request in: which text was signed, whether it is fresh, whose key it is and what
// that key may do. It knows no path. The edge hands it raw texts; the WebSocket API hands it the
// text it built by its own rules.
import type { KeyPermission } from '@isobath/wire';
import { isIpAllowed } from '../addresses/index.ts';
import { type ApiKey, type ApiKeys, checkSignature, type SignedKey } from '../keys/index.ts';
import type { Caller } from '../product/index.ts';
import { BinanceError } from './errors.ts';
import type { BinanceParameters } from './parameters.ts';

/** A request that says who it is from. */
export interface SignedRequest {
  /** Header X-MBX-APIKEY, or the parameter of that name; "" when absent. */
  readonly apiKey: string;
  readonly parameters: BinanceParameters;
  /** Texts of which one must have been signed, the likeliest first. */
  readonly payloads: Iterable<string>;
  readonly ip: string;
  readonly requestId: string;
}

/** What a call wants of the key. */
export type WantedPermission = KeyPermission | 'none';

/** A key that was let in, and the caller it stands for. */
export interface KnownSigner {
  readonly key: ApiKey;
  readonly caller: Caller;
}

const WINDOW_MS = 5_000;
/** The widest `recvWindow`. */
export const WINDOW_MAX_MS = 60_000;
const AHEAD_MS = 1_000;
/** Larger timestamps are in microseconds. */
const MILLISECONDS_MAX = 10 ** 14;

/** A string without its `signature` parameter. */
function withoutSignature(text: string): string {
  // Nearly everybody puts it last.
  const last = text.lastIndexOf('&');
  if (text.startsWith('signature=', last + 1) && !text.slice(0, last + 1).includes('signature=')) {
    return last < 0 ? '' : text.slice(0, last);
  }
  return text
    .split('&')
    .filter((part) => !part.startsWith('signature='))
    .join('&');
}

function recode(text: string, code: (value: string) => string): string {
  return text
    .split('&')
    .map((part) => {
      const at = part.indexOf('=');
      return at < 0 ? part : `${part.slice(0, at)}=${code(part.slice(at + 1))}`;
    })
    .join('&');
}

function decodeOnce(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/**
 * The texts a client may have signed: what it sent, the same decoded (for clients that sign before
 * they encode), the same encoded (for those whose library undoes it). Each is made only when the
 * one before was not it.
 *
 * @param query - raw query string without `?`; @param body - raw form body.
 */
export function* listPayloads(query: string, body: string): Generator<string> {
  const parts = [withoutSignature(query), withoutSignature(body)];
  const sent = parts.join('');
  yield sent;
  const encode = (value: string) => encodeURIComponent(decodeOnce(value));
  const join = (code: (value: string) => string) =>
    parts.map((part) => recode(part, code)).join('');
  const decoded = join(decodeOnce);
  if (decoded !== sent) yield decoded;
  const encoded = join(encode);
  if (encoded !== sent && encoded !== decoded) yield encoded;
}

/**
 * Check the clock rules.
 *
 * @returns until when the request may reach the engine, UTC milliseconds.
 * @throws BinanceError -1021, -1102, -1100, -1130.
 */
export function readDeadlineMs(parameters: BinanceParameters, nowMs: number): number {
  const { timestamp, recvWindow } = parameters;
  if (timestamp === undefined || timestamp === '') {
    throw new BinanceError('parameter_missing', ['timestamp']);
  }
  if (!/^\d{1,20}$/.test(timestamp)) {
    throw new BinanceError('illegal_characters', ['timestamp', '^[0-9]{1,20}$']);
  }
  const windowMs = readWindowMs(recvWindow);
  const number = Number(timestamp);
  const sentMs = number >= MILLISECONDS_MAX ? number / 1_000 : number;
  if (sentMs >= nowMs + AHEAD_MS) throw new BinanceError('ahead_of_server');
  if (nowMs - sentMs > windowMs) throw new BinanceError('outside_window');
  return Math.floor(sentMs + windowMs);
}

function readWindowMs(text: string | undefined): number {
  if (text === undefined) return WINDOW_MS;
  if (!/^\d{1,5}(\.\d{1,3})?$/.test(text)) {
    throw new BinanceError('illegal_characters', ['recvWindow', '^[0-9]{1,5}(\\.[0-9]{1,3})?$']);
  }
  const windowMs = Number(text);
  if (windowMs > WINDOW_MAX_MS) throw new BinanceError('parameter_invalid', ['recvWindow']);
  return windowMs;
}

/** The ordinary actor that a key stands for; streams make one for each request after a log-on. */
export function makeSigner(
  key: ApiKey,
  request: { ip: string; requestId: string; deadlineMs: number },
): Caller {
  return {
    ownerId: key.ownerId,
    sessionId: key.keyId,
    ip: request.ip,
    device: 'API',
    locale: 'en_US',
    visitorId: '',
    steppedUpUntilMs: 0,
    requestId: request.requestId,
    signed: { deadlineMs: request.deadlineMs },
  };
}

/** Lets keys in. */
export interface Signing {
  /**
   * Let a request in that only names its key.
   * @throws BinanceError -2014, -2015.
   */
  admitKey(request: Omit<SignedRequest, 'parameters' | 'payloads'>): Promise<KnownSigner>;
  /**
   * Let a signed request in.
   * @throws BinanceError -2014, -2015, -1102, -1021, -1022.
   */
  admit(request: SignedRequest, wanted: WantedPermission): Promise<KnownSigner>;
  /**
   * The same at once, for a key in use: an order that need not wait is cheaper.
   * @returns undefined when the key must be read first: ask `admit`.
   */
  admitNow(request: SignedRequest, wanted: WantedPermission): KnownSigner | undefined;
}

/** Whether a key may do that now; asked again for each request after a log-on. */
export function isKeyAllowed(key: ApiKey, wanted: WantedPermission, ip: string): boolean {
  const isPermitted = wanted === 'none' || key.permissions.includes(wanted);
  return isPermitted && isIpAllowed(key.ipList, ip);
}

/** @throws BinanceError -1102, -1021, -1022, -2015. */
function letIn(
  { key, signing }: SignedKey,
  request: SignedRequest,
  { wanted, nowMs }: { readonly wanted: WantedPermission; readonly nowMs: number },
): KnownSigner {
  const deadlineMs = readDeadlineMs(request.parameters, nowMs);
  const { signature = '' } = request.parameters;
  if (signature === '') throw new BinanceError('parameter_missing', ['signature']);
  let isSigned = false;
  for (const payload of request.payloads) {
    isSigned = checkSignature(signing, payload, signature);
    if (isSigned) break;
  }
  if (!isSigned) throw new BinanceError('signature_invalid');
  if (!isKeyAllowed(key, wanted, request.ip)) throw new BinanceError('key_rejected');
  return { key, caller: makeSigner(key, { ...request, deadlineMs }) };
}

/** Make the gate. */
export function createSigning(keys: ApiKeys, readNowMs: () => number): Signing {
  function checkName(apiKey: string): void {
    if (!/^[A-Za-z0-9]{64}$/.test(apiKey)) throw new BinanceError('key_malformed');
  }

  function enter(entry: SignedKey, request: SignedRequest, wanted: WantedPermission): KnownSigner {
    const known = letIn(entry, request, { wanted, nowMs: readNowMs() });
    keys.touch(known.key, request.ip);
    return known;
  }

  return {
    async admitKey(request) {
      checkName(request.apiKey);
      const key = await keys.find(request.apiKey);
      if (key === undefined) throw new BinanceError('key_rejected');
      if (!isKeyAllowed(key, 'none', request.ip)) throw new BinanceError('key_rejected');
      keys.touch(key, request.ip);
      return { key, caller: makeSigner(key, { ...request, deadlineMs: 0 }) };
    },
    admitNow(request, wanted) {
      const entry = keys.readKnown(request.apiKey);
      if (entry !== undefined) return enter(entry, request, wanted);
      // A key in use has a name as names are.
      checkName(request.apiKey);
      return undefined;
    },
    async admit(request, wanted) {
      checkName(request.apiKey);
      const entry = keys.readKnown(request.apiKey) ?? (await keys.read(request.apiKey));
      if (entry === undefined) throw new BinanceError('key_rejected');
      return enter(entry, request, wanted);
    },
  };
}
