// Requests of the WebSocket API as text, and their answers: shapes only. It changes nothing. Called
// by api-socket.ts.
import {
  BinanceError,
  type BinanceParameters,
  readJsonParameters,
} from '../../base/binance-api/index.ts';

/** Number or text that the caller gave their request; null when they gave none. */
export type ApiRequestId = number | string | null;

/** One request. */
export interface ApiRequest {
  readonly id: ApiRequestId;
  readonly method: string;
  readonly parameters: BinanceParameters;
  /** As it came: numbers may have been signed in another spelling than ours. */
  readonly text: string;
}

const ID_TEXT = /^[a-zA-Z0-9_-]{1,36}$/;

/** What could be read of an id, for answers to requests that are wrong. */
export function readApiId(value: unknown): ApiRequestId {
  const { id } = (value ?? {}) as { id?: unknown };
  if (typeof id === 'number' && Number.isSafeInteger(id)) return id;
  return typeof id === 'string' && ID_TEXT.test(id) ? id : null;
}

/** @throws BinanceError when the text is no request. */
export function parseApiText(text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new BinanceError('json_invalid', ['request']);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new BinanceError('json_invalid', ['request']);
  }
  return value as Record<string, unknown>;
}

/** The id in a text, whatever else is in it. */
export function findApiId(text: string): ApiRequestId {
  try {
    return readApiId(JSON.parse(text));
  } catch {
    return null;
  }
}

/** @throws BinanceError when a part of the request has the wrong kind. */
export function parseApiRequest(fields: Record<string, unknown>, text: string): ApiRequest {
  const { id, method, params } = fields;
  if (id !== undefined && id !== null && readApiId(fields) === null) {
    throw new BinanceError('illegal_characters', ['id', '^[a-zA-Z0-9-_]{1,36}$']);
  }
  if (typeof method !== 'string' || method === '') {
    throw new BinanceError('parameter_missing', ['method']);
  }
  const isObject = typeof params === 'object' && params !== null && !Array.isArray(params);
  if (params !== undefined && params !== null && !isObject) {
    throw new BinanceError('parameter_invalid', ['params']);
  }
  return {
    id: readApiId(fields),
    method,
    parameters: readJsonParameters((params ?? {}) as Record<string, unknown>),
    text,
  };
}

/** Parameters with their numbers spelled as they came: 0.10 is signed as 0.10, 1e-05 as that. */
function readAsSent(text: string): BinanceParameters {
  const sent = JSON.parse(text, (_name, value: unknown, context?: { readonly source: string }) =>
    typeof value === 'number' && context !== undefined ? context.source : value,
  ) as { readonly params?: Record<string, unknown> };
  return readJsonParameters(sent.params ?? {});
}

function* listSpellings(parameters: BinanceParameters): Generator<string> {
  const names = Object.keys(parameters)
    .filter((name) => name !== 'signature')
    .sort();
  const plain = names.map((name) => `${name}=${parameters[name]}`).join('&');
  yield plain;
  // Half a character cannot be percent-encoded, nor signed by anybody.
  const encode = (text: string) => encodeURIComponent(text.toWellFormed());
  const encoded = names.map((name) => `${name}=${encode(parameters[name] as string)}`).join('&');
  if (encoded !== plain) yield encoded;
}

/**
 * The texts of which one must have been signed: parameters by name in order, as they are and
 * percent-encoded, with numbers as we spell them and as they came. Each is made only when the one
 * before was not it.
 */
export function* listApiPayloads({
  parameters,
  text,
}: Pick<ApiRequest, 'parameters' | 'text'>): Generator<string> {
  yield* listSpellings(parameters);
  yield* listSpellings(readAsSent(text));
}

/**
 * Parameters of the call alone, without those that say who calls and how to answer. Some libraries
 * sign open calls too.
 */
export function withoutSigns(parameters: BinanceParameters, isOpen: boolean): BinanceParameters {
  const { apiKey: _key, returnRateLimits: _wish, ...left } = parameters;
  if (!isOpen) return left;
  const { timestamp: _time, recvWindow: _window, signature: _signature, ...open } = left;
  return open;
}
