// Requests on a stream connection, as text: what is asked, or the dialect's words for why not.
// It changes nothing. Called by stream-socket.ts.

/** A request that can be answered. */
export type StreamRequest =
  | { readonly method: 'SUBSCRIBE' | 'UNSUBSCRIBE'; readonly names: readonly string[] }
  | { readonly method: 'LIST_SUBSCRIPTIONS' }
  | { readonly method: 'GET_PROPERTY'; readonly property: string }
  | { readonly method: 'SET_PROPERTY'; readonly property: string; readonly value: unknown };

/** Number or text that the caller gave their request; null when they gave none. */
export type RequestId = number | string | null;

/** A refusal of the stream protocol. @source the dialect's error table of its streams */
export class StreamRefusal extends Error {
  override readonly name = 'StreamRefusal';
  readonly code: 0 | 1 | 2 | 3;

  constructor(code: 0 | 1 | 2 | 3, message: string) {
    super(message);
    this.code = code;
  }
}

const METHODS = [
  'SUBSCRIBE',
  'UNSUBSCRIBE',
  'LIST_SUBSCRIPTIONS',
  'SET_PROPERTY',
  'GET_PROPERTY',
] as const;
const ID_TEXT = /^[a-zA-Z0-9_-]{1,36}$/;

/** @throws StreamRefusal when the text is no JSON object. */
export function parseStreamText(text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new StreamRefusal(3, 'Invalid JSON: expected value at line 1 column 1');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new StreamRefusal(3, 'Invalid JSON: expected an object at line 1 column 1');
  }
  return value as Record<string, unknown>;
}

/** @throws StreamRefusal when the id is neither an unsigned number nor a short text. */
export function readRequestId({ id }: Record<string, unknown>): RequestId {
  if (id === undefined || id === null) return null;
  if (typeof id === 'number' && Number.isSafeInteger(id) && id >= 0) return id;
  if (typeof id === 'string' && ID_TEXT.test(id)) return id;
  throw new StreamRefusal(2, 'Invalid request: request ID must be an unsigned integer');
}

function readNames(params: unknown): readonly string[] {
  if (!Array.isArray(params)) {
    throw new StreamRefusal(2, 'Invalid request: invalid type, expected a sequence');
  }
  if (params.some((one) => typeof one !== 'string')) {
    throw new StreamRefusal(2, 'Invalid request: invalid type, expected a string');
  }
  return params as string[];
}

function readProperty(params: unknown, count: number): unknown[] {
  const list = Array.isArray(params) ? (params as unknown[]) : [];
  if (list.length > count) throw new StreamRefusal(2, 'Invalid request: too many parameters');
  if (typeof list[0] !== 'string') {
    throw new StreamRefusal(2, 'Invalid request: property name must be a string');
  }
  return list;
}

/** @throws StreamRefusal */
export function parseStreamRequest({ method, params }: Record<string, unknown>): StreamRequest {
  if (method === undefined) {
    throw new StreamRefusal(2, 'Invalid request: missing field `method` at line 1 column 1');
  }
  const known = METHODS.find((one) => one === method);
  switch (known) {
    case undefined: {
      const words = METHODS.map((one) => `\`${one}\``).join(', ');
      const shown = (typeof method === 'string' ? method : JSON.stringify(method)).slice(0, 40);
      throw new StreamRefusal(
        2,
        `Invalid request: unknown variant ${shown}, expected one of ${words}`,
      );
    }
    case 'LIST_SUBSCRIPTIONS':
      return { method: known };
    case 'GET_PROPERTY':
      return { method: known, property: String(readProperty(params, 1)[0]) };
    case 'SET_PROPERTY': {
      const [property, value] = readProperty(params, 2);
      return { method: known, property: String(property), value };
    }
    default:
      return { method: known, names: readNames(params) };
  }
}
