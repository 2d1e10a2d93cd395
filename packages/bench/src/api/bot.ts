// A bot of the bench: a user with money and an API key, a loopback address of its own, one HTTP
// connection and one of the WebSocket API that also tells what happens to it. It signs everything.
import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { askServer } from '@isobath/server/operator';
import { type HttpLine, openHttp, openSocket, type SocketLine } from './wire.ts';

/** Where the bots trade. */
export interface BotVenue {
  readonly address: string;
  readonly dataFolder: string;
}

/** One bot. */
export interface Bot {
  /** Call over one of its HTTP connections. @throws when it was refused. */
  callHttp(method: 'POST' | 'DELETE', parameters: Parameters, lane?: number): Promise<void>;
  /** Call over the WebSocket API. @throws when it was refused. */
  callSocket(method: string, parameters: Parameters): Promise<void>;
  /** Called with what the user stream says of an order, such as `NEW`; absent: nobody asks. */
  hear: ((clientOrderId: string, word: string) => void) | undefined;
  /** Listen to its own stream from now on. */
  listen(): Promise<void>;
  close(): void;
}

type Parameters = Readonly<Record<string, string>>;

const PASSWORD = 'a bench is a long seat';

interface SocketMessage {
  readonly id?: number;
  readonly status?: number;
  readonly event?: { readonly e: string; readonly x?: string; readonly c: string };
}

/** Connections of one bot, and how to make another. */
interface HttpSide {
  readonly lines: HttpLine[];
  readonly open: () => Promise<HttpLine>;
}

class OpenBot implements Bot {
  hear: Bot['hear'];
  readonly #key: { readonly apiKey: string; readonly secret: string };
  /** Opened once: a text is opened anew for each signature. */
  readonly #secret: KeyObject;
  readonly #http: HttpLine[];
  readonly #open: () => Promise<HttpLine>;
  readonly #socket: SocketLine;
  readonly #waiting = new Map<number, (message: SocketMessage) => void>();
  #nextId = 1;

  constructor(
    key: { readonly apiKey: string; readonly secret: string },
    { lines, open }: HttpSide,
    socket: SocketLine,
  ) {
    this.#open = open;
    this.#key = key;
    this.#secret = createSecretKey(Buffer.from(key.secret));
    this.#http = lines;
    this.#socket = socket;
    socket.hear = (text) => {
      // The generator shares the machine with what it measures: it reads what it needs.
      if (this.hear === undefined && text.startsWith('{"subscriptionId"')) return;
      this.#take(JSON.parse(text) as SocketMessage);
    };
  }

  #take(message: SocketMessage): void {
    const { event, id } = message;
    if (event?.e === 'executionReport') this.hear?.(event.c, event.x ?? '');
    if (id === undefined) return;
    this.#waiting.get(id)?.(message);
    this.#waiting.delete(id);
  }

  #sign(text: string): string {
    return createHmac('sha256', this.#secret).update(text).digest('hex');
  }

  async callHttp(method: 'POST' | 'DELETE', parameters: Parameters, lane = 0): Promise<void> {
    const pairs = Object.entries({ ...parameters, timestamp: String(Date.now()) });
    const text = pairs.map(([name, value]) => `${name}=${value}`).join('&');
    const path = `/api/v3/order?${text}&signature=${this.#sign(text)}`;
    // Others were made for so long that this one was hung up on.
    if (!this.#http[lane].isOpen()) this.#http[lane] = await this.#open();
    const answer = await this.#http[lane].send(method, path, this.#key.apiKey);
    if (answer.status !== 200) throw new Error(`${method} answered ${answer.text}`);
  }

  async callSocket(method: string, parameters: Parameters): Promise<void> {
    const { apiKey } = this.#key;
    const params = { ...parameters, apiKey, timestamp: String(Date.now()) };
    const pairs = Object.entries(params).sort(([one], [two]) => (one < two ? -1 : 1));
    const signature = this.#sign(pairs.map(([name, value]) => `${name}=${value}`).join('&'));
    const id = this.#nextId;
    this.#nextId += 1;
    const answered = new Promise<SocketMessage>((resolve) => this.#waiting.set(id, resolve));
    this.#socket.send(JSON.stringify({ id, method, params: { ...params, signature } }));
    const answer = await answered;
    if (answer.status !== 200) throw new Error(`${method} answered ${JSON.stringify(answer)}`);
  }

  async listen(): Promise<void> {
    await this.callSocket('userDataStream.subscribe.signature', {});
  }

  close(): void {
    for (const line of this.#http) line.close();
    this.#socket.close();
  }
}

async function openLanes(address: string, from: string, lanes: number): Promise<HttpSide> {
  const open = () => openHttp(address, from);
  return { lines: await Promise.all(Array.from({ length: lanes }, open)), open };
}

/** Make a bot. @param which - its number, and how many HTTP connections it has. */
export async function createBot(
  { address, dataFolder }: BotVenue,
  { number, lanes }: { readonly number: number; readonly lanes: number },
): Promise<Bot> {
  const email = `bot${number}@example.com`;
  const fund = [
    { asset: 'USDT', amount: '100000' },
    { asset: 'BTC', amount: '1' },
  ];
  await askServer(dataFolder, 'user.create', { email, password: PASSWORD, fund });
  const made = await askServer(dataFolder, 'keys.create', {
    user: email,
    permissions: ['read', 'spot'],
  });
  const from = `127.0.8.${1 + number}`;
  const [http, socket] = await Promise.all([
    openLanes(address, from, lanes),
    openSocket(address, { path: '/ws-api/v3?returnRateLimits=false', from }),
  ]);
  return new OpenBot(made as unknown as { apiKey: string; secret: string }, http, socket);
}

/** A bot's HTTP side against another address, for the floor. */
export async function createBareBot(
  address: string,
  { number, lanes }: { readonly number: number; readonly lanes: number },
): Promise<Bot> {
  const http = await openLanes(address, `127.0.8.${1 + number}`, lanes);
  const silent: SocketLine = { send: () => {}, hear: () => {}, close: () => {} };
  return new OpenBot({ apiKey: 'x'.repeat(64), secret: 'y'.repeat(64) }, http, silent);
}
