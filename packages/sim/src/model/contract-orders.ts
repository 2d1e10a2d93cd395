// The commands of traders on contracts: docs/rules/contracts.md 8, checks in their order. Not here:
// what positions come to (positions.ts), matching (match.ts). Called by apply.ts.
import type * as core from '@isobath/core';
import { AccountClass, AccountType, MarketState, OrderType } from '@isobath/core/words';
import { PositionMode, SelfTradeMode, Side } from '@isobath/core/words';
import { ask } from './checks.ts';
import * as book from './match.ts';
import type { Rules } from './operator-account.ts';
import * as positions from './positions.ts';
import { settle } from './settle.ts';
import { isFrozenLong } from './prices.ts';
import * as state from './state.ts';
import { type Contract, type Model, refuse } from './state.ts';

type Asking = core.PlaceContractOrder;
const { trading, reduceOnly } = MarketState;
const later = [
  'isReduceOnly',
  'isClosePosition',
  'triggerSource',
  'isPriceProtected',
  'takeProfitTicks',
  'stopLossTicks',
] as const;

/** The contract of a command, with an account of the actor. @rejects those of parties */
function checkParties(model: Model, it: Asking | core.SetContractSettings): Contract {
  const market = state.findMarket(model, it.instrumentId);
  if (market.isSpot) refuse('product_mismatch', it.instrumentId);
  const contract = positions.contractOf(model, market);
  state.findAccount(
    model,
    it.accountId,
    ({ ownerId, accountType, accountClass, isMock }) =>
      ownerId === it.actorId &&
      accountType === AccountType.contract &&
      accountClass === AccountClass.wallet &&
      isMock === contract.settle.isMock,
  );
  if (positions.findHouse(model, contract) === null) refuse('operator_balance_too_low', 0);
  return contract;
}
function checkTerms(model: Model, order: Asking): void {
  const { orderType, timeInForce } = order;
  if (order.positionSide !== 0) refuse('position_mode_mismatch', PositionMode.oneWay);
  if (order.positionId !== 0) refuse('position_not_found', order.positionId);
  const wrong = (field: number): never =>
    refuse('order_terms_wrong', orderType, timeInForce, field);
  if (orderType > OrderType.market) wrong(3);
  if (order.quoteAmountUnits > 0n) wrong(7);
  ask({ model, terms: order, actorId: order.actorId }, 'shape');
  const early = later.findIndex((name) => order[name] !== false && order[name] !== 0);
  if (early !== -1) wrong(18 + early);
}
/** Lots of the position that an order closes before it opens any. */
function readClosable(model: Model, order: Asking, { market }: Contract): number {
  const lots = Number(positions.findPosition(model, order.accountId, market).lots);
  return Math.max(0, order.side === Side.buy ? -lots : lots);
}
function checkPrices(model: Model, order: Asking, contract: Contract): void {
  const { market, told } = contract;
  const asking = { model, terms: order, actorId: order.actorId };
  ask(asking, 'numbers');
  const isLimit = order.orderType === OrderType.limit;
  const sub = isLimit ? order.priceTicks * 100 : told.markSub;
  const value = positions.worth(contract, BigInt(order.sizeLots), BigInt(sub));
  const least = market.limits.notionalUnitsMin;
  const isReducing = order.sizeLots <= readClosable(model, order, contract);
  if (!isReducing && sub > 0 && value < least) refuse('notional_too_low', value, least);
  if (told.markSub === 0) refuse('no_reference_price', order.instrumentId);
  const { low, high } = book.readBand(contract);
  const { priceTicks } = order;
  const isOutside = order.side === Side.buy ? priceTicks > high : priceTicks < low;
  if (isLimit && isOutside) refuse('price_outside_band', priceTicks, low, high);
  ask(asking, 'parts');
  const mask = market.limits.selfTradeModesMask & ~(1 << SelfTradeMode.transfer);
  const mode = order.selfTradeMode || market.limits.selfTradeModeDefault;
  if (((mask >> mode) & 1) === 0) refuse('self_trade_mode_not_allowed', mode, mask);
  ask(asking, 'open');
}
/** Open orders of the order's side, of lots. */
function readBeside(model: Model, order: Asking, contract: Contract): number {
  const mine = positions.listOrders(model, order.accountId, contract.market);
  return positions.sumSide(contract, mine, order.side).lots;
}
function checkLimits(model: Model, order: Asking, contract: Contract): number {
  const { market, terms } = contract;
  const { lots } = positions.findPosition(model, order.accountId, market);
  const held = Number(order.side === Side.buy ? lots : -lots);
  const beside = readBeside(model, order, contract) + order.sizeLots;
  const most = terms.positionLotsMax;
  if (held + beside > most) refuse('position_limit', held + beside, most);
  const closable = readClosable(model, order, contract);
  const opening = order.sizeLots - closable;
  const open = Number(positions.openInterest(model, market)) + opening;
  const openMost = terms.openInterestLotsMax;
  if (opening > 0 && open > openMost) refuse('open_interest_full', open, openMost);
  const isCovered = closable > 0 && beside <= closable;
  if (market.state === reduceOnly && !isCovered) refuse('reduce_only_rejected', closable);
  return held + beside;
}
/** What margin says; an order that makes no side larger passes. */
function checkMargin(model: Model, order: Asking, contract: Contract): void {
  const { market, told, tiers, settle: asset } = contract;
  const { accountId, side, sizeLots } = order;
  const result = checkLimits(model, order, contract);
  const best = book.readOpposite(market, side)[0]?.priceTicks ?? 0;
  const isLimit = order.orderType === OrderType.limit;
  const priceTicks = isLimit ? order.priceTicks : book.readGuard(contract, order, best);
  const sub = BigInt(priceTicks) * 100n;
  const value = positions.worth(contract, BigInt(sizeLots), sub);
  const before = positions.exposure(model, contract, { accountId });
  const more = side === Side.buy ? { bidUnits: value } : { askUnits: value };
  const after = positions.exposure(model, contract, { accountId, ...more });
  if (after <= before) return;
  const leverage = positions.readLeverage(model, accountId, market);
  const able = tiers.filter((it) => leverage <= it.maxLeverage);
  const cap = able.at(-1)?.capUnits ?? 0n;
  const perLot = positions.worth(contract, 1n, BigInt(told.markSub));
  if (after > cap) refuse('position_limit', result, Number(cap / perLot));
  const { ownerId } = model.accounts[accountId - 1] as state.Account;
  const { vipLevel } = state.readOwner(model, ownerId);
  const takerPpm = contract.terms.takerPpm[vipLevel] ?? 0;
  const reserving = { lots: sizeLots, takerPpm, markSub: told.markSub };
  const { required, reserves } = positions.sums(model, accountId, asset);
  const initial = (units: bigint): bigint => positions.initial(contract, units, leverage);
  const needed =
    required -
    initial(before) +
    initial(after) +
    reserves +
    positions.reserve(contract, { ...order, priceTicks }, reserving);
  const usable = positions.readUsable(model, accountId, asset);
  if (usable < needed) refuse('margin_too_low', usable < 0n ? 0n : usable, needed);
}
/** Money that leaves an account of contracts leaves its positions covered. */
export function checkLeaving(model: Model, move: core.TransferLeg): void {
  const { fromAccountId: accountId, amountUnits, assetId } = move;
  if (model.accounts[accountId - 1]?.accountType !== AccountType.contract) return;
  const byIndex = model.contracts.toSorted((one, other) => one.index.indexId - other.index.indexId);
  for (const { market, index, settle: asset } of byIndex) {
    const { lots } = positions.findPosition(model, accountId, market);
    const isHeld = lots !== 0n && asset.assetId === assetId;
    if (isHeld && isFrozenLong(index, model.coreTimeMs)) refuse('index_frozen', index.indexId);
  }
  const most = positions.readLeaving(model, accountId, { assetId });
  if (amountUnits > most) refuse('transfer_over_risk', most);
}
/** What these commands do. */
export const contractRules = {
  placeContractOrder(model, order) {
    const contract = checkParties(model, order);
    const { market, told } = contract;
    const isOpen = market.state === trading || market.state === reduceOnly;
    if (!isOpen) refuse('market_state_forbids', market.state);
    checkTerms(model, order);
    checkPrices(model, order, contract);
    const asking = { model, terms: order, actorId: order.actorId };
    ask(asking, 'liquidity');
    checkMargin(model, order, contract);
    ask(asking, 'passive');
    if (order.isTest) return;
    const opened = book.openOrder(model, order, { market, list: null, status: 0, holdUnits: 0n });
    opened.markSub = told.markSub;
    book.enter(model, opened);
    settle(model, market);
  },
  setContractSettings(model, command) {
    const contract = checkParties(model, command);
    const { accountId, instrumentId, leverage } = command;
    const { market, tiers, settle: asset } = contract;
    if (command.positionMode > 1) refuse('position_mode_mismatch', PositionMode.oneWay);
    const old = positions.readLeverage(model, accountId, market);
    if (leverage === 0 || leverage === old) refuse('settings_unchanged', instrumentId);
    const most = tiers[0]?.maxLeverage ?? 0;
    if (leverage > most) refuse('leverage_off_range', leverage, most);
    const units = positions.exposure(model, contract, { accountId });
    const [before, after] = [old, leverage].map((it) => positions.initial(contract, units, it));
    const { required, reserves } = positions.sums(model, accountId, asset);
    const usable = positions.readUsable(model, accountId, asset);
    const more = (after ?? 0n) - (before ?? 0n);
    const isShort = more > 0n && usable < required + more + reserves;
    if (isShort) refuse('margin_too_low', usable < 0n ? 0n : usable, required + more + reserves);
    const isHere = (it: { accountId: core.AccountId; market: state.Market }): boolean =>
      it.accountId === accountId && it.market === market;
    model.leverages = model.leverages.filter((it) => !isHere(it));
    if (leverage !== positions.usualLeverage) model.leverages.push({ accountId, market, leverage });
    const account = model.accounts[accountId - 1] as state.Account;
    const modes = { positionMode: 1, marginMode: 1, autoAdd: 1 };
    const ownerNumber = state.nextNumber(model, account);
    state.emit(model, 'settingsChanged', { ...command, ...modes, ownerNumber });
  },
} satisfies Partial<Rules>;
