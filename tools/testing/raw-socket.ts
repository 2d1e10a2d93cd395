// A WebSocket over a bare connection: from any address of this machine, and able to send what no
// library would. It reads frames as servers send them and judges nothing.
// Used by tools/access/ and tools/hostile/.
import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import type { Duplex } from 'node:stream';

/** What came, as JSON; of many shapes, which its readers know. */
export type Heard = any;

/** How a frame is made. */
export interface FrameForm {
  /** 1 text, 2 bytes, 8 end, 9 ping, 10 pong; others mean nothing. */
  readonly opcode: number;
  readonly isMasked?: boolean;
  readonly isLast?: boolean;
  /** The three bits that nobody may set, 0 to 7. */
  readonly reservedBits?: number;
  /** What the frame says of its length, when that is not so. */
  readonly reportedLength?: number;
}

/** An open connection. */
export interface RawSocket {
  /** Every text that came. */
  readonly heard: Heard[];
  /** Why it is closed: the server's number, 1006 without one, undefined while it is open. */
  readonly closeCode: number | undefined;
  readonly closed: Promise<number>;
  send(text: string): void;
  /** Send these bytes as they are. */
  sendRaw(bytes: Buffer): void;
  /** The first message that fits, as soon as it is there; undefined when none comes. */
  wait(fits: (message: Heard) => boolean, withinMs?: number): Promise<Heard>;
  cut(): void;
}

const cutOff = 1006;
const waitMs = 120_000;

function writeLength(first: number, length: number, maskBit: number): Buffer {
  if (length < 126) return Buffer.from([first, maskBit | length]);
  if (length < 65_536) return Buffer.from([first, maskBit | 126, length >> 8, length & 255]);
  const head = Buffer.alloc(10);
  head[0] = first;
  head[1] = maskBit | 127;
  head.writeBigUInt64BE(BigInt(length), 2);
  return head;
}

/** Make a frame of some bytes. */
export function makeFrame(payload: Buffer, form: FrameForm): Buffer {
  const { opcode, isMasked = true, isLast = true, reservedBits = 0 } = form;
  const first = (isLast ? 128 : 0) | (reservedBits << 4) | opcode;
  const head = writeLength(first, form.reportedLength ?? payload.length, isMasked ? 128 : 0);
  if (!isMasked) return Buffer.concat([head, payload]);
  const mask = randomBytes(4);
  const body = Buffer.from(payload);
  for (let at = 0; at < body.length; at += 1) body[at] = (body[at] ?? 0) ^ (mask[at & 3] ?? 0);
  return Buffer.concat([head, mask, body]);
}

/** The first whole frame of some bytes. */
function readFrame(bytes: Buffer): { opcode: number; payload: Buffer; end: number } | undefined {
  if (bytes.length < 2) return undefined;
  const short = (bytes[1] as number) & 127;
  const headEnd = short < 126 ? 2 : short === 126 ? 4 : 10;
  if (bytes.length < headEnd) return undefined;
  let length = short;
  if (short === 126) length = bytes.readUInt16BE(2);
  else if (short === 127) length = Number(bytes.readBigUInt64BE(2));
  const end = headEnd + length;
  if (bytes.length < end) return undefined;
  return { opcode: (bytes[0] as number) & 15, payload: bytes.subarray(headEnd, end), end };
}

class Open implements RawSocket {
  readonly heard: Heard[] = [];
  closeCode: number | undefined;
  readonly closed: Promise<number>;
  readonly #stream: Duplex;
  #rest: Buffer;
  #told = cutOff;
  readonly #listeners = new Set<() => void>();

  constructor(stream: Duplex, head: Buffer) {
    this.#stream = stream;
    this.#rest = head;
    this.closed = new Promise((resolve) => {
      stream.once('close', () => {
        this.closeCode = this.#told;
        resolve(this.#told);
        this.#wake();
      });
    });
    stream.on('error', () => {});
    stream.on('data', (chunk: Buffer) => {
      this.#rest = Buffer.concat([this.#rest, chunk]);
      this.#read();
    });
    this.#read();
  }

  #read(): void {
    for (let frame = readFrame(this.#rest); frame !== undefined; frame = readFrame(this.#rest)) {
      this.#rest = this.#rest.subarray(frame.end);
      const { opcode, payload } = frame;
      if (opcode === 1) this.heard.push(JSON.parse(payload.toString()));
      else if (opcode === 9) this.sendRaw(makeFrame(payload, { opcode: 10 }));
      else if (opcode === 8) {
        this.#told = payload.length >= 2 ? payload.readUInt16BE(0) : 1005;
        this.#stream.end();
      }
    }
    this.#wake();
  }

  #wake(): void {
    for (const listener of this.#listeners) listener();
  }

  send(text: string): void {
    this.sendRaw(makeFrame(Buffer.from(text), { opcode: 1 }));
  }

  sendRaw(bytes: Buffer): void {
    if (this.#stream.writable) this.#stream.write(bytes);
  }

  wait(fits: (message: Heard) => boolean, withinMs = waitMs): Promise<Heard> {
    return new Promise((resolve) => {
      const end = (message: Heard) => {
        clearTimeout(timer);
        this.#listeners.delete(look);
        resolve(message);
      };
      const timer = setTimeout(() => end(undefined), withinMs);
      const look = () => {
        const found = this.heard.find(fits);
        if (found !== undefined) end(found);
        else if (this.closeCode !== undefined) end(undefined);
      };
      this.#listeners.add(look);
      look();
    });
  }

  cut(): void {
    this.#stream.destroy();
  }
}

/**
 * Open a connection.
 *
 * @throws when the server refuses the upgrade, with its status.
 */
export function openRawSocket(place: {
  readonly port: number;
  /** Path with its query. */
  readonly path: string;
  readonly localAddress?: string;
  readonly headers?: Readonly<Record<string, string>>;
}): Promise<RawSocket> {
  const { headers = {}, ...rest } = place;
  const upgrade = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': randomBytes(16).toString('base64'),
  };
  return new Promise((resolve, reject) => {
    const requested = request({ host: '127.0.0.1', ...rest, headers: { ...headers, ...upgrade } });
    requested.once('upgrade', (_answer, stream, head) => resolve(new Open(stream, head)));
    requested.once('response', ({ statusCode }) => {
      requested.destroy();
      reject(new Error(`the upgrade was refused with ${statusCode}`));
    });
    requested.once('error', reject);
    requested.end();
  });
}
