// The tables of the simulated database: keys, defaults and the rules that the real ones have in
// their migrations. It holds no rows of a run. Used by server.ts.
import type { Row } from './expression.ts';

/** One table as it is made. */
export interface TableShape {
  readonly name: string;
  readonly key: readonly string[];
  /** Column that numbers rows by itself, "" without one. */
  readonly identity: string;
  readonly defaults: Row;
  /** Columns of amounts of any size. */
  readonly numerics: readonly string[];
  /** Nobody changes or removes a row. */
  readonly isAppendOnly: boolean;
  /** Table whose rows go when the row they hang on goes; key columns are its first ones. */
  readonly cascade: string;
  readonly isSound: (row: Row) => boolean;
}

function shape(name: string, key: readonly string[], more: Partial<TableShape> = {}): TableShape {
  const plain = { identity: '', defaults: {}, numerics: [], isAppendOnly: false, cascade: '' };
  return { name, key, ...plain, isSound: () => true, ...more };
}

const isIntentSound = ({ state, sequence }: Row) =>
  ['waiting', 'malformed'].includes(state as string) === (sequence === null);

/** What the migrations of orders give a row that names none of these. */
const rareOrderColumns: Row = {
  close_reason: 0,
  executed_lots: 0,
  prevented_lots: 0,
  executed_quote_units: 0,
  quote_amount_units: 0,
  stop_price_ticks: 0,
  trailing_delta_bps: 0,
  activation_price_ticks: 0,
  visible_lots: 0,
  slippage_bps: 0,
  expire_at_ms: 0,
  client_order_id: '',
  list_id: 0,
  live_at_ms: 0,
  working_at_ms: 0,
  trailing_at_ms: 0,
};

/** All tables there are. */
export const tableShapes: readonly TableShape[] = [
  shape('journal_heads', ['engine_id']),
  shape('journal', ['engine_id', 'first_sequence'], {
    isAppendOnly: true,
    isSound: (row) => (row['count'] as number) > 0,
  }),
  shape('event_log', ['engine_id', 'first_sequence'], {
    isAppendOnly: true,
    isSound: (row) => (row['last_sequence'] as number) >= (row['first_sequence'] as number),
  }),
  shape('snapshots', ['engine_id', 'sequence'], { cascade: 'snapshot_chunks' }),
  shape('snapshot_chunks', ['engine_id', 'sequence', 'number']),
  shape('journal_archives', ['engine_id', 'number'], { isAppendOnly: true }),
  shape('command_outbox', ['intent_id'], {
    identity: 'intent_id',
    defaults: { engine_id: 1, state: 'waiting', sequence: null, code: null },
    isSound: isIntentSound,
  }),
  shape('projections', ['name']),
  // Of the product's rooms.
  shape('coins', ['coin_id'], { defaults: { links: {}, texts: {} } }),
  shape('coin_pictures', ['coin_id'], { defaults: { picture_name: null } }),
  shape('markets', ['instrument_id'], { defaults: { delisted_at: null } }),
  shape('definitions', ['kind', 'key']),
  shape('sessions', ['session_id'], { defaults: { ended_at: null, stepped_up_until: null } }),
  shape('notices', ['source_key'], { identity: 'notice_id', defaults: { read_at_ms: null } }),
  shape('notice_mutes', ['owner_id', 'submodule_code']),
  shape('stored_books', ['instrument_id']),
  shape('candles', ['instrument_id', 'span_s', 'open_ms'], {
    numerics: ['base_lots', 'quote_units', 'taker_buy_lots', 'taker_buy_quote_units'],
  }),
  shape('public_trades', ['instrument_id', 'trade_id']),
  shape('account_transfers', ['transfer_id'], { numerics: ['amount_units'] }),
  shape('spot_orders', ['order_id'], {
    defaults: rareOrderColumns,
    numerics: ['executed_quote_units', 'quote_amount_units'],
  }),
  shape('spot_fills', ['fill_id'], { numerics: ['quote_units', 'fee_units'] }),
  shape('balance_moves', ['move_id'], {
    defaults: { value_units: null },
    numerics: ['change_units', 'value_units'],
  }),
  shape('spot_last_prices', ['instrument_id']),
  shape('spot_lists', ['list_id']),
  shape('spot_list_names', ['list_id']),
  shape('spot_order_marks', ['order_id']),
  shape('spot_prevented', ['prevented_id']),
  shape('spot_amendments', ['order_id', 'sequence']),
  shape('spot_triggers', ['order_id', 'sequence', 'from_status']),
  shape('spot_fee_schedules', ['instrument_id', 'sequence']),
  shape('spot_vip_levels', ['owner_id', 'sequence']),
  shape('private_pieces', ['owner_id', 'last_number']),
  shape('contracts', ['instrument_id'], { numerics: ['impact_notional_units'] }),
  shape('contract_marks', ['instrument_id']),
  shape('price_candles', ['kind', 'key', 'span_s', 'open_ms']),
  shape('funding_rates', ['instrument_id', 'funding_at_ms']),
  shape('index_snapshots', ['snapshot_id', 'index_id', 'source']),
  // Of the simulation's own product and projection.
  shape('wishes', ['wish_id']),
  shape('told_balances', ['account_id', 'asset_id']),
  shape('told_steps', ['sequence']),
];

/** What a left join sees where a table has no row. */
export function emptyRow(table: string): Row {
  const { defaults = {} } = tableShapes.find(({ name }) => name === table) ?? {};
  return Object.fromEntries(Object.keys(defaults).map((column) => [column, null]));
}
