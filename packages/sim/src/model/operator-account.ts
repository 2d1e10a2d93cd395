// The commands of operator, house and products: docs/rules/core.md 3, docs/rules/spot.md 1 and 3.
// Not here: the ranges of their fields (tables.json), what an auction does (settle.ts).
import type * as core from '@isobath/core';
import { AccountClass, AccountType, MarketState, Source } from '@isobath/core/words';
import * as state from './state.ts';
import { type Account, free, held, type Market, type Model, nextNumber } from './state.ts';
import { refuse, emit } from './state.ts';
import tables from './tables.json' with { type: 'json' };

type Kinds = typeof core.CommandKind;
type Named<TName extends keyof Kinds> = Extract<core.Command, { kind: Kinds[TName] }>;
/** What every kind of command does. */
export type Rules = { [TName in keyof Kinds]: (model: Model, command: Named<TName>) => void };
/** Move an amount between two accounts, and say so. */
export function post(model: Model, it: Omit<core.Transfer, 'kind' | keyof core.CommandEnvelope>) {
  const from = state.findAccount(model, it.fromAccountId, () => true);
  const to = state.findAccount(model, it.toAccountId, () => true);
  state.transfer(it.amountUnits, free(model, from, it), free(model, to, it));
  const fromOwnerNumber = nextNumber(model, from);
  emit(model, 'transferPosted', { ...it, fromOwnerNumber, toOwnerNumber: nextNumber(model, to) });
}
type Move = core.TransferLeg;
const ownMoving: readonly number[] = [AccountType.deficit, AccountType.clearing];
/** Every check of a move between two accounts. @rejects those of docs/rules/core.md 3 */
function checkMove(model: Model, command: core.Command, move: Move): void {
  const { assetId, amountUnits } = move;
  const { source } = command;
  const { wallet, contra } = AccountClass;
  const asset = state.findAsset(model, assetId);
  const isOutside = source === Source.web || source === Source.api;
  const isFit = (it: Account): boolean =>
    (!isOutside || it.ownerId === command.actorId) && !ownMoving.includes(it.accountType);
  const from = state.findAccount(model, move.fromAccountId, isFit);
  const to = state.findAccount(model, move.toAccountId, isFit);
  if (from === to) refuse('same_account', from.accountId);
  const isOneWorld = from.isMock === asset.isMock && to.isMock === asset.isMock;
  if (!isOneWorld) refuse('wallet_world_mismatch', from.accountId, to.accountId);
  const { available } = state.readBalance(model, from, asset);
  const isLow = from.accountClass === wallet && available < amountUnits;
  if (isLow) refuse('balance_too_low', available, amountUnits);
  if (source !== Source.operator) model.checkLeaving(model, move);
  const target = state.readBalance(model, to, asset).available + amountUnits;
  if (to.accountClass === contra && target > 0n) refuse('contra_above_zero', to.accountId);
  let supply = 0n;
  const isCounted = (it: Account): boolean =>
    it.accountClass !== wallet && it.accountType !== AccountType.clearing;
  for (const account of model.accounts.filter(isCounted)) {
    let units = state.readBalance(model, account, asset).available;
    if (account === from) units -= amountUnits;
    if (account === to) units += amountUnits;
    if (units < 0n) supply -= units;
  }
  if (supply >= state.amountLimit) refuse('supply_too_large', assetId);
}
/** Every leg is tried on a copy of the balances, as the legs before it leave them. */
function transferGroup(model: Model, command: core.TransferGroup): void {
  const { reason, reference } = command;
  const copies = [...model.balances].map(([place, it]) => [place, { ...it }] as const);
  const trial = Object.assign(new state.Model(), model, {
    balances: new Map(copies),
    touched: new Set(),
  });
  const tryLeg = (leg: Move): void => {
    state.checkRanges('leg', leg);
    if (leg.amountUnits === 0n) return;
    checkMove(trial, command, leg);
    const [from, to] = [{ accountId: leg.fromAccountId }, { accountId: leg.toAccountId }];
    state.transfer(leg.amountUnits, free(trial, from, leg), free(trial, to, leg));
  };
  command.legs.forEach((leg, number) => {
    const refusal = state.attempt(() => tryLeg(leg));
    if (refusal instanceof state.Refusal) refuse('leg_refused', number, refusal.code);
  });
  const legs = command.legs.filter(({ amountUnits }) => amountUnits > 0n);
  emit(model, 'transferGroupPosted', { reason, reference, legsCount: legs.length });
  for (const leg of legs) post(model, { ...leg, reason, reference });
}
function findWallet(model: Model, it: core.HoldAmount | core.ReleaseAmount): Account {
  state.findAsset(model, it.assetId);
  const isFit = ({ accountClass, accountType }: Account): boolean =>
    accountClass === AccountClass.wallet && accountType !== AccountType.contract;
  return state.findAccount(model, it.accountId, isFit);
}
type Definition = core.UpdateInstrument | core.DefineInstrument;
/** Decimals, units and limits of a market, docs/rules/core.md 7. @rejects scale_law_broken */
function readTerms(command: Definition, { base, quote }: Pick<Market, 'base' | 'quote'>) {
  const { priceDecimals, lotDecimals } = command;
  const left = quote.scale - priceDecimals - lotDecimals;
  if (lotDecimals > base.scale || left < 0) refuse('scale_law_broken', priceDecimals, lotDecimals);
  const unitsPerLot = 10n ** BigInt(base.scale - lotDecimals);
  const limits = state.take<core.InstrumentLimits>('limits', command);
  return { priceDecimals, lotDecimals, unitsPerLot, unitsPerTickLot: 10n ** BigInt(left), limits };
}
type Fees = Pick<core.SetFeeSchedule, 'instrumentId' | 'makerPpm' | 'takerPpm'>;
function emitFees(model: Model, { instrumentId, makerPpm, takerPpm }: Fees): void {
  emit(model, 'feeScheduleSet', { instrumentId, ratesPpm: [...makerPpm, ...takerPpm] });
}
const { preOpen, auction, halt, break: pause } = MarketState;
/** Move a market to a state and say so; times are 0 outside an auction. */
export function changeState(model: Model, market: Market, next: Partial<Market>): void {
  Object.assign(market, { noCancelAtMs: 0, openAtMs: 0 }, next);
  const { trading, reduceOnly } = MarketState;
  if (market.state === trading && market.reduceReasons > 0) market.state = reduceOnly;
  emit(model, 'marketStateChanged', { ...market });
}
/** The first full second strictly after a time. */
export const nextSecond = (atMs: number): number => (Math.floor(atMs / 1000) + 1) * 1000;
const noFees = { makerPpm: Array(16).fill(0), takerPpm: Array(16).fill(0) };
/** What these commands do. */
export const operatorRules = {
  beginEra(model, command) {
    model.rulesVersion = command.rulesVersion;
    emit(model, 'eraBegun', { ...command });
  },
  defineAsset(model, command) {
    const { assetId, scale, isMock } = command;
    if (model.assets.some((it) => it.assetId === assetId)) refuse('asset_exists', assetId);
    model.assets.push({ assetId, scale, isMock });
    emit(model, 'assetDefined', { ...command });
  },
  openAccount(model, command) {
    const { ownerId, accountType, scope, isMock, accountClass } = command;
    const isTrial = accountType === AccountType.clearing && command.source !== Source.sandbox;
    if (isTrial) refuse('not_permitted', command.kind);
    const same = model.accounts
      .filter((it) => it.ownerId === ownerId && it.accountType === accountType)
      .find((it) => it.scope === scope && it.isMock === isMock);
    if (same !== undefined) refuse('account_exists', same.accountId);
    const accountId = (model.accounts.length + 1) as core.AccountId;
    model.accounts.push({ accountId, ownerId, accountType, scope, isMock, accountClass });
    const ownerNumber = nextNumber(model, command);
    emit(model, 'accountOpened', { ...command, accountId, ownerNumber });
  },
  setVipLevel(model, command) {
    state.readOwner(model, command.ownerId).vipLevel = command.vipLevel;
    emit(model, 'vipLevelSet', { ...command, ownerNumber: nextNumber(model, command) });
  },
  setSelfTradeGroup(model, command) {
    state.readOwner(model, command.ownerId).group = command.group;
    emit(model, 'selfTradeGroupSet', { ...command });
  },
  transfer(model, command) {
    checkMove(model, command, command);
    post(model, command);
  },
  transferGroup,
  hold(model, command) {
    const [account, units] = [findWallet(model, command), command.amountUnits];
    const { available } = state.readBalance(model, command, command);
    if (available < units) refuse('balance_too_low', available, units);
    state.transfer(units, free(model, command, command), held(model, command, command));
    emit(model, 'amountHeld', { ...command, ownerNumber: nextNumber(model, account) });
  },
  release(model, command) {
    const account = findWallet(model, command);
    const { accountId, assetId, amountUnits: units } = command;
    let left = state.readBalance(model, command, command).held;
    for (const order of model.orders.filter((it) => it.accountId === accountId)) {
      if (state.readPaid(order.market, order.side).assetId === assetId) left -= order.holdUnits;
    }
    if (left < units) refuse('hold_too_low', left, units);
    state.transfer(units, held(model, command, command), free(model, command, command));
    emit(model, 'amountReleased', { ...command, ownerNumber: nextNumber(model, account) });
  },
  defineInstrument(model, command) {
    const { instrumentId } = command;
    const base = state.findAsset(model, command.baseAssetId);
    const quote = state.findAsset(model, command.quoteAssetId);
    if (base.isMock !== quote.isMock) refuse('asset_not_found', quote.assetId);
    const isTaken = model.markets.some((it) => it.instrumentId === instrumentId);
    if (isTaken) refuse('instrument_exists', instrumentId);
    const terms = readTerms(command, { base, quote });
    const operatorAccount = state.findOperator(model, AccountType.operatorFee, base.isMock);
    if (operatorAccount === undefined) refuse('operator_balance_too_low', 0);
    const fees = model.defaultFees ?? noFees;
    const assets = { base, quote, baseAssetId: base.assetId, quoteAssetId: quote.assetId };
    const times = { noCancelAtMs: 0, openAtMs: 0, indicationDueMs: 0 };
    const last = { referenceTicks: 0, lastTradeTicks: 0, lastTradeId: 0, lastUpdateId: 0 };
    const lists = { bids: [], asks: [], tradedTicks: [] };
    const empty = { state: preOpen, isSpot: true, reduceReasons: 0, ...lists };
    const market = { instrumentId, ...assets, ...terms, ...fees, ...times, ...last, ...empty };
    model.markets.push(market);
    emit(model, 'instrumentDefined', { ...market, ...market.limits });
    emitFees(model, market);
  },
  updateInstrument(model, command) {
    const market = state.findMarket(model, command.instrumentId);
    state.checkSpot(market);
    const terms = readTerms(command, market);
    const isSamePrice = terms.priceDecimals === market.priceDecimals;
    if (!isSamePrice || terms.lotDecimals !== market.lotDecimals) {
      const isEmpty = model.orders.every((order) => order.market !== market);
      const isQuiet = ([preOpen, halt, pause] as number[]).includes(market.state);
      if (!isEmpty || !isQuiet) refuse('book_not_empty', market.instrumentId);
      Object.assign(market, { referenceTicks: 0, lastTradeTicks: 0 });
    }
    Object.assign(market, terms);
    emit(model, 'instrumentDefined', { ...market, ...market.limits });
  },
  setFeeSchedule(model, { instrumentId, makerPpm, takerPpm }) {
    const market = instrumentId === 0 ? null : state.findMarket(model, instrumentId);
    const [maker, taker] = [Math.min(...makerPpm), Math.min(...takerPpm)];
    if (maker + taker < 0) refuse('fee_rates_negative', maker, taker);
    if (market !== null) state.checkSpot(market);
    if (market === null) model.defaultFees = { makerPpm, takerPpm };
    else Object.assign(market, { makerPpm, takerPpm });
    emitFees(model, { instrumentId, makerPpm, takerPpm });
  },
  setMarketState(model, command) {
    const market = state.findMarket(model, command.instrumentId);
    const isAllowed = tables.nextStates[market.state]?.includes(command.state) === true;
    if (!isAllowed) refuse('transition_forbidden', market.state, command.state);
    changeState(model, market, { state: command.state });
  },
  startAuction(model, { instrumentId, noCancelAtMs, openAtMs }) {
    const market = state.findMarket(model, instrumentId);
    const isReady = market.state === preOpen || market.state === halt;
    if (!isReady) refuse('transition_forbidden', market.state, auction);
    const now = model.coreTimeMs;
    const isRight = now < openAtMs && now <= noCancelAtMs && noCancelAtMs <= openAtMs;
    if (!isRight) refuse('auction_times_wrong', noCancelAtMs, openAtMs);
    const indicationDueMs = nextSecond(now);
    changeState(model, market, { state: auction, noCancelAtMs, openAtMs, indicationDueMs });
  },
  setReferencePrice(model, { instrumentId, priceTicks }) {
    const market = state.findMarket(model, instrumentId);
    const { priceTicksMin: least, priceTicksMax: most } = market.limits;
    if (priceTicks < least || priceTicks > most) refuse('price_off_range', priceTicks, least, most);
    state.checkSpot(market);
    market.referenceTicks = priceTicks;
    emit(model, 'referencePriceSet', { instrumentId, priceTicks });
  },
} satisfies Partial<Rules>;
