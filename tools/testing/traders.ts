// Two people who trade with each other through the trading API of a server that is killed again
// and again. They write down what they were told; and all of it must be there afterwards, once.
// It is not part of the product. Called by starts.ts.
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { type ApiKey, ApiLine, type ApiOutcome } from '../../packages/sim/src/chaos/api-line.ts';
import { waitFor } from './wait.ts';

/** The keys of both. */
export type TraderKeys = readonly [maker: ApiKey, taker: ApiKey];

const SYMBOL = 'BTCUSDT';
const PASSWORD = 'grey heron over 9 fens';
const FUND = ['--fund', 'USDT=100000', '--fund', 'BTC=1'];
/** Whoever was not served asks again after this. */
const AGAIN_MS = 25;

type Method = 'GET' | 'POST' | 'DELETE';

/** An order as its sender was told of it. */
interface ReportedOrder {
  readonly who: number;
  readonly name: string;
  readonly orderId: number;
  readonly executedQty: string;
  readonly tradeIds: readonly number[];
  isCanceled: boolean;
}

/** An order as answers and histories show it. */
interface ShownOrder {
  readonly orderId: number;
  readonly clientOrderId: string;
  readonly status: string;
  readonly executedQty: string;
  readonly fills?: readonly { readonly tradeId: number }[];
}

interface ShownTrade {
  readonly id: number;
  readonly orderId: number;
  readonly qty: string;
}

/** One person's histories. */
interface Shown {
  readonly orders: readonly ShownOrder[];
  readonly trades: readonly ShownTrade[];
}

/** One person's money. */
type Balances = readonly {
  readonly asset: string;
  readonly free: string;
  readonly locked: string;
}[];

/**
 * Make two people with money and a key each.
 * @param ask - asks the running server through the operator's tool.
 */
export async function makeTraders(
  ask: (...words: string[]) => Promise<Record<string, unknown>>,
): Promise<TraderKeys> {
  const make = async (name: string): Promise<ApiKey> => {
    const email = `${name}@isobath.example`;
    await ask('user', 'create', '--email', email, '--password', PASSWORD, ...FUND);
    const made = await ask('keys', 'create', '--user', email, '--permissions', 'read,spot');
    return { apiKey: String(made['apiKey']), secret: String(made['secret']) };
  };
  return [await make('maker'), await make('taker')];
}

/** The two at work. */
export class Traders {
  readonly #lines: readonly ApiLine[];
  readonly #told: ReportedOrder[] = [];
  /** Of every order that was ever sent. */
  readonly #names = new Set<string>();

  constructor(port: number, keys: TraderKeys) {
    const venue = { host: '127.0.0.1', port };
    this.#lines = keys.map((key) => new ApiLine(venue, key, venue.host));
  }

  /** Leave an order, trade, and cancel what rested before: each answered before this is. */
  async trade(): Promise<void> {
    const resting = this.#told.findLast(({ who, executedQty }) => who === 1 && !(+executedQty > 0));
    await this.#place(0, { side: 'SELL', price: '84170', quantity: '0.001' });
    const taken = await this.#place(1, { side: 'BUY', price: '84170', quantity: '0.0006' });
    expect(Number(taken.executedQty)).toBe(0.0006);
    await this.#place(1, { side: 'BUY', price: '84130', quantity: '0.0005' });
    if (resting !== undefined) await this.#cancel(resting);
  }

  /** What both have, and what of it their orders hold. */
  async readBalances(): Promise<readonly Balances[]> {
    const account = '/api/v3/account';
    return Promise.all(
      this.#lines.map(async (_line, who) => {
        const { balances } = await this.#read<{ balances: Balances }>(who, account);
        return balances;
      }),
    );
  }

  /** Both have what they had. */
  async expectBalances(before: readonly Balances[]): Promise<void> {
    await waitFor('the balances of before', async () =>
      expect(await this.readBalances()).toEqual(before),
    );
  }

  /**
   * Every order and trade that was acknowledged is there, once, and nothing that nobody sent: what
   * was told before the first kill as well as what was told before the last.
   */
  async expectKept(): Promise<void> {
    await waitFor('all that was acknowledged', async () => {
      for (const [who, shown] of (await this.#readHistories()).entries()) {
        for (const reported of this.#told) if (reported.who === who) checkReported(reported, shown);
        this.#checkNothingElse(shown);
      }
    });
  }

  #checkNothingElse({ orders, trades }: Shown): void {
    const names = orders.map(({ clientOrderId }) => clientOrderId);
    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((name) => !this.#names.has(name))).toEqual([]);
    expect(new Set(trades.map(({ id }) => id)).size).toBe(trades.length);
    for (const { orderId, executedQty } of orders) {
      const own = trades.filter((trade) => trade.orderId === orderId);
      const sum = own.reduce((lots, { qty }) => lots + readLots(qty), 0);
      expect(sum, `trades of ${orderId}`).toBe(readLots(executedQty));
    }
  }

  close(): void {
    for (const line of this.#lines) line.close();
  }

  /** An order whose answer was lost is looked up, and placed anew when it is not there. */
  async #place(who: number, terms: Record<string, string>): Promise<ShownOrder> {
    for (let tries = 0; tries < 100; tries += 1) {
      const name = `kept-${this.#names.size}`;
      this.#names.add(name);
      const outcome = await this.#call(who, 'POST /api/v3/order', {
        symbol: SYMBOL,
        type: 'LIMIT',
        timeInForce: 'GTC',
        ...terms,
        newClientOrderId: name,
        newOrderRespType: 'FULL',
      });
      const answer = outcome.kind === 'unknown' ? await this.#find(who, name) : outcome;
      if (answer.kind !== 'done') continue;
      const order = answer.body as ShownOrder;
      const { orderId, executedQty, fills = [] } = order;
      const tradeIds = fills.map(({ tradeId }) => tradeId);
      this.#told.push({ who, name, orderId, executedQty, tradeIds, isCanceled: false });
      return order;
    }
    throw new Error('no order is taken');
  }

  async #cancel(reported: ReportedOrder): Promise<void> {
    const which = { symbol: SYMBOL, origClientOrderId: reported.name };
    for (;;) {
      const { kind } = await this.#call(reported.who, 'DELETE /api/v3/order', which);
      if (kind === 'done') break;
      const found = await this.#find(reported.who, reported.name);
      if (found.kind === 'done' && (found.body as ShownOrder).status === 'CANCELED') break;
    }
    reported.isCanceled = true;
  }

  #find(who: number, name: string): Promise<ApiOutcome> {
    return this.#get(who, '/api/v3/order', { symbol: SYMBOL, origClientOrderId: name });
  }

  #readHistories(): Promise<readonly Shown[]> {
    const request = { symbol: SYMBOL };
    return Promise.all(
      this.#lines.map(async (_line, who) => ({
        orders: await this.#read<ShownOrder[]>(who, '/api/v3/allOrders', request),
        trades: await this.#read<ShownTrade[]>(who, '/api/v3/myTrades', request),
      })),
    );
  }

  async #read<TBody>(who: number, path: string, request = {}): Promise<TBody> {
    const outcome = await this.#get(who, path, request);
    if (outcome.kind === 'done') return outcome.body as TBody;
    throw new Error(`${path}: ${JSON.stringify(outcome)}`);
  }

  /** Ask until there is an answer. */
  async #get(who: number, path: string, request: Record<string, string>): Promise<ApiOutcome> {
    return waitFor(`an answer of ${path}`, async () => {
      const outcome = await this.#call(who, `GET ${path}`, request);
      return (outcome.kind === 'done' || outcome.kind === 'refused') && outcome;
    });
  }

  /** One call; who is not served waits a moment. @errors a refusal of what changes something. */
  async #call(
    who: number,
    what: `${Method} ${string}`,
    request: Record<string, string>,
  ): Promise<ApiOutcome> {
    const [method, path] = what.split(' ') as [Method, string];
    const outcome = await this.#lines[who].call(method, path, request);
    if (outcome.kind === 'refused' && method === 'POST') throw new Error(outcome.text);
    if (outcome.kind === 'busy') await sleep(outcome.waitMs);
    else if (outcome.kind !== 'done') await sleep(AGAIN_MS);
    return outcome;
  }
}

/** Amounts of this market have five decimals. */
function readLots(text: string): number {
  return Math.round(Number(text) * 100_000);
}

/** What one was told is there, once, and no less of it was carried out. */
function checkReported(reported: ReportedOrder, { orders, trades }: Shown): void {
  const { name, orderId, executedQty, tradeIds, isCanceled } = reported;
  const found = orders.filter(({ clientOrderId }) => clientOrderId === name);
  expect(found, name).toMatchObject([{ orderId }]);
  expect(Number(found[0].executedQty), name).toBeGreaterThanOrEqual(Number(executedQty));
  if (isCanceled) expect(found[0].status, name).toBe('CANCELED');
  expect(
    trades.map(({ id }) => id),
    name,
  ).toEqual(expect.arrayContaining([...tradeIds]));
}
