// What is wrong with the form, beside the field, with the press that mends it.
// Not the law: the engine decides, with its own checks; these are its rules as far as a page can
// know them (docs/rules/spot.md 4). Called on each change of the form.
import { cutZeros } from '@isobath/core/math';
import {
  calculateBandHigh,
  calculateBandLow,
  calculateBaseUnits,
  calculateUnitsPerLot,
  calculateUnitsPerTickLot,
  ceilDivBig,
  formatDecimal,
} from '@isobath/core/math';
import { isRefused } from '@isobath/ui';
import { type Market, readTyped, showWhole } from '../market/market.ts';
import {
  type FormField,
  type FormState,
  canSlip,
  hasLife,
  hasPrice,
  hasStop,
  hasTarget,
  isMarketKind,
  isPostOnly,
  isTrailing,
} from './form-state.ts';
import { readPercentBps } from './percent.ts';
import { hasRisk } from './risk.ts';
import { type Preview, type PreviewFacts, previewOrder } from './preview.ts';

/** A field of the form that can be wrong. */
export type FaultyField = FormField | 'riskPercent';

/** One thing that is wrong; `word` is a text key below `check.`. */
export interface FormError {
  readonly field: FaultyField;
  readonly word: string;
  readonly values: Readonly<Record<string, string>>;
  /** The value that mends it; the button says it. */
  readonly repair?: string;
}

interface Look {
  readonly state: FormState;
  readonly facts: PreviewFacts;
  readonly preview: Preview | null;
  readonly nowMs: number;
}

type Check = (look: Look) => FormError | null;

function wrong(field: FaultyField, word: string, value?: string): FormError {
  return {
    field,
    word,
    values: value === undefined ? {} : { value },
    ...(value === undefined ? {} : { repair: value }),
  };
}

type PriceField = 'price' | 'stopPrice' | 'stopLimitPrice' | 'targetPrice';

function ticksOf(look: Look, field: PriceField) {
  return readTyped(look.state[field], look.facts.market.priceDecimals);
}

/** Basis points as per cent. */
export const showBps = (bps: number) => cutZeros(showWhole(bps, 2));

/** A price has all decimals of its tick, here as in the book. */
const showTicks = (market: Market, ticks: number) => showWhole(ticks, market.priceDecimals);

/** A nought is not a field that waits to be filled: it is refused while it is typed. */
const isZero = (text: string) => /^[0.]*0[0.]*$/.test(text);

const missing = ({ state }: Pick<Look, 'state'>, field: FormField, word: string) =>
  wrong(field, isZero(state[field]) ? 'zero' : word);

function checkPriceField(look: Look, field: PriceField) {
  const ticks = ticksOf(look, field);
  if (ticks === null || ticks <= 0n) return missing(look, field, 'price_missing');
  const { market } = look.facts;
  const most = readTyped(market.info.maxPrice, market.priceDecimals);
  const least = readTyped(market.info.minPrice, market.priceDecimals);
  const say = (word: string, limit: bigint) => wrong(field, word, showTicks(market, Number(limit)));
  if (most !== null && ticks > most) return say('price_above', most);
  return least !== null && ticks < least ? say('price_below', least) : null;
}

/** A limit price within the market's range and, of what enters at once, within its band. */
function checkBand(look: Look, field: PriceField): FormError | null {
  const found = checkPriceField(look, field);
  if (found !== null) return found;
  const { market, lastTicks } = look.facts;
  if (lastTicks === 0) return null;
  const ticks = Number(ticksOf(look, field));
  const low = calculateBandLow(lastTicks, market.info.bandLowPpm);
  const high = calculateBandHigh(lastTicks, market.info.bandHighPpm);
  if (ticks < low) return wrong(field, 'band_low', showTicks(market, low));
  return ticks > high ? wrong(field, 'band_high', showTicks(market, high)) : null;
}

/** Fields whose text counts in an order of the form, besides its size. */
function listUsed(state: FormState): readonly FaultyField[] {
  const { kind } = state;
  return [
    ...(hasPrice(kind) ? (['price', 'total'] as const) : []),
    ...(hasStop(state) ? (['stopPrice'] as const) : []),
    ...(kind === 'oco' || kind === 'otoco' ? (['stopLimitPrice'] as const) : []),
    ...(hasTarget(state) ? (['targetPrice'] as const) : []),
    ...(isTrailing(state) ? (['trailingPercent', 'activationPrice'] as const) : []),
    ...(kind === 'limit' ? (['visibleSize'] as const) : []),
    ...(canSlip(state) ? (['slippagePercent'] as const) : []),
    ...(hasRisk(state) ? (['riskPercent'] as const) : []),
    isMarketKind(kind) && state.sizedBy === 'quote' ? 'total' : 'size',
  ];
}

/** A text that is no number counts as nothing, not even as an empty field. The field says why. */
function findRefused(state: FormState): readonly FormError[] {
  return listUsed(state)
    .filter((field) => isRefused(state[field]))
    .map((field) => wrong(field, 'number_missing'));
}

const checkPrice: Check = (look) => (hasPrice(look.state.kind) ? checkBand(look, 'price') : null);

/** The price after the trigger of a list; empty = at market. Of an OTOCO it waits for its entry. */
const checkStopLimit: Check = (look) => {
  const { kind, stopLimitPrice } = look.state;
  if (stopLimitPrice === '' || (kind !== 'oco' && kind !== 'otoco')) return null;
  return kind === 'oco'
    ? checkBand(look, 'stopLimitPrice')
    : checkPriceField(look, 'stopLimitPrice');
};

/** A stop waits on the far side of the last price, a take-profit on the near side. */
function checkStopSide(look: Look, isAbove: boolean): FormError | null {
  const ticks = ticksOf(look, 'stopPrice');
  const { lastTicks, market } = look.facts;
  if (ticks === null || lastTicks === 0) return null;
  const isRight = isAbove ? Number(ticks) > lastTicks : Number(ticks) < lastTicks;
  if (isRight) return null;
  const next = lastTicks + (isAbove ? 1 : -1);
  return wrong('stopPrice', isAbove ? 'stop_above' : 'stop_below', showTicks(market, next));
}

const checkStop: Check = (look) => {
  const { state } = look;
  if (!hasStop(state)) return null;
  const found = checkPriceField(look, 'stopPrice');
  // The stop of a follower is judged when it comes to life.
  if (found !== null || state.kind === 'oto' || state.kind === 'otoco') return found;
  const isProfit = state.kind.startsWith('take_');
  return checkStopSide(look, (state.side === 'buy') !== isProfit);
};

const checkList: Check = (look) => {
  const { state, facts } = look;
  if (hasTarget(state)) return checkPriceField(look, 'targetPrice');
  if (state.kind !== 'oco' || facts.lastTicks === 0) return null;
  const price = Number(ticksOf(look, 'price') ?? 0n);
  const isRight = state.side === 'sell' ? price > facts.lastTicks : price < facts.lastTicks;
  if (isRight) return null;
  const next = facts.lastTicks + (state.side === 'sell' ? 1 : -1);
  const word = state.side === 'sell' ? 'limit_above' : 'limit_below';
  return wrong('price', word, showTicks(facts.market, next));
};

const checkTrailing: Check = ({ state, facts }) => {
  if (!isTrailing(state)) return null;
  const bps = readPercentBps(state.trailingPercent);
  const { trailingDeltaBpsMin: least, trailingDeltaBpsMax: most } = facts.market.info;
  if (bps === undefined || bps < least || bps > most) {
    const values = { low: showBps(least), high: showBps(most) };
    return { field: 'trailingPercent', word: 'trailing_range', values };
  }
  if (isZero(state.activationPrice)) return wrong('activationPrice', 'zero');
  const activation = readTyped(state.activationPrice, facts.market.priceDecimals);
  // What follows is judged when it comes to life.
  if (activation === null || facts.lastTicks === 0 || state.kind === 'oto') return null;
  const isRight =
    state.side === 'sell'
      ? Number(activation) >= facts.lastTicks
      : Number(activation) <= facts.lastTicks;
  const word = state.side === 'sell' ? 'activation_above' : 'activation_below';
  return isRight ? null : wrong('activationPrice', word, showTicks(facts.market, facts.lastTicks));
};

const checkSize: Check = ({ state, facts }) => {
  const { market } = facts;
  if (isMarketKind(state.kind) && state.sizedBy === 'quote') {
    const units = readTyped(state.total, market.scales.quoteScale);
    return units === null || units <= 0n ? missing({ state }, 'total', 'total_missing') : null;
  }
  const lots = readTyped(state.size, market.lotDecimals);
  if (lots === null || lots <= 0n) return missing({ state }, 'size', 'size_missing');
  const { minQuantity, maxQuantity, maxMarketQuantity } = market.info;
  const most = isMarketKind(state.kind) ? maxMarketQuantity : maxQuantity;
  const mostLots = readTyped(most, market.lotDecimals);
  const leastLots = readTyped(minQuantity, market.lotDecimals);
  if (mostLots !== null && lots > mostLots) return wrong('size', 'size_above', cutZeros(most));
  return leastLots !== null && lots < leastLots
    ? wrong('size', 'size_below', cutZeros(minQuantity))
    : null;
};

const checkSlippage: Check = ({ state, facts }) => {
  if (!canSlip(state) || state.slippagePercent === '') return null;
  // Nothing said is the market's guard; a nought would be sent as nothing said.
  if (isZero(state.slippagePercent)) return wrong('slippagePercent', 'zero');
  const bps = readPercentBps(state.slippagePercent);
  const most = facts.market.info.marketGuardBps;
  if (bps !== undefined && bps <= most) return null;
  return wrong('slippagePercent', 'slippage_above', showBps(most));
};

/** The notional of the order must reach the market's minimum. */
const checkNotional: Check = ({ state, facts, preview }) => {
  const { market } = facts;
  const least = readTyped(market.info.minNotional, market.scales.quoteScale);
  if (least === null || preview === null) return null;
  const isByQuote = isMarketKind(state.kind) && state.sizedBy === 'quote';
  const value = isByQuote
    ? (readTyped(state.total, market.scales.quoteScale) ?? 0n)
    : preview.valueUnits;
  if (value >= least) return null;
  const text = cutZeros(market.info.minNotional);
  if (isByQuote) return { ...wrong('total', 'notional_low', text), repair: text };
  const ticks = preview.averageTenThousandthTicks;
  const perLot = ticks * calculateUnitsPerTickLot(market.scales);
  const lots = perLot === 0n ? 0n : ceilDivBig(least * 10_000n, perLot);
  return {
    field: 'size',
    word: 'notional_low',
    values: { value: text },
    repair: cutZeros(formatDecimal(lots, market.lotDecimals)),
  };
};

const checkBalance: Check = ({ state, facts, preview }) => {
  const { market, baseUnits, quoteUnits } = facts;
  if (baseUnits === null || quoteUnits === null || preview === null) return null;
  if (state.side === 'sell') {
    if (preview.sizeLots === 0n) return null;
    const unitsPerLot = calculateUnitsPerLot(market.scales);
    const needed = calculateBaseUnits(Number(preview.sizeLots), unitsPerLot);
    if (needed <= baseUnits) return null;
    const most = formatDecimal(baseUnits / unitsPerLot, market.lotDecimals);
    return wrong('size', 'balance_low', cutZeros(most));
  }
  const isByQuote = isMarketKind(state.kind) && state.sizedBy === 'quote';
  if (isByQuote) {
    const total = readTyped(state.total, market.scales.quoteScale) ?? 0n;
    const most = cutZeros(formatDecimal(quoteUnits, market.scales.quoteScale));
    return total <= quoteUnits ? null : wrong('total', 'balance_low', most);
  }
  if (readNeeded(preview) <= quoteUnits) return null;
  const most = findMostPaid({ state, facts }, preview.sizeLots, quoteUnits);
  return wrong('size', 'balance_low', cutZeros(formatDecimal(most, market.lotDecimals)));
};

/** Quote units that have to be free for a buy order. */
const readNeeded = (preview: Preview) => preview.holdUnits ?? preview.valueUnits;

/**
 * The most lots that a balance pays for. A share of what was asked for would not do: above the
 * depth of the book only a part of that costs anything, and each level costs more than the last.
 */
function findMostPaid(
  { state, facts }: Pick<Look, 'state' | 'facts'>,
  lots: bigint,
  quoteUnits: bigint,
): bigint {
  let [paid, unpaid] = [0n, lots];
  while (unpaid - paid > 1n) {
    const middle = (paid + unpaid) / 2n;
    const size = formatDecimal(middle, facts.market.lotDecimals);
    const preview = previewOrder({ ...state, size }, facts);
    if (preview === null || readNeeded(preview) <= quoteUnits) paid = middle;
    else unpaid = middle;
  }
  return paid;
}

const checkVisible: Check = ({ state, facts }) => {
  if (state.kind !== 'limit' || state.visibleSize === '') return null;
  const { lotDecimals, info } = facts.market;
  const visible = readTyped(state.visibleSize, lotDecimals);
  const size = readTyped(state.size, lotDecimals) ?? 0n;
  if (isZero(state.visibleSize)) return wrong('visibleSize', 'zero');
  if (visible === null || visible <= 0n) return wrong('visibleSize', 'visible_range');
  if (visible >= size) return wrong('visibleSize', 'visible_range');
  if (ceilDivBig(size, visible) <= BigInt(info.icebergPartsMax)) return null;
  const least = ceilDivBig(size, BigInt(info.icebergPartsMax));
  return wrong('visibleSize', 'visible_parts', cutZeros(formatDecimal(least, lotDecimals)));
};

const checkPostOnly: Check = ({ state, facts, preview }) => {
  if (!isPostOnly(state) || preview === null) return null;
  if (preview.fillsLots === 0n) return null;
  const best = state.side === 'buy' ? facts.asks.pricesTicks[0] : facts.bids.pricesTicks[0];
  if (best === undefined) return null;
  const next = state.side === 'buy' ? best - 1 : best + 1;
  return wrong('price', 'post_only_takes', showTicks(facts.market, next));
};

const checkExpiry: Check = ({ state, nowMs }) => {
  if (state.timeInForce !== 'GTD' || !hasLife(state.kind)) return null;
  const atMs = Date.parse(state.expireAt);
  return Number.isNaN(atMs) || atMs <= nowMs ? wrong('expireAt', 'expiry_past') : null;
};

const checkLiquidity: Check = ({ state, facts }) => {
  if (state.kind !== 'market') return null;
  const levels = state.side === 'buy' ? facts.asks : facts.bids;
  const field = state.sizedBy === 'quote' ? 'total' : 'size';
  return levels.pricesTicks.length === 0 ? wrong(field, 'no_liquidity') : null;
};

const checks: readonly Check[] = [
  checkPrice,
  checkStop,
  checkStopLimit,
  checkList,
  checkTrailing,
  checkSize,
  checkNotional,
  checkBalance,
  checkSlippage,
  checkVisible,
  checkPostOnly,
  checkExpiry,
  checkLiquidity,
];

/** Words that name the most a field may say. */
const MOST = new Set(['price_above', 'band_high', 'size_above', 'balance_low', 'slippage_above']);

function findErrors(look: Look): Map<FaultyField, FormError> {
  const found = new Map(findRefused(look.state).map((error) => [error.field, error]));
  for (const check of checks) {
    const error = check(look);
    if (error !== null && !found.has(error.field)) found.set(error.field, error);
  }
  return found;
}

/**
 * A maximum that another check would refuse is none: the lower one is said, and nought where what
 * is left is too little for any order.
 */
function lowerMost(look: Look, error: FormError): FormError {
  if (!MOST.has(error.word) || error.repair === undefined) return error;
  const state = { ...look.state, [error.field]: error.repair };
  const preview = previewOrder(state, look.facts);
  const next = findErrors({ ...look, state, preview }).get(error.field);
  if (next === undefined) return error;
  if (MOST.has(next.word) && next.repair !== error.repair) return lowerMost(look, next);
  return { field: error.field, word: error.word, values: { value: '0' } };
}

/** Everything that is wrong, at most one thing a field, in the order of the form. */
export function checkForm(look: Look): readonly FormError[] {
  return [...findErrors(look).values()].map((error) => lowerMost(look, error));
}
