// What the dialect's calls of spot have in common: their parts, which order a call is about, the
// names of filters that refuse a size. It places and cancels nothing. Called by the handlers here.
import { parseDecimal } from '@isobath/core/math';
import type { PlaceOrderBody } from '@isobath/wire';
import type { Market, MarketRegistry } from '../../../base/market/index.ts';
import type { AccountDirectory } from '../../../base/accounts/index.ts';
import {
  BinanceError,
  type BinanceSymbols,
  type OrderCounts,
} from '../../../base/binance-api/index.ts';
import { type Caller, CallRefusal, refuse } from '../../../base/product/index.ts';
import type { MoneyRights } from '../../../base/identity/index.ts';
import type { MarketReference, OpenOrders } from '../open-orders.ts';
import type { SpotOperations } from '../operations.ts';
import type { ListNames } from '../orders/list-names.ts';
import type { OrderTags } from '../orders/order-tags.ts';
import type { OrderRecord } from '../orders/order-rows.ts';
import type { ReadSpotBalances } from '../routes.ts';
import type { BinanceHistory } from './history.ts';

/** What the dialect's calls of spot stand on. */
export interface SpotBinanceParts {
  readonly operations: SpotOperations;
  readonly markets: MarketRegistry;
  readonly accounts: AccountDirectory;
  readonly symbols: BinanceSymbols;
  readonly openOrders: OpenOrders;
  readonly history: BinanceHistory;
  readonly listNames: ListNames;
  readonly orderTags: OrderTags;
  readonly orderCounts: OrderCounts;
  readonly readBalances: ReadSpotBalances;
  /** Whether a person may deposit and withdraw now. */
  readonly readMoneyRights: (ownerId: number) => Promise<MoneyRights>;
  readonly readNowMs: () => number;
}

/** Which order a call is about. */
export interface WhichOrder {
  readonly symbol: string;
  readonly orderId?: number | undefined;
  readonly origClientOrderId?: string | undefined;
}

/** An open order of a person on a market, by number before name. */
export function findOpen(
  { openOrders }: Pick<SpotBinanceParts, 'openOrders'>,
  ownerId: number,
  { instrumentId, orderId, clientOrderId = '' }: MarketReference,
): OrderRecord | undefined {
  if (orderId === undefined) return openOrders.findNamed(ownerId, instrumentId, clientOrderId);
  const row = openOrders.find(ownerId, orderId);
  return row?.instrument_id === instrumentId ? row : undefined;
}

/**
 * The caller's open order that is meant, as of their newest step.
 *
 * @throws BinanceError -1102 without a reference, -1121, -2011 when it is not open on that market,
 *   -2039 when number and name do not belong together.
 */
export async function findOpenOrder(
  parts: SpotBinanceParts,
  caller: Caller,
  which: WhichOrder,
): Promise<OrderRecord> {
  const { orderId, origClientOrderId: clientOrderId } = which;
  if (orderId === undefined && clientOrderId === undefined) {
    throw new BinanceError('either_missing', ['origClientOrderId', 'orderId']);
  }
  const market = parts.symbols.read(which.symbol);
  // One that is known can be cancelled while the newest step has not come; others may be in it.
  const isHere = await parts.openOrders.tryCatchUp(caller.ownerId);
  const row = findOpen(parts, caller.ownerId, { ...market, orderId, clientOrderId });
  if (row === undefined && !isHere) throw refuse('behind');
  if (row === undefined) throw new BinanceError('order_unknown');
  if (orderId !== undefined && clientOrderId !== undefined) {
    if (row.client_order_id !== clientOrderId) throw new BinanceError('client_id_mismatch');
  }
  return row;
}

/** Whatever was thrown; of the size of an order at market, with the name of its own filter. */
export function nameMarketSize(error: unknown): unknown {
  const isSize = error instanceof CallRefusal && /^size_off_(lot|range)$/.test(error.word);
  return isSize ? new BinanceError('filter_failure', ['MARKET_LOT_SIZE']) : error;
}

/** Whether the market would refuse an order for its size, of which it may show a part. */
function isWrongSize(order: PlaceOrderBody, market: Market): boolean {
  const { quantity, visibleQuantity, type } = order;
  const isOffLot = (text = '') =>
    /[1-9]/.test((text.split('.')[1] ?? '').slice(market.lotDecimals));
  if (isOffLot(quantity) || isOffLot(visibleQuantity)) return true;
  if (quantity === undefined) return false;
  const lots = parseDecimal(quantity, market.lotDecimals);
  const most = type.endsWith('market') ? market.marketSizeLotsMax : market.sizeLotsMax;
  return lots < market.sizeLotsMin || lots > most;
}

/**
 * Whatever a list threw; of the size of a leg at market, with the name of its own filter. Legs are
 * looked at in their order, so the first with a wrong size is the one that was refused.
 */
export function nameLegSize(
  error: unknown,
  legs: readonly PlaceOrderBody[],
  market: Market,
): unknown {
  const wrong = legs.find((leg) => isWrongSize(leg, market));
  return wrong?.type.endsWith('market') === true ? nameMarketSize(error) : error;
}

/**
 * The gain of a pair hides nothing. The engine says of it that the orders do not belong together,
 * which it says of wrong prices, too.
 *
 * @throws BinanceError -2010.
 */
export function checkGain({ visibleQuantity }: PlaceOrderBody): void {
  if (visibleQuantity !== undefined) throw new BinanceError('iceberg_unsupported');
}
