// The rules of indexes, contracts and their marks: docs/rules/contracts.md, written down plainly
// in wide whole numbers. Not here: ranges of fields, orders. Called by apply.ts, settle.ts.
import type * as core from '@isobath/core';
import { InstrumentKind, MarketState, MarkFlag, ReduceReason } from '@isobath/core/words';
import { changeState, operatorRules, type Rules } from './operator-account.ts';
import { findHouse, readOwnDepth } from './positions.ts';
import * as state from './state.ts';
import { type Contract, type Index, type Market, type Model, emit, refuse } from './state.ts';
import tables from './contract-tables.json' with { type: 'json' };

const { trading, reduceOnly, preOpen } = MarketState;
const ppm = 1_000_000n;
const e8 = 100_000_000n;
const hourMs = 3_600_000;
const between = (value: bigint, low: bigint, high: bigint): bigint =>
  value < low ? low : value > high ? high : value;
const toBig = (value: number): bigint => BigInt(value);
const byNumber = (one: Contract, other: Contract): number =>
  one.market.instrumentId - other.market.instrumentId;
/** An index by number. @rejects index_not_found */
const findIndex = (model: Model, id: number): Index =>
  model.indexes.find((it) => it.indexId === id) ?? refuse('index_not_found', id);
const findOf = (model: Model, market: Market | undefined): Contract | undefined =>
  model.contracts.find((it) => it.market === market);
/** A contract by number. @rejects instrument_not_found, product_mismatch */
function findContract(model: Model, id: core.InstrumentId): Contract {
  return findOf(model, state.findMarket(model, id)) ?? refuse('product_mismatch', id);
}

const isTold = (index: Index, now: number): boolean =>
  index.liveSinceMs > 0 && now - index.liveAtMs <= 10_000;
const frozenFrom = (index: Index): number =>
  index.liveSinceMs === 0 ? index.frozenSinceMs : index.liveAtMs + 10_000;
/** An index has been frozen so long that its contracts only reduce. */
export const isFrozenLong = (index: Index, now: number): boolean =>
  !isTold(index, now) && now - frozenFrom(index) > 5_000;
const isLiveLong = (index: Index, now: number): boolean =>
  isTold(index, now) && now - index.liveSinceMs >= 10_000;

/** When time alone will change what follows of an index, docs/rules/contracts.md 4. */
function setDue(index: Index, now: number): void {
  const moments = [frozenFrom(index) + 5_001];
  if (index.liveSinceMs > 0) moments.push(index.liveSinceMs + 10_000);
  const ahead = moments.filter((it) => it > now);
  index.dueMs = ahead.length === 0 ? 0 : Math.min(...ahead);
}
/** Give or take a reason for REDUCE_ONLY; a contract that trades follows. */
type Reason = readonly [reason: number, isSet: boolean];
function setReason(model: Model, { market }: Contract, [reason, isSet]: Reason): void {
  const others = market.reduceReasons - (market.reduceReasons & reason);
  market.reduceReasons = others + (isSet ? reason : 0);
  const isReduced = market.reduceReasons > 0;
  if (isReduced && market.state === trading) changeState(model, market, { state: reduceOnly });
  if (!isReduced && market.state === reduceOnly) changeState(model, market, { state: trading });
}
function followIndex(model: Model, index: Index): void {
  const now = model.coreTimeMs;
  const isFrozen = isFrozenLong(index, now);
  if (!isFrozen && !isLiveLong(index, now)) return;
  for (const contract of model.contracts.filter((it) => it.index === index).sort(byNumber)) {
    setReason(model, contract, [ReduceReason.indexFrozen, isFrozen]);
  }
}

/** The first tier that breaks the law of docs/rules/contracts.md 3, or -1. */
function findWrongTier(tiers: readonly core.RiskTier[], feePpm: number): number {
  return tiers.findIndex((tier, place) => {
    if ((tier.mmrPpm + feePpm) * tier.maxLeverage >= 1_000_000) return true;
    const before = tiers[place - 1];
    if (before === undefined) return false;
    const deduction = before.capUnits * toBig(tier.mmrPpm - before.mmrPpm);
    const isRising = tier.capUnits > before.capUnits && tier.mmrPpm > before.mmrPpm;
    return !isRising || deduction % ppm !== 0n || tier.maxLeverage > before.maxLeverage;
  });
}
type Terms = core.DefineContract | core.UpdateContract;
type Old = Pick<Contract, 'index' | 'kind' | 'settle'> & { readonly before: Contract | null };
/** What the state decides about new terms. @rejects those of docs/rules/contracts.md 2 */
function checkTerms(model: Model, terms: Terms, { index, kind, settle, before }: Old): bigint {
  const { priceDecimals, lotDecimals, priceTicksMax, expiryAtMs } = terms;
  const left = settle.scale - priceDecimals - lotDecimals - 2;
  const isLike = index.decimals === priceDecimals + 2;
  if (left < 0 || !isLike) refuse('scale_law_broken', priceDecimals, lotDecimals);
  const [maker, taker] = [Math.min(...terms.makerPpm), Math.min(...terms.takerPpm)];
  if (maker + taker < 0) refuse('fee_rates_negative', maker, taker);
  const unitsPerTickLot = 100n * 10n ** toBig(left);
  const worth = (lots: number, ticks: number, perTickLot: bigint): bigint =>
    toBig(lots) * toBig(ticks) * perTickLot;
  let open = worth(terms.openInterestLotsMax, priceTicksMax, unitsPerTickLot);
  for (const it of model.contracts.filter((one) => one !== before && one.settle === settle)) {
    const { limits, unitsPerTickLot: perTickLot } = it.market;
    open += worth(it.terms.openInterestLotsMax, limits.priceTicksMax, perTickLot);
  }
  if (open > 2n ** 102n) refuse('supply_too_large', settle.assetId);
  const product = toBig(terms.positionLotsMax) * toBig(priceTicksMax) * 100n;
  if (product >= 2n ** 53n) refuse('product_too_large', priceTicksMax, terms.positionLotsMax);
  const now = model.coreTimeMs;
  const isNew = expiryAtMs !== (before?.terms.expiryAtMs ?? 0);
  const isPast = isNew && expiryAtMs > 0 && expiryAtMs <= now;
  const isEndless = kind === InstrumentKind.delivery && expiryAtMs === 0;
  if (isPast || isEndless) refuse('expiry_in_past', expiryAtMs, now);
  return unitsPerTickLot;
}
function emitContract(model: Model, it: Contract): void {
  const { market, index, kind, settle, pool, terms } = it;
  const names = { indexId: index.indexId, instrumentKind: kind, settleAssetId: settle.assetId };
  emit(model, 'contractDefined', { ...market, ...market.limits, ...terms, ...names, pool });
}
const takeTerms = (command: Terms): core.ContractTerms =>
  state.take<core.ContractTerms>('terms', command);

/** The next multiple of some hours after an instant. */
function beginInterval(contract: Contract, fromMs: number): void {
  const hours = contract.terms.fundingHours;
  const nextFundingAtMs = (Math.floor(fromMs / (hours * hourMs)) + 1) * hours * hourMs;
  Object.assign(contract, { activeHours: hours, nextFundingAtMs, premiums: [] });
}
/** sum(k * P_k), later samples weigh more. */
const weigh = (premiums: readonly bigint[]): bigint =>
  premiums.reduce((sum, premium, place) => sum + premium * toBig(place + 1), 0n);
/** The rate of the samples so far at an instant of the interval, docs/rules/contracts.md 6. */
function calculateRate(contract: Contract, atMs: number): number {
  const { premiums, activeHours: hours, nextFundingAtMs } = contract;
  const sinceMs = atMs - (nextFundingAtMs - hours * hourMs);
  const scheduled = Math.floor(sinceMs / 5_000);
  const count = premiums.length;
  if (count === 0 || count * 2 < scheduled) return 0;
  const average = (weigh(premiums) * 2n) / toBig(count * (count + 1));
  const rate = ((average + between(10_000n - average, -50_000n, 50_000n)) * toBig(hours)) / 8n;
  const cap = toBig(contract.terms.fundingCapE8);
  return Number(between(rate, -cap, cap));
}
/** The instant has come: its rate is fixed and the next interval begins. */
function settleFunding(model: Model, contract: Contract): void {
  const { nextFundingAtMs: fundingAtMs, premiums, market, told } = contract;
  const rateE8 = calculateRate(contract, fundingAtMs);
  contract.lastRateE8 = rateE8;
  beginInterval(contract, fundingAtMs);
  const { instrumentId } = market;
  const { nextFundingAtMs } = contract;
  const counts = { samplesCount: premiums.length, nextFundingAtMs, markSub: told.markSub };
  emit(model, 'fundingRoundOpened', { instrumentId, fundingAtMs, rateE8, ...counts });
}

/** Mean price of walking a side until its lots are worth the notional; null when it is thin. */
function walk(contract: Contract, side: readonly (readonly [number, number])[]): bigint | null {
  const perSubLot = contract.market.unitsPerTickLot / 100n;
  let left = contract.terms.impactNotionalUnits;
  let [lots, value] = [0n, 0n];
  for (const [ticks, shown] of side) {
    const lot = toBig(ticks) * 100n * perSubLot;
    const fit = left / lot;
    const isEnough = lot * toBig(shown) >= left;
    const taken = isEnough ? fit : toBig(shown);
    [lots, value, left] = [lots + taken, value + taken * lot, left - taken * lot];
    if (isEnough) return lots === 0n ? null : value / (lots * perSubLot);
  }
  return null;
}
function takePremium(contract: Contract, indexSub: bigint, depth: state.Depth): void {
  const [bid, ask] = [walk(contract, depth.bids), walk(contract, depth.asks)];
  if (bid === null || ask === null) return;
  const above = bid > indexSub ? bid - indexSub : 0n;
  const below = indexSub > ask ? indexSub - ask : 0n;
  const premium = between(((above - below) * e8) / indexSub, -e8, e8);
  contract.premiums.push(premium);
  contract.told.premiumE8 = Number(premium);
}
const median = (values: readonly [bigint, bigint, bigint]): bigint =>
  values.toSorted((a, b) => Number(a - b))[1] as bigint;
/** P1, P2, their median with the last price, and the bounds: docs/rules/contracts.md 5. */
function setMark(model: Model, contract: Contract, lastTicks: number): void {
  const { index, terms, told, activeHours, kind, basis } = contract;
  const now = model.coreTimeMs;
  const indexSub = toBig(index.priceSub);
  const before = told.markAtMs === 0 ? null : toBig(told.markSub) - toBig(told.indexSub);
  const leftMs = toBig(Math.max(0, contract.nextFundingAtMs - now));
  const interval = toBig(activeHours * hourMs);
  const carried = indexSub * toBig(contract.lastRateE8) * leftMs;
  const p1 = interval === 0n ? indexSub : indexSub + carried / (e8 * interval);
  const counted = basis.filter(([, atMs]) => now - atMs <= 60_000).map(([sub]) => toBig(sub));
  const sum = counted.reduce((total, sub) => total + sub, 0n);
  const p2 = counted.length < 10 ? indexSub : indexSub + sum / toBig(counted.length);
  const last = toBig(lastTicks) * 100n;
  const raw = kind === InstrumentKind.delivery ? p2 : median([p1, p2, last === 0n ? p1 : last]);
  const seconds = toBig(Math.max(1, Math.floor((now - told.markAtMs) / 1000)));
  const step = (indexSub / 100n) * seconds;
  const slow =
    before === null ? raw - indexSub : between(raw - indexSub, before - step, before + step);
  const most = (indexSub * toBig(terms.markClampPpm)) / ppm;
  const near = between(slow, -most, most);
  const flags =
    (counted.length < 10 ? MarkFlag.fewSamples : 0) +
    (last === 0n ? MarkFlag.noLast : 0) +
    (slow === raw - indexSub ? 0 : MarkFlag.slowed) +
    (near === slow ? 0 : MarkFlag.clamped);
  const [p1Sub, p2Sub, rawSub] = [Number(p1), Number(p2), Number(raw)];
  const markSub = Number(indexSub + near);
  Object.assign(told, { indexSub: index.priceSub, p1Sub, p2Sub, rawSub, markSub, flags });
  told.markAtMs = now;
}
type Moment = Readonly<Record<'isSecond' | 'isPremium', boolean>>;
/** One contract in a price step; says what it has come to when that is new. */
function priceContract(model: Model, contract: Contract, at: Moment): void {
  const { index, market, told, kind } = contract;
  const now = model.coreTimeMs;
  const known = { ...told };
  if (isTold(index, now)) {
    const depth = model.readDepth(market.instrumentId, now) ?? readOwnDepth(market);
    const [bid, ask] = [depth.bids[0]?.[0], depth.asks[0]?.[0]];
    const isMatching = market.state === trading || market.state === reduceOnly;
    if (isMatching && at.isSecond && bid !== undefined && ask !== undefined) {
      contract.basis.push([(bid + ask) * 50 - index.priceSub, now]);
      contract.basis.splice(0, contract.basis.length - 30);
    }
    setMark(model, contract, depth.lastTicks);
    const isFunded = kind === InstrumentKind.perpetual;
    const isSampled = isMatching && at.isPremium && isFunded && now < contract.nextFundingAtMs;
    if (isSampled) takePremium(contract, toBig(index.priceSub), depth);
    told.predictedRateE8 = isFunded ? calculateRate(contract, now) : 0;
  } else told.flags = MarkFlag.indexFrozen;
  told.snapshotId = index.snapshotId;
  const names = Object.keys(told) as (keyof typeof told)[];
  const isNew = names.some((name) => name !== 'markAtMs' && told[name] !== known[name]);
  if (isNew) emit(model, 'marksSet', { instrumentId: market.instrumentId, ...told });
}
function tellIndex(index: Index, price: core.IndexPrice, now: number): void {
  const { snapshotId, liveCount, componentsHash, priceSub } = price;
  const [wasTold, wasFrozenFrom] = [isTold(index, now), frozenFrom(index)];
  Object.assign(index, { snapshotId, liveCount, componentsHash });
  if (priceSub > 0 && liveCount >= index.componentsMin) {
    const liveSinceMs = wasTold ? index.liveSinceMs : now;
    Object.assign(index, { priceSub, liveAtMs: now, liveSinceMs, frozenSinceMs: 0 });
  } else if (index.liveSinceMs > 0) {
    Object.assign(index, { liveSinceMs: 0, frozenSinceMs: wasTold ? now : wasFrozenFrom });
  }
  setDue(index, now);
}
const noneTold = {
  markAtMs: 0,
  indexSub: 0,
  snapshotId: 0,
  p1Sub: 0,
  p2Sub: 0,
  rawSub: 0,
  markSub: 0,
  premiumE8: 0,
  predictedRateE8: 0,
  flags: 0,
};
/** What the timers 6 and 11 are set for, and what they do. */
export function listPriceTimers(model: Model): (readonly [number, number, number, () => void])[] {
  const funded = model.contracts.filter((it) => it.activeHours > 0);
  const looked = model.indexes.filter((it) => it.dueMs > 0);
  return [
    ...funded.map((it) => {
      const fire = (): void => settleFunding(model, it);
      return [it.nextFundingAtMs, 6, it.market.instrumentId, fire] as const;
    }),
    ...looked.map((index) => {
      const fire = (): void => {
        followIndex(model, index);
        setDue(index, model.coreTimeMs);
      };
      return [index.dueMs, 11, index.indexId, fire] as const;
    }),
  ];
}
/** A contract opens with a good index, tiers and the house's accounts. @rejects three words */
function checkOpening(model: Model, contract: Contract): void {
  const { index, tiers } = contract;
  if (!isLiveLong(index, model.coreTimeMs)) refuse('index_frozen', index.indexId);
  if (tiers.length === 0) refuse('tier_list_wrong', 0);
  if (findHouse(model, contract) === null) refuse('operator_balance_too_low', 0);
}
/** What these commands do. */
export const priceRules = {
  defineIndex(model, command) {
    const { indexId, decimals, componentsMin, outlierPpm, isSimulated } = command;
    const known = model.indexes.find((it) => it.indexId === indexId);
    const isSame = known?.decimals === decimals && known.isSimulated === isSimulated;
    if (known !== undefined && !isSame) refuse('index_exists', indexId);
    const terms = { indexId, decimals, componentsMin, outlierPpm, isSimulated };
    const times = { liveAtMs: 0, liveSinceMs: 0, frozenSinceMs: 0, dueMs: 0 };
    const none = { priceSub: 0, snapshotId: 0, liveCount: 0, componentsHash: 0, ...times };
    if (known === undefined) model.indexes.push({ ...terms, ...none });
    else Object.assign(known, terms);
    emit(model, 'indexDefined', { ...terms });
  },
  defineContract(model, command) {
    const { instrumentId, instrumentKind: kind, pool, priceDecimals, lotDecimals } = command;
    const settle = state.findAsset(model, command.settleAssetId);
    const isTaken = model.markets.some((it) => it.instrumentId === instrumentId);
    if (isTaken) refuse('instrument_exists', instrumentId);
    const index = findIndex(model, command.indexId);
    const unitsPerTickLot = checkTerms(model, command, { index, kind, settle, before: null });
    const isFrozen = isFrozenLong(index, model.coreTimeMs);
    const market: Market = {
      instrumentId,
      priceDecimals,
      lotDecimals,
      unitsPerTickLot,
      unitsPerLot: 1n,
      base: settle,
      quote: settle,
      baseAssetId: settle.assetId,
      quoteAssetId: settle.assetId,
      makerPpm: command.makerPpm,
      takerPpm: command.takerPpm,
      noCancelAtMs: 0,
      openAtMs: 0,
      indicationDueMs: 0,
      referenceTicks: 0,
      lastTradeTicks: 0,
      lastTradeId: 0,
      lastUpdateId: 0,
      state: preOpen,
      bids: [],
      asks: [],
      tradedTicks: [],
      isSpot: false,
      limits: state.take<core.InstrumentLimits>('limits', command),
      reduceReasons: isFrozen ? ReduceReason.indexFrozen : 0,
    };
    const funding = { activeHours: 0, nextFundingAtMs: 0, lastRateE8: 0, premiums: [], basis: [] };
    const terms = takeTerms(command);
    const names = { market, index, kind, settle, pool, terms, tiers: [] };
    const contract: Contract = { ...names, ...funding, told: { ...noneTold } };
    model.markets.push(market);
    model.contracts.push(contract);
    if (kind === InstrumentKind.perpetual) beginInterval(contract, model.coreTimeMs);
    emitContract(model, contract);
  },
  updateContract(model, command) {
    const contract = findContract(model, command.instrumentId);
    const { market, tiers } = contract;
    const { priceDecimals, lotDecimals } = command;
    const unitsPerTickLot = checkTerms(model, command, { ...contract, before: contract });
    const isQuiet = tables.quietStates.includes(market.state);
    const isEmpty = model.orders.every((order) => order.market !== market);
    const isOther = lotDecimals !== market.lotDecimals;
    if (isOther && !(isQuiet && isEmpty)) refuse('book_not_empty', market.instrumentId);
    const isHeld = model.positions.some((it) => it.market === market);
    if (isOther && isHeld) refuse('position_open', market.instrumentId);
    const wrong = findWrongTier(tiers, command.liquidationFeePpm);
    if (wrong !== -1) refuse('tier_list_wrong', wrong);
    const limits = state.take<core.InstrumentLimits>('limits', command);
    const { makerPpm, takerPpm } = command;
    Object.assign(market, { priceDecimals, lotDecimals, unitsPerTickLot });
    Object.assign(market, { limits, makerPpm, takerPpm });
    contract.terms = takeTerms(command);
    emitContract(model, contract);
  },
  setRiskTiers(model, { instrumentId, tiers }) {
    const contract = findContract(model, instrumentId);
    const wrong = findWrongTier(tiers, contract.terms.liquidationFeePpm);
    if (wrong !== -1) refuse('tier_list_wrong', wrong);
    contract.tiers = tiers;
    const tierWords = tiers.flatMap(({ capUnits, mmrPpm, maxLeverage }) => {
      const [high, low] = [capUnits / 2n ** 52n, capUnits % 2n ** 52n];
      return [Number(high), Number(low), mmrPpm, maxLeverage];
    });
    emit(model, 'riskTiersSet', { instrumentId, tierWords });
  },
  applyPrices(model, { observedAtMs, prices }) {
    const [now, { priceStep }] = [model.coreTimeMs, model];
    const isTimely = observedAtMs >= now - 10_000 && observedAtMs <= now + 1_000;
    const isNext = observedAtMs > priceStep.observedAtMs;
    if (!isTimely || !isNext) refuse('price_stale', observedAtMs, now, priceStep.observedAtMs);
    const told = prices.map((price) => [findIndex(model, price.indexId), price] as const);
    for (const [index, price] of told) tellIndex(index, price, now);
    const isFirst = (ms: number): boolean => Math.floor(now / ms) > Math.floor(priceStep.atMs / ms);
    const at = { isSecond: isFirst(1_000), isPremium: isFirst(5_000) };
    for (const contract of model.contracts.toSorted(byNumber)) priceContract(model, contract, at);
    model.priceStep = { observedAtMs, atMs: now };
  },
  setMarketState(model, command) {
    const market = state.findMarket(model, command.instrumentId);
    const contract = findOf(model, market);
    if (contract === undefined) return operatorRules.setMarketState(model, command);
    const [from, to] = [market.state, command.state];
    if (tables.contractStates[from]?.includes(to) !== true)
      refuse('transition_forbidden', from, to);
    if (to === trading) checkOpening(model, contract);
    followIndex(model, contract.index);
    if (to === reduceOnly) setReason(model, contract, [ReduceReason.operator, true]);
    else if (from !== reduceOnly || to !== trading) changeState(model, market, { state: to });
    else setReason(model, contract, [ReduceReason.operator, false]);
  },
  startAuction(model, command) {
    const contract = findOf(model, state.findMarket(model, command.instrumentId));
    if (contract !== undefined) checkOpening(model, contract);
    operatorRules.startAuction(model, command);
  },
} satisfies Partial<Rules>;
