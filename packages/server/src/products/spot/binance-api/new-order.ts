// From a new order in the dialect's words to the body our own operation takes, or a refusal with
// the dialect's number for what is missing or too much. It decides nothing about money.
// Called by the calls that place orders, single or in lists.
import { randomBytes } from 'node:crypto';
import { parseDecimal } from '@isobath/core/math';
import type { BinanceNewOrder, PlaceOrderBody } from '@isobath/wire';
import { BinanceError } from '../../../base/binance-api/index.ts';
import type { Market } from '../../../base/market/index.ts';

/** The parts of a new order that say what it is. */
export type OrderWords = Pick<
  BinanceNewOrder,
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
const TERMS: Readonly<Record<BinanceNewOrder['type'], Terms>> = {
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
export const isAtMarket = (type: BinanceNewOrder['type']): boolean =>
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

/** What the parts of a new order are called in a call; those of a single order as they are. */
export interface FieldNames {
  /** Of the parameters in a list: `price` of the order above is `abovePrice`. */
  readonly prefix: string;
  /** Parameters that are called otherwise. */
  readonly other?: Partial<Record<Field, string>>;
}

const PLAIN: FieldNames = { prefix: '' };

/** The older pair has names of its own for what its two orders are. */
export const oldPairNames: Readonly<Record<'limit' | 'stop', FieldNames>> = {
  limit: {
    prefix: 'limit',
    other: { price: 'price', quantity: 'quantity' },
  },
  stop: {
    prefix: 'stop',
    other: {
      price: 'stopLimitPrice',
      quantity: 'quantity',
      stopPrice: 'stopPrice',
      timeInForce: 'stopLimitTimeInForce',
      trailingDelta: 'trailingDelta',
    },
  },
};

function nameField({ prefix, other }: FieldNames, field: Field): string {
  const known = other?.[field];
  if (known !== undefined || prefix === '') return known ?? field;
  const plain = field === 'newClientOrderId' ? 'clientOrderId' : field;
  return prefix + plain[0].toUpperCase() + plain.slice(1);
}

function checkFields(words: OrderWords, names: FieldNames): void {
  const { needs, takes } = TERMS[words.type];
  const missing = needs.find((field) => words[field] === undefined);
  if (missing !== undefined) {
    throw new BinanceError('parameter_missing', [nameField(names, missing)]);
  }
  for (const field of SOME) {
    const isTaken = needs.includes(field) || takes.includes(field);
    if (isTaken || words[field] === undefined) continue;
    if (field === 'timeInForce') {
      // A LIMIT_MAKER in a list may say GTC, which is what it does.
      if (words.type === 'LIMIT_MAKER' && words.timeInForce === 'GTC') continue;
      throw new BinanceError('time_in_force_not_required');
    }
    throw new BinanceError('not_required', [nameField(names, field)]);
  }
}

function checkCombination(
  { type, quantity, quoteOrderQty, ...words }: OrderWords,
  names: FieldNames,
): void {
  if (type === 'MARKET') {
    if (quantity === undefined && quoteOrderQty === undefined) {
      throw new BinanceError('either_missing', ['quantity', 'quoteOrderQty']);
    }
    if (quantity !== undefined && quoteOrderQty !== undefined) {
      throw new BinanceError('bad_combination');
    }
  }
  const isWaiting = TERMS[type].takes.includes('stopPrice');
  if (isWaiting && words.stopPrice === undefined && words.trailingDelta === undefined) {
    const either = (['stopPrice', 'trailingDelta'] as const).map((one) => nameField(names, one));
    throw new BinanceError('either_missing', either);
  }
  const delta = words.trailingDelta;
  if (delta !== undefined && (delta < 1 || delta > 10_000)) {
    throw new BinanceError('filter_failure', ['TRAILING_DELTA']);
  }
}

const STEPS_MAX = BigInt(Number.MAX_SAFE_INTEGER);
/** Amounts of the engine end below this. */
const AMOUNT_MAX = 2n ** 103n;

/** What an amount is measured by, and the filter that it fails outside of its range. */
interface Measure {
  readonly decimalsMax: number;
  /** Decimals of a step; those between them and the most of all are the filter's. */
  readonly decimals: number;
  readonly max: bigint;
  readonly filter: string;
}

/** @throws BinanceError -1111 for more decimals than the coin has, -1013 outside of any range. */
function checkAmount(text: string, name: string, measure: Measure): void {
  const fraction = (text.split('.')[1] ?? '').replace(/0+$/, '');
  if (fraction.length > measure.decimalsMax) throw new BinanceError('too_precise', [name]);
  const isOffStep = fraction.length > measure.decimals;
  const steps = isOffStep ? 0n : parseDecimal(text, measure.decimals);
  if (steps > 0n && steps <= measure.max) return;
  throw new BinanceError('filter_failure', [measure.filter]);
}

/** A size of the market. @param name - of the parameter. @throws BinanceError -1111, -1013. */
export function checkSize(
  text: string,
  name: string,
  { market, filter = 'LOT_SIZE' }: { market: Market; filter?: string },
): void {
  const { scale: decimalsMax } = market.base;
  checkAmount(text, name, { decimalsMax, decimals: market.lotDecimals, max: STEPS_MAX, filter });
}

/** Amounts that no filter of the engine would see: too precise, 0, larger than any number. */
function checkAmounts(words: OrderWords, names: FieldNames, market: Market): void {
  const { scale: decimalsMax } = market.quote;
  for (const field of ['price', 'stopPrice'] as const) {
    const text = words[field];
    if (text === undefined) continue;
    const decimals = market.priceDecimals;
    const measure = { decimalsMax, decimals, max: STEPS_MAX, filter: 'PRICE_FILTER' };
    checkAmount(text, nameField(names, field), measure);
  }
  if (words.quantity !== undefined) {
    const filter = isAtMarket(words.type) ? 'MARKET_LOT_SIZE' : 'LOT_SIZE';
    checkSize(words.quantity, nameField(names, 'quantity'), { market, filter });
  }
  const visible = readVisible(words.icebergQty);
  if (visible !== undefined) checkSize(visible, nameField(names, 'icebergQty'), { market });
  if (words.quoteOrderQty !== undefined) {
    const measure = { decimalsMax, decimals: decimalsMax, max: AMOUNT_MAX - 1n };
    const name = nameField(names, 'quoteOrderQty');
    checkAmount(words.quoteOrderQty, name, { ...measure, filter: 'NOTIONAL' });
  }
}

/** An iceberg of 0 is none. */
function readVisible(text: string | undefined): string | undefined {
  return text !== undefined && /[1-9]/.test(text) ? text : undefined;
}

/**
 * Translate a new order.
 *
 * @param names - of its parameters inside a list.
 * @throws BinanceError -2010 for a pegged order, -1102, -1106, -1111, -1114, -1128, -1013.
 */
export function readNewOrder(
  words: OrderWords,
  market: Market,
  names: FieldNames = PLAIN,
): PlaceOrderBody {
  if (words.pegPriceType !== undefined) throw new BinanceError('peg_unsupported');
  checkFields(words, names);
  checkCombination(words, names);
  checkAmounts(words, names, market);
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
