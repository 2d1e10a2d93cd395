// Twenty people who trade with each other through the trading API, fourteen calls under way each,
// some two hundred of them orders: limit and market, of which they cancel some. They write down
// what they were told; and the proof that all of it is so. Used by rounds.ts.
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiLine, type ApiOutcome } from './api-line.ts';
import type { Product } from './product.ts';
import { compareLists } from './stored-rows.ts';
import { CLOSED, type Story, type ReportedOrder } from './story.ts';

/** What the proof saw. */
export interface OrdersProof {
  readonly acknowledgedCount: number;
  readonly unknownCount: number;
  /** Unknown outcomes that turned out to be done. */
  readonly doneUnknownCount: number;
  readonly canceledCount: number;
  readonly tradesCount: number;
}

/** How many they are. */
export interface TradersCounts {
  readonly peopleCount: number;
  /** Calls that each of them has under way at once. */
  readonly lanesCount: number;
}

const ADDRESSES_COUNT = 250;
const PASSWORD = 'grey heron over 9 fens';
const FUND = [
  { asset: 'USDT', amount: '2000000' },
  { asset: 'BTC', amount: '20' },
  { asset: 'ETH', amount: '500' },
];
/** Most orders that a lane leaves in the book. */
const OPEN_MAX = 6;
/** Who is refused asks again after this: who asks all the time keeps a start from its work. */
const AWAY_MS = 100;
const PAGE = 1_000;
/** Core's number of a close that was asked for. */
const CANCELED = 2;

/** A market, and the prices around which its people meet: buyers begin below, sellers above. */
interface Market {
  readonly symbol: string;
  readonly instrumentId: number;
  readonly lotDecimals: number;
  readonly lotsLeast: number;
  readonly drawPrice: (isBuy: boolean) => string;
}

const below = (count: number) => Math.floor(Math.random() * count);
const oneOf = <TOne>(list: readonly TOne[]): TOne => list[below(list.length)] as TOne;

const markets: readonly Market[] = [
  {
    symbol: 'BTCUSDT',
    instrumentId: 1,
    lotDecimals: 5,
    lotsLeast: 20,
    drawPrice: (isBuy) => String((isBuy ? 84_130 : 84_170) + below(100)),
  },
  {
    symbol: 'ETHUSDT',
    instrumentId: 2,
    lotDecimals: 4,
    lotsLeast: 50,
    drawPrice: (isBuy) => ((isBuy ? 29_330 : 29_370) / 10 + below(100) / 10).toFixed(1),
  },
];

/** An order as its sender knows it. */
interface Sent {
  readonly name: string;
  readonly market: Market;
  readonly side: 'BUY' | 'SELL';
  state: 'acknowledged' | 'refused' | 'unknown';
  orderId: number;
  /** What was told of its execution, in lots; later it may be more. */
  executedLots: number;
  /** Trades that the answer told. */
  tradeIds: readonly number[];
  isCanceled: boolean;
}

/** The part of an answer that is looked at. */
interface PlacedBody {
  readonly orderId: number;
  readonly clientOrderId: string;
  readonly status: string;
  readonly executedQty: string;
  readonly fills?: readonly { readonly tradeId: number }[];
}

/** What a history shows of an order and of a trade. */
interface ShownOrder extends PlacedBody {
  readonly origQty: string;
}

interface ShownTrade {
  readonly id: number;
  readonly orderId: number;
  readonly qty: string;
  readonly isMaker: boolean;
}

interface Lane {
  readonly person: Person;
  readonly line: ApiLine;
  readonly open: Sent[];
}

interface Person {
  readonly email: string;
  ownerId: number;
  accountId: number;
  readonly lanes: Lane[];
  readonly sent: Map<string, Sent>;
  /** By market: how far the histories were read. */
  readonly lastOrderId: Map<number, number>;
  readonly lastTradeId: Map<number, number>;
}

/** Everybody who trades. */
export class Traders {
  readonly #people: readonly Person[];
  /** Orders that were sent and not answered. */
  underWayCount = 0;
  #isResting = true;
  #working: Promise<void>[] = [];
  #trouble: unknown;
  #namesCount = 0;
  /** Orders, of all rounds. */
  acknowledgedCount = 0;
  #canceledCount = 0;
  /** Orders that were sent since the last proof. */
  #fresh: { readonly person: Person; readonly sent: Sent }[] = [];

  private constructor(people: readonly Person[]) {
    this.#people = people;
  }

  /** Make everybody, with money and a key. */
  static async gather(product: Product, it: TradersCounts): Promise<Traders> {
    const { peopleCount, lanesCount } = it;
    const people = Array.from({ length: peopleCount }, (_none, number) =>
      makePerson(product, { number, lanesCount }),
    );
    return new Traders(await Promise.all(people));
  }

  begin(): void {
    this.#isResting = false;
    const lanes = this.#people.flatMap((person) => person.lanes);
    this.#working = lanes.map((lane) =>
      this.#live(lane).catch((error: unknown) => {
        this.#trouble ??= error;
      }),
    );
  }

  /** @errors with the first answer that no server should give. */
  async rest(): Promise<void> {
    this.#isResting = true;
    await Promise.all(this.#working);
    const trouble = this.#trouble;
    this.#trouble = undefined;
    if (trouble !== undefined) throw trouble;
  }

  close(): void {
    for (const { lanes } of this.#people) for (const { line } of lanes) line.close();
  }

  /** Wait until so many more orders were acknowledged, or time is over. */
  async waitForMore(count: number, withinMs: number): Promise<boolean> {
    const wanted = this.acknowledgedCount + count;
    const endMs = performance.now() + withinMs;
    while (this.acknowledgedCount < wanted && performance.now() < endMs) await sleep(5);
    return this.acknowledgedCount >= wanted;
  }

  async #live(lane: Lane): Promise<void> {
    while (!this.#isResting) {
      const isCancel = lane.open.length > 0 && (lane.open.length > OPEN_MAX || below(10) < 3);
      const outcome = isCancel ? await this.#cancel(lane) : await this.#place(lane);
      if (outcome.kind === 'away') await sleep(AWAY_MS);
      if (outcome.kind === 'busy') await sleep(outcome.waitMs);
    }
  }

  async #place({ person, line, open }: Lane): Promise<ApiOutcome> {
    const name = `chaos-${(this.#namesCount += 1)}`;
    const market = oneOf(markets);
    const side = oneOf(['BUY', 'SELL'] as const);
    const none = { orderId: 0, executedLots: 0, tradeIds: [], isCanceled: false };
    // Until it is known better: a program that ends here was told nothing.
    const sent: Sent = { name, market, side, state: 'unknown', ...none };
    person.sent.set(name, sent);
    this.#fresh.push({ person, sent });
    this.underWayCount += 1;
    const answer = line.call('POST', '/api/v3/order', describeOrder(sent));
    const outcome = await answer.finally(() => (this.underWayCount -= 1));
    if (outcome.kind === 'done') {
      const body = outcome.body as PlacedBody;
      this.acknowledgedCount += 1;
      sent.state = 'acknowledged';
      sent.orderId = body.orderId;
      sent.executedLots = readLots(body.executedQty, market);
      sent.tradeIds = (body.fills ?? []).map(({ tradeId }) => tradeId);
      if (/^(NEW|PARTIALLY_FILLED)$/.test(body.status)) open.push(sent);
    } else if (outcome.kind === 'unknown') open.push(sent);
    else sent.state = 'refused';
    return outcome;
  }

  async #cancel({ line, open }: Lane): Promise<ApiOutcome> {
    const sent = open.shift() as Sent;
    const which = { symbol: sent.market.symbol, origClientOrderId: sent.name };
    const outcome = await line.call('DELETE', '/api/v3/order', which);
    if (outcome.kind === 'done') {
      sent.isCanceled = true;
      this.#canceledCount += 1;
    } else if (outcome.kind === 'away' || outcome.kind === 'busy') open.push(sent);
    return outcome;
  }

  /**
   * Acknowledged = there just once under its name, with what was told of it; canceled = canceled;
   * unknown = there once or not at all; refused = not there; and everybody's own histories show all
   * of it, each trade in both persons'.
   *
   * @param story - read up to now.
   * @errors when it is not so.
   */
  async prove(story: Story): Promise<OrdersProof> {
    for (const person of this.#people) findAccount(person, story);
    const counts = { unknownCount: 0, doneUnknownCount: 0 };
    let foundCount = 0;
    for (const { person, sent } of this.#fresh) {
      const found = story.listNamed(person.accountId, sent.name);
      if (found.length > 1) throw new Error(`${sent.name} is there ${found.length} times`);
      foundCount += found.length;
      if (sent.state === 'acknowledged') checkPlaced(sent, found[0]);
      else if (sent.state === 'refused' && found.length > 0) {
        throw new Error(`${sent.name} was refused and is there`);
      } else if (sent.state === 'unknown') {
        counts.unknownCount += 1;
        counts.doneUnknownCount += found.length;
      }
    }
    this.#fresh = [];
    const accounts = new Set(this.#people.map(({ accountId }) => accountId));
    const openedCount = story.opened.filter(({ accountId }) => accounts.has(accountId)).length;
    if (openedCount !== foundCount) {
      throw new Error(`${openedCount} orders were opened, of which ${foundCount} were sent`);
    }
    for (const person of this.#people) {
      checkCancels(person, story);
      for (const market of markets) await checkHistories(person, market, story);
    }
    const acknowledgedCount = this.acknowledgedCount;
    const tradesCount = story.fills.length / 2;
    return { acknowledgedCount, ...counts, canceledCount: this.#canceledCount, tradesCount };
  }
}

async function makePerson(
  product: Product,
  { number, lanesCount }: { readonly number: number; readonly lanesCount: number },
): Promise<Person> {
  const email = `chaos${number}@example.com`;
  const user = await product.ask('user.create', { email, password: PASSWORD, fund: FUND });
  const made = await product.ask('keys.create', { user: email, permissions: ['read', 'spot'] });
  const key = { apiKey: String(made['apiKey']), secret: String(made['secret']) };
  const person: Person = {
    email,
    ownerId: Number(user['ownerId']),
    accountId: 0,
    lanes: [],
    sent: new Map(),
    lastOrderId: new Map(),
    lastTradeId: new Map(),
  };
  for (let lane = 0; lane < lanesCount; lane += 1) {
    // Limits count by address: each lane has its own.
    const at = number * lanesCount + lane;
    const from = `127.0.${7 + Math.floor(at / ADDRESSES_COUNT)}.${1 + (at % ADDRESSES_COUNT)}`;
    person.lanes.push({ person, line: new ApiLine(product.venue, key, from), open: [] });
  }
  return person;
}

function describeOrder({ name, market, side }: Sent): Record<string, string> {
  const { symbol, lotsLeast, lotDecimals } = market;
  const lots = lotsLeast + below(lotsLeast * 4);
  const quantity = (lots / 10 ** lotDecimals).toFixed(lotDecimals);
  const order = { symbol, side, newClientOrderId: name, newOrderRespType: 'FULL' };
  const dice = below(20);
  if (dice < 3) return { ...order, type: 'MARKET', quantity };
  if (dice < 5) return { ...order, type: 'MARKET', quoteOrderQty: String(20 + below(80)) };
  const limit = { ...order, price: market.drawPrice(side === 'BUY'), quantity };
  if (dice < 6) return { ...limit, type: 'LIMIT_MAKER' };
  return { ...limit, type: 'LIMIT', timeInForce: dice < 8 ? 'IOC' : 'GTC' };
}

function readLots(text: string, { lotDecimals }: Market): number {
  return Math.round(Number(text) * 10 ** lotDecimals);
}

function findAccount(person: Person, story: Story): void {
  if (person.accountId > 0) return;
  const found = [...story.owners].find(([, ownerId]) => ownerId === person.ownerId);
  if (found === undefined) throw new Error(`${person.email} has no account`);
  person.accountId = found[0];
}

function checkPlaced(sent: Sent, found: ReportedOrder | undefined): void {
  const { name } = sent;
  if (found === undefined) throw new Error(`${name}, acknowledged, is not there`);
  const isSame =
    found.orderId === sent.orderId &&
    found.instrumentId === sent.market.instrumentId &&
    found.side === (sent.side === 'BUY' ? 0 : 1);
  if (!isSame) throw new Error(`${name} is another order than was acknowledged`);
  const isKept = sent.tradeIds.every((tradeId) => found.tradeIds.includes(tradeId));
  if (!isKept || found.executedLots < sent.executedLots) {
    throw new Error(`${name} lost what it executed`);
  }
}

function checkCancels(person: Person, story: Story): void {
  for (const [name, sent] of person.sent) {
    const found = story.listNamed(person.accountId, name)[0];
    if (sent.isCanceled && (found?.status !== CLOSED || found.closeReason !== CANCELED)) {
      throw new Error(`${name} was canceled and is not`);
    }
    // What is settled is not looked at again, and the next round is as quick as this one.
    if (found === undefined || found.status === CLOSED) person.sent.delete(name);
  }
}

/** Everything of a history from a number on. @errors when it cannot be read. */
async function readAll<TRow>(
  { lanes }: Person,
  path: string,
  {
    from,
    symbol,
    read,
  }: { from: Record<string, string>; symbol: string; read: (r: TRow) => number },
): Promise<TRow[]> {
  const [field = ''] = Object.keys(from);
  const rows: TRow[] = [];
  for (let next = Number(from[field]); ; ) {
    const request = { symbol, limit: String(PAGE), [field]: String(next) };
    const outcome = await (lanes[0] as Lane).line.call('GET', path, request);
    if (outcome.kind === 'away' || outcome.kind === 'busy' || outcome.kind === 'unknown') {
      await sleep(outcome.kind === 'busy' ? outcome.waitMs : AWAY_MS);
      continue;
    }
    if (outcome.kind === 'refused') throw new Error(`${path} was refused: ${outcome.text}`);
    const page = outcome.body as TRow[];
    rows.push(...page);
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return rows;
    next = read(last) + 1;
  }
}

async function checkHistories(person: Person, market: Market, story: Story): Promise<void> {
  const { symbol, instrumentId } = market;
  const isOurs = (it: { accountId: number; instrumentId: number }) =>
    it.accountId === person.accountId && it.instrumentId === instrumentId;
  const orderFrom = (person.lastOrderId.get(instrumentId) ?? 0) + 1;
  const orders = await readAll<ShownOrder>(person, '/api/v3/allOrders', {
    from: { orderId: String(orderFrom) },
    symbol,
    read: ({ orderId }) => orderId,
  });
  const reported = story.opened.filter(isOurs);
  compareLists(
    `orders of ${person.email} on ${symbol}`,
    reported.map((it) => `${it.orderId} ${it.name} ${it.executedLots}`),
    orders.map((it) => `${it.orderId} ${it.clientOrderId} ${readLots(it.executedQty, market)}`),
  );
  const tradeFrom = (person.lastTradeId.get(instrumentId) ?? 0) + 1;
  const trades = await readAll<ShownTrade>(person, '/api/v3/myTrades', {
    from: { fromId: String(tradeFrom) },
    symbol,
    read: ({ id }) => id,
  });
  const fills = story.listFreshFills().filter(isOurs);
  compareLists(
    `trades of ${person.email} on ${symbol}`,
    fills.map((it) => `${it.tradeId} ${it.orderId} ${it.sizeLots} ${it.isMaker}`),
    trades.map((it) => `${it.id} ${it.orderId} ${readLots(it.qty, market)} ${it.isMaker}`),
  );
  person.lastOrderId.set(instrumentId, reported.at(-1)?.orderId ?? orderFrom - 1);
  person.lastTradeId.set(instrumentId, fills.at(-1)?.tradeId ?? tradeFrom - 1);
}
