// From the form to what is sent: one order, or a list of orders. Not here: whether it is allowed
// (checks.ts). Used by the form, by drags on the chart and by edits.
import type { PlaceOrderBody } from '@isobath/wire';
import type { Market } from '../market/market.ts';
import {
  type FormState,
  hasPrice,
  isMarketKind,
  isPostOnly,
  type OrderKind,
} from './form-state.ts';
import { readPercentBps } from './percent.ts';

/** What a press of the button sends. */
export type OrderIntent =
  | { readonly form: 'order'; readonly body: PlaceOrderBody }
  | {
      readonly form: 'list';
      readonly type: 'OCO' | 'OTO' | 'OTOCO';
      readonly legs: readonly PlaceOrderBody[];
    };

const listTypes: Partial<Record<OrderKind, 'OCO' | 'OTO' | 'OTOCO'>> = {
  oco: 'OCO',
  oto: 'OTO',
  otoco: 'OTOCO',
};

type Terms = Partial<PlaceOrderBody>;

function lifeTerms(state: FormState): Terms {
  if (isMarketKind(state.kind) && state.kind !== 'market') {
    return state.timeInForce === 'GTD' ? expiryTerms(state) : { timeInForce: 'GTC' };
  }
  if (state.kind === 'market') return {};
  if (isPostOnly(state)) return { timeInForce: 'POST_ONLY' };
  return state.timeInForce === 'GTD' ? expiryTerms(state) : { timeInForce: state.timeInForce };
}

function expiryTerms(state: FormState): Terms {
  return { timeInForce: 'GTD', expireAt: Date.parse(state.expireAt) || 0 };
}

function guardTerms(state: FormState): Terms {
  const slippageBps = readPercentBps(state.slippagePercent);
  return slippageBps === undefined || slippageBps === 0 ? {} : { slippageBps };
}

function sizeTerms(state: FormState): Terms {
  const isByQuote = isMarketKind(state.kind) && state.sizedBy === 'quote';
  return isByQuote ? { quoteAmount: state.total } : { quantity: state.size };
}

function preventionTerms(state: FormState): Terms {
  return state.selfTradePrevention === ''
    ? {}
    : { selfTradePrevention: state.selfTradePrevention as PlaceOrderBody['selfTradePrevention'] };
}

const other = (side: 'buy' | 'sell'): 'buy' | 'sell' => (side === 'buy' ? 'sell' : 'buy');

function stopLeg(state: FormState, common: Terms & { symbol: string }, side: 'buy' | 'sell') {
  const isLimit = state.stopLimitPrice !== '';
  return {
    ...common,
    side,
    type: isLimit ? ('stop_limit' as const) : ('stop_market' as const),
    stopPrice: state.stopPrice,
    quantity: state.size,
    timeInForce: 'GTC' as const,
    ...(isLimit ? { price: state.stopLimitPrice } : guardTerms(state)),
  };
}

function limitLeg(state: FormState, common: Terms & { symbol: string }) {
  return {
    ...common,
    side: state.side,
    type: 'limit' as const,
    price: state.price,
    quantity: state.size,
    timeInForce: 'GTC' as const,
  };
}

/** What follows in an OTO; it lives until it is cancelled, or fills at once when it takes. */
function followLeg(state: FormState, common: Terms & { symbol: string }): PlaceOrderBody {
  const type = state.followKind;
  const side = state.followSide === 'same' ? state.side : other(state.side);
  const leg: PlaceOrderBody = { ...common, side, type, quantity: state.size };
  if (type !== 'market') leg.timeInForce = 'GTC';
  if (hasPrice(type)) leg.price = state.targetPrice;
  if (type.startsWith('stop_') || type.startsWith('take_')) leg.stopPrice = state.stopPrice;
  if (isMarketKind(type)) Object.assign(leg, guardTerms(state));
  return type === 'trailing_stop' ? { ...leg, ...trailingTerms(state) } : leg;
}

function trailingTerms(state: FormState): Terms {
  return {
    trailingDeltaBps: readPercentBps(state.trailingPercent) ?? 0,
    ...(state.activationPrice === '' ? {} : { activationPrice: state.activationPrice }),
  };
}

function listLegs(state: FormState, common: Terms & { symbol: string }): PlaceOrderBody[] {
  const limit = limitLeg(state, common);
  if (state.kind === 'oco') return [limit, stopLeg(state, common, state.side)];
  if (state.kind === 'oto') return [limit, followLeg(state, common)];
  const side = other(state.side);
  const target = {
    ...limit,
    side,
    price: state.targetPrice,
    timeInForce: 'GTC' as const,
  };
  return [limit, target, stopLeg(state, common, side)];
}

/** The order or list that the form stands for; texts go out as they were typed. */
export function makeIntent(state: FormState, market: Pick<Market, 'symbol'>): OrderIntent {
  const common = { symbol: market.symbol, ...preventionTerms(state) };
  const type = listTypes[state.kind];
  if (type !== undefined) return { form: 'list', type, legs: listLegs(state, common) };
  const kind = state.kind as PlaceOrderBody['type'];
  const body: PlaceOrderBody = {
    ...common,
    side: state.side,
    type: kind,
    ...sizeTerms(state),
    ...lifeTerms(state),
  };
  if (kind === 'limit' || kind.endsWith('_limit')) body.price = state.price;
  if (kind.startsWith('stop_') || kind.startsWith('take_')) body.stopPrice = state.stopPrice;
  if (kind === 'trailing_stop') Object.assign(body, trailingTerms(state));
  if (isMarketKind(state.kind)) Object.assign(body, guardTerms(state));
  if (kind === 'limit' && state.visibleSize !== '') body.visibleQuantity = state.visibleSize;
  return { form: 'order', body };
}
