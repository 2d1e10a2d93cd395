// From our own refusals to the dialect's: one row for each word of the engine and of the edge, so
// that no reason is flattened. Called by the edge and by the WebSocket API with whatever an
// operation threw.
import { isSessionLost } from '../db/index.ts';
import { CallRefusal } from '../product/index.ts';
import { BinanceError, type BinanceWord } from './errors.ts';

type Target = BinanceWord | readonly [word: BinanceWord, ...values: string[]];

/** What the caller was doing: some reasons have another number when cancelling or amending. */
export type BinanceAction = 'place' | 'cancel' | 'amend' | 'transfer' | 'query';

const filter = (name: string): Target => ['filter_failure', name];

const WORDS: Readonly<Record<string, Target>> = {
  command_expired: 'outside_window',
  key_reused: 'duplicate_order',
  price_off_tick: filter('PRICE_FILTER'),
  size_off_lot: filter('LOT_SIZE'),
  market_unknown: 'symbol_invalid',
  instrument_not_found: 'symbol_invalid',
  market_state_forbids: 'trading_closed',
  order_terms_wrong: 'unsupported_combination',
  order_type_not_in_auction: 'trading_closed',
  price_off_range: filter('PRICE_FILTER'),
  size_off_range: filter('LOT_SIZE'),
  product_too_large: filter('NOTIONAL'),
  notional_too_low: filter('NOTIONAL'),
  no_reference_price: 'no_reference',
  price_outside_band: filter('PERCENT_PRICE_BY_SIDE'),
  stop_would_trigger: 'would_trigger',
  trailing_delta_off_range: filter('TRAILING_DELTA'),
  activation_wrong_side: 'would_trigger',
  iceberg_parts_too_many: filter('ICEBERG_PARTS'),
  self_trade_mode_not_allowed: ['parameter_invalid', 'selfTradePreventionMode'],
  expiry_in_past: 'time_in_force_invalid',
  client_order_id_taken: 'duplicate_order',
  open_orders_too_many: filter('MAX_NUM_ORDERS'),
  stop_orders_too_many: filter('MAX_NUM_ALGO_ORDERS'),
  list_legs_wrong: 'list_prices_wrong',
  no_liquidity: 'no_liquidity',
  balance_too_low: 'insufficient_balance',
  post_only_would_take: 'would_take',
  order_not_found: 'order_unknown',
  list_not_found: 'order_unknown',
  order_not_amendable: 'amend_unsupported',
  amend_not_smaller: 'amend_not_smaller',
  cancel_condition_not_met: 'cancel_restricted',
  value_out_of_range: 'bad_combination',
  account_not_found: 'key_rejected',
  not_permitted: 'key_rejected',
  object_not_found: 'no_such_order',
  invalid: ['parameter_invalid', 'body'],
  capacity_exceeded: 'server_busy',
  halted: 'server_busy',
  behind: 'server_busy',
  disk_full: 'server_busy',
  cancel_only: 'trading_closed',
  maintenance: 'server_busy',
  module_unavailable: 'trading_closed',
  region_closed: 'trading_closed',
  identity_answers_due: 'trading_closed',
  outcome_unknown: 'outcome_unknown',
  rate_limited: 'server_busy',
  not_signed_in: 'key_rejected',
};

const CANCEL_WORDS: Readonly<Record<string, Target>> = {
  market_state_forbids: 'cancel_closed',
  object_not_found: 'order_unknown',
};

const AMEND_WORDS: Readonly<Record<string, Target>> = {
  market_state_forbids: 'amend_closed',
  order_not_found: 'no_such_order',
  object_not_found: 'no_such_order',
  // Its other filters fail as those of a new order do.
  amends_too_many: ['amend_filter_failure', 'MAX_NUM_ORDER_AMENDS'],
};

const TRANSFER_WORDS: Readonly<Record<string, Target>> = {
  key_reused: 'transfer_repeated',
  balance_too_low: 'transfer_too_much',
  transfer_source_empty: 'transfer_too_much',
  transfer_day_limit: 'transfer_day_limit',
  transfer_not_out: 'transfer_refused',
  transfer_not_in: 'transfer_not_in',
  transfer_processing: 'transfer_pending',
  margin_not_opened: 'margin_not_opened',
  isolated_not_opened: 'margin_not_opened',
  margin_level_low: 'transfer_refused',
};

/**
 * Our own fields as a program calls them. The dialect's calls look at their parameters themselves;
 * what an operation refuses all the same has their name, never ours.
 */
const FIELDS: Readonly<Record<string, string>> = {
  amount: 'amount',
  clientOrderId: 'newClientOrderId',
  coinId: 'asset',
  orderId: 'orderId',
  price: 'price',
  quantity: 'quantity',
  quoteAmount: 'quoteOrderQty',
  selfTradePrevention: 'selfTradePreventionMode',
  side: 'side',
  source: 'type',
  sourceTradeId: 'fromSymbol',
  stopPrice: 'stopPrice',
  symbol: 'symbol',
  target: 'type',
  targetTradeId: 'toSymbol',
  timeInForce: 'timeInForce',
  trailingDeltaBps: 'trailingDelta',
  type: 'type',
  visibleQuantity: 'icebergQty',
};

function readField({ path, problem }: { path: string; problem: string }): Target {
  const name = FIELDS[path];
  if (name === undefined) return ['parameter_invalid', 'body'];
  return [problem.includes('decimals') ? 'too_precise' : 'parameter_invalid', name];
}

/** Some reasons depend on what was tried. */
function readTarget(refusal: CallRefusal, act: BinanceAction): Target {
  const { word, fields } = refusal;
  if (word === 'invalid' && fields.length > 0) return readField(fields[0]);
  const special = {
    place: {},
    query: {},
    cancel: CANCEL_WORDS,
    amend: AMEND_WORDS,
    transfer: TRANSFER_WORDS,
  }[act];
  return (special as Record<string, Target>)[word] ?? WORDS[word] ?? 'unknown';
}

/**
 * Whatever an operation threw, as a refusal of the dialect.
 *
 * @returns undefined when it was no refusal but our mistake.
 */
export function translateRefusal(
  error: unknown,
  act: BinanceAction = 'place',
): BinanceError | undefined {
  if (error instanceof BinanceError) return error;
  // Away in the middle: a question has changed nothing, of the rest nobody knows.
  if (isSessionLost(error)) {
    return new BinanceError(act === 'query' ? 'server_busy' : 'outcome_unknown');
  }
  if (!(error instanceof CallRefusal) || error.word === 'internal') return undefined;
  const target = readTarget(error, act);
  if (typeof target === 'string') return new BinanceError(target);
  const [word, ...values] = target;
  return new BinanceError(word, values);
}

/** The words of our refusals that have a row here; a test compares them with the tables. */
export const translatedWords: readonly string[] = [
  ...Object.keys(WORDS),
  ...Object.keys(AMEND_WORDS),
  ...Object.keys(TRANSFER_WORDS),
];
