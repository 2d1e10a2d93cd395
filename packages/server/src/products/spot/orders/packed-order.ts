// An order as a short list, for what is stored of each thing that happens to it: in words it is
// five times as long, and the database reads and writes every letter. Not here: what is stored
// when (private-projection.ts). Called by private-events.ts.
import type { OrderRow } from '@isobath/wire';
import type { Market, MarketRegistry } from '../../../base/market/index.ts';
import type { OrderRecord } from './order-rows.ts';
import { showOrderRow, type ShownRecord } from './show-order.ts';

/** Decimals of price and size as they were, then the columns below. */
export type PackedOrder = readonly (number | string)[];

/**
 * Lists are stored in this order; a new column goes to the end, and what was stored before reads it
 * as missing. Another order needs another kind of event.
 */
const COLUMNS = [
  'order_id',
  'instrument_id',
  'side',
  'order_type',
  'time_in_force',
  'self_trade_mode',
  'status',
  'close_reason',
  'price_ticks',
  'size_lots',
  'executed_lots',
  'prevented_lots',
  'executed_quote_units',
  'quote_amount_units',
  'stop_price_ticks',
  'trailing_delta_bps',
  'activation_price_ticks',
  'visible_lots',
  'expire_at_ms',
  'client_order_id',
  'list_id',
  'created_at_ms',
  'updated_at_ms',
  'slippage_bps',
] as const satisfies readonly (keyof ShownRecord)[];

const DECIMALS_COUNT = 2;

/** Pack a row as it is now. */
export function packOrder(row: OrderRecord, market: Market): PackedOrder {
  const packed: (number | string)[] = [market.priceDecimals, market.lotDecimals];
  for (const column of COLUMNS) packed.push(row[column]);
  return packed;
}

/** The order in words; null when its market is not known. */
export function showPackedOrder(packed: PackedOrder, markets: MarketRegistry): OrderRow | null {
  const entries = COLUMNS.map((column, at) => [column, packed[at + DECIMALS_COUNT]]);
  const row = Object.fromEntries(entries) as ShownRecord;
  const market = markets.marketById(row.instrument_id);
  if (market === undefined) return null;
  const [priceDecimals, lotDecimals] = packed as [number, number];
  return showOrderRow(row, { ...market, priceDecimals, lotDecimals });
}
