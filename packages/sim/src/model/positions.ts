// Positions of contracts with cross margin, calculated from scratch each time:
// docs/rules/contracts.md 7, 9 to 11. Not here: the commands and their
// checks (contract-orders.ts), matching (match.ts).
import type * as core from '@isobath/core';
import { AccountClass, AccountType, OrderType, Side, TransferReason } from '@isobath/core/words';
import { post } from './operator-account.ts';
import * as state from './state.ts';
import { type Account, type Contract, emit, type Market, type Model, nextNumber } from './state.ts';
import { type Order, openLots, type Position } from './state.ts';

const ppm = 1_000_000n;
const ceil = (value: bigint, by: bigint, of: bigint): bigint => (value * by + of - 1n) / of;
const size = (value: bigint): bigint => (value < 0n ? -value : value);
const larger = (one: bigint, other: bigint): bigint => (one > other ? one : other);
const smaller = (one: bigint, other: bigint): bigint => (one < other ? one : other);
/** The leverage of who has set none. */
export const usualLeverage = 20;

/** The contract of a market. */
export const contractOf = (model: Model, market: Market): Contract =>
  model.contracts.find((it) => it.market === market) as Contract;
/** Units of so many lots at a price of subticks. */
export const worth = ({ market }: Contract, lots: bigint, sub: bigint): bigint =>
  (lots * sub * market.unitsPerTickLot) / 100n;
const markOf = ({ told }: Contract): bigint => BigInt(told.markSub);

/** The position of an account on a contract; without lots when there is none. */
export function findPosition(model: Model, accountId: core.AccountId, market: Market): Position {
  const found = model.positions.find((it) => it.accountId === accountId && it.market === market);
  const none = { positionId: 0, lots: 0n, entryUnits: 0n, drawnUnits: 0n };
  return found ?? { accountId, market, ...none };
}
/** What an account has set for a contract. */
export const readLeverage = (model: Model, accountId: core.AccountId, market: Market): number =>
  model.leverages.find((it) => it.accountId === accountId && it.market === market)?.leverage ??
  usualLeverage;
/** Open limit orders of an account on a contract. */
export const listOrders = (model: Model, accountId: core.AccountId, market: Market): Order[] =>
  model.orders
    .filter((it) => it.accountId === accountId && it.market === market)
    .filter((it) => it.orderType === OrderType.limit);
/** True where an account has lots, orders or settings of a contract. */
export const isInvolved = (model: Model, accountId: core.AccountId, market: Market): boolean =>
  findPosition(model, accountId, market).lots !== 0n ||
  listOrders(model, accountId, market).length > 0 ||
  readLeverage(model, accountId, market) !== usualLeverage;

/** Sum of the orders of a side, of lots and of what they are worth at their prices. */
export function sumSide(contract: Contract, orders: readonly Order[], side: Side) {
  const own = orders.filter((it) => it.side === side);
  const lots = own.reduce((sum, it) => sum + openLots(it), 0);
  const price = (it: Order): bigint => BigInt(it.priceTicks) * 100n;
  const units = own.reduce((sum, it) => sum + worth(contract, BigInt(openLots(it)), price(it)), 0n);
  return { lots, units };
}
/** An order's loss at once, were it filled, when the mark is this. */
export function openLoss(contract: Contract, it: core.OrderTerms, of: OpenAt): bigint {
  const gap = worth(contract, BigInt(of.lots), BigInt(it.priceTicks) * 100n - of.mark);
  return larger(0n, it.side === Side.buy ? gap : -gap);
}
interface OpenAt {
  readonly lots: number;
  readonly mark: bigint;
}
/** What an order reserves: the fee of a taker and its open loss. */
export function reserve(contract: Contract, it: core.OrderTerms, of: Reserving): bigint {
  const value = worth(contract, BigInt(of.lots), BigInt(it.priceTicks) * 100n);
  const fee = of.takerPpm > 0 ? ceil(value, BigInt(of.takerPpm), ppm) : 0n;
  return fee + openLoss(contract, it, { lots: of.lots, mark: BigInt(of.markSub) });
}
type Reserving = Readonly<Record<'lots' | 'takerPpm' | 'markSub', number>>;

/** Initial margin of a value. */
export function initial({ tiers }: Contract, value: bigint, leverage: number): bigint {
  const tier = tiers.find((it) => value <= it.capUnits) ?? tiers.at(-1);
  const most = tier === undefined ? leverage : Math.min(leverage, tier.maxLeverage);
  return ceil(value, 1n, BigInt(most));
}
/** Maintenance: the rate of the tier, less what the tiers below would have asked less. */
function maintenance({ tiers, terms }: Contract, value: bigint): bigint {
  if (value === 0n) return 0n;
  const last = tiers.findIndex((it) => value <= it.capUnits);
  const place = last === -1 ? tiers.length - 1 : last;
  const rate = BigInt((tiers[place]?.mmrPpm ?? 0) + terms.liquidationFeePpm);
  let less = 0n;
  for (let at = 1; at <= place; at += 1) {
    const [below, tier] = [tiers[at - 1], tiers[at]] as [core.RiskTier, core.RiskTier];
    less += (below.capUnits * BigInt(tier.mmrPpm - below.mmrPpm)) / ppm;
  }
  return ceil(value, rate, ppm) - less;
}
/** The most that position and orders come to on one side. */
export function exposure(model: Model, contract: Contract, it: Exposing): bigint {
  const { lots } = findPosition(model, it.accountId, contract.market);
  const orders = listOrders(model, it.accountId, contract.market);
  const held = worth(contract, lots, markOf(contract));
  const bids = sumSide(contract, orders, Side.buy).units + (it.bidUnits ?? 0n);
  const asks = sumSide(contract, orders, Side.sell).units + (it.askUnits ?? 0n);
  return larger(size(held + bids), size(held - asks));
}
interface Exposing {
  readonly accountId: core.AccountId;
  readonly bidUnits?: bigint;
  readonly askUnits?: bigint;
}
/** Unrealized profit of a position at the mark. */
export function profit(contract: Contract, { lots, entryUnits }: Position): bigint {
  const value = worth(contract, size(lots), markOf(contract));
  return lots < 0n ? entryUnits - value : value - entryUnits;
}
type OfAsset = Pick<core.AssetDefined, 'assetId'>;
/** All that the contracts of a settle asset ask of an account. */
export function sums(model: Model, accountId: core.AccountId, { assetId }: OfAsset) {
  const all = { loss: 0n, gain: 0n, maintenance: 0n, required: 0n, floor: 0n, reserves: 0n };
  for (const contract of model.contracts.filter((it) => it.settle.assetId === assetId)) {
    const { market, terms } = contract;
    if (!isInvolved(model, accountId, market)) continue;
    const position = findPosition(model, accountId, market);
    const pnl = profit(contract, position);
    const value = worth(contract, size(position.lots), markOf(contract));
    const leverage = readLeverage(model, accountId, market);
    all.loss += smaller(pnl, 0n);
    all.gain += (larger(pnl, 0n) * BigInt(terms.profitUsePpm)) / ppm;
    all.maintenance += maintenance(contract, value);
    all.required += initial(contract, exposure(model, contract, { accountId }), leverage);
    all.floor += ceil(value, BigInt(terms.withdrawFloorPpm), ppm);
    for (const order of listOrders(model, accountId, market)) {
      all.reserves += reserve(contract, order, { ...order, lots: openLots(order) });
    }
  }
  return all;
}
/** What new orders of an account may use. */
export function readUsable(model: Model, accountId: core.AccountId, asset: OfAsset): bigint {
  const { loss, gain } = sums(model, accountId, asset);
  return state.readBalance(model, { accountId }, asset).available + loss + gain;
}
/** What may leave an account, of what it has available. */
export function readLeaving(model: Model, accountId: core.AccountId, asset: OfAsset): bigint {
  const { available } = state.readBalance(model, { accountId }, asset);
  const { loss, required, reserves, floor } = sums(model, accountId, asset);
  const covered = available + loss - larger(required + reserves, floor);
  return smaller(available, larger(0n, covered));
}
/** Lots of all long positions of a contract. */
export const openInterest = (model: Model, market: Market): bigint =>
  model.positions
    .filter((it) => it.market === market)
    .reduce((sum, { lots }) => sum + larger(0n, lots), 0n);

/** The house's accounts that a contract is traded against; null while one is missing. */
export function findHouse(model: Model, { pool, settle, market }: Contract) {
  const find = (type: core.AccountType, scope: number, accountClass: number) =>
    model.accounts.find(
      (it) =>
        it.ownerId === 1 &&
        it.accountType === type &&
        it.scope === scope &&
        it.isMock === settle.isMock &&
        it.accountClass === accountClass,
    );
  const { wallet, contra, clearing: signed } = AccountClass;
  const fee = find(AccountType.operatorFee, 0, wallet);
  const clearing = find(AccountType.clearing, market.instrumentId, signed);
  const insurance = find(AccountType.operatorInsurance, pool, wallet);
  const deficit = find(AccountType.deficit, pool, contra);
  return fee && clearing && insurance && deficit ? { fee, clearing, insurance, deficit } : null;
}
type House = NonNullable<ReturnType<typeof findHouse>>;
type OfAccount = Pick<Account, 'accountId'>;
interface Paying {
  readonly contract: Contract;
  readonly from: OfAccount;
  readonly to: OfAccount;
  readonly reason: core.TransferReason;
}
function pay(model: Model, amountUnits: bigint, { contract, from, to, reason }: Paying): void {
  if (amountUnits === 0n) return;
  const accounts = { fromAccountId: from.accountId, toAccountId: to.accountId };
  const { assetId } = contract.settle;
  const reference = contract.market.instrumentId;
  post(model, { ...accounts, assetId, amountUnits, reason, reference });
}
function emitPosition(model: Model, accountId: core.AccountId, market: Market): void {
  const account = model.accounts[accountId - 1] as Account;
  const position = findPosition(model, accountId, market);
  const { instrumentId } = market;
  const told = { ...position, instrumentId, lots: Number(position.lots) };
  emit(model, 'positionChanged', { ...told, ownerNumber: nextNumber(model, account) });
}
function keep(model: Model, position: Position): void {
  const { accountId, market } = position;
  const isSame = (it: Position): boolean => it.accountId === accountId && it.market === market;
  model.positions = model.positions.filter((it) => !isSame(it));
  if (position.lots !== 0n) model.positions.push(position);
}
interface Owing extends OfAccount {
  readonly owed: bigint;
}
/** Profit of an account's other positions, then insurance, then the deficit pay what is short. */
function cover(model: Model, contract: Contract, { accountId, owed }: Owing): void {
  const { settle } = contract;
  let short = owed - state.readBalance(model, { accountId }, settle).available;
  const rich = model.positions
    .filter((it) => it.accountId === accountId)
    .map((position) => ({ position, of: contractOf(model, position.market) }))
    .filter(({ of }) => of.settle === settle)
    .map((it) => ({ ...it, pnl: profit(it.of, it.position) }))
    .filter(({ pnl }) => pnl > 0n)
    .sort((one, other) => {
      if (one.pnl !== other.pnl) return one.pnl > other.pnl ? -1 : 1;
      return one.position.market.instrumentId - other.position.market.instrumentId;
    });
  const to = { accountId };
  for (const { position, of, pnl } of rich) {
    if (short <= 0n) return;
    const drawn = smaller(short, pnl);
    const { clearing: from } = findHouse(model, of) as House;
    pay(model, drawn, { contract: of, from, to, reason: TransferReason.pnl });
    const entryUnits = position.entryUnits + (position.lots < 0n ? -drawn : drawn);
    keep(model, { ...position, entryUnits, drawnUnits: position.drawnUnits + drawn });
    emitPosition(model, accountId, position.market);
    short -= drawn;
  }
  if (short <= 0n) return;
  const { insurance, deficit } = findHouse(model, contract) as House;
  const paid = smaller(short, state.readBalance(model, insurance, settle).available);
  pay(model, paid, { contract, from: insurance, to, reason: TransferReason.insurance });
  pay(model, short - paid, { contract, from: deficit, to, reason: TransferReason.deficit });
}
/** Change a position by signed lots at a price; the profit of what closed. */
function move(model: Model, contract: Contract, it: Moving): bigint {
  const { accountId, lots, sub } = it;
  const { market } = contract;
  const before = findPosition(model, accountId, market);
  const isAgainst = before.lots !== 0n && before.lots < 0n !== lots < 0n;
  const closed = isAgainst ? smaller(size(before.lots), size(lots)) : 0n;
  const share = (units: bigint): bigint =>
    closed === 0n ? 0n : (units * closed) / size(before.lots);
  const out = share(before.entryUnits);
  const value = worth(contract, closed, sub);
  const opened = size(lots) - closed;
  const left = size(before.lots) - closed;
  const isFlipped = opened > 0n && left === 0n;
  const isShort = isFlipped ? lots < 0n : before.lots < 0n;
  const total = left + opened;
  const kept = left === 0n ? 0 : before.positionId;
  keep(model, {
    accountId,
    market,
    positionId: isFlipped ? ++model.lastPositionId : kept,
    lots: isShort ? -total : total,
    entryUnits: before.entryUnits - out + worth(contract, opened, sub),
    drawnUnits: before.drawnUnits - share(before.drawnUnits),
  });
  return before.lots < 0n ? out - value : value - out;
}
interface Moving extends OfAccount {
  readonly lots: bigint;
  readonly sub: bigint;
}
type Pairing = Record<'maker' | 'taker', Order> & Record<'priceTicks' | 'sizeLots', number>;
/** Two orders trade on a contract, docs/rules/contracts.md 10. Closing is the caller's. */
export function tradeContract(model: Model, { maker, taker, priceTicks, sizeLots }: Pairing): void {
  const { market, instrumentId } = taker;
  const contract = contractOf(model, market);
  const house = findHouse(model, contract) as House;
  const sub = BigInt(priceTicks) * 100n;
  const quoteUnits = worth(contract, BigInt(sizeLots), sub);
  const funds = state.readBalance(model, house.fee, contract.settle).available;
  const rate = (ratePpm: number): bigint => {
    const product = quoteUnits * BigInt(ratePpm);
    return product > 0n ? ceil(product, 1n, ppm) : larger(product / ppm, -funds);
  };
  const parts = [maker, taker].map((order) => {
    order.executedLots += sizeLots;
    if (order.isResting) order.visibleLeftLots -= sizeLots;
    const fee = rate(order === maker ? order.makerPpm : order.takerPpm);
    const lots = BigInt(order.side === Side.buy ? sizeLots : -sizeLots);
    return { accountId: order.accountId, fee, pnl: move(model, contract, { ...order, lots, sub }) };
  });
  const [made, took] = parts as [(typeof parts)[0], (typeof parts)[0]];
  const orders = { makerOrderId: maker.orderId, takerOrderId: taker.orderId };
  const accounts = { makerAccountId: maker.accountId, takerAccountId: taker.accountId };
  const makerOwnerNumber = nextNumber(model, maker);
  emit(model, 'contractTraded', {
    instrumentId,
    tradeId: ++market.lastTradeId,
    priceTicks,
    sizeLots,
    takerSide: taker.side,
    ...orders,
    ...accounts,
    quoteUnits,
    makerFeeUnits: made.fee,
    takerFeeUnits: took.fee,
    makerPnlUnits: made.pnl,
    takerPnlUnits: took.pnl,
    makerOwnerNumber,
    takerOwnerNumber: nextNumber(model, taker),
  });
  const { pnl: ofPnl, fee: ofFee } = TransferReason;
  for (const { accountId, fee, pnl } of parts) {
    const it = { accountId };
    const { clearing, fee: till } = house;
    pay(model, larger(0n, pnl), { contract, from: clearing, to: it, reason: ofPnl });
    const owed = larger(0n, -pnl) + larger(0n, fee);
    if (owed > 0n) cover(model, contract, { accountId, owed });
    pay(model, larger(0n, -pnl), { contract, from: it, to: clearing, reason: ofPnl });
    pay(model, larger(0n, fee), { contract, from: it, to: till, reason: ofFee });
    pay(model, larger(0n, -fee), { contract, from: till, to: it, reason: ofFee });
    emitPosition(model, accountId, market);
  }
  market.lastTradeTicks = priceTicks;
  market.tradedTicks.push(priceTicks);
}
/** Who of two that meet may not trade: the maker, the taker, or nobody. */
export function findUnfit(model: Model, { maker, taker, sizeLots }: Omit<Pairing, 'priceTicks'>) {
  const { market } = maker;
  const contract = contractOf(model, market);
  const isBuy = maker.side === Side.buy;
  const beyond = BigInt(maker.priceTicks) * 100n - markOf(contract);
  const { lots: held } = findPosition(model, maker.accountId, market);
  const isOpening = BigInt(sizeLots) > (isBuy ? -held : held);
  if ((isBuy ? beyond : -beyond) > 0n && isOpening) {
    const { required, reserves } = sums(model, maker.accountId, contract.settle);
    const lots = openLots(maker);
    const at = (mark: bigint): bigint => openLoss(contract, maker, { lots, mark });
    const needed = required + reserves + at(markOf(contract)) - at(BigInt(maker.markSub));
    if (readUsable(model, maker.accountId, contract.settle) < needed) return maker;
  }
  const lots = BigInt(sizeLots);
  const [buyer, seller] = isBuy ? [maker, taker] : [taker, maker];
  const [bought, sold] = [buyer, seller].map(
    (it) => findPosition(model, it.accountId, market).lots,
  );
  const grown = (from: bigint, to: bigint): bigint => larger(0n, to) - larger(0n, from);
  const [long = 0n, short = 0n] = [bought, sold];
  const more = grown(long, long + lots) + grown(short, short - lots);
  const most = BigInt(contract.terms.openInterestLotsMax);
  return more > 0n && openInterest(model, market) + more > most ? taker : null;
}
/** A contract's own book as it shows, price by price. */
export function readOwnDepth({ bids, asks, lastTradeTicks: lastTicks }: Market): state.Depth {
  const gather = (side: readonly Order[]): [number, number][] => {
    const levels = new Map<number, number>();
    for (const { priceTicks, visibleLeftLots } of side) {
      levels.set(priceTicks, (levels.get(priceTicks) ?? 0) + visibleLeftLots);
    }
    return [...levels];
  };
  return { bids: gather(bids), asks: gather(asks), lastTicks };
}
