// HTTP and WebSocket by hand, as little as the bench needs: the generator shares the machine with
// what it measures, and a whole client would cost more than the server. Not a client for others.
import { randomBytes } from 'node:crypto';
import { createConnection, type Socket } from 'node:net';

/** A kept-alive connection for calls, one under way at a time. */
export interface HttpLine {
  /** @param path - with its query. @returns status and body. */
  send(method: string, path: string, apiKey: string): Promise<{ status: number; text: string }>;
  /** Not for long: who says nothing for a minute is hung up on. */
  isOpen(): boolean;
  close(): void;
}

const HEAD_END = '\r\n\r\n';
const LENGTH = /content-length: (\d+)/i;

async function connect(address: string, from: string): Promise<Socket> {
  const { hostname, port } = new URL(address);
  const host = hostname === 'localhost' ? '127.0.0.1' : hostname;
  const socket = createConnection({ host, port: Number(port), localAddress: from });
  socket.setNoDelay(true);
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', () => resolve());
    socket.once('error', reject);
  });
  return socket;
}

/** Connect from a loopback address: limits count by address. */
export async function openHttp(address: string, from: string): Promise<HttpLine> {
  const socket = await connect(address, from);
  const { host } = new URL(address);
  let bytes: Buffer = Buffer.alloc(0);
  let waiting: ((answer: { status: number; text: string }) => void) | undefined;
  let fail: (error: Error) => void = () => {};
  socket.on('error', (error) => fail(error));
  socket.on('close', () => fail(new Error('the connection was closed')));
  socket.on('data', (chunk: Buffer) => {
    bytes = bytes.length === 0 ? chunk : Buffer.concat([bytes, chunk]);
    const headEnd = bytes.indexOf(HEAD_END);
    if (headEnd < 0) return;
    const head = bytes.toString('latin1', 0, headEnd);
    const length = Number(LENGTH.exec(head)?.[1] ?? 0);
    const bodyAt = headEnd + HEAD_END.length;
    if (bytes.length < bodyAt + length) return;
    const text = bytes.toString('utf8', bodyAt, bodyAt + length);
    bytes = bytes.subarray(bodyAt + length);
    waiting?.({ status: Number(head.slice(9, 12)), text });
  });
  return {
    send: (method, path, apiKey) =>
      new Promise((resolve, reject) => {
        waiting = resolve;
        fail = reject;
        const length = method === 'POST' ? 'content-length: 0\r\n' : '';
        socket.write(
          `${method} ${path} HTTP/1.1\r\nhost: ${host}\r\nx-mbx-apikey: ${apiKey}\r\n${length}\r\n`,
          'latin1',
        );
      }),
    isOpen: () => !socket.destroyed && socket.writable,
    close: () => socket.destroy(),
  };
}

/** A WebSocket connection; messages are shorter than 65,536 bytes. */
export interface SocketLine {
  send(text: string): void;
  /** Called with each text message. */
  hear: (text: string) => void;
  close(): void;
}

function encodeText(text: string): Buffer {
  const body = Buffer.from(text);
  const mask = randomBytes(4);
  const head = Buffer.from([0x81, 0x80 | 126, body.length >> 8, body.length & 255]);
  for (let at = 0; at < body.length; at += 1) body[at] = (body[at] as number) ^ mask[at & 3];
  return Buffer.concat([head, mask, body]);
}

/** Length of the first frame's head and body; undefined when the head is not all there. */
function readHead(bytes: Buffer): { bodyAt: number; length: number } | undefined {
  if (bytes.length < 2) return undefined;
  const short = (bytes[1] as number) & 127;
  if (short < 126) return { bodyAt: 2, length: short };
  const bodyAt = short === 126 ? 4 : 10;
  if (bytes.length < bodyAt) return undefined;
  const length = short === 126 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2));
  return { bodyAt, length };
}

const PONG = Buffer.from([0x8a, 0x80, 0, 0, 0, 0]);
const PONG_EVERY_MS = 20_000;

async function shakeHands(
  address: string,
  { path, from }: { readonly path: string; readonly from: string },
): Promise<{ socket: Socket; rest: Buffer }> {
  const socket = await connect(address, from);
  const key = randomBytes(16).toString('base64');
  socket.write(
    `GET ${path} HTTP/1.1\r\nhost: ${new URL(address).host}\r\nupgrade: websocket\r\n` +
      `connection: Upgrade\r\nsec-websocket-version: 13\r\nsec-websocket-key: ${key}\r\n\r\n`,
  );
  const chunk = await new Promise<Buffer>((resolve) => socket.once('data', resolve));
  const text = chunk.toString('latin1');
  if (!text.startsWith('HTTP/1.1 101')) throw new Error(`no socket: ${text}`);
  socket.on('error', () => {});
  const timer = setInterval(() => socket.write(PONG), PONG_EVERY_MS);
  timer.unref();
  socket.on('close', () => clearInterval(timer));
  return { socket, rest: chunk.subarray(text.indexOf(HEAD_END) + HEAD_END.length) };
}

/** Open a WebSocket and read its messages. */
export async function openSocket(
  address: string,
  where: { readonly path: string; readonly from: string },
): Promise<SocketLine> {
  const { socket, rest } = await shakeHands(address, where);
  let bytes = rest;
  const line: SocketLine = {
    send: (text) => socket.write(encodeText(text)),
    hear: () => {},
    close: () => socket.destroy(),
  };
  socket.on('data', (chunk: Buffer) => {
    bytes = bytes.length === 0 ? chunk : Buffer.concat([bytes, chunk]);
    for (let head = readHead(bytes); head !== undefined; head = readHead(bytes)) {
      const end = head.bodyAt + head.length;
      if (bytes.length < end) return;
      const isText = ((bytes[0] as number) & 15) === 1;
      if (isText) line.hear(bytes.toString('utf8', head.bodyAt, end));
      bytes = bytes.subarray(end);
    }
  });
  return line;
}

/** Open a WebSocket that reads and looks at nothing. @returns counts the bytes that came. */
export async function openReader(
  address: string,
  where: { readonly path: string; readonly from: string },
): Promise<{ countBytes(): number; isOpen(): boolean }> {
  const { socket, rest } = await shakeHands(address, where);
  let bytesCount = rest.length;
  socket.on('data', (chunk: Buffer) => {
    bytesCount += chunk.length;
  });
  return { countBytes: () => bytesCount, isOpen: () => !socket.destroyed };
}
