// The order form's state and how each key, press and click changes it. Texts as typed, in decimals.
// Not here: what an order costs (preview.ts) and what is wrong with it (checks.ts).
// Used by OrderForm and by everything that fills the form: book, chart, shortcuts.
import { calculateUnitsPerTickLot, cutZeros, formatDecimal } from '@isobath/core/math';
import { type Market, readTyped, showWhole } from '../market/market.ts';
import { orderTypes } from '../orders/order-rows.ts';
import { readPercentBps } from './percent.ts';
import { hasRisk, readRiskUnits, sizeByRisk } from './risk.ts';

/** Every kind of order the form can make; the last three are lists of orders. */
export const orderKinds = [
  'limit',
  'market',
  'stop_limit',
  'stop_market',
  'take_profit_limit',
  'take_profit_market',
  'trailing_stop',
  'oco',
  'oto',
  'otoco',
] as const;

/** A kind of order. */
export type OrderKind = (typeof orderKinds)[number];

/** What may follow in an OTO: every kind of a single order. */
export const followKinds = orderTypes;

/** A kind of order that may follow. */
export type FollowKind = (typeof followKinds)[number];

/** How long an order lives, as the form offers it; post-only is a switch of its own. */
export type FormTimeInForce = 'GTC' | 'IOC' | 'FOK' | 'GTD';

/** Everything in the form. */
export interface FormState {
  readonly kind: OrderKind;
  readonly side: 'buy' | 'sell';
  readonly price: string;
  /** Size in base and total in quote; `sizedBy` says which one was typed, or that both follow. */
  readonly size: string;
  readonly total: string;
  readonly sizedBy: 'base' | 'quote' | 'risk';
  /** Share of the equity that may be lost at the stop, in per cent, and the same in quote. */
  readonly riskPercent: string;
  readonly riskTotal: string;
  readonly stopPrice: string;
  /** Price of the limit order that a stop becomes in a list; "" = market. */
  readonly stopLimitPrice: string;
  /** Price of the order that takes the profit in a list. */
  readonly targetPrice: string;
  /** What follows in an OTO, and on which side: as a rule it closes what the first one opened. */
  readonly followKind: FollowKind;
  readonly followSide: 'other' | 'same';
  readonly trailingPercent: string;
  readonly activationPrice: string;
  readonly timeInForce: FormTimeInForce;
  readonly isPostOnly: boolean;
  /** Local date and time of the end, as an input gives it. */
  readonly expireAt: string;
  readonly visibleSize: string;
  /** "" = the market's own mode. */
  readonly selfTradePrevention: string;
  /** In per cent; "" = the market's guard. */
  readonly slippagePercent: string;
  /** Whole percent that was last asked for; where the slider stands: readFormShare. */
  readonly share: number;
}

/** Texts of the form that a person types. */
export type FormField =
  | 'price'
  | 'size'
  | 'total'
  | 'stopPrice'
  | 'stopLimitPrice'
  | 'targetPrice'
  | 'trailingPercent'
  | 'activationPrice'
  | 'expireAt'
  | 'visibleSize'
  | 'slippagePercent';

/** What a share is a share of. */
export interface ShareFacts {
  readonly baseUnits: bigint;
  readonly quoteUnits: bigint;
  /** Price that sizes an order without one; 0 when there is none. */
  readonly priceTicks: number;
}

/** What can happen to the form. */
export type FormAction =
  | { readonly type: 'type'; readonly field: FormField; readonly text: string }
  | { readonly type: 'change'; readonly values: Partial<FormState> }
  | ({ readonly type: 'share'; readonly percent: number } & ShareFacts)
  | { readonly type: 'risk'; readonly text: string; readonly equityUnits: bigint }
  | { readonly type: 'pick'; readonly priceTicks: number; readonly sizeLots?: number }
  | { readonly type: 'clear' };

/** The form before anything is typed. */
export const emptyForm: FormState = {
  kind: 'limit',
  side: 'buy',
  price: '',
  size: '',
  total: '',
  sizedBy: 'base',
  riskPercent: '',
  riskTotal: '',
  stopPrice: '',
  stopLimitPrice: '',
  targetPrice: '',
  followKind: 'limit',
  followSide: 'other',
  trailingPercent: '1',
  activationPrice: '',
  timeInForce: 'GTC',
  isPostOnly: false,
  expireAt: '',
  visibleSize: '',
  selfTradePrevention: '',
  slippagePercent: '',
  share: 0,
};

/** True when the kind has a limit price. */
export function hasPrice(kind: OrderKind): boolean {
  return kind === 'limit' || kind.endsWith('_limit') || kind.startsWith('o');
}

/** True when the kind waits for a price. */
export function hasStop(state: Pick<FormState, 'kind' | 'followKind'>): boolean {
  if (state.kind === 'oto') return /^(stop|take)_/.test(state.followKind);
  return /^(stop|take)_|^oco$|^otoco$/.test(state.kind);
}

/** True when what follows has a limit price of its own. */
export function hasTarget(state: Pick<FormState, 'kind' | 'followKind'>): boolean {
  if (state.kind === 'otoco') return true;
  return state.kind === 'oto' && hasPrice(state.followKind);
}

/** True when an order of the form trails the price. */
export function isTrailing(state: Pick<FormState, 'kind' | 'followKind'>): boolean {
  return (state.kind === 'oto' ? state.followKind : state.kind) === 'trailing_stop';
}

/** True when the kind takes what is there at once or when triggered. */
export function isMarketKind(kind: OrderKind): boolean {
  return kind === 'market' || kind.endsWith('_market') || kind === 'trailing_stop';
}

/** True when the form makes a list of orders. */
export function isList(kind: OrderKind): boolean {
  return kind === 'oco' || kind === 'oto' || kind === 'otoco';
}

/** True when the form offers how long the order lives; only then does what is chosen count. */
export function hasLife(kind: OrderKind): boolean {
  return kind !== 'market' && !isList(kind);
}

/** True when the order must not take; a tick made for a limit order says nothing about others. */
export function isPostOnly(state: Pick<FormState, 'kind' | 'isPostOnly'>): boolean {
  return state.kind === 'limit' && state.isPostOnly;
}

/** True when an order of the form takes at any price, which a slippage limit bounds. */
export function canSlip(state: Pick<FormState, 'kind' | 'followKind' | 'stopLimitPrice'>): boolean {
  if (state.kind === 'oto') return isMarketKind(state.followKind);
  return isList(state.kind) ? state.stopLimitPrice === '' : isMarketKind(state.kind);
}

/** True when the size may be given as an amount of quote. */
export function canSizeByQuote(kind: OrderKind): boolean {
  return isMarketKind(kind);
}

function totalOf(market: Market, price: string, size: string): string {
  const ticks = readTyped(price, market.priceDecimals);
  const lots = readTyped(size, market.lotDecimals);
  if (ticks === null || lots === null) return '';
  const units = ticks * lots * calculateUnitsPerTickLot(market.scales);
  return cutZeros(formatDecimal(units, market.scales.quoteScale));
}

function sizeOf(market: Market, price: string, total: string): string {
  const ticks = readTyped(price, market.priceDecimals);
  const units = readTyped(total, market.scales.quoteScale);
  if (ticks === null || units === null || ticks === 0n) return '';
  const lots = units / (ticks * calculateUnitsPerTickLot(market.scales));
  return cutZeros(formatDecimal(lots, market.lotDecimals));
}

/** The size that the risk allows; "" while a price is missing or the stop is on the wrong side. */
function sizeOfRisk(market: Market, state: FormState): string {
  const entryTicks = readTyped(state.price, market.priceDecimals);
  const stopTicks = readTyped(state.stopPrice, market.priceDecimals);
  const riskUnits = readTyped(state.riskTotal, market.scales.quoteScale);
  if (entryTicks === null || stopTicks === null || riskUnits === null) return '';
  const { makerPpm, takerPpm } = market.info;
  const ppm = Math.max(0, ...makerPpm, ...takerPpm);
  const lots = sizeByRisk(state.side, { entryTicks, stopTicks, riskUnits, ppm }, market);
  return lots === 0n ? '' : cutZeros(formatDecimal(lots, market.lotDecimals));
}

/** Bring size and total in line with what was typed last. */
function settle(market: Market, state: FormState): FormState {
  if (!hasPrice(state.kind)) return state;
  if (state.sizedBy === 'risk') {
    const size = sizeOfRisk(market, state);
    return { ...state, size, total: totalOf(market, state.price, size) };
  }
  return state.sizedBy === 'base'
    ? { ...state, total: totalOf(market, state.price, state.size) }
    : { ...state, size: sizeOf(market, state.price, state.total) };
}

const noRisk = { riskPercent: '', riskTotal: '' } as const;

function takeText(market: Market, state: FormState, action: FormAction & { type: 'type' }) {
  const { field, text } = action;
  const next: FormState = { ...state, [field]: text };
  if (field === 'size') return settle(market, { ...next, ...noRisk, sizedBy: 'base', share: 0 });
  if (field === 'total') return settle(market, { ...next, ...noRisk, sizedBy: 'quote', share: 0 });
  return field === 'price' || field === 'stopPrice' ? settle(market, next) : next;
}

function takeRisk(market: Market, state: FormState, action: FormAction & { type: 'risk' }) {
  const bps = readPercentBps(action.text);
  const units = bps === undefined ? 0n : readRiskUnits(action.equityUnits, bps);
  const riskTotal = units === 0n ? '' : formatDecimal(units, market.scales.quoteScale);
  const risk = { riskPercent: action.text, riskTotal, share: 0 };
  // Without a share the size stays as it is.
  if (riskTotal === '') return { ...state, ...risk, sizedBy: 'base' as const };
  return settle(market, { ...state, ...risk, sizedBy: 'risk' as const });
}

function takeShare(market: Market, state: FormState, action: FormAction & { type: 'share' }) {
  const percent = BigInt(action.percent);
  const next = { ...state, ...noRisk, share: action.percent };
  if (state.side === 'sell') {
    const units = (action.baseUnits * percent) / 100n;
    const cut = units / 10n ** BigInt(market.scales.baseScale - market.lotDecimals);
    const size = cut === 0n ? '' : cutZeros(formatDecimal(cut, market.lotDecimals));
    return settle(market, { ...next, sizedBy: 'base' as const, size });
  }
  const units = (action.quoteUnits * percent) / 100n;
  const total = units === 0n ? '' : cutZeros(formatDecimal(units, market.scales.quoteScale));
  if (canSizeByQuote(state.kind)) return { ...next, sizedBy: 'quote' as const, total };
  const price =
    state.price === '' ? showWhole(action.priceTicks, market.priceDecimals) : state.price;
  // At no price, or one that is not understood, a share is no size.
  if ((readTyped(price, market.priceDecimals) ?? 0n) === 0n) return state;
  const size = sizeOf(market, price, total);
  return settle(market, {
    ...next,
    price,
    sizedBy: 'base' as const,
    size: size === '0' ? '' : size,
  });
}

/** What an order of the form takes of what there is: base units of a sale, else quote units. */
function readAmount(market: Market, state: FormState, priceTicks: number): bigint {
  const { quoteScale } = market.scales;
  const lots = readTyped(state.size, market.lotDecimals) ?? 0n;
  const isByTotal = hasPrice(state.kind) || state.sizedBy === 'quote';
  const total = readTyped(state.total, quoteScale) ?? 0n;
  const perTickLot = calculateUnitsPerTickLot(market.scales);
  if (state.side === 'buy') return isByTotal ? total : lots * BigInt(priceTicks) * perTickLot;
  if (!isByTotal || hasPrice(state.kind)) {
    return lots * 10n ** BigInt(market.scales.baseScale - market.lotDecimals);
  }
  const perLot = BigInt(priceTicks) * perTickLot;
  if (perLot === 0n) return 0n;
  return (total / perLot) * 10n ** BigInt(market.scales.baseScale - market.lotDecimals);
}

/**
 * Where the slider stands: which share of what there is the amount in the form is, in whole per
 * cent. A share that was asked for is said again as long as it gives the amount that stands there,
 * which steps of size make a little smaller.
 */
export function readFormShare(market: Market, state: FormState, facts: ShareFacts): number {
  const amount = readAmount(market, state, facts.priceTicks);
  const whole = state.side === 'buy' ? facts.quoteUnits : facts.baseUnits;
  if (amount <= 0n || whole <= 0n) return 0;
  const again = takeShare(market, state, { type: 'share', percent: state.share, ...facts });
  const isSame = (['size', 'total', 'sizedBy'] as const).every((of) => again[of] === state[of]);
  if (state.share > 0 && isSame) return state.share;
  const share = Number((amount * 200n + whole) / (whole * 2n));
  return Math.min(100, share);
}

function takePick(market: Market, state: FormState, action: FormAction & { type: 'pick' }) {
  const price = showWhole(action.priceTicks, market.priceDecimals);
  const kind = hasPrice(state.kind) ? state.kind : 'limit';
  const size =
    action.sizeLots === undefined
      ? state.size
      : cutZeros(showWhole(action.sizeLots, market.lotDecimals));
  // A price alone leaves a size that follows the risk to follow it.
  const isByRisk = state.sizedBy === 'risk' && action.sizeLots === undefined;
  const sized = isByRisk ? {} : { ...noRisk, size, sizedBy: 'base' as const };
  return settle(market, { ...state, kind, price, ...sized });
}

/** What the size goes by after the kind may have changed. */
function sizeAfter(state: FormState): Partial<FormState> {
  const { sizedBy } = state;
  if (sizedBy === 'risk') return hasRisk(state) ? {} : { ...noRisk, sizedBy: 'base' };
  return sizedBy === 'quote' && canSizeByQuote(state.kind) ? {} : { sizedBy: 'base' };
}

/** Make the reducer of a market's form. */
export function createFormReducer(
  market: Market,
): (state: FormState, action: FormAction) => FormState {
  return (state, action) => {
    switch (action.type) {
      case 'type':
        return takeText(market, state, action);
      case 'share':
        return takeShare(market, state, action);
      case 'pick':
        return takePick(market, state, action);
      case 'risk':
        return takeRisk(market, state, action);
      case 'clear':
        return {
          ...state,
          ...noRisk,
          sizedBy: state.sizedBy === 'quote' ? 'quote' : 'base',
          size: '',
          total: '',
          visibleSize: '',
          share: 0,
        };
      case 'change': {
        const next = { ...state, ...action.values };
        const isOther = next.side !== state.side || next.kind !== state.kind;
        return settle(market, { ...next, ...sizeAfter(next), share: isOther ? 0 : next.share });
      }
    }
  };
}
