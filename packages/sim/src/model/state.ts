// The state of the reference model: plain arrays, maps and big integers, and the few words that
// every part of it uses. Not here: any rule. Every file of this folder reads it.
import type {
  AccountClass,
  AccountId,
  AccountType,
  AssetId,
  CloseReason,
  CoreEvent,
  InstrumentId,
  InstrumentLimits,
  ListId,
  ListType,
  MarketState,
  OrderId,
  OrderTerms,
  OwnerId,
} from '@isobath/core';
import { type RejectWord, rejects } from '@isobath/core/reject';
import { OrderType, Side } from '@isobath/core/words';

type Mutable<TShape> = { -readonly [TName in keyof TShape]: TShape[TName] };

/** A refused check: the reject's number and its facts, amounts as two limbs. */
export class Refusal {
  readonly code: number;
  readonly facts: readonly number[];
  constructor(code: number, facts: readonly number[]) {
    this.code = code;
    this.facts = facts;
  }
}

/** One asset of docs/rules/core.md 3. */
export interface Asset {
  readonly assetId: AssetId;
  readonly scale: number;
  readonly isMock: boolean;
}

/** One account of the ledger. */
export interface Account {
  readonly accountId: AccountId;
  readonly ownerId: OwnerId;
  readonly accountType: AccountType;
  readonly scope: number;
  readonly isMock: boolean;
  readonly accountClass: AccountClass;
}

/** What an account has of one asset, in base units. */
export interface Balance {
  readonly accountId: AccountId;
  readonly assetId: AssetId;
  available: bigint;
  held: bigint;
}

/** What is known of an owner; all 0 at first. */
export interface Owner {
  readonly ownerId: OwnerId;
  vipLevel: number;
  group: number;
  lastPrivateNumber: number;
}

/** Fee rates in ppm by VIP level. */
export interface Fees {
  readonly makerPpm: readonly number[];
  readonly takerPpm: readonly number[];
}

/** Prices traded since the last look of docs/rules/spot.md 7. */
export interface Seen {
  lowTicks: number;
  highTicks: number;
  lastTicks: number;
}

/** One spot market with its book: both sides best first, each level in queue order. */
export interface Market {
  readonly instrumentId: InstrumentId;
  readonly base: Asset;
  readonly quote: Asset;
  priceDecimals: number;
  lotDecimals: number;
  unitsPerLot: bigint;
  unitsPerTickLot: bigint;
  limits: InstrumentLimits;
  fees: Fees;
  state: MarketState;
  noCancelAtMs: number;
  openAtMs: number;
  indicationDueMs: number;
  referenceTicks: number;
  lastTradeTicks: number;
  lastTradeId: number;
  lastUpdateId: number;
  readonly bids: Order[];
  readonly asks: Order[];
  seen: Seen | null;
}

/** An open order. `status` 0 live, 1 dormant, 2 pending. */
export interface Order extends Mutable<OrderTerms> {
  readonly orderId: OrderId;
  readonly ownerId: OwnerId;
  readonly listId: ListId | 0;
  readonly makerPpm: number;
  readonly takerPpm: number;
  status: 0 | 1 | 2;
  isResting: boolean;
  executedLots: number;
  preventedLots: number;
  visibleLeftLots: number;
  holdUnits: bigint;
  amendsCount: number;
  isActivated: boolean;
  /** Why it is over; 0 while it is open. */
  closedAs: CloseReason | 0;
  /** What a market order may still spend (buy) or receive (sell) of quote; null = no such bound. */
  amountLeftUnits: bigint | null;
}

/** An open list; a closed leg is null. */
export interface OrderList {
  readonly listId: ListId;
  readonly accountId: AccountId;
  readonly instrumentId: InstrumentId;
  readonly listType: ListType;
  readonly legIds: OrderId[];
  readonly legs: (Order | null)[];
}

/** A first answer that is remembered under a key. */
export interface KeyMemory {
  readonly actorId: OwnerId;
  readonly keyHigh: number;
  readonly keyLow: number;
  readonly bodyHash: number;
  readonly sequence: number;
  readonly code: number;
  readonly deadlineMs: number;
  readonly facts: readonly number[];
}

/** Everything the model knows. */
export interface Model {
  lastSequence: number;
  coreTimeMs: number;
  rulesVersion: number;
  nextOrderId: number;
  nextListId: number;
  defaultFees: Fees | null;
  readonly assets: Asset[];
  readonly markets: Market[];
  readonly owners: Map<number, Owner>;
  readonly accounts: Account[];
  readonly balances: Map<number, Balance>;
  readonly orders: Order[];
  readonly lists: OrderList[];
  readonly deadMen: { accountId: AccountId; dueAtMs: number; timeoutMs: number }[];
  readonly keys: Map<string, KeyMemory>;
  readonly closeOuts: { accountId: AccountId; assetId: AssetId; day: number }[];
  /** Lists whose working leg was filled and whose pending legs wait to go live. */
  readonly filledLists: OrderList[];
  /** Of the present step. */
  events: CoreEvent[];
  readonly touched: Set<Balance>;
}

/** An exchange on which nothing has happened yet. */
export function createModel(): Model {
  return {
    lastSequence: 0,
    coreTimeMs: 0,
    rulesVersion: 0,
    nextOrderId: 1,
    nextListId: 1,
    defaultFees: null,
    assets: [],
    markets: [],
    owners: new Map(),
    accounts: [],
    balances: new Map(),
    orders: [],
    lists: [],
    deadMen: [],
    keys: new Map(),
    closeOuts: [],
    filledLists: [],
    events: [],
    touched: new Set(),
  };
}

/** The first amount that is too large, docs/rules/core.md 1.4. */
export const amountLimit = 2n ** 103n;

const limbBase = 2n ** 52n;

/** Stop the present command or part with a reject; amounts (bigint) become two facts. */
export function refuse(word: RejectWord, ...facts: (number | bigint)[]): never {
  const numbers = facts.flatMap((fact) => {
    if (typeof fact === 'number') return [fact];
    const told = fact < amountLimit ? fact : amountLimit - 1n;
    return [Number(told / limbBase), Number(told % limbBase)];
  });
  throw new Refusal(rejects[word][0], numbers);
}

/** Run checks; the reject that stopped them, or null. Any other error is the model's own fault. */
export function readRefusal(check: () => void): Refusal | null {
  try {
    check();
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

/** An owner by number, made when first met. */
export function readOwner(model: Model, ownerId: OwnerId): Owner {
  let owner = model.owners.get(ownerId);
  if (owner === undefined) {
    owner = { ownerId, vipLevel: 0, group: 0, lastPrivateNumber: 0 };
    model.owners.set(ownerId, owner);
  }
  return owner;
}

/** The next private number of an owner. */
export function nextNumber(model: Model, ownerId: OwnerId): number {
  const owner = readOwner(model, ownerId);
  owner.lastPrivateNumber += 1;
  return owner.lastPrivateNumber;
}

/** A balance, made with zeros when first met, and noted as touched in this step. */
export function readBalance(model: Model, accountId: AccountId, assetId: AssetId): Balance {
  const place = accountId * 1024 + assetId;
  let balance = model.balances.get(place);
  if (balance === undefined) {
    balance = { accountId, assetId, available: 0n, held: 0n };
    model.balances.set(place, balance);
  }
  model.touched.add(balance);
  return balance;
}

/** A market that is known to exist. */
export function readMarket(model: Model, instrumentId: InstrumentId): Market {
  const market = model.markets.find((candidate) => candidate.instrumentId === instrumentId);
  if (market === undefined) throw new Error(`market ${instrumentId} is missing`);
  return market;
}

/** An account that is known to exist. */
export function readAccount(model: Model, accountId: AccountId): Account {
  const account = model.accounts[accountId - 1];
  if (account === undefined) throw new Error(`account ${accountId} is missing`);
  return account;
}

/** The market's reference: the last trade's price, before any trade the operator's, or 0. */
export function readLastTicks(market: Market): number {
  return market.lastTradeTicks > 0 ? market.lastTradeTicks : market.referenceTicks;
}

/** quote(ticks, lots) of docs/rules/core.md 7, in quote units. */
export function quoteUnits(market: Market, priceTicks: number, sizeLots: number): bigint {
  return BigInt(priceTicks) * BigInt(sizeLots) * market.unitsPerTickLot;
}

/** base(lots) of docs/rules/core.md 7, in base units. */
export function baseUnits(market: Market, sizeLots: number): bigint {
  return BigInt(sizeLots) * market.unitsPerLot;
}

/** value * numerator / denominator, rounded up or down; exact in between; value >= 0. */
export function scale(value: number, by: readonly [number, number], isUp: boolean): number {
  const product = BigInt(value) * BigInt(by[0]);
  const denominator = BigInt(by[1]);
  return Number((isUp ? product + denominator - 1n : product) / denominator);
}

/** Lots of an order that are neither executed nor prevented. */
export function openLots(order: Order): number {
  return order.sizeLots - order.executedLots - order.preventedLots;
}

/** True for types that act as market orders once live. */
export function isMarketType(orderType: OrderType): boolean {
  return (
    orderType === OrderType.market ||
    orderType === OrderType.stopMarket ||
    orderType === OrderType.takeProfitMarket ||
    orderType === OrderType.trailingStop
  );
}

/** True for types that wait for a trigger. */
export function isDormantType(orderType: OrderType): boolean {
  return orderType >= OrderType.stopLimit;
}

/** The asset that an order of this side pays with. */
export function paidAsset(market: Market, side: Side): Asset {
  return side === Side.buy ? market.quote : market.base;
}

/** True in the two states of a call auction. */
export function isAuctionState(state: MarketState): boolean {
  return state === 2 || state === 3;
}
