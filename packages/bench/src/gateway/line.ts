// One kept-alive connection that sends calls one after the other and measures nothing itself. It is
// this small because the generator shares the machine with what it measures: a whole HTTP client
// would cost more than the server. Not a client for anything else: answers must have a length.
import { createConnection, type Socket } from 'node:net';

/** An answer: status, head as text, body as JSON. */
export interface LineAnswer {
  readonly status: number;
  readonly head: string;
  readonly body: unknown;
}

/** A connection of one person. */
export interface Line {
  /** Send a POST with a JSON body; answers come in the order of the calls. */
  post(path: string, body: object): Promise<LineAnswer>;
  /** Sent with every call from now on. */
  cookie: string;
  close(): void;
}

interface Waiting {
  readonly resolve: (answer: LineAnswer) => void;
  readonly reject: (error: Error) => void;
}

const HEAD_END = '\r\n\r\n';

/** Take one whole answer off the front of the bytes; undefined when it is not all there yet. */
function takeAnswer(bytes: Buffer): { answer: LineAnswer; rest: Buffer } | undefined {
  const headEnd = bytes.indexOf(HEAD_END);
  if (headEnd < 0) return undefined;
  const head = bytes.toString('latin1', 0, headEnd);
  const length = Number(/content-length: (\d+)/i.exec(head)?.[1]);
  if (!Number.isFinite(length)) throw new Error(`an answer without a length: ${head}`);
  const bodyAt = headEnd + HEAD_END.length;
  if (bytes.length < bodyAt + length) return undefined;
  const status = Number(head.slice(9, 12));
  const body: unknown = JSON.parse(bytes.toString('utf8', bodyAt, bodyAt + length));
  return { answer: { status, head, body }, rest: bytes.subarray(bodyAt + length) };
}

/** Connect to an address such as `http://127.0.0.1:4870`. */
export async function openLine(address: string): Promise<Line> {
  const { hostname, port, host, origin } = new URL(address);
  const socket: Socket = createConnection({ host: hostname, port: Number(port) });
  socket.setNoDelay(true);
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', () => resolve());
    socket.once('error', reject);
  });
  const waiting: Waiting[] = [];
  let bytes: Buffer = Buffer.alloc(0);
  const fail = (error: Error) => {
    for (const one of waiting.splice(0)) one.reject(error);
  };
  socket.on('error', fail);
  socket.on('close', () => fail(new Error('the connection was closed')));
  socket.on('data', (chunk: Buffer) => {
    bytes = bytes.length === 0 ? chunk : Buffer.concat([bytes, chunk]);
    for (let taken = takeAnswer(bytes); taken !== undefined; taken = takeAnswer(bytes)) {
      bytes = taken.rest;
      waiting.shift()?.resolve(taken.answer);
    }
  });
  const line: Line = {
    cookie: '',
    post(path, body) {
      const text = JSON.stringify(body);
      const cookie = line.cookie === '' ? '' : `cookie: ${line.cookie}\r\n`;
      socket.write(
        `POST ${path} HTTP/1.1\r\nhost: ${host}\r\norigin: ${origin}\r\n${cookie}` +
          'x-requested-with: isobath\r\ncontent-type: application/json\r\n' +
          `content-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
      );
      return new Promise((resolve, reject) => waiting.push({ resolve, reject }));
    },
    close: () => socket.destroy(),
  };
  return line;
}
