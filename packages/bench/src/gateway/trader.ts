// A person of the bench: made by the operator's tool, signed in by password and mailed code as
// anybody, with one kept-alive connection and a private channel. Not what they do (load.ts).
import { setTimeout } from 'node:timers/promises';
import { askServer } from '@isobath/server/operator';
import { accountRoutes, type ChannelFrame, type PrivateEvent, spotRoutes } from '@isobath/wire';
import { type Line, openLine } from './line.ts';

/** A signed-in person. */
export interface Trader {
  readonly line: Line;
  /** Place an order. @returns its number. @throws with the answer when it was refused. */
  place(terms: OrderRequest): Promise<string>;
  cancel(orderId: string): Promise<void>;
  /** Listen to the private channel from now on. */
  listen(hear: (event: PrivateEvent) => void): Promise<void>;
  close(): void;
}

/** A limit order. */
export interface OrderRequest {
  readonly symbol: string;
  readonly side: 'buy' | 'sell';
  readonly price: string;
  readonly quantity: string;
  readonly timeInForce: 'GTC' | 'IOC';
}

/** Where the traders trade. */
export interface Venue {
  readonly address: string;
  readonly dataFolder: string;
}

const PASSWORD = 'a bench is a long seat';

interface Answer {
  readonly code: number;
  readonly data: Record<string, string> & { readonly facts?: { readonly retryAfterMs: string } };
}

const TOO_MANY_REQUESTS = 429;

/** A fast machine meets the limit of signing in from one address: it waits as it is told to. */
async function post(line: Line, path: string, body: object): ReturnType<Line['post']> {
  const answer = await line.post(path, body);
  if (answer.status !== TOO_MANY_REQUESTS) return answer;
  await setTimeout(Number((answer.body as Answer).data.facts?.retryAfterMs ?? 1000));
  return post(line, path, body);
}

async function call(line: Line, path: string, body: object): Promise<Answer['data']> {
  const { status, body: answer } = await post(line, path, body);
  const { code, data } = answer as Answer;
  if (code !== 200) throw new Error(`${path} answered ${status}: ${JSON.stringify(answer)}`);
  return data;
}

async function readMailedCode(venue: Venue, email: string): Promise<string> {
  const answer = await askServer(venue.dataFolder, 'mail.list', { to: email, limit: 1 });
  const code = /\b\d{6}\b/.exec(JSON.stringify(answer));
  if (code === null) throw new Error(`no code was mailed to ${email}`);
  return code[0];
}

function readCookie(head: string): string {
  const cookie = /set-cookie: (__Host-session=[^;]+)/i.exec(head);
  if (cookie === null) throw new Error('signing in gave no session');
  return cookie[1];
}

async function signIn(venue: Venue, line: Line, email: string): Promise<void> {
  const begun = await call(line, accountRoutes.login.path, { email, password: PASSWORD });
  const code = await readMailedCode(venue, email);
  const ticket = begun['ticket'];
  const { head } = await post(line, accountRoutes.loginVerify.path, { ticket, code });
  line.cookie = readCookie(head);
}

/** Make a person with plenty of money, signed in. */
export async function createTrader(venue: Venue, name: string): Promise<Trader> {
  const email = `${name}@example.com`;
  await askServer(venue.dataFolder, 'user.create', {
    email,
    password: PASSWORD,
    fund: [
      { asset: 'USDT', amount: '100000' },
      { asset: 'BTC', amount: '1' },
    ],
  });
  return openTrader(venue, name);
}

/** Sign somebody in who was made before, with the password that everybody has here. */
export async function openTrader(venue: Venue, name: string): Promise<Trader> {
  const line = await openLine(venue.address);
  await signIn(venue, line, `${name}@example.com`);
  let socket: WebSocket | undefined;
  return {
    line,
    async place(terms) {
      const order = await call(line, spotRoutes.place.path, { ...terms, type: 'limit' });
      return order['orderId'];
    },
    async cancel(orderId) {
      await call(line, spotRoutes.cancel.path, { orderId });
    },
    async listen(hear) {
      socket = await openPrivate(venue, line.cookie, hear);
    },
    close() {
      socket?.close();
      line.close();
    },
  };
}

function openPrivate(
  { address }: Venue,
  cookie: string,
  hear: (event: PrivateEvent) => void,
): Promise<WebSocket> {
  const url = `${address.replace(/^http/, 'ws')}/ws`;
  const socket = new WebSocket(url, { headers: { cookie, origin: address } });
  return new Promise((resolve, reject) => {
    socket.addEventListener('error', () => reject(new Error('the private channel was refused')));
    socket.addEventListener('open', () => {
      socket.send(JSON.stringify({ id: 1, op: 'subscribe', channels: ['private'] }));
    });
    socket.addEventListener('message', ({ data }) => {
      const frame = JSON.parse(String(data)) as ChannelFrame<PrivateEvent[]>;
      if (frame.type === 'snapshot') resolve(socket);
      if (frame.type === 'event') for (const event of frame.data) hear(event);
    });
  });
}
