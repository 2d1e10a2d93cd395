// A request of the dialect as nearly every program writes it, read from the bytes it came in: one
// whole request, plain letters, no header twice, nothing that asks for more than an answer. It
// judges nothing: what is not plain is the HTTP library's to read. Used by direct.ts.
import type { IncomingHttpHeaders } from 'node:http';

/** A request, as texts. */
export interface PlainRequest {
  readonly method: string;
  /** Path and query as they came. */
  readonly url: string;
  /** By their names in lower case. */
  readonly headers: IncomingHttpHeaders;
  /** A form, "" without one. */
  readonly body: string;
}

const BYTES_MAX = 8 * 1024;
const HEAD_END = '\r\n\r\n';
const FIRST_LINE = /^([A-Z]+) (\/[!"$-~]*) HTTP\/1\.1(?=\r\n)/;
/** Letters of ASCII and blanks, and ends of lines only where the protocol has them. */
const LINES = /^(?:\r\n[A-Za-z0-9-]+:[ \t]*[!-~](?:[ -~]*[!-~])?)+$/;
const LINE = /\r\n([A-Za-z0-9-]+):[ \t]*([!-~](?:[ -~]*[!-~])?)/y;
const FORM = /^application\/x-www-form-urlencoded(; ?charset=utf-8)?$/i;
const BODY = /^[!-~]*$/;

/** Headers with which a request asks for more, or says that its body is something else. */
const NOT_PLAIN: ReadonlySet<string> = new Set([
  'content-encoding',
  'expect',
  'http2-settings',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

interface SaidHeaders {
  readonly lines: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * What a program says of itself with one request it nearly always says with the next of its kind:
 * an order that is placed has other lines than one that is cancelled, and they come in turn.
 */
export interface HeaderMemory {
  last: SaidHeaders;
  before: SaidHeaders;
}

/** Read the lines of a head behind its first. @returns undefined when they are not plain. */
function readHeaders(lines: string): Record<string, string> | undefined {
  if (!LINES.test(lines)) return undefined;
  const headers: Record<string, string> = {};
  LINE.lastIndex = 0;
  for (let line = LINE.exec(lines); line !== null; line = LINE.exec(lines)) {
    const name = (line[1] as string).toLowerCase();
    if (NOT_PLAIN.has(name) || Object.hasOwn(headers, name)) return undefined;
    headers[name] = line[2] as string;
  }
  const { connection = 'keep-alive', host } = headers;
  return host !== undefined && connection.toLowerCase() === 'keep-alive' ? headers : undefined;
}

/** The same lines again are not read again. */
function recallHeaders(
  lines: string,
  memory: HeaderMemory,
): Readonly<Record<string, string>> | undefined {
  const { last, before } = memory;
  if (lines === last.lines) return last.headers;
  if (lines === before.lines) return before.headers;
  const headers = readHeaders(lines);
  if (headers !== undefined) {
    memory.before = last;
    memory.last = { lines, headers };
  }
  return headers;
}

/** Length of the body that is announced, undefined when it is no plain form. */
function readLength(method: string, headers: Readonly<Record<string, string>>): number | undefined {
  const text = headers['content-length'] ?? '0';
  if (text === '0') return 0;
  const takesBody = method === 'POST' || method === 'PUT';
  const isForm = FORM.test(headers['content-type'] ?? '');
  return takesBody && isForm && /^[1-9]\d{0,3}$/.test(text) ? Number(text) : undefined;
}

const NOTHING: SaidHeaders = { lines: '', headers: {} };

/** Nothing was said yet on a connection. */
export const forgetHeaders = (): HeaderMemory => ({ last: NOTHING, before: NOTHING });

/**
 * Read a piece of a connection.
 *
 * @param memory - the connection's own.
 * @returns undefined unless it is one whole plain request.
 */
export function readPlainRequest(bytes: Buffer, memory: HeaderMemory): PlainRequest | undefined {
  if (bytes.length > BYTES_MAX) return undefined;
  const text = bytes.toString('latin1');
  const first = FIRST_LINE.exec(text);
  const headEnd = text.indexOf(HEAD_END);
  if (first === null || headEnd < 0) return undefined;
  const [line, method, url] = first as unknown as [string, string, string];
  const headers = recallHeaders(text.slice(line.length, headEnd), memory);
  if (headers === undefined) return undefined;
  const body = text.slice(headEnd + HEAD_END.length);
  if (body.length !== readLength(method, headers) || !BODY.test(body)) return undefined;
  return { method, url, headers, body };
}
