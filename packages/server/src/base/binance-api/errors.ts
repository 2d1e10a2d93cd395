// The refusals of the trading API's dialect: number, HTTP status and sense of the sentence, one row
// each. Not here: which of our own refusals becomes which of these (translate.ts). Thrown by
// everything that serves the dialect; the edge and the WebSocket API write them out.

/** Number, HTTP status and sentence; `%s` are filled in order. */
type Row = readonly [code: number, status: number, text: string];

/** Every refusal of the dialect that we give, by a word of ours. */
export const binanceErrors = {
  unknown: [-1000, 500, 'An unknown error occurred while processing the request.'],
  too_much_weight: [
    -1003,
    429,
    'Too much request weight used; current limit is %s request weight per 1 MINUTE. ' +
      'Please use WebSocket Streams for live updates to avoid polling the API.',
  ],
  too_many_requests: [-1003, 429, 'Too many requests; current limit is %s requests per 5 MINUTE.'],
  banned: [
    -1003,
    418,
    'Way too much request weight used; IP banned until %s. ' +
      'Please use WebSocket Streams for live updates to avoid bans.',
  ],
  outcome_unknown: [
    -1007,
    504,
    'Timeout waiting for response from backend server. ' +
      'Send status unknown; execution status unknown.',
  ],
  server_busy: [
    -1008,
    503,
    'Server is currently overloaded with other requests. Please try again in a few minutes.',
  ],
  filter_failure: [-1013, 400, 'Filter failure: %s'],
  unsupported_combination: [-1014, 400, 'Unsupported order combination.'],
  too_many_orders: [-1015, 429, 'Too many new orders; current limit is %s orders per %s.'],
  unsupported_operation: [-1020, 404, 'This operation is not supported.'],
  outside_window: [-1021, 400, 'Timestamp for this request is outside of the recvWindow.'],
  ahead_of_server: [
    -1021,
    400,
    "Timestamp for this request was 1000ms ahead of the server's time.",
  ],
  signature_invalid: [-1022, 400, 'Signature for this request is not valid.'],
  illegal_characters: [
    -1100,
    400,
    "Illegal characters found in parameter '%s'; legal range is '%s'.",
  ],
  duplicate_parameter: [-1101, 400, 'Duplicate values for a parameter detected.'],
  parameter_missing: [
    -1102,
    400,
    "Mandatory parameter '%s' was not sent, was empty/null, or malformed.",
  ],
  either_missing: [-1102, 400, "Param '%s' or '%s' must be sent, but both were empty/null!"],
  unread_parameters: [
    -1104,
    400,
    "Not all sent parameters were read; read '%s' parameter(s) but was sent '%s'.",
  ],
  parameter_empty: [-1105, 400, "Parameter '%s' was empty."],
  not_required: [-1106, 400, "Parameter '%s' sent when not required."],
  too_precise: [-1111, 400, "Parameter '%s' has too much precision."],
  time_in_force_not_required: [-1114, 400, 'TimeInForce parameter sent when not required.'],
  time_in_force_invalid: [-1115, 400, 'Invalid timeInForce.'],
  order_type_invalid: [-1116, 400, 'Invalid orderType.'],
  side_invalid: [-1117, 400, 'Invalid side.'],
  interval_invalid: [-1120, 400, 'Invalid interval.'],
  symbol_invalid: [-1121, 400, 'Invalid symbol.'],
  symbol_status_invalid: [-1122, 400, 'Invalid symbolStatus.'],
  listen_key_unknown: [-1125, 400, 'This listenKey does not exist.'],
  lookup_too_long: [-1127, 400, 'More than %s hours between startTime and endTime.'],
  bad_combination: [-1128, 400, 'Combination of optional parameters invalid.'],
  parameter_invalid: [-1130, 400, "Data sent for parameter '%s' is not valid."],
  strategy_type_invalid: [-1134, 400, 'strategyType was less than 1000000.'],
  peg_price_invalid: [-1210, 400, 'Invalid pegPriceType.'],
  peg_offset_invalid: [-1211, 400, 'Invalid pegOffsetType.'],
  json_invalid: [-1135, 400, "JSON sent for parameter '%s' is not valid"],
  ticker_type_invalid: [-1139, 400, 'Invalid ticker type.'],
  cancel_restrictions_invalid: [-1145, 400, 'Invalid cancelRestrictions.'],
  duplicate_symbols: [-1151, 400, 'Symbol is present multiple times in the list.'],
  list_type_unsupported: [-1158, 400, 'Order type not supported in OCO.'],
  buy_limit_must_be_below: [-1165, 400, 'A limit order in a buy OCO must be below.'],
  sell_limit_must_be_above: [-1166, 400, 'A limit order in a sell OCO must be above.'],
  status_mismatch: [-1220, 400, "The symbol's status does not match the requested symbolStatus."],
  insufficient_balance: [-2010, 400, 'Account has insufficient balance for requested action.'],
  duplicate_order: [-2010, 400, 'Duplicate order sent.'],
  would_trigger: [-2010, 400, 'Stop price would trigger immediately.'],
  would_take: [-2010, 400, 'Order would immediately match and take.'],
  no_liquidity: [-2010, 400, 'Order book liquidity is less than symbol minimum quantity.'],
  no_reference: [-2010, 400, 'There is no reference price for this symbol yet.'],
  list_prices_wrong: [-2010, 400, 'The relationship of the prices for the orders is not correct.'],
  trading_closed: [-2010, 400, 'Market is closed.'],
  peg_unsupported: [-2010, 400, 'Pegged orders are not supported for this symbol.'],
  iceberg_unsupported: [-2010, 400, 'Iceberg orders are not supported for this symbol.'],
  opo_unsupported: [-2010, 400, 'OPO orders are not supported for this symbol.'],
  no_reference_price: [-2043, 400, "This symbol doesn't have a reference price."],
  order_unknown: [-2011, 400, 'Unknown order sent.'],
  cancel_restricted: [-2011, 400, 'Order was not canceled due to cancel restrictions.'],
  cancel_closed: [-2011, 400, 'Market is closed.'],
  no_such_order: [-2013, 400, 'Order does not exist.'],
  no_such_list: [-2018, 400, 'Order list does not exist.'],
  key_malformed: [-2014, 401, 'API-key format invalid.'],
  key_rejected: [-2015, 401, 'Invalid API-key, IP, or permissions for action.'],
  replace_partly_failed: [-2021, 409, 'Order cancel-replace partially failed.'],
  replace_failed: [-2022, 400, 'Order cancel-replace failed.'],
  amend_not_smaller: [-2038, 400, 'Order amend (quantity increase) is not supported.'],
  amend_no_change: [-2038, 400, 'The requested action would change no state; rejecting.'],
  amend_unsupported: [-2038, 400, 'Order amend is not supported for this order.'],
  amend_filter_failure: [-2038, 400, 'Filter failure: %s'],
  amend_closed: [-2038, 400, 'Market is closed.'],
  asset_unknown: [-1108, 400, 'Invalid asset.'],
  margin_not_opened: [-3003, 400, 'Margin account does not exist.'],
  transfer_day_limit: [
    -3005,
    400,
    'Transferring out not allowed. Transfer out amount exceeds max amount.',
  ],
  asset_not_of_pair: [-3027, 400, 'Not a valid margin asset.'],
  transfer_refused: [-3029, 400, 'Transfer failed.'],
  transfer_not_in: [-3043, 400, 'Transferring in not allowed.'],
  transfer_repeated: [-5010, 400, 'Asset transfer fail: this request was carried out before.'],
  transfer_pending: [-5012, 400, 'Asset transfer is in pending.'],
  // Clients know this reason by its sentence.
  transfer_too_much: [-5013, 400, 'Account has insufficient balance for requested action.'],
  coin_unknown: [-4018, 400, "We don't have this asset."],
  withdraw_repeated: [-4001, 400, 'Invalid operation: this withdrawOrderId is of another one.'],
  address_refused: [-4007, 400, 'Address validation is not passed.'],
  address_tag_refused: [-4008, 400, 'Address tag validation is not passed.'],
  second_factor_missing: [-4013, 400, '2FA is not opened.'],
  withdraw_limited: [-4015, 400, 'Withdraw is limited.'],
  security_changed: [
    -4016,
    400,
    'Within 24 hours after password modification, withdrawal is prohibited.',
  ],
  withdraw_not_multiple: [-4021, 400, 'Asset withdrawal must be an %s multiple of %s.'],
  withdraw_too_little: [-4022, 400, 'Not less than the minimum pick-up quantity %s.'],
  withdraw_day_limit: [-4023, 400, 'Within 24 hours, the withdrawal exceeds the maximum amount.'],
  withdraw_too_much: [-4026, 400, 'You have insufficient balance.'],
  withdraw_below_fee: [-4028, 400, 'The amount of withdrawal must be greater than the Commission.'],
  address_illegal: [-4033, 400, 'Illegal address.'],
  address_not_listed: [
    -4035,
    400,
    'This address is not on the whitelist. Please join and try again.',
  ],
  address_too_new: [-4036, 400, 'The new address needs to be withdrawn in %s hours.'],
  span_too_long: [-4047, 400, 'Time interval must be within 0-90 days.'],
  withdrawal_closed: [-4019, 400, 'Current asset is not open for withdrawal.'],
  deposit_closed: [
    -4040,
    400,
    'This address not charged: no network takes deposits of this asset.',
  ],
  subscription_active: [-2035, 400, 'User Data Stream subscription already active.'],
  too_many_subscriptions: [-2042, 400, 'Maximum subscription ID reached for this connection.'],
  logon_kind: [-4056, 400, 'HMAC_SHA256 API key is not supported.'],
  client_id_mismatch: [-2039, 400, 'Client order ID is not correct for this order ID.'],
} as const satisfies Record<string, Row>;

/** A refusal's word in this table. */
export type BinanceWord = keyof typeof binanceErrors;

/** What goes over the wire: `{code, msg}`, and `data` where the dialect has it. */
export interface BinanceErrorBody {
  readonly code: number;
  readonly msg: string;
  readonly data?: unknown;
}

/** Thrown to refuse a request of the dialect. */
export class BinanceError extends Error {
  override readonly name = 'DialectError';
  readonly word: BinanceWord;
  readonly code: number;
  readonly status: number;
  /** Further content of the answer, such as both halves of a cancel-replace. */
  readonly data: unknown;
  /** Seconds until the next try makes sense, 0 = not told. */
  readonly retryAfterS: number;
  /** The call's orders stay counted: they were placed, may have been, or count all the same. */
  readonly keepsOrderCount: boolean;

  constructor(
    word: BinanceWord,
    values: readonly (string | number)[] = [],
    more: {
      data?: unknown;
      retryAfterS?: number;
      status?: number | undefined;
      keepsOrderCount?: boolean;
    } = {},
  ) {
    const [code, status, text] = binanceErrors[word];
    let at = 0;
    super(text.replace(/%s/g, () => String(values[at++] ?? '')));
    this.word = word;
    this.code = code;
    this.status = more.status ?? status;
    this.data = more.data;
    this.retryAfterS = more.retryAfterS ?? 0;
    this.keepsOrderCount = more.keepsOrderCount ?? word === 'outcome_unknown';
  }

  /** The answer's body. */
  show(): BinanceErrorBody {
    const body = { code: this.code, msg: this.message };
    return this.data === undefined ? body : { ...body, data: this.data };
  }
}
