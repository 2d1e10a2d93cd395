// The state of the reference model and what every part does with it: refuse, tell, move money,
// calculate amounts, check ranges (docs/rules/core.md 1, 3, 4 and 7). Not here: rules of commands.
import type * as core from '@isobath/core';
import { EventKind } from '@isobath/core/event';
import { type RejectWord, rejects } from '@isobath/core/reject';
import type { CommandKind } from '@isobath/core/command';
import * as words from '@isobath/core/words';
import { AccountClass, MarketState, OrderType, Side } from '@isobath/core/words';
import contractTables from './contract-tables.json' with { type: 'json' };
import tables from './tables.json' with { type: 'json' };

type Mutable<TShape> = { -readonly [TName in keyof TShape]: TShape[TName] };
type Asset = Omit<core.AssetDefined, 'kind'>;
type Fees = Pick<core.SetFeeSchedule, 'makerPpm' | 'takerPpm'>;
type Listed = Pick<core.InstrumentDefined, 'instrumentId' | 'baseAssetId' | 'quoteAssetId'>;
type OfAccount = Readonly<Record<'accountId', core.AccountId>>;
type OfAsset = Readonly<Record<'assetId', core.AssetId>>;
type Pot = readonly [balance: Balance, part: 'available' | 'held'];
type MarketTime = 'noCancelAtMs' | 'openAtMs' | 'indicationDueMs';
type MarketLast = 'referenceTicks' | 'lastTradeTicks' | 'lastTradeId' | 'lastUpdateId';
type MarketNumber = 'priceDecimals' | 'lotDecimals' | MarketTime | MarketLast;
type OrderLots = 'executedLots' | 'preventedLots' | 'visibleLeftLots';
type OrderNumber = OrderLots | 'amendsCount' | 'makerPpm' | 'takerPpm' | 'markSub';
type Answer = 'sequence' | 'code' | 'facts';
type Owner = Record<'vipLevel' | 'group' | 'lastPrivateNumber', number>;
/** One account of the ledger. */
export type Account = Omit<core.AccountOpened, 'kind' | 'ownerNumber'>;
/** What an account has of one asset, in base units. */
export type Balance = OfAccount & OfAsset & Record<'available' | 'held', bigint>;
/** One spot market; both sides of its book best first, each level in queue order. */
export interface Market extends Mutable<Fees>, Listed, Record<MarketNumber, number> {
  readonly base: Asset;
  readonly quote: Asset;
  limits: core.InstrumentLimits;
  unitsPerLot: bigint;
  unitsPerTickLot: bigint;
  state: core.MarketState;
  readonly bids: Order[];
  readonly asks: Order[];
  /** Prices traded since the last look of docs/rules/spot.md 7. */
  readonly tradedTicks: number[];
  readonly isSpot: boolean;
  /** Bits of ReduceReason. */
  reduceReasons: number;
}
type IndexTime = 'liveAtMs' | 'liveSinceMs' | 'frozenSinceMs' | 'dueMs';
type IndexTold = Pick<core.IndexPrice, 'snapshotId' | 'priceSub' | 'liveCount' | 'componentsHash'>;
/** An index: its terms, its newest price, since when it is live or frozen. */
export type Index = Mutable<Omit<core.IndexDefined, 'kind'> & IndexTold> &
  Record<IndexTime, number>;
/** A book as prices see it, both sides best first: ticks and lots. */
export interface Depth {
  readonly bids: readonly (readonly [number, number])[];
  readonly asks: readonly (readonly [number, number])[];
  readonly lastTicks: number;
}
type Told = Mutable<Omit<core.MarksSet, 'kind' | 'instrumentId'>> & { markAtMs: number };
/** A contract beside its market; the premiums of its interval, basis samples with their times. */
export interface Contract {
  readonly market: Market;
  readonly index: Index;
  readonly kind: core.InstrumentKind;
  readonly settle: Asset;
  readonly pool: number;
  terms: core.ContractTerms;
  tiers: readonly core.RiskTier[];
  activeHours: number;
  nextFundingAtMs: number;
  lastRateE8: number;
  readonly premiums: bigint[];
  readonly basis: [basisSub: number, atMs: number][];
  /** What was last said about it. */
  readonly told: Told;
}
/** What an account has of a contract; lots below 0 are short. */
export interface Position {
  readonly accountId: core.AccountId;
  readonly market: Market;
  readonly positionId: number;
  readonly lots: bigint;
  readonly entryUnits: bigint;
  readonly drawnUnits: bigint;
}
/** An open order: status 0 live, 1 dormant, 2 pending; `closedAs` why it is over, or 0. */
export interface Order extends Mutable<core.OrderTerms>, Record<OrderNumber, number> {
  readonly orderId: core.OrderId;
  readonly ownerId: core.OwnerId;
  readonly market: Market;
  readonly listId: core.ListId | 0;
  readonly list: OrderList | null;
  status: 0 | 1 | 2;
  isResting: boolean;
  isActivated: boolean;
  holdUnits: bigint;
  closedAs: core.CloseReason | 0;
  /** What a market order may still spend (buy) or receive (sell) of quote; null = no such bound. */
  amountLeftUnits: bigint | null;
}
/** An open list; its legs in order, closed ones too. */
export type OrderList = Omit<core.OrderListOpened, 'kind'> & { readonly legs: Order[] };
/** A first answer that is remembered under a key. */
export type KeyMemory = core.CommandEnvelope & Pick<core.CommandApplied, Answer>;
/** Everything the model knows; new = nothing happened yet. Without `sizes` room has no end. */
export class Model {
  sizes: core.EngineSizes | null = null;
  lastSequence = 0;
  coreTimeMs = 0;
  rulesVersion = 0;
  nextOrderId = 1;
  nextListId = 1;
  defaultFees: Fees | null = null;
  readonly assets: Asset[] = [];
  readonly markets: Market[] = [];
  readonly owners = new Map<core.OwnerId, Owner>();
  readonly accounts: Account[] = [];
  readonly balances = new Map<number, Balance>();
  readonly indexes: Index[] = [];
  readonly contracts: Contract[] = [];
  priceStep = { observedAtMs: 0, atMs: 0 };
  /** The book of a contract that its mark is made from, where it is not the contract's own. */
  readDepth: (instrumentId: number, atMs: number) => Depth | undefined = () => undefined;
  /** What products say on money that leaves accounts. */
  checkLeaving: (model: Model, move: core.TransferLeg) => void = () => undefined;
  positions: Position[] = [];
  leverages: { accountId: core.AccountId; market: Market; leverage: number }[] = [];
  lastPositionId = 0;
  readonly orders: Order[] = [];
  readonly lists: OrderList[] = [];
  deadMen: (OfAccount & { dueAtMs: number; timeoutMs: number })[] = [];
  readonly keys = new Map<string, KeyMemory>();
  readonly closeOuts: (OfAccount & OfAsset & { day: number })[] = [];
  /** Lists whose working leg was filled and whose pending legs wait to go live. */
  readonly filledLists: OrderList[] = [];
  /** Of the present step; so are the balances that were looked at. */
  events: core.CoreEvent[] = [];
  readonly touched = new Set<Balance>();
}
/** A refused check: the reject's number and its facts, amounts as two limbs. */
export class Refusal {
  code = 0;
  facts: readonly number[] = [];
}
/** The first amount that is too large, docs/rules/core.md 1.4. */
export const amountLimit = 2n ** 103n;
/** Stop the present command or part with a reject; amounts (bigint) become two facts. */
export function refuse(word: RejectWord, ...facts: readonly (number | bigint)[]): never {
  const numbers = facts.map((fact) => {
    if (typeof fact === 'number') return fact;
    const emitted = fact < amountLimit ? fact : amountLimit - 1n;
    return [Number(emitted / 2n ** 52n), Number(emitted % 2n ** 52n)];
  });
  throw Object.assign(new Refusal(), { code: rejects[word][0], facts: numbers.flat() });
}
/** What checks come to, or the reject that stopped them; other errors are the model's own fault. */
export function attempt<TResult>(check: () => TResult): TResult | Refusal {
  try {
    return check();
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}
type Emitted = Record<string, unknown>;
/** Say what happened, `it` is kept; it may bring more than its event has, readers take that. */
export function emit(model: Model, word: keyof typeof EventKind, it: Emitted): void {
  it['kind'] = EventKind[word];
  model.events.push(it as unknown as core.CoreEvent);
}
/** An asset by number. @rejects asset_not_found */
export const findAsset = (model: Model, id: core.AssetId): Asset =>
  model.assets.find((it) => it.assetId === id) ?? refuse('asset_not_found', id);
/** A market by number. @rejects instrument_not_found */
export const findMarket = (model: Model, id: core.InstrumentId | 0): Market =>
  model.markets.find((it) => it.instrumentId === id) ?? refuse('instrument_not_found', id);
/** No contract: those have commands of their own. @rejects product_mismatch */
export function checkSpot({ isSpot, instrumentId }: Market): void {
  if (!isSpot) refuse('product_mismatch', instrumentId);
}
/** An account by number that is fit. @rejects account_not_found */
export function findAccount(model: Model, id: core.AccountId, isFit: (it: Account) => boolean) {
  const account = model.accounts[id - 1];
  return account && isFit(account) ? account : refuse('account_not_found', id);
}
/** A wallet of the house by type and world, docs/rules/spot.md 2. */
export const findOperator = (model: Model, accountType: core.AccountType, isMock: boolean) =>
  model.accounts
    .filter((it) => it.ownerId === 1 && it.accountType === accountType && it.scope === 0)
    .find((it) => it.isMock === isMock && it.accountClass === AccountClass.wallet);
/** What is known of an owner; all 0 at first. */
export function readOwner(model: Model, ownerId: core.OwnerId): Owner {
  const owner = model.owners.get(ownerId) ?? { vipLevel: 0, group: 0, lastPrivateNumber: 0 };
  model.owners.set(ownerId, owner);
  return owner;
}
/** The next private number of an owner, docs/rules/core.md 4. */
export const nextNumber = (model: Model, it: { readonly ownerId: core.OwnerId }): number =>
  ++readOwner(model, it.ownerId).lastPrivateNumber;
/** A balance, made with zeros when first met, and noted as looked at. */
export function readBalance(model: Model, { accountId }: OfAccount, { assetId }: OfAsset): Balance {
  const place = accountId * 1024 + assetId;
  const balance = model.balances.get(place) ?? { accountId, assetId, available: 0n, held: 0n };
  model.balances.set(place, balance);
  model.touched.add(balance);
  return balance;
}
/** What an account may spend of an asset. */
export function free(model: Model, account: OfAccount, asset: OfAsset): Pot {
  return [readBalance(model, account, asset), 'available'];
}
/** What is held of an account's asset. */
export function held(model: Model, account: OfAccount, asset: OfAsset): Pot {
  return [readBalance(model, account, asset), 'held'];
}
/** Every change of every balance: units from one part of a balance to one part of another. */
export function transfer(units: bigint, from: Pot, to: Pot): void {
  from[0][from[1]] -= units;
  to[0][to[1]] += units;
}
/** The asset that an order pays with. */
export const readPaid = (market: Market, side: Side): Asset =>
  side === Side.buy ? market.quote : market.base;
/** quote(ticks, lots) in quote units. */
export const toQuote = (market: Market, ticks: number, lots: number): bigint =>
  BigInt(ticks) * BigInt(lots) * market.unitsPerTickLot;
/** base(lots) in base units. */
export const toBase = (market: Market, lots: number): bigint => BigInt(lots) * market.unitsPerLot;
/** floor(value * by / of), exact; none below 0. */
export const floorPart = (value: number, by: number, of: number): number =>
  Number((BigInt(value) * BigInt(by)) / BigInt(of));
/** ceiling(value * by / of), exact; none below 0. */
export const ceilPart = (value: number, by: number, of: number): number =>
  Number((BigInt(value) * BigInt(by) + BigInt(of) - 1n) / BigInt(of));
/** The reference of a market: the last trade's price, before any trade the operator's, or 0. */
export const readLastTicks = (it: Market): number => it.lastTradeTicks || it.referenceTicks;
/** Lots of an order that are neither executed nor prevented; 0 of an order by amount. */
export const openLots = (order: Order): number =>
  order.quoteAmountUnits > 0n ? 0 : order.sizeLots - order.executedLots - order.preventedLots;
/** True in the two states of a call auction. */
export const isAuctionState = (state: core.MarketState): boolean =>
  state === MarketState.auction || state === MarketState.auctionNoCancel;
/** True for types that wait for a trigger. */
export const isDormantType = (type: OrderType): boolean => type >= OrderType.stopLimit;
/** True for orders whose stop follows the price. */
export const isTrailing = ({ orderType, trailingDeltaBps: delta }: core.OrderTerms): boolean =>
  orderType === OrderType.trailingStop || (isDormantType(orderType) && delta > 0);
/** True for types that act as market orders once live. */
export const isMarketType = (type: OrderType): boolean => tables.marketTypes.includes(type);
type Shape = Readonly<Record<string, unknown>>;
type Range = (value: unknown, shape: Shape) => boolean;
type Name = keyof typeof CommandKind | 'limits' | 'terms' | 'reference' | 'leg' | 'tier' | 'price';
const isWhole = (value: unknown, least = 0, most = Number.MAX_SAFE_INTEGER): boolean =>
  Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most;
const isList = (value: unknown, length: number, isRight: (it: unknown) => boolean): boolean =>
  Array.isArray(value) && value.length === length && value.every(isRight);
const isAmount = (value: unknown, least: bigint): boolean =>
  typeof value === 'bigint' && value >= least && value < amountLimit;
/** A list of so many parts, each with its fields in their ranges. */
const areParts = (of: Name, value: unknown, [least, most]: readonly [number, number]): boolean =>
  Array.isArray(value) &&
  isWhole(value.length, least, most) &&
  value.every((it) => findOffRange(of, it as Shape) === -1);
/** Ranges by name; what is `given` is looked at where it is used. */
const named: Readonly<Record<string, Range>> = {
  any: (value) => isWhole(value),
  given: () => true,
  units: (value) => isAmount(value, 0n),
  someUnits: (value) => isAmount(value, 1n),
  clientId: (value) => isList(value, 5, (it) => isWhole(it, 0, 65 ** 8 + 68 ** 8 - 1)),
  rates: (value) => isList(value, 16, (it) => isWhole(it, -10_000, 100_000)),
  someLegs: (value) => Array.isArray(value) && value.length >= 1 && value.length <= 64,
  notBase: (value, shape) => isWhole(value) && value !== shape['baseAssetId'],
  tiers: (value) => areParts('tier', value, [1, 20]),
  prices: (value) =>
    areParts('price', value, [0, 256]) &&
    (value as core.IndexPrice[]).every(
      (it, place, all) => place === 0 || it.indexId > Number(all[place - 1]?.indexId),
    ),
  hours: (value) => [1, 2, 4, 8].includes(value as number),
  contractKind: (value) => value === 4 || value === 5,
  flag: (value) => typeof value === 'boolean',
  wait: (value) => value === 0 || isWhole(value, 1_000, 86_400_000),
  ofMask: (value, shape) =>
    isWhole(value, 1, 6) && ((Number(shape['selfTradeModesMask']) >> Number(value)) & 1) === 1,
};
/** `least..most` (numbers, or fields of the shape), a word list, or a name of the above. */
function readRange(text: string): Range {
  const [least = '', most = ''] = text.split('..');
  const numberOf = (bound: string, shape: Shape): number => Number(shape[bound] ?? bound);
  if (most) return (value, it) => isWhole(value, numberOf(least, it), numberOf(most, it));
  if (!(text in words)) return named[text] as Range;
  const numbers: unknown[] = Object.values(words[text as keyof typeof words]);
  return (value) => numbers.includes(value);
}
const ranges: Readonly<Record<Name, string[]>> = { ...tables.ranges, ...contractTables.ranges };
/** `=name` stands for the fields of another row. */
function readFields(of: Name): (readonly [name: string, isRight: Range])[] {
  const parts = ranges[of].flatMap((line: string) => line.split('; '));
  return parts.flatMap((part) => {
    const [name = '', range = ''] = part.split(' ');
    return range ? [[name, readRange(range)] as const] : readFields(name.slice(1) as Name);
  });
}
const fields = new Map((Object.keys(ranges) as Name[]).map((it) => [it, readFields(it)]));
/** The fields of a command, or of the limits of a market, in order. */
export const readNames = (of: Name): string[] => (fields.get(of) ?? []).map(([name]) => name);
const findOffRange = (of: Name, shape: Shape): number =>
  (fields.get(of) ?? []).findIndex((it) => !it[1](shape[it[0]], shape));
/** Check the fields of a command or a part in order. @rejects value_out_of_range */
export function checkRanges(of: Name, shape: object): void {
  const place = findOffRange(of, shape as Shape);
  if (place !== -1) refuse('value_out_of_range', place);
}
/** The named fields of a shape and nothing else of it. */
export function take<TShape extends object>(of: Name, from: TShape): TShape {
  const taken: Record<string, unknown> = {};
  for (const [name] of fields.get(of) ?? []) taken[name] = (from as Shape)[name];
  return taken as TShape;
}
