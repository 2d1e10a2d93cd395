// Rows of the order lists: what is on its way looks like an order too. It draws nothing and asks
// for nothing; the tables of the trade page and of the page of orders show what it lists.
import { formatDecimal } from '@isobath/core/math';
import type { OrderRow } from '@isobath/wire';
import type { SentOrder } from '../live/own-store.ts';

/** Types of a single order, in the order in which they are offered. */
export const orderTypes = [
  'limit',
  'market',
  'stop_limit',
  'stop_market',
  'take_profit_limit',
  'take_profit_market',
  'trailing_stop',
] as const satisfies readonly OrderRow['type'][];

/** A row of the open orders; `sent` when the exchange has not spoken yet, or refused. */
export interface OpenRow {
  readonly key: string;
  readonly order: OrderRow;
  readonly sent: SentOrder | null;
}

/** An order on its way, as a row. */
export function rowOfSent(sent: SentOrder): OpenRow {
  const { body } = sent;
  const order: OrderRow = {
    orderId: '0',
    clientOrderId: sent.key,
    symbol: body.symbol,
    side: body.side,
    type: body.type,
    timeInForce: body.timeInForce ?? 'GTC',
    status: 'PENDING_NEW',
    isDormant: false,
    price: body.price ?? '0',
    quantity: body.quantity ?? '0',
    quoteAmount: body.quoteAmount ?? '0',
    executedQuantity: '0',
    executedQuote: '0',
    preventedQuantity: '0',
    stopPrice: body.stopPrice ?? '0',
    trailingDeltaBps: body.trailingDeltaBps ?? 0,
    activationPrice: body.activationPrice ?? '0',
    visibleQuantity: body.visibleQuantity ?? '0',
    slippageBps: body.slippageBps ?? 0,
    selfTradePrevention: body.selfTradePrevention ?? 'EXPIRE_TAKER',
    expireAt: body.expireAt ?? 0,
    listId: '0',
    closeReason: '',
    createdAt: sent.atMs,
    updatedAt: sent.atMs,
  };
  return { key: sent.key, order, sent };
}

/**
 * True when an order can be changed where it stands. A leg of a list cannot: replacing it would end
 * the list; and what waits for another leg is not in the book yet.
 */
export function canChange(order: OrderRow): boolean {
  return order.listId === '0' && order.status !== 'PENDING_NEW';
}

/** What an open order does, or how a closed one ended, as a key of the texts of spot. */
export function stateWord(order: OrderRow) {
  if (order.status === 'PENDING_NEW') return 'state.order' as const;
  return order.isDormant ? ('state.price' as const) : (`status.${order.status}` as const);
}

/** True while an order waits for a price or for another order, and is not in the book. */
export function isWaiting(order: OrderRow): boolean {
  return order.isDormant || order.status === 'PENDING_NEW';
}

/** `btc_usdt` as people read it. */
export function showPair(symbol: string): string {
  return symbol.toUpperCase().replace('_', '/');
}

const isSet = (text: string) => /[1-9]/.test(text);

/** Which of an order's prices it stands at on the chart; null for one at any price. */
export function linePrice(order: OrderRow): { field: 'price' | 'stopPrice'; text: string } | null {
  if (order.isDormant && isSet(order.stopPrice)) {
    return { field: 'stopPrice', text: order.stopPrice };
  }
  return isSet(order.price) ? { field: 'price', text: order.price } : null;
}

/** Short names of times in force, as traders write them. */
export const shortLives = {
  GTC: 'GTC',
  IOC: 'IOC',
  FOK: 'FOK',
  GTD: 'GTD',
  POST_ONLY: 'PO',
} as const satisfies Record<OrderRow['timeInForce'], string>;

/** What an order is worth in its quote; null when it has neither a price nor an amount of it. */
export function readTotal(order: OrderRow): string | null {
  if (!isSet(order.quantity)) return isSet(order.quoteAmount) ? order.quoteAmount : null;
  const price = isSet(order.price) ? order.price : order.stopPrice;
  if (!isSet(price)) return null;
  const one = units(price);
  const other = units(order.quantity);
  return formatDecimal(one.value * other.value, one.scale + other.scale);
}

function units(text: string): { value: bigint; scale: number } {
  const [whole = '0', fraction = ''] = text.split('.');
  return { value: BigInt(whole + fraction), scale: fraction.length };
}

const PERCENT_DECIMALS = 8;

/** How much of an order has traded, in per cent with eight decimals, rounded down. */
export function readFilledPercent(order: OrderRow): string {
  const isByQuote = !/[1-9]/.test(order.quantity);
  const done = units(isByQuote ? order.executedQuote : order.executedQuantity);
  const requested = units(isByQuote ? order.quoteAmount : order.quantity);
  if (requested.value === 0n) return '0';
  const scale = Math.max(done.scale, requested.scale);
  const top = done.value * 10n ** BigInt(scale - done.scale + PERCENT_DECIMALS + 2);
  const share = top / (requested.value * 10n ** BigInt(scale - requested.scale));
  return formatDecimal(share, PERCENT_DECIMALS);
}

/** Average price of what has traded, as text with the given decimals; null when nothing has. */
export function readAverage(
  order: Pick<OrderRow, 'executedQuote' | 'executedQuantity'>,
  decimals: number,
): string | null {
  const quote = units(order.executedQuote);
  const base = units(order.executedQuantity);
  if (base.value === 0n) return null;
  const lift = decimals + base.scale - quote.scale;
  const top = lift >= 0 ? quote.value * 10n ** BigInt(lift) : quote.value;
  const bottom = lift >= 0 ? base.value : base.value * 10n ** BigInt(-lift);
  const digits = String(top / bottom).padStart(decimals + 1, '0');
  if (decimals === 0) return digits;
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}
