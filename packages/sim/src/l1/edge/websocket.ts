// The person's side of a WebSocket, from RFC 6455 and not from the server's library: writes masked
// frames, reads the server's, whole messages only. No extension, no fragments. Used by listener.ts.

const OPCODES = { text: 1, close: 8, ping: 9, pong: 10 } as const;

/** What a server's frame is. */
export interface ServerFrame {
  readonly kind: 'text' | 'close' | 'ping' | 'pong';
  readonly body: Buffer;
}

/** A frame as a client sends it; the mask hides nothing here, so it is always the same. */
export function writeClientFrame(kind: ServerFrame['kind'], body: Buffer): Buffer {
  const mask = Buffer.from([0x17, 0x2b, 0x4d, 0x71]);
  const masked = Buffer.from(body);
  for (let at = 0; at < masked.length; at += 1) {
    masked[at] = (masked[at] as number) ^ (mask[at % 4] as number);
  }
  const isShort = body.length <= 125;
  const head = Buffer.alloc(isShort ? 2 : 4);
  head[0] = 0x80 | OPCODES[kind];
  head[1] = 0x80 | (isShort ? body.length : 126);
  if (!isShort) head.writeUInt16BE(body.length, 2);
  return Buffer.concat([head, mask, masked]);
}

/** Reads what a server sends: first its answer to the upgrade, then frames. */
export class ServerReader {
  #bytes: Buffer = Buffer.alloc(0);
  /** HTTP status of the answer, 0 before it came. */
  status = 0;

  /** Take bytes. */
  push(bytes: Buffer): void {
    this.#bytes = this.#bytes.length === 0 ? bytes : Buffer.concat([this.#bytes, bytes]);
  }

  /** Whether the answer to the upgrade is there, for the first time. */
  readAnswer(): boolean {
    const end = this.status === 0 ? this.#bytes.indexOf('\r\n\r\n') : -1;
    if (end < 0) return false;
    this.status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(this.#bytes.toString('latin1'))?.[1] ?? 500);
    this.#bytes = this.#bytes.subarray(end + 4);
    return true;
  }

  /** The next whole frame. @errors SyntaxError for one that no server may send. */
  readFrame(): ServerFrame | undefined {
    const bytes = this.#bytes;
    if (bytes.length < 2) return undefined;
    const [first = 0, second = 0] = bytes;
    const found = Object.entries(OPCODES).find(([, opcode]) => opcode === (first & 0x0f));
    if (found === undefined || (first & 0xf0) !== 0x80 || second > 127) {
      throw new SyntaxError(`a server sends no frame that begins with ${first}, ${second}`);
    }
    const headBytes = second === 127 ? 10 : 2 + (second === 126 ? 2 : 0);
    if (bytes.length < headBytes) return undefined;
    let length = second;
    if (second === 126) length = bytes.readUInt16BE(2);
    if (second === 127) length = Number(bytes.readBigUInt64BE(2));
    if (bytes.length < headBytes + length) return undefined;
    this.#bytes = bytes.subarray(headBytes + length);
    const body = bytes.subarray(headBytes, headBytes + length);
    return { kind: found[0] as ServerFrame['kind'], body };
  }
}
