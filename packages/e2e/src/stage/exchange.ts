// The exchange as a page calls it: what a counterparty does, and what the engine says of an order,
// without a screen between. Not a journey. For journeys that need a market that moves as they say.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { OrderRow, TickerRow } from '@isobath/wire';
import { onTestFinished } from 'vitest';
import type { Person } from './person.ts';
import type { SharedServer } from './server.ts';

const tool = fileURLToPath(new URL('../../../cli/src/main.ts', import.meta.url));
const run = promisify(execFile);

interface Answer<TData> {
  readonly code: number;
  readonly message: string;
  readonly data: TData;
}

/**
 * Call the exchange as a signed-in person's page does.
 *
 * @param body - left out, it is a question (GET).
 * @throws with the exchange's own words when it refuses.
 */
export async function call<TData>(
  person: Pick<Person, 'page'>,
  path: string,
  body?: object,
): Promise<TData> {
  const sent = { path, body: body === undefined ? null : JSON.stringify(body) };
  const answer = (await person.page.evaluate(async ({ path: to, body: text }) => {
    const response = await fetch(to, {
      method: text === null ? 'GET' : 'POST',
      headers: {
        'content-type': 'application/json',
        'x-requested-with': 'isobath',
        'idempotency-key': crypto.randomUUID(),
      },
      body: text,
    });
    return (await response.json()) as unknown;
  }, sent)) as Answer<TData>;
  if (answer.code !== 200) throw new Error(`${path}: ${answer.code} ${answer.message}`);
  return answer.data;
}

/** Place a simple limit order: size, price, market. */
export function placeLimit(
  person: Person,
  side: 'buy' | 'sell',
  terms: [size: string, price: number, symbol?: string],
) {
  const [quantity, price, symbol = 'btc_usdt'] = terms;
  const body = { symbol, side, type: 'limit', price: String(price), quantity };
  return call<{ orderId: string }>(person, '/hk-web/spot/order/place', body);
}

/** A trade between two people at a price in btc_usdt, so that it is the last one there. */
export async function tradeAt(
  { buyer, seller }: { buyer: Person; seller: Person },
  price: number,
): Promise<void> {
  await placeLimit(seller, 'sell', ['0.001', price]);
  await placeLimit(buyer, 'buy', ['0.001', price]);
}

/** A person's open orders. */
export async function readOpenOrders(person: Person): Promise<OrderRow[]> {
  return (await call<{ rows: OrderRow[] }>(person, '/hk-web/spot/orders/open')).rows;
}

/** The last price of btc_usdt in whole hundreds, one of our own before the first trade. */
export async function readRoundPrice(person: Person): Promise<number> {
  const tickers = await call<TickerRow[]>(person, '/hk-web/market/symbol/tickers');
  const last = Number(tickers.find((row) => row.symbol === 'btc_usdt')?.last ?? 0);
  return Math.round((last || 64_000) / 100) * 100;
}

/** Run the operator's tool against a staged server. */
export async function operate(server: SharedServer, words: readonly string[]): Promise<string> {
  const env = { ...process.env, DATA_DIR: server.dataFolder };
  const { stdout } = await run(process.execPath, [tool, ...words, '--json'], { env });
  return stdout;
}

/** Set a value of the site's configuration; at the end of the test it is `before` again. */
export async function configure(
  server: SharedServer,
  name: string,
  ...[value, before]: readonly [unknown, unknown]
): Promise<void> {
  const set = (to: unknown) => operate(server, ['config', 'set', name, JSON.stringify(to)]);
  onTestFinished(() => set(before).then(() => {}));
  await set(value);
}
