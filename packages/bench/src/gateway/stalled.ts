// Readers that ask for live data and never read it. A handshake by hand, because every library
// would read. Not measured themselves; they are the trouble others are measured in.
import { randomBytes } from 'node:crypto';
import { createConnection, type Socket } from 'node:net';

/** A crowd that does not read. */
export interface Stalled {
  readonly count: number;
  close(): void;
}

const CHANNELS = ['book:btc_usdt', 'trades:btc_usdt', 'candle:btc_usdt:1m', 'ticker:*'];
const AT_ONCE = 50;

/** A frame as clients send it: masked, shorter than 65,536 bytes. */
export function encodeClientText(text: string): Buffer {
  const body = Buffer.from(text);
  const mask = randomBytes(4);
  const head = Buffer.from([0x81, 0x80 | 126, body.length >> 8, body.length & 255]);
  return Buffer.concat([head, mask, body.map((byte, at) => byte ^ mask[at & 3])]);
}

function openStalled(address: string): Promise<Socket> {
  const { hostname, port, host } = new URL(address);
  const socket = createConnection({ host: hostname, port: Number(port) });
  const key = randomBytes(16).toString('base64');
  return new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.once('data', (chunk: Buffer) => {
      if (!chunk.toString('latin1').startsWith('HTTP/1.1 101')) {
        return reject(new Error(`no socket: ${chunk.toString()}`));
      }
      socket.pause();
      socket.on('error', () => {});
      socket.write(
        encodeClientText(JSON.stringify({ id: 1, op: 'subscribe', channels: CHANNELS })),
      );
      resolve(socket);
    });
    socket.write(
      `GET /ws HTTP/1.1\r\nhost: ${host}\r\nupgrade: websocket\r\nconnection: Upgrade\r\n` +
        `sec-websocket-version: 13\r\nsec-websocket-key: ${key}\r\n\r\n`,
    );
  });
}

/** Open so many. */
export async function openCrowd(address: string, count: number): Promise<Stalled> {
  const sockets: Socket[] = [];
  while (sockets.length < count) {
    const wave = Math.min(AT_ONCE, count - sockets.length);
    sockets.push(...(await Promise.all(Array.from({ length: wave }, () => openStalled(address)))));
  }
  return {
    count,
    close: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
}
