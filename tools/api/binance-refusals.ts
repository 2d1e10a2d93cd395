// Which refusals of the trading dialect a call can give, from what it is marked as.
// Not here: the refusals themselves (base/binance-api/errors.ts). Used by openapi.ts and pages.ts.
import type { Route } from '@isobath/wire';
import {
  binanceErrors,
  type BinanceWord,
} from '../../packages/server/src/base/binance-api/errors.ts';
import { readSchema } from './shapes.ts';

/** One refusal: number, HTTP status, sense. */
export interface BinanceRefusal {
  readonly code: number;
  readonly status: number;
  readonly meaning: string;
}

const always: readonly BinanceWord[] = [
  'too_much_weight',
  'too_many_requests',
  'banned',
  'illegal_characters',
  'duplicate_parameter',
  'parameter_missing',
  'unread_parameters',
  'parameter_empty',
  'parameter_invalid',
  'unknown',
];
const named: readonly BinanceWord[] = ['key_malformed', 'key_rejected'];
const signed: readonly BinanceWord[] = ['outside_window', 'ahead_of_server', 'signature_invalid'];
const moving: readonly BinanceWord[] = ['outcome_unknown', 'server_busy'];
const byAction: Readonly<Record<string, readonly BinanceWord[]>> = {
  place: [
    ...moving,
    'filter_failure',
    'unsupported_combination',
    'either_missing',
    'not_required',
    'too_precise',
    'bad_combination',
    'time_in_force_not_required',
    'time_in_force_invalid',
    'order_type_invalid',
    'side_invalid',
    'insufficient_balance',
    'duplicate_order',
    'would_trigger',
    'would_take',
    'no_liquidity',
    'no_reference',
    'peg_unsupported',
    'trading_closed',
  ],
  cancel: [...moving, 'order_unknown', 'cancel_closed', 'client_id_mismatch'],
  amend: [
    ...moving,
    'no_such_order',
    'amend_not_smaller',
    'amend_no_change',
    'amend_unsupported',
    'amend_closed',
    'amend_filter_failure',
    'filter_failure',
  ],
  transfer: [
    ...moving,
    'asset_unknown',
    'margin_not_opened',
    'transfer_day_limit',
    'asset_not_of_pair',
    'transfer_refused',
    'transfer_not_in',
    'transfer_repeated',
    'transfer_pending',
    'transfer_too_much',
    'unsupported_operation',
  ],
};
const byPath: Readonly<Record<string, readonly BinanceWord[]>> = {
  'POST /api/v3/order/cancelReplace': [
    'replace_partly_failed',
    'replace_failed',
    'client_id_mismatch',
  ],
  'POST /api/v3/orderList/oco': [
    'list_type_unsupported',
    'buy_limit_must_be_below',
    'sell_limit_must_be_above',
    'list_prices_wrong',
  ],
  'POST /api/v3/orderList/opo': ['opo_unsupported'],
  'POST /api/v3/orderList/opoco': ['opo_unsupported'],
  'GET /api/v3/ticker': ['ticker_type_invalid'],
  'GET /api/v3/ticker/24hr': ['ticker_type_invalid'],
  'GET /api/v3/ticker/tradingDay': ['ticker_type_invalid'],
  'GET /api/v3/order': ['no_such_order', 'client_id_mismatch'],
  'GET /api/v3/orderList': ['no_such_list'],
  'GET /api/v3/referencePrice': ['no_reference_price'],
  'GET /api/v3/referencePrice/calculation': ['no_reference_price', 'status_mismatch'],
  'GET /sapi/v1/capital/deposit/address': ['coin_unknown', 'deposit_closed'],
  'POST /sapi/v1/capital/withdraw/apply': [
    'coin_unknown',
    'withdrawal_closed',
    'withdraw_repeated',
    'withdraw_limited',
    'second_factor_missing',
    'security_changed',
    'address_refused',
    'address_tag_refused',
    'address_illegal',
    'address_not_listed',
    'address_too_new',
    'withdraw_not_multiple',
    'withdraw_too_little',
    'withdraw_below_fee',
    'withdraw_day_limit',
    'withdraw_too_much',
  ],
  'GET /sapi/v1/capital/withdraw/history': ['span_too_long'],
  'GET /sapi/v1/capital/deposit/hisrec': ['span_too_long'],
  'PUT /api/v3/userDataStream': ['listen_key_unknown'],
  'DELETE /api/v3/userDataStream': ['listen_key_unknown'],
};
/** Refusals that a parameter brings with it. */
const byParameter: Readonly<Record<string, readonly BinanceWord[]>> = {
  symbol: ['symbol_invalid'],
  symbols: ['bad_combination', 'duplicate_symbols'],
  symbolStatus: ['symbol_status_invalid'],
  interval: ['interval_invalid'],
  strategyType: ['strategy_type_invalid'],
  pegPriceType: ['peg_price_invalid'],
  pegOffsetType: ['peg_offset_invalid'],
  cancelRestrictions: ['cancel_restrictions_invalid', 'cancel_restricted'],
  endTime: ['lookup_too_long'],
};
/** Questions that look at most a day far. */
const NOT_A_DAY = /klines|aggTrades|uiKlines|asset\/transfer/i;

/** Refusals that belong to no call: of a path that nothing serves, and of a connection itself. */
const ofNoCall: readonly BinanceWord[] = [
  'unsupported_operation',
  'json_invalid',
  'logon_kind',
  'subscription_active',
  'too_many_subscriptions',
];

function showRefusals(words: readonly BinanceWord[]): BinanceRefusal[] {
  return [...new Set(words)]
    .map((word) => {
      const [code, status, text] = binanceErrors[word];
      return { code, status, meaning: text.replaceAll('%s', '…') };
    })
    .sort((one, other) => other.code - one.code);
}

/** Refusals that no call gives, by number. */
export const otherRefusals: readonly BinanceRefusal[] = showRefusals(ofNoCall);

/** Refusals of a call of the dialect, each once, by number. */
export function listBinanceRefusals(route: Route): BinanceRefusal[] {
  const isSigned = route.role.startsWith('key_');
  const parameters = Object.keys(readSchema(route.query as never, 'input').properties ?? {});
  const words: BinanceWord[] = [
    ...always,
    ...(route.role.startsWith('key') ? named : []),
    ...(isSigned ? signed : []),
    ...((route.binance?.orders ?? 0) > 0 ? (['too_many_orders'] as const) : []),
    ...(byAction[route.binance?.act ?? ''] ?? []),
    ...(byPath[`${route.method} ${route.path}`] ?? []),
    ...parameters
      .filter((name) => name !== 'endTime' || !NOT_A_DAY.test(route.path))
      .flatMap((name) => byParameter[name] ?? []),
  ];
  return showRefusals(words);
}
