// Instruments, fee schedules, states and reference prices: docs/rules/spot.md 1 and 3. Not here:
// what an auction does (auction.ts). Called by apply.ts.
import type {
  AccountType as AccountTypeNumber,
  DefineInstrument,
  InstrumentId,
  InstrumentLimits,
  SetFeeSchedule,
  SetMarketState,
  SetReferencePrice,
  StartAuction,
  UpdateInstrument,
} from '@isobath/core';
import { EventKind } from '@isobath/core/event';
import { AccountClass, MarketState } from '@isobath/core/words';
import { findAsset } from './ledger.ts';
import { type Account, type Market, type Model, refuse } from './state.ts';

/** A house account of owner 1 by type, docs/rules/spot.md 2. */
export function findHouse(
  model: Model,
  accountType: AccountTypeNumber,
  isMock: boolean,
): Account | undefined {
  return model.accounts.find(
    (account) =>
      account.ownerId === 1 &&
      account.accountType === accountType &&
      account.scope === 0 &&
      account.isMock === isMock &&
      account.accountClass === AccountClass.wallet,
  );
}

/** A market by number. @rejects instrument_not_found */
export function findMarket(model: Model, instrumentId: InstrumentId | 0): Market {
  const market = model.markets.find((candidate) => candidate.instrumentId === instrumentId);
  return market ?? refuse('instrument_not_found', instrumentId);
}

function takeLimits(from: InstrumentLimits): InstrumentLimits {
  return {
    priceTicksMin: from.priceTicksMin,
    priceTicksMax: from.priceTicksMax,
    sizeLotsMin: from.sizeLotsMin,
    sizeLotsMax: from.sizeLotsMax,
    marketSizeLotsMax: from.marketSizeLotsMax,
    notionalUnitsMin: from.notionalUnitsMin,
    bandLowPpm: from.bandLowPpm,
    bandHighPpm: from.bandHighPpm,
    marketGuardBps: from.marketGuardBps,
    openOrdersCountMax: from.openOrdersCountMax,
    stopOrdersCountMax: from.stopOrdersCountMax,
    icebergPartsCountMax: from.icebergPartsCountMax,
    trailingDeltaBpsMin: from.trailingDeltaBpsMin,
    trailingDeltaBpsMax: from.trailingDeltaBpsMax,
    amendsCountMax: from.amendsCountMax,
    closeOutUnitsMax: from.closeOutUnitsMax,
    selfTradeModesMask: from.selfTradeModesMask,
    selfTradeModeDefault: from.selfTradeModeDefault,
    tradeArea: from.tradeArea,
  };
}

interface Decimals {
  readonly baseScale: number;
  readonly quoteScale: number;
  readonly priceDecimals: number;
  readonly lotDecimals: number;
}

/** unitsPerLot and unitsPerTickLot. @rejects scale_law_broken */
function calculateUnits(it: Decimals): { unitsPerLot: bigint; unitsPerTickLot: bigint } {
  const left = it.quoteScale - it.priceDecimals - it.lotDecimals;
  if (it.lotDecimals > it.baseScale || left < 0) {
    refuse('scale_law_broken', it.priceDecimals, it.lotDecimals);
  }
  return {
    unitsPerLot: 10n ** BigInt(it.baseScale - it.lotDecimals),
    unitsPerTickLot: 10n ** BigInt(left),
  };
}

function tellDefinition(model: Model, market: Market): void {
  const { instrumentId, priceDecimals, lotDecimals } = market;
  model.events.push({
    kind: EventKind.instrumentDefined,
    instrumentId,
    baseAssetId: market.base.assetId,
    quoteAssetId: market.quote.assetId,
    priceDecimals,
    lotDecimals,
    ...market.limits,
  });
}

const noFees = Array.from({ length: 16 }, () => 0);

/** List a market in PRE_OPEN. */
export function defineInstrument(model: Model, command: DefineInstrument): void {
  const { instrumentId, priceDecimals, lotDecimals } = command;
  const base = findAsset(model, command.baseAssetId);
  const quote = findAsset(model, command.quoteAssetId);
  if (base.isMock !== quote.isMock) refuse('asset_not_found', quote.assetId);
  if (model.markets.some((market) => market.instrumentId === instrumentId)) {
    refuse('instrument_exists', instrumentId);
  }
  const scales = { baseScale: base.scale, quoteScale: quote.scale };
  const units = calculateUnits({ ...scales, priceDecimals, lotDecimals });
  if (findHouse(model, 201, base.isMock) === undefined) refuse('house_balance_too_low', 0);
  const market: Market = {
    instrumentId,
    base,
    quote,
    priceDecimals,
    lotDecimals,
    ...units,
    limits: takeLimits(command),
    fees: model.defaultFees ?? { makerPpm: noFees, takerPpm: noFees },
    state: MarketState.preOpen,
    noCancelAtMs: 0,
    openAtMs: 0,
    indicationDueMs: 0,
    referenceTicks: 0,
    lastTradeTicks: 0,
    lastTradeId: 0,
    lastUpdateId: 0,
    bids: [],
    asks: [],
    seen: null,
  };
  model.markets.push(market);
  tellDefinition(model, market);
  tellFees(model, instrumentId, market.fees);
}

/** Change a market's limits, and on an empty, halted book its decimals. */
export function updateInstrument(model: Model, command: UpdateInstrument): void {
  const market = findMarket(model, command.instrumentId);
  const { priceDecimals, lotDecimals } = command;
  const scales = { baseScale: market.base.scale, quoteScale: market.quote.scale };
  const units = calculateUnits({ ...scales, priceDecimals, lotDecimals });
  if (priceDecimals !== market.priceDecimals || lotDecimals !== market.lotDecimals) {
    const isOpen = model.orders.some((order) => order.instrumentId === market.instrumentId);
    const { preOpen, halt } = MarketState;
    const quiet: number[] = [preOpen, halt, MarketState.break];
    if (isOpen || !quiet.includes(market.state)) refuse('book_not_empty', market.instrumentId);
    Object.assign(market, { priceDecimals, lotDecimals, ...units });
    Object.assign(market, { referenceTicks: 0, lastTradeTicks: 0 });
  }
  market.limits = takeLimits(command);
  tellDefinition(model, market);
}

function tellFees(model: Model, instrumentId: InstrumentId | 0, fees: Fees): void {
  const ratesPpm = [...fees.makerPpm, ...fees.takerPpm];
  model.events.push({ kind: EventKind.feeScheduleSet, instrumentId, ratesPpm });
}

type Fees = Market['fees'];

/** Set the fee rates of a market, or (0) of markets made later. */
export function setFeeSchedule(model: Model, command: SetFeeSchedule): void {
  const { instrumentId } = command;
  const market = instrumentId === 0 ? null : findMarket(model, instrumentId);
  const lowest = [Math.min(...command.makerPpm), Math.min(...command.takerPpm)] as const;
  if (lowest[0] + lowest[1] < 0) refuse('fee_rates_negative', ...lowest);
  const fees = { makerPpm: [...command.makerPpm], takerPpm: [...command.takerPpm] };
  if (market === null) model.defaultFees = fees;
  else market.fees = fees;
  tellFees(model, instrumentId, fees);
}

/** Move a market to a state and say so; times are 0 outside an auction. */
export function changeState(model: Model, market: Market, next: Partial<Market>): void {
  market.noCancelAtMs = 0;
  market.openAtMs = 0;
  Object.assign(market, next);
  const { instrumentId, state, noCancelAtMs, openAtMs } = market;
  const kind = EventKind.marketStateChanged;
  model.events.push({ kind, instrumentId, state, noCancelAtMs, openAtMs });
}

const transitions: readonly (readonly number[])[] = [
  [],
  [4, 6, 7], // PRE_OPEN
  [5], // AUCTION
  [5], // AUCTION_NO_CANCEL
  [5, 6, 7], // TRADING
  [6, 7], // HALT
  [5, 7], // CANCEL_ONLY
  [5], // BREAK
];

/** Move a market to another state than an auction. */
export function setMarketState(model: Model, command: SetMarketState): void {
  const market = findMarket(model, command.instrumentId);
  if (transitions[market.state]?.includes(command.state) !== true) {
    refuse('transition_forbidden', market.state, command.state);
  }
  changeState(model, market, { state: command.state });
}

/** Begin a call auction. */
export function startAuction(model: Model, command: StartAuction): void {
  const market = findMarket(model, command.instrumentId);
  const now = model.coreTimeMs;
  if (market.state !== MarketState.preOpen && market.state !== MarketState.halt) {
    refuse('transition_forbidden', market.state, MarketState.auction);
  }
  const { noCancelAtMs, openAtMs } = command;
  if (!(now < openAtMs && now <= noCancelAtMs && noCancelAtMs <= openAtMs)) {
    refuse('auction_times_wrong', noCancelAtMs, openAtMs);
  }
  market.indicationDueMs = nextSecond(now);
  changeState(model, market, { state: MarketState.auction, noCancelAtMs, openAtMs });
}

/** The first full second strictly after a time. */
export function nextSecond(atMs: number): number {
  return (Math.floor(atMs / 1000) + 1) * 1000;
}

/** Set the price that stands in until the first trade. */
export function setReferencePrice(model: Model, command: SetReferencePrice): void {
  const market = findMarket(model, command.instrumentId);
  const { instrumentId, priceTicks } = command;
  const { priceTicksMin, priceTicksMax } = market.limits;
  if (priceTicks < priceTicksMin || priceTicks > priceTicksMax) {
    refuse('price_off_range', priceTicks, priceTicksMin, priceTicksMax);
  }
  market.referenceTicks = priceTicks;
  model.events.push({ kind: EventKind.referencePriceSet, instrumentId, priceTicks });
}
