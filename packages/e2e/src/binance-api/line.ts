// A WebSocket as a test wants it: messages wait until they are asked for. It knows no exchange.
// `from` chooses the loopback address it calls from: limits count by address.
import { WebSocket } from 'ws';

/** Anything that came: of many shapes, which the tests read. */
export type Message = any;

/** An open connection. */
export interface TestLine {
  send(message: object | string): void;
  /** The next message that fits; others that came before it are dropped. */
  wait(fits: (message: Message) => boolean): Promise<Message>;
  /** Everything that came and was not asked for. */
  readonly arrived: Message[];
  /** Called with each message as it comes. */
  hear(listener: (message: Message) => void): void;
  readonly closed: Promise<number>;
  /** Cut it without a word. */
  cut(): void;
}

const WAIT_MS = 120_000;

/** Open a connection. @throws when the server refuses the upgrade, with its status. */
export async function openLine(url: string, from = '127.0.0.1'): Promise<TestLine> {
  const socket = new WebSocket(url.replace(/^http/, 'ws').replace('localhost', '127.0.0.1'), {
    localAddress: from,
  });
  const arrived: Message[] = [];
  const listeners = new Set<(message: Message) => void>();
  socket.on('message', (data) => {
    const message = JSON.parse(String(data)) as Message;
    arrived.push(message);
    for (const listener of listeners) listener(message);
  });
  const closed = new Promise<number>((resolve) => socket.once('close', resolve));
  await new Promise<void>((resolve, reject) => {
    socket.once('open', () => resolve());
    socket.once('error', reject);
  });
  socket.on('error', () => {});

  function take(fits: (message: Message) => boolean): Message | undefined {
    const at = arrived.findIndex(fits);
    return at < 0 ? undefined : arrived.splice(0, at + 1).at(-1);
  }

  return {
    arrived,
    closed,
    send: (message) => socket.send(typeof message === 'string' ? message : JSON.stringify(message)),
    wait: (fits) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = take(fits);
          if (found === undefined) return;
          clearTimeout(timer);
          listeners.delete(look);
          resolve(found);
        };
        const timer = setTimeout(() => {
          listeners.delete(look);
          reject(new Error(`nothing that fits came: ${JSON.stringify(arrived).slice(0, 2_000)}`));
        }, WAIT_MS);
        listeners.add(look);
        look();
      }),
    hear: (listener) => void listeners.add(listener),
    cut: () => socket.terminate(),
  };
}
