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

const silentMs = 10_000;

function readChunks(bytes: Buffer, from: number): { body: string; end: number } | undefined {
  const parts: string[] = [];
  for (let at = from; ; ) {
    const lineEnd = bytes.indexOf('\r\n', at);
    if (lineEnd < 0) return undefined;
    const size = Number.parseInt(bytes.toString('latin1', at, lineEnd), 16);
    if (bytes.length < lineEnd + 2 + size + 2) return undefined;
    parts.push(bytes.toString('utf8', lineEnd + 2, lineEnd + 2 + size));
    at = lineEnd + 2 + size + 2;
    if (size === 0) return { body: parts.join(''), end: at };
  }
}

/** The first whole answer of some bytes, and where the next begins. */
function readAnswer(bytes: Buffer): { answer: RawAnswer; end: number } | undefined {
  const headEnd = bytes.indexOf('\r\n\r\n');
  if (headEnd < 0) return undefined;
  const headers = bytes.toString('latin1', 0, headEnd).toLowerCase();
  const status = Number(headers.slice(9, 12));
  if (status < 200) return { answer: { status, headers, body: '' }, end: headEnd + 4 };
  if (headers.includes('transfer-encoding: chunked')) {
    const chunks = readChunks(bytes, headEnd + 4);
    return chunks && { answer: { status, headers, body: chunks.body }, end: chunks.end };
  }
  const length = Number(/content-length: (\d+)/.exec(headers)?.[1] ?? 0);
  const end = headEnd + 4 + length;
  if (bytes.length < end) return undefined;
  return { answer: { status, headers, body: bytes.toString('utf8', headEnd + 4, end) }, end };
}

function collect(socket: Socket, take: (answer: RawAnswer) => void): void {
  let rest: Buffer = Buffer.alloc(0);
  socket.on('data', (chunk: Buffer) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    for (let found = readAnswer(rest); found !== undefined; found = readAnswer(rest)) {
      rest = rest.subarray(found.end);
      if (found.answer.status >= 200) take(found.answer);
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
