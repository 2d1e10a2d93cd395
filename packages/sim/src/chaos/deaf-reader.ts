// A reader of the socket that subscribes and then never takes another byte, as a stopped program
// does. A client of the platform's own reads whatever comes, so this one speaks by itself. Used by
// deaf-round.ts.
import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';

/** Time to give up on: on a busy machine a hundred at once wait long. */
const SUBSCRIBED_WITHIN_MS = 300_000;
const SHORT_LENGTH_MAX = 125;

/** A text frame as a client must send it: masked; at most 125 bytes. */
function writeFrame(text: string): Buffer {
  const body = Buffer.from(text);
  if (body.length > SHORT_LENGTH_MAX) throw new Error('the frame is too long for this client');
  const mask = randomBytes(4);
  const masked = body.map((byte, at) => byte ^ (mask[at % 4] ?? 0));
  return Buffer.concat([Buffer.from([0x81, 0x80 | body.length]), mask, masked]);
}

function writeUpgrade({ host, pathname }: URL): string {
  const key = randomBytes(16).toString('base64');
  const upgrade = 'Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13';
  const head = `GET ${pathname} HTTP/1.1\r\nHost: ${host}\r\n${upgrade}`;
  return `${head}\r\nSec-WebSocket-Key: ${key}\r\n\r\n`;
}

/**
 * Connect, subscribe, wait until the answer says so, and stop reading for good.
 *
 * @returns the connection, which the caller destroys.
 * @errors when the subscription is refused or not answered.
 */
export async function openReader(address: string, channels: readonly string[]): Promise<Socket> {
  const url = new URL(address);
  const socket = connect({ host: url.hostname, port: Number(url.port) });
  socket.on('error', () => {});
  socket.write(writeUpgrade(url));
  await waitFor(socket, /^HTTP\/1\.1 101 /);
  socket.write(writeFrame(JSON.stringify({ id: 7, op: 'subscribe', channels })));
  await waitFor(socket, /"code":200/);
  socket.removeAllListeners('data');
  socket.pause();
  return socket;
}

async function waitFor(socket: Socket, sign: RegExp): Promise<void> {
  let heard = '';
  await new Promise<void>((resolve, reject) => {
    const fail = () => reject(new Error(`a reader heard no ${sign} but ${heard.slice(-300)}`));
    const giveUp = setTimeout(fail, SUBSCRIBED_WITHIN_MS);
    const hear = (chunk: Buffer) => {
      heard += chunk.toString('latin1');
      if (!sign.test(heard)) return;
      socket.off('data', hear);
      clearTimeout(giveUp);
      resolve();
    };
    socket.on('data', hear);
    socket.once('close', fail);
  });
}
