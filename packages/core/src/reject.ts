// Every reason why the core refuses a command: one number each, in the order of checking, with the
// names of its whole-number facts. `wire/errors.ts` gives the words; a test proves that both agree.

/**
 * A fact is a safe integer; one named `*Units` takes two numbers: high and low word (base 2^52).
 */
type RejectRow = readonly [code: number, ...facts: string[]];

/** Reject words with number and fact names, in the order of checking. */
export const rejects = {
  command_expired: [40001, 'atMs', 'deadlineMs'],
  key_reused: [40002, 'firstSequence'],
  not_permitted: [40003, 'commandKind'],
  value_out_of_range: [40004, 'fieldNumber'],
  capacity_exceeded: [40005, 'capacity', 'countMax'],
  asset_not_found: [40010, 'assetId'],
  asset_exists: [40011, 'assetId'],
  instrument_not_found: [40012, 'instrumentId'],
  instrument_exists: [40013, 'instrumentId'],
  account_not_found: [40014, 'accountId'],
  account_exists: [40015, 'accountId'],
  scale_law_broken: [40016, 'priceDecimals', 'lotDecimals'],
  fee_rates_negative: [40017, 'makerPpm', 'takerPpm'],
  transition_forbidden: [40018, 'fromState', 'toState'],
  book_not_empty: [40019, 'instrumentId'],
  auction_times_wrong: [40020, 'noCancelAtMs', 'openAtMs'],
  same_account: [40021, 'accountId'],
  wallet_world_mismatch: [40022, 'fromAccountId', 'toAccountId'],
  contra_above_zero: [40023, 'accountId'],
  hold_too_low: [40024, 'heldUnits', 'neededUnits'],
  supply_too_large: [40025, 'assetId'],
  market_state_forbids: [40030, 'state'],
  order_terms_wrong: [40031, 'orderType', 'timeInForce', 'fieldNumber'],
  order_type_not_in_auction: [40032, 'orderType', 'timeInForce'],
  price_off_range: [40033, 'priceTicks', 'priceTicksMin', 'priceTicksMax'],
  size_off_range: [40034, 'sizeLots', 'sizeLotsMin', 'sizeLotsMax'],
  product_too_large: [40035, 'priceTicks', 'sizeLots'],
  notional_too_low: [40036, 'notionalUnits', 'notionalUnitsMin'],
  no_reference_price: [40037, 'instrumentId'],
  price_outside_band: [40038, 'priceTicks', 'lowTicks', 'highTicks'],
  stop_would_trigger: [40039, 'stopPriceTicks', 'lastTicks'],
  trailing_delta_off_range: [40040, 'deltaBps', 'deltaBpsMin', 'deltaBpsMax'],
  activation_wrong_side: [40041, 'activationPriceTicks', 'lastTicks'],
  iceberg_parts_too_many: [40042, 'partsCount', 'partsCountMax'],
  self_trade_mode_not_allowed: [40043, 'mode', 'modesMask'],
  expiry_in_past: [40044, 'expireAtMs', 'atMs'],
  client_order_id_taken: [40045, 'orderId'],
  open_orders_too_many: [40046, 'count', 'countMax'],
  stop_orders_too_many: [40047, 'count', 'countMax'],
  list_legs_wrong: [40048, 'listType', 'fieldNumber'],
  no_liquidity: [40049, 'instrumentId'],
  balance_too_low: [40050, 'availableUnits', 'neededUnits'],
  post_only_would_take: [40051, 'priceTicks', 'bestTicks'],
  order_not_found: [40053, 'orderId'],
  order_not_amendable: [40054, 'orderId'],
  amend_not_smaller: [40055, 'sizeLots', 'oldSizeLots', 'executedLots'],
  amends_too_many: [40056, 'countMax'],
  cancel_condition_not_met: [40057, 'condition'],
  list_not_found: [40058, 'listId'],
  batch_size_wrong: [40059, 'count', 'countMax'],
  nothing_to_close_out: [40060, 'accountId'],
  above_close_out_minimum: [40061, 'notionalUnits', 'notionalUnitsMin'],
  close_out_used_today: [40062, 'assetId'],
  operator_balance_too_low: [40063, 'accountId'],
  product_mismatch: [40070, 'instrumentId'],
  index_frozen: [40071, 'indexId'],
  price_stale: [40072, 'observedAtMs', 'atMs', 'lastObservedAtMs'],
  position_mode_mismatch: [40073, 'positionMode'],
  position_not_found: [40074, 'positionId'],
  reduce_only_rejected: [40075, 'positionLots'],
  leverage_off_range: [40076, 'leverage', 'leverageMax'],
  position_open: [40077, 'instrumentId'],
  orders_open: [40078, 'instrumentId'],
  margin_too_low: [40079, 'usableUnits', 'neededUnits'],
  position_limit: [40080, 'lots', 'lotsMax'],
  open_interest_full: [40081, 'lots', 'lotsMax'],
  price_beyond_bankruptcy: [40082, 'priceTicks', 'bankruptcyTicks'],
  in_liquidation: [40083, 'instrumentId'],
  transfer_over_risk: [40084, 'maxUnits'],
  deficit_open: [40085, 'assetId'],
  margin_out_too_large: [40086, 'maxUnits'],
  merge_mismatch: [40087, 'positionId'],
  settings_unchanged: [40088, 'instrumentId'],
  tier_list_wrong: [40089, 'tier'],
  borrow_over_limit: [40090, 'maxUnits'],
  pool_too_low: [40091, 'leftUnits'],
  debt_not_found: [40092, 'assetId'],
  margin_level_forbids: [40093, 'levelE4', 'neededE4'],
  pair_asset_wrong: [40094, 'assetId'],
  reset_too_early: [40095, 'againAtMs'],
  leg_refused: [40096, 'leg', 'legCode'],
  index_not_found: [40097, 'indexId'],
  index_exists: [40098, 'indexId'],
} as const satisfies Record<string, RejectRow>;

/** A reject's word. */
export type RejectWord = keyof typeof rejects;

const wordsByCode = new Map<number, RejectWord>(
  // oxlint-disable-next-line no-restricted-properties -- a map, no order is read
  Object.entries(rejects).map(([word, row]) => [row[0], word as RejectWord]),
);

/** The word of a reject number, undefined for 0 and for unknown numbers. */
export function readRejectWord(code: number): RejectWord | undefined {
  return wordsByCode.get(code);
}

/**
 * Name a reject's facts; amounts are joined from their words.
 *
 * @param code - a number of `rejects`.
 * @param facts - as carried by CommandApplied or ItemApplied.
 * @returns whole numbers by fact name, as decimal text.
 */
export function readRejectFacts(code: number, facts: readonly number[]): Record<string, string> {
  const word = wordsByCode.get(code);
  if (word === undefined) return {};
  const named: Record<string, string> = {};
  let at = 0;
  for (const name of (rejects[word] as RejectRow).slice(1) as string[]) {
    if (name.endsWith('Units') || name === 'notionalUnitsMin') {
      named[name] = String(BigInt(facts[at] ?? 0) * 2n ** 52n + BigInt(facts[at + 1] ?? 0));
      at += 2;
    } else {
      named[name] = String(facts[at] ?? 0);
      at += 1;
    }
  }
  return named;
}
