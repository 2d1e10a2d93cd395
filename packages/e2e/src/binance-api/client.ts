// A bot author's client of the trading API: ccxt as it comes, pointed at a server of ours by its
// hosts and nothing else. Called by the tests of this folder.
import { execFile } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import ccxt from 'ccxt';

/** An API key with its secret. */
export interface KeyPair {
  readonly apiKey: string;
  readonly secret: string;
}

/** ccxt's client of this dialect. */
export type Bot = InstanceType<typeof ccxt.binance>;

const tool = fileURLToPath(new URL('../../../cli/src/main.ts', import.meta.url));

/** Run the operator's tool; its last line is one JSON document. */
export function operate<TAnswer>(dataFolder: string, words: readonly string[]): Promise<TAnswer> {
  const env = { ...process.env, DATA_DIR: dataFolder };
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [tool, ...words, '--json'], { env }, (failure, out, error) => {
      if (failure !== null) reject(new Error(`${words.join(' ')}: ${out}${error}`));
      else resolve(JSON.parse(out.trim().split('\n').at(-1) ?? '') as TAnswer);
    });
  });
}

/** A user with money and a key. */
export async function makeTrader(
  dataFolder: string,
  name: string,
  options: { permissions?: string; ip?: string } = {},
): Promise<KeyPair> {
  const email = `${name}@example.com`;
  const password = 'a sentence beats a puzzle';
  const funds = ['USDT=100000', 'BTC=2'].flatMap((fund) => ['--fund', fund]);
  await operate(dataFolder, ['user', 'create', '--email', email, '--password', password, ...funds]);
  return makeKey(dataFolder, name, options);
}

/** Another key for a user. */
export function makeKey(
  dataFolder: string,
  name: string,
  options: { permissions?: string; ip?: string; publicKey?: string } = {},
): Promise<KeyPair> {
  const { permissions = 'read,spot', ip, publicKey } = options;
  const bound = [
    ...(ip === undefined ? [] : ['--ip', ip]),
    ...(publicKey === undefined ? [] : ['--public-key', publicKey]),
  ];
  const user = ['--user', `${name}@example.com`];
  return operate(dataFolder, ['keys', 'create', ...user, '--permissions', permissions, ...bound]);
}

/** Replace the host of every address of a nested table. */
function moveHosts(table: Record<string, unknown>, address: string): void {
  for (const [name, value] of Object.entries(table)) {
    if (typeof value === 'string') table[name] = address + new URL(value).pathname;
    else if (typeof value === 'object' && value !== null) {
      moveHosts(value as Record<string, unknown>, address);
    }
  }
}

/** ccxt's client, unmodified but for its hosts. */
export function openBot(address: string, keys?: KeyPair): Bot {
  const bot = new ccxt.binance({ ...keys, enableRateLimit: false });
  moveHosts(bot.urls['api'] as Record<string, unknown>, address);
  return bot;
}

/** A request by hand: what the test says is what goes over the wire. */
export interface RawRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly query?: string;
  readonly body?: string;
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Send a request as it stands. */
export async function sendRaw(address: string, request: RawRequest) {
  const { method, path, query, body, key, headers } = request;
  const answer = await fetch(`${address}${path}${query === undefined ? '' : `?${query}`}`, {
    method,
    headers: {
      ...(key === undefined ? {} : { 'x-mbx-apikey': key }),
      ...(body === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body }),
  });
  const reported = (await answer.json()) as { code?: number; msg?: string } & Record<
    string,
    unknown
  >;
  return { status: answer.status, headers: answer.headers, reported };
}

/** HMAC-SHA256 in hexadecimal, as clients sign. */
export function signText(text: string, { secret }: KeyPair): string {
  return createHmac('sha256', secret).update(text).digest('hex');
}

/** Parameters with the time now and their signature. */
export function signQuery(parameters: Readonly<Record<string, string>>, keys: KeyPair): string {
  const text = new URLSearchParams({ ...parameters, timestamp: String(Date.now()) }).toString();
  return `${text}&signature=${signText(text, keys)}`;
}

/**
 * Place an order three times: by a query, by a form, and split over both.
 *
 * @returns the last answer.
 */
export async function placeInForms(
  address: string,
  keys: KeyPair,
  order: Readonly<Record<string, string>>,
) {
  const place = async (parts: Pick<RawRequest, 'query' | 'body'>) => {
    const request = { method: 'POST', path: '/api/v3/order', key: keys.apiKey } as const;
    const answer = await sendRaw(address, { ...request, ...parts });
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.reported));
    return answer;
  };
  await place({ query: signQuery(order, keys) });
  await place({ body: signQuery(order, keys) });
  const { symbol = '', side = '', type = '', ...more } = order;
  const query = String(new URLSearchParams({ symbol, side, type }));
  const body = String(new URLSearchParams({ ...more, timestamp: String(Date.now()) }));
  return place({ query, body: `${body}&signature=${signText(query + body, keys)}` });
}

const QUOTED_WITHIN_MS = 120_000;

const TRADES_LEAST = 3;

/**
 * Wait until the simulated market quotes and has traded, in its tables too; answers the last price
 * of BTCUSDT.
 */
export async function waitForMarket(address: string): Promise<number> {
  const ask = (path: string, query: string) => sendRaw(address, { method: 'GET', path, query });
  for (const untilMs = Date.now() + QUOTED_WITHIN_MS; Date.now() < untilMs; ) {
    const { reported } = await ask('/api/v3/ticker/24hr', 'symbol=BTCUSDT');
    const price = Number(reported['lastPrice']);
    const isQuoted = Number(reported['bidPrice']) > 0 && Number(reported['askPrice']) > 0;
    // From the first on: those are read from the tables alone.
    const query = `symbol=BTCUSDT&fromId=1&limit=${TRADES_LEAST}`;
    const trades = await ask('/api/v3/aggTrades', query);
    const isTraded = Number(trades.reported['length']) >= TRADES_LEAST;
    if (price > 0 && isQuoted && isTraded) return price;
    await new Promise((resolve) => {
      setTimeout(resolve, 200);
    });
  }
  throw new Error('the market was not quoted in time');
}
