// The order form's state and how each key, press and click changes it. Texts as typed, in decimals.
// Not here: what an order costs (preview.ts) and what is wrong with it (checks.ts).
// Used by OrderForm and by everything that fills the form: book, chart, shortcuts.
import { calculateUnitsPerTickLot, cutZeros, formatDecimal } from '@isobath/core/math';
import { type Market, readTyped, showWhole } from '../market/market.ts';

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
export const followKinds = [
  'limit',
  'market',
  'stop_limit',
  'stop_market',
  'take_profit_limit',
  'take_profit_market',
  'trailing_stop',
] as const satisfies readonly OrderKind[];

/** A kind of order that may follow. */
export type FollowKind = (typeof followKinds)[number];

/** How long an order lives, as the form offers it; post-only is a switch of its own. */
export type FormTimeInForce = 'GTC' | 'IOC' | 'FOK' | 'GTD';

/** Everything in the form. */
export interface FormState {
  readonly kind: OrderKind;
  readonly side: 'buy' | 'sell';
  readonly price: string;
  /** Size in base and total in quote; `sizedBy` says which one was typed. */
  readonly size: string;
  readonly total: string;
  readonly sizedBy: 'base' | 'quote';
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
  /** Whole percent of the slider. */
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

/** What can happen to the form. */
export type FormAction =
  | { readonly type: 'type'; readonly field: FormField; readonly text: string }
  | { readonly type: 'change'; readonly values: Partial<FormState> }
  | {
      readonly type: 'share';
      readonly percent: number;
      readonly baseUnits: bigint;
      readonly quoteUnits: bigint;
      /** Price that sizes a market order; 0 when there is none. */
      readonly priceTicks: number;
    }
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

/** Bring size and total in line with what was typed last. */
function settle(market: Market, state: FormState): FormState {
  if (!hasPrice(state.kind)) return state;
  return state.sizedBy === 'base'
    ? { ...state, total: totalOf(market, state.price, state.size) }
    : { ...state, size: sizeOf(market, state.price, state.total) };
}

function takeText(market: Market, state: FormState, action: FormAction & { type: 'type' }) {
  const { field, text } = action;
  const next: FormState = { ...state, [field]: text };
  if (field === 'size') return settle(market, { ...next, sizedBy: 'base', share: 0 });
  if (field === 'total') return settle(market, { ...next, sizedBy: 'quote', share: 0 });
  return field === 'price' ? settle(market, next) : next;
}

function takeShare(market: Market, state: FormState, action: FormAction & { type: 'share' }) {
  const percent = BigInt(action.percent);
  const next = { ...state, share: action.percent };
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
  const size = sizeOf(market, price, total);
  return settle(market, {
    ...next,
    price,
    sizedBy: 'base' as const,
    size: size === '0' ? '' : size,
  });
}

function takePick(market: Market, state: FormState, action: FormAction & { type: 'pick' }) {
  const price = showWhole(action.priceTicks, market.priceDecimals);
  const kind = hasPrice(state.kind) ? state.kind : 'limit';
  const size =
    action.sizeLots === undefined
      ? state.size
      : cutZeros(showWhole(action.sizeLots, market.lotDecimals));
  return settle(market, { ...state, kind, price, size, sizedBy: 'base' as const });
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
      case 'clear':
        return { ...state, size: '', total: '', visibleSize: '', share: 0 };
      case 'change': {
        const next = { ...state, ...action.values };
        const isOther = next.side !== state.side || next.kind !== state.kind;
        const sizedBy = canSizeByQuote(next.kind) ? next.sizedBy : 'base';
        return settle(market, { ...next, sizedBy, share: isOther ? 0 : next.share });
      }
    }
  };
}
