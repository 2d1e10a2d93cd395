// The least a WebSocket server can be: text frames both ways over one upgraded connection.
// Not for the product; the bench uses it so that its feed comes over a real line.
import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';

const magic = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
const textOpcode = 1;
const closeOpcode = 8;

/** One line to a browser. */
export interface FeedLine {
  send(text: string): void;
  onText(listener: (text: string) => void): void;
  onClose(listener: () => void): void;
}

function makeFrame(text: string): Buffer {
  const body = Buffer.from(text);
  const head =
    body.length < 126
      ? Buffer.from([0x80 | textOpcode, body.length])
      : body.length < 65_536
        ? Buffer.from([0x80 | textOpcode, 126, body.length >> 8, body.length & 0xff])
        : Buffer.from([0x80 | textOpcode, 127, 0, 0, 0, 0, 0, 0, 0, 0]);
  if (body.length >= 65_536) head.writeUInt32BE(body.length, 6);
  return Buffer.concat([head, body]);
}

interface Read {
  readonly opcode: number;
  readonly text: string;
  readonly rest: Buffer;
}

/** Take one masked frame off a buffer; null while it is not whole. Browsers send short ones. */
function takeFrame(buffer: Buffer): Read | null {
  if (buffer.length < 6) return null;
  const short = (buffer[1] as number) & 0x7f;
  const headLength = short === 126 ? 4 : 2;
  const length = short === 126 ? buffer.readUInt16BE(2) : short;
  const end = headLength + 4 + length;
  if (buffer.length < end) return null;
  const mask = buffer.subarray(headLength, headLength + 4);
  const body = Buffer.from(buffer.subarray(headLength + 4, end));
  for (let at = 0; at < body.length; at += 1) {
    body[at] = (body[at] as number) ^ (mask[at % 4] as number);
  }
  const opcode = (buffer[0] as number) & 0x0f;
  return { opcode, text: body.toString('utf8'), rest: buffer.subarray(end) };
}

/** Answer an upgrade and open the line. */
export function acceptLine(request: IncomingMessage, socket: Duplex): FeedLine {
  const key = String(request.headers['sec-websocket-key']);
  const accept = createHash('sha1')
    .update(key + magic)
    .digest('base64');
  socket.write(
    'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n' +
      `Sec-WebSocket-Accept: ${accept}\r\n\r\n`,
  );
  let buffer: Buffer = Buffer.alloc(0);
  let hear: (text: string) => void = () => {};
  socket.on('data', (chunk: Buffer) => {
    buffer = Buffer.concat([buffer, chunk]);
    for (let read = takeFrame(buffer); read !== null; read = takeFrame(buffer)) {
      buffer = read.rest;
      if (read.opcode === closeOpcode) socket.end();
      else hear(read.text);
    }
  });
  socket.on('error', () => socket.destroy());
  return {
    send: (text) => socket.write(makeFrame(text)),
    onText(listener) {
      hear = listener;
    },
    onClose: (listener) => void socket.on('close', listener),
  };
}
