// Requests of the WebSocket API as text, and their answers: shapes only. It changes nothing. Called
// by api-socket.ts.
import {
  DialectError,
  type DialectParameters,
  readJsonParameters,
} from '../../base/dialect/index.ts';

/** Number or text that the caller gave his request; null when he gave none. */
export type ApiRequestId = number | string | null;

/** One request. */
export interface ApiRequest {
  readonly id: ApiRequestId;
  readonly method: string;
  readonly parameters: DialectParameters;
}

const ID_TEXT = /^[a-zA-Z0-9_-]{1,36}$/;

/** What could be read of an id, for answers to requests that are wrong. */
export function readApiId(value: unknown): ApiRequestId {
  const { id } = (value ?? {}) as { id?: unknown };
  if (typeof id === 'number' && Number.isSafeInteger(id)) return id;
  return typeof id === 'string' && ID_TEXT.test(id) ? id : null;
}

/** @throws DialectError when the text is no request. */
export function parseApiText(text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new DialectError('json_invalid', ['request']);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new DialectError('json_invalid', ['request']);
  }
  return value as Record<string, unknown>;
}

/** @throws DialectError when a part of the request has the wrong kind. */
export function parseApiRequest(fields: Record<string, unknown>): ApiRequest {
  const { id, method, params } = fields;
  if (id !== undefined && id !== null && readApiId(fields) === null) {
    throw new DialectError('illegal_characters', ['id', '^[a-zA-Z0-9-_]{1,36}$']);
  }
  if (typeof method !== 'string' || method === '') {
    throw new DialectError('parameter_missing', ['method']);
  }
  const isObject = typeof params === 'object' && params !== null && !Array.isArray(params);
  if (params !== undefined && params !== null && !isObject) {
    throw new DialectError('parameter_invalid', ['params']);
  }
  return {
    id: readApiId(fields),
    method,
    parameters: readJsonParameters((params ?? {}) as Record<string, unknown>),
  };
}

/**
 * The texts of which one must have been signed: parameters by name in order, as they are and
 * percent-encoded.
 */
export function listApiPayloads(parameters: DialectParameters): string[] {
  const pairs = Object.entries(parameters)
    .filter(([name]) => name !== 'signature')
    .sort(([one], [two]) => (one < two ? -1 : 1));
  const join = (write: (text: string) => string) =>
    pairs.map(([name, value]) => `${name}=${write(value)}`).join('&');
  // Half a character cannot be percent-encoded, nor signed by anybody.
  const encode = (text: string) => encodeURIComponent(text.toWellFormed());
  return [...new Set([join((text) => text), join(encode)])];
}

/** Parameters that say who calls and how to answer; the calls themselves do not take them. */
const SIGNS = ['apiKey', 'returnRateLimits'];
/** Some libraries sign open calls too. */
const SIGNED = ['timestamp', 'recvWindow', 'signature'];

/** Parameters of the call alone. */
export function withoutSigns(parameters: DialectParameters, isOpen: boolean): DialectParameters {
  const left = isOpen ? [...SIGNS, ...SIGNED] : SIGNS;
  return Object.fromEntries(Object.entries(parameters).filter(([name]) => !left.includes(name)));
}
