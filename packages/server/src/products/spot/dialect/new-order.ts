// From a new order in the dialect's words to the body our own operation takes, or a refusal with
// the dialect's number for what is missing or too much. It decides nothing about money.
// Called by the calls that place orders, single or in lists.
import { randomBytes } from 'node:crypto';
import type { DialectNewOrder, PlaceOrderBody } from '@isobath/wire';
import { DialectError } from '../../../base/dialect/index.ts';
import type { Market } from '../../../base/market/index.ts';

/** The parts of a new order that say what it is. */
export type OrderWords = Pick<
  DialectNewOrder,
  | 'side'
  | 'type'
  | 'timeInForce'
  | 'quantity'
  | 'quoteOrderQty'
  | 'price'
  | 'newClientOrderId'
  | 'stopPrice'
  | 'trailingDelta'
  | 'icebergQty'
  | 'selfTradePreventionMode'
  | 'pegPriceType'
  | 'strategyId'
  | 'strategyType'
>;

type Field = keyof OrderWords;

/** What a type takes: fields that must be there, and fields that may. */
interface Terms {
  readonly type: PlaceOrderBody['type'];
  readonly needs: readonly Field[];
  readonly takes: readonly Field[];
}

/** What only some types take; the rest of a new order every type takes. */
const SOME: readonly Field[] = [
  'timeInForce',
  'quantity',
  'quoteOrderQty',
  'price',
  'stopPrice',
  'trailingDelta',
  'icebergQty',
];
const TERMS: Readonly<Record<DialectNewOrder['type'], Terms>> = {
  LIMIT: { type: 'limit', needs: ['timeInForce', 'quantity', 'price'], takes: ['icebergQty'] },
  LIMIT_MAKER: { type: 'limit', needs: ['quantity', 'price'], takes: ['icebergQty'] },
  MARKET: { type: 'market', needs: [], takes: ['quantity', 'quoteOrderQty'] },
  STOP_LOSS: {
    type: 'stop_market',
    needs: ['quantity'],
    takes: ['stopPrice', 'trailingDelta'],
  },
  STOP_LOSS_LIMIT: {
    type: 'stop_limit',
    needs: ['timeInForce', 'quantity', 'price'],
    takes: ['icebergQty', 'stopPrice', 'trailingDelta'],
  },
  TAKE_PROFIT: {
    type: 'take_profit_market',
    needs: ['quantity'],
    takes: ['stopPrice', 'trailingDelta'],
  },
  TAKE_PROFIT_LIMIT: {
    type: 'take_profit_limit',
    needs: ['timeInForce', 'quantity', 'price'],
    takes: ['icebergQty', 'stopPrice', 'trailingDelta'],
  },
};

/** Whether orders of a type trade at market, at once or triggered: their size has a filter. */
export const isAtMarket = (type: DialectNewOrder['type']): boolean =>
  TERMS[type].type.endsWith('market');

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const NAME_LENGTH = 22;

/** Asking for chance is dear: it is asked for many names at once. */
const POOL_BYTES = NAME_LENGTH * 64;
let pool = randomBytes(0);

/** A name for an order whose sender gave none. */
export function makeClientOrderId(): string {
  if (pool.length === 0) pool = randomBytes(POOL_BYTES);
  let name = '';
  for (let at = 0; at < NAME_LENGTH; at += 1) name += LETTERS[pool[at] % LETTERS.length];
  pool = pool.subarray(NAME_LENGTH);
  return name;
}

/** Prefix of parameters in a list: `price` of the order above is `abovePrice`. */
function nameField(prefix: string, field: Field): string {
  if (prefix === '') return field;
  return prefix + field[0].toUpperCase() + field.slice(1);
}

function checkFields(words: OrderWords, prefix: string): void {
  const { needs, takes } = TERMS[words.type];
  const missing = needs.find((field) => words[field] === undefined);
  if (missing !== undefined) {
    throw new DialectError('parameter_missing', [nameField(prefix, missing)]);
  }
  for (const field of SOME) {
    const isTaken = needs.includes(field) || takes.includes(field);
    if (isTaken || words[field] === undefined) continue;
    if (field === 'timeInForce') {
      // A LIMIT_MAKER in a list may say GTC, which is what it does.
      if (words.type === 'LIMIT_MAKER' && words.timeInForce === 'GTC') continue;
      throw new DialectError('time_in_force_not_required');
    }
    throw new DialectError('not_required', [nameField(prefix, field)]);
  }
}

function checkCombination(
  { type, quantity, quoteOrderQty, ...words }: OrderWords,
  prefix: string,
): void {
  if (type === 'MARKET') {
    if (quantity === undefined && quoteOrderQty === undefined) {
      throw new DialectError('either_missing', ['quantity', 'quoteOrderQty']);
    }
    if (quantity !== undefined && quoteOrderQty !== undefined) {
      throw new DialectError('bad_combination');
    }
  }
  const isWaiting = TERMS[type].takes.includes('stopPrice');
  if (isWaiting && words.stopPrice === undefined && words.trailingDelta === undefined) {
    const names = (['stopPrice', 'trailingDelta'] as const).map((one) => nameField(prefix, one));
    throw new DialectError('either_missing', names);
  }
  const delta = words.trailingDelta;
  if (delta !== undefined && (delta < 1 || delta > 10_000)) {
    throw new DialectError('filter_failure', ['TRAILING_DELTA']);
  }
}

const DECIMALS_MAX = 18;

/** Decimals beyond what any amount has are told as such; a filter names the rest. */
function checkPrecision(words: OrderWords): void {
  for (const field of ['price', 'quantity', 'stopPrice', 'icebergQty', 'quoteOrderQty'] as const) {
    const fraction = words[field]?.split('.')[1] ?? '';
    if (fraction.replace(/0+$/, '').length > DECIMALS_MAX) {
      throw new DialectError('too_precise', [field]);
    }
  }
}

/** Quantities and prices of 0 fail a filter, not a field. */
function checkZeros(words: OrderWords): void {
  const isZero = (text: string | undefined) => text !== undefined && !/[1-9]/.test(text);
  if (isZero(words.price) || isZero(words.stopPrice)) {
    throw new DialectError('filter_failure', ['PRICE_FILTER']);
  }
  if (isZero(words.quantity)) {
    const filter = isAtMarket(words.type) ? 'MARKET_LOT_SIZE' : 'LOT_SIZE';
    throw new DialectError('filter_failure', [filter]);
  }
  if (isZero(words.quoteOrderQty)) throw new DialectError('filter_failure', ['NOTIONAL']);
}

/** An iceberg of 0 is none. */
function readVisible(text: string | undefined): string | undefined {
  return text !== undefined && /[1-9]/.test(text) ? text : undefined;
}

/**
 * Translate a new order.
 *
 * @param prefix - of its parameters inside a list, "" for a single order.
 * @throws DialectError -2010 for a pegged order, -1102, -1106, -1111, -1114, -1128, -1013.
 */
export function readNewOrder(words: OrderWords, market: Market, prefix = ''): PlaceOrderBody {
  if (words.pegPriceType !== undefined) throw new DialectError('peg_unsupported');
  checkFields(words, prefix);
  checkCombination(words, prefix);
  checkPrecision(words);
  checkZeros(words);
  const timeInForce = words.type === 'LIMIT_MAKER' ? 'POST_ONLY' : words.timeInForce;
  const visibleQuantity = readVisible(words.icebergQty);
  return {
    symbol: market.symbol,
    side: words.side === 'BUY' ? 'buy' : 'sell',
    type: TERMS[words.type].type,
    clientOrderId: words.newClientOrderId ?? makeClientOrderId(),
    ...(timeInForce === undefined ? {} : { timeInForce }),
    ...(words.quantity === undefined ? {} : { quantity: words.quantity }),
    ...(words.quoteOrderQty === undefined ? {} : { quoteAmount: words.quoteOrderQty }),
    ...(words.price === undefined ? {} : { price: words.price }),
    ...(visibleQuantity === undefined ? {} : { visibleQuantity }),
    ...(words.selfTradePreventionMode === undefined
      ? {}
      : { selfTradePrevention: words.selfTradePreventionMode }),
    ...readStop(words),
  };
}

/** With a trailing delta the stop price is where trailing begins. */
function readStop({ stopPrice, trailingDelta }: OrderWords): Partial<PlaceOrderBody> {
  if (trailingDelta === undefined) return stopPrice === undefined ? {} : { stopPrice };
  const start = stopPrice === undefined ? {} : { activationPrice: stopPrice };
  return { trailingDeltaBps: trailingDelta, ...start };
}
