// A person with a past: given demo money, then trading like anybody through the engine, once, at
// the first start with simulated liquidity. The steps are always the same; prices are those of the
// day. Nobody knows their password until the operator's tool sets one. Run by sandbox-process.ts.
import { randomBytes } from 'node:crypto';
import {
  AccountClass,
  type AccountId,
  AccountType,
  CancelCondition,
  CommandKind,
  EventKind,
  noClientOrderId,
  type OrderId,
  OrderType,
  simpleLimitTerms,
  readRejectWord,
  Side,
  Source,
  TimeInForce,
  TransferReason,
} from '@isobath/core';
import { type CommandBody, type CommandClient, refuseWithCode } from '../base/commands/index.ts';
import { createUsers, hashPassword } from '../base/credentials/index.ts';
import type { Database } from '../base/db/index.ts';
import type { Market, MarketRegistry } from '../base/market/index.ts';
import { OperatorAccountOwner } from './operator-account.ts';
import type { ReferencePrice } from './liquidity.ts';
import { openAccount } from './open-account.ts';
import { type Rested, restAndBeTaken, type RestingEntry } from './resting.ts';

/** Address they sign in with; mail to it stays in the outbox. */
export const DEMO_EMAIL = 'demo@example.com';

/** What their past is made of. */
export interface DemoTraderParts {
  readonly database: Database;
  readonly commandClient: CommandClient;
  readonly markets: MarketRegistry;
  readonly reference: ReferencePrice;
  /** A taker of the sandbox, who takes their resting orders. */
  readonly taker: { readonly ownerId: number; readonly accountId: AccountId };
}

const GIFTS = [
  ['USDT', 25_000n, 1n],
  ['BTC', 1n, 5n],
  ['ETH', 3n, 1n],
] as const;

/** How a step ends: taken at once, taken by another, cancelled, or left open. */
type Ending = 'taken' | 'made' | 'canceled' | 'open';

/** One order: market, side, worth in dollars, distance from the price in percent, ending. */
type Step = readonly [symbol: string, side: Side, usd: number, percent: number, ending: Ending];

const { buy, sell } = Side;

/** A limit order without further terms. */
interface SimpleLimitOrder {
  readonly market: Market;
  readonly accountId: AccountId;
  readonly side: Side;
  readonly priceTicks: number;
  readonly sizeLots: number;
  readonly timeInForce: TimeInForce;
}

/** A percentage reaches over the price where they take, and stays away from it where they wait. */
const STEPS: readonly Step[] = [
  ['btc_usdt', buy, 2_400, 1, 'taken'],
  ['eth_usdt', buy, 1_800, 1, 'taken'],
  ['sol_usdt', buy, 900, 1, 'taken'],
  ['btc_usdt', buy, 1_500, -2, 'canceled'],
  ['xrp_usdt', buy, 400, 1, 'taken'],
  ['btc_usdt', sell, 1_100, -1, 'taken'],
  ['eth_usdt', buy, 600, 0, 'made'],
  ['doge_usdt', buy, 250, 1, 'taken'],
  ['eth_btc', sell, 700, -1, 'taken'],
  ['sol_usdt', sell, 300, 4, 'canceled'],
  ['link_usdt', buy, 320, 1, 'taken'],
  ['btc3l_usdt', buy, 150, 1, 'taken'],
  ['btc_usdt', sell, 800, 0, 'made'],
  ['bnb_usdt', buy, 500, 1, 'taken'],
  ['xrp_usdt', sell, 200, 5, 'canceled'],
  ['pepe_usdt', buy, 120, 1, 'taken'],
  ['sol_usdt', sell, 350, -1, 'taken'],
  ['btc_usdt', buy, 1_000, -4, 'open'],
  ['eth_usdt', sell, 900, 5, 'open'],
];

/** Give the sandbox its person with a past, unless it has them. @returns whether it was new. */
export async function createDemoTrader(parts: DemoTraderParts): Promise<boolean> {
  const { database } = parts;
  const ownerId = await findOrCreate(database);
  const rows = await database.query<{ completed_at: Date | null }>(
    'SELECT completed_at FROM sandbox_demo_trader WHERE owner_id = $1',
    [ownerId],
  );
  if (rows[0]?.completed_at) return false;
  await new Past(parts, ownerId).live();
  await database.execute(
    `INSERT INTO sandbox_demo_trader (owner_id, completed_at) VALUES ($1, now())
     ON CONFLICT (owner_id) DO UPDATE SET completed_at = now()`,
    [ownerId],
  );
  return true;
}

async function findOrCreate(database: Database): Promise<number> {
  const users = createUsers(database, undefined);
  const found = await users.findByEmail(DEMO_EMAIL);
  if (found !== undefined) return found.ownerId;
  // Drawn and forgotten: only one set by the operator's tool opens the door.
  const passwordHash = await hashPassword(randomBytes(32).toString('base64url'));
  const made = await users.create({ email: DEMO_EMAIL, passwordHash, locale: 'en_US' });
  if (made === undefined) throw new Error(`${DEMO_EMAIL} was taken meanwhile`);
  return made.ownerId;
}

/** Their steps, one after the other. */
class Past {
  readonly #parts: DemoTraderParts;
  readonly #ownerId: number;
  #accountId = 0 as AccountId;

  constructor(parts: DemoTraderParts, ownerId: number) {
    this.#parts = parts;
    this.#ownerId = ownerId;
  }

  async live(): Promise<void> {
    const wallet = { accountClass: AccountClass.wallet };
    const { commandClient } = this.#parts;
    this.#accountId = await openAccount(commandClient, {
      ...wallet,
      ownerId: this.#ownerId,
      accountType: AccountType.spot,
    });
    const operatorAccount = await openAccount(commandClient, {
      ...wallet,
      ownerId: OperatorAccountOwner.operatorAccount,
      accountType: AccountType.operatorPromotions,
    });
    await this.#receive(operatorAccount);
    for (const step of STEPS) await this.#take(step);
  }

  async #receive(fromAccountId: AccountId): Promise<void> {
    for (const [asset, whole, divisor] of GIFTS) {
      const coin = this.#parts.markets.coinByName(asset);
      if (coin === undefined) continue;
      const outcome = await this.#parts.commandClient.try(
        {
          kind: CommandKind.transfer,
          fromAccountId,
          toAccountId: this.#accountId,
          assetId: coin.coinId,
          amountUnits: (whole * 10n ** BigInt(coin.scale)) / divisor,
          reason: TransferReason.promotion,
          reference: 0,
        },
        {
          caller: { ownerId: OperatorAccountOwner.operatorAccount, sessionId: 0 },
          // A first start that was cut short gives nothing twice.
          idempotencyKey: `demo-trader:${this.#ownerId}:${asset}`,
          source: Source.sandbox,
        },
      );
      if (outcome.code !== 0) throw refuseWithCode(outcome.code, outcome.facts);
    }
  }

  async #take([symbol, side, usd, percent, ending]: Step): Promise<void> {
    const { markets, reference } = this.#parts;
    const market = markets.marketBySymbol(symbol);
    if (market === undefined) return;
    const nowMs = Date.now();
    const price = reference.read(market.base.shortName, market.quote.shortName, nowMs);
    const worth = reference.read(market.base.shortName, 'USDT', nowMs);
    // Where nobody knows a price they do not trade.
    if (price === undefined || worth === undefined) return;
    const middle = price * 10 ** market.priceDecimals;
    const priceTicks = Math.max(1, Math.round(middle * (1 + percent / 100)));
    const lots = Math.round((usd / worth) * 10 ** market.lotDecimals);
    const sizeLots = Math.max(market.sizeLotsMin, lots);
    const terms = { market, side, priceTicks, sizeLots };
    if (ending === 'made') return this.#make(terms);
    const timeInForce = ending === 'taken' ? TimeInForce.ioc : TimeInForce.gtc;
    const opened = await this.#open({ ...terms, timeInForce });
    if (ending === 'canceled' && opened && 'orderId' in opened) await this.#cancel(opened.orderId);
  }

  /** What came of an order: only one that is not to take may tell what it would have met. */
  async #open(terms: Omit<SimpleLimitOrder, 'accountId'>): Promise<Rested> {
    const order = { ...terms, accountId: this.#accountId };
    const { code, facts, events } = await this.#place(this.#ownerId, order);
    const [, bestTicks] = facts;
    if (readRejectWord(code) === 'post_only_would_take') return { bestTicks };
    const opened = events.find((event) => event.kind === EventKind.orderOpened);
    return opened && { orderId: opened.orderId };
  }

  /** Wait, and be taken by a taker of the sandbox. */
  async #make(terms: Pick<SimpleLimitOrder, 'market' | 'side' | 'priceTicks' | 'sizeLots'>) {
    const { accountId, ownerId } = this.#parts.taker;
    const side = terms.side === Side.buy ? Side.sell : Side.buy;
    const taking = { ...terms, side, timeInForce: TimeInForce.ioc, accountId };
    const entry: RestingEntry = {
      rest: (priceTicks) => this.#open({ ...terms, priceTicks, timeInForce: TimeInForce.postOnly }),
      take: async (priceTicks) => (await this.#place(ownerId, { ...taking, priceTicks })).events,
      cancel: (orderId) => this.#cancel(orderId),
    };
    await restAndBeTaken(entry, terms);
  }

  #place(ownerId: number, { market, ...terms }: SimpleLimitOrder) {
    return this.#send(ownerId, {
      kind: CommandKind.placeOrder,
      isTest: false,
      instrumentId: market.instrumentId,
      orderType: OrderType.limit,
      ...simpleLimitTerms,
      ...terms,
    });
  }

  async #cancel(orderId: OrderId): Promise<void> {
    await this.#send(this.#ownerId, {
      kind: CommandKind.cancelOrder,
      accountId: this.#accountId,
      instrumentId: 0,
      orderId,
      clientOrderId: noClientOrderId,
      condition: CancelCondition.any,
    });
  }

  /** Refusals are part of a life: the market may have moved. */
  #send(ownerId: number, body: CommandBody) {
    return this.#parts.commandClient.try(body, {
      caller: { ownerId, sessionId: 0 },
      idempotencyKey: '',
      source: Source.sandbox,
    });
  }
}
