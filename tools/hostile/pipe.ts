// Raw requests over connections of their own: many behind each other on one, or one that breaks it.
// It reads answers as far as HTTP goes and judges nothing. Used by fire.ts.

import { connect, type Socket } from 'node:net';

/** An answer as it came. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: string;
  readonly body: string;
}

/** Where to send, and from which address of this machine. */
export interface Place {
  readonly port: number;
  readonly localAddress: string;
}

/** A busy disk stands still for ten seconds and more; a dead line for ever. */
const silentMs = 120_000;

/** An answer of which only a part has come. */
interface Begun {
  readonly status: number;
  readonly headers: string;
  /** What was read of its body, when it comes in chunks. */
  readonly parts: string[];
  /** Where reading goes on. */
  at: number;
}

/** Read on from where the last piece ended: a long answer comes in very many. */
function readChunks(bytes: Buffer, begun: Begun): boolean {
  for (;;) {
    const lineEnd = bytes.indexOf('\r\n', begun.at);
    if (lineEnd < 0) return false;
    const size = Number.parseInt(bytes.toString('latin1', begun.at, lineEnd), 16);
    if (Number.isNaN(size)) throw new Error(`no chunk: ${bytes.toString('latin1', begun.at)}`);
    if (bytes.length < lineEnd + 2 + size + 2) return false;
    begun.parts.push(bytes.toString('utf8', lineEnd + 2, lineEnd + 2 + size));
    begun.at = lineEnd + 2 + size + 2;
    if (size === 0) return true;
  }
}

function readHead(bytes: Buffer): Begun | undefined {
  const headEnd = bytes.indexOf('\r\n\r\n');
  if (headEnd < 0) return undefined;
  const headers = bytes.toString('latin1', 0, headEnd).toLowerCase();
  return { status: Number(headers.slice(9, 12)), headers, parts: [], at: headEnd + 4 };
}

/** @returns whether the whole body is there; `begun.at` is its end then. */
function readBody(bytes: Buffer, begun: Begun): boolean {
  if (begun.status < 200) return true;
  if (begun.headers.includes('transfer-encoding: chunked')) return readChunks(bytes, begun);
  const length = Number(/content-length: (\d+)/.exec(begun.headers)?.[1] ?? 0);
  if (bytes.length < begun.at + length) return false;
  begun.parts.push(bytes.toString('utf8', begun.at, begun.at + length));
  begun.at += length;
  return true;
}

function collect(socket: Socket, take: (answer: RawAnswer) => void): void {
  let rest: Buffer = Buffer.alloc(0);
  let begun: Begun | undefined;
  socket.on('data', (chunk: Buffer) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    for (;;) {
      begun ??= readHead(rest);
      if (begun === undefined || !readBody(rest, begun)) return;
      const { status, headers, parts, at } = begun;
      [rest, begun] = [rest.subarray(at), undefined];
      if (status >= 200) take({ status, headers, body: parts.join('') });
    }
  });
}

/**
 * Send requests behind each other on one connection.
 *
 * @returns an answer for each, fewer when the server closed before; undefined after a silence.
 */
export function pipeline(
  place: Place,
  requests: readonly Buffer[],
): Promise<RawAnswer[] | undefined> {
  return new Promise((resolve) => {
    const answers: RawAnswer[] = [];
    const socket = connect({ host: '127.0.0.1', noDelay: true, ...place });
    const timer = setTimeout(() => end(undefined), silentMs + requests.length * 100);
    function end(result: RawAnswer[] | undefined): void {
      clearTimeout(timer);
      socket.destroy();
      resolve(result);
    }
    collect(socket, (answer) => {
      answers.push(answer);
      if (answers.length === requests.length) end(answers);
    });
    socket.on('error', () => {});
    socket.on('close', () => end(answers));
    socket.write(Buffer.concat(requests));
  });
}

/**
 * Send one request on a connection of its own and say that nothing follows.
 *
 * @returns the answer, null when the server closed without one, undefined after a silence.
 */
export function sendAlone(place: Place, request: Buffer): Promise<RawAnswer | null | undefined> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', allowHalfOpen: true, ...place });
    const timer = setTimeout(() => end(undefined), silentMs);
    let first: RawAnswer | null = null;
    function end(result: RawAnswer | null | undefined): void {
      clearTimeout(timer);
      socket.destroy();
      resolve(result);
    }
    collect(socket, (answer) => {
      first ??= answer;
      end(first);
    });
    socket.on('error', () => {});
    socket.on('end', () => end(first));
    socket.on('close', () => end(first));
    socket.end(request);
  });
}
