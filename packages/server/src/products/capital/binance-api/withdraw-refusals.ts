// What a withdrawal is refused for, as the trading dialect numbers it. Called by withdrawals.ts.
import { formatDecimal, parseDecimal } from '@isobath/core/math';
import { BinanceError } from '../../../base/binance-api/index.ts';
import { CallRefusal } from '../../../base/product/index.ts';

type Word = ConstructorParameters<typeof BinanceError>[0];

const WORDS: Readonly<Record<string, Word>> = {
  key_reused: 'withdraw_repeated',
  network_suspended: 'withdrawal_closed',
  need_kyc: 'withdraw_limited',
  second_factor_missing: 'second_factor_missing',
  security_changed: 'security_changed',
  address_invalid: 'address_refused',
  address_other_network: 'address_refused',
  memo_wrong: 'address_tag_refused',
  address_no_payee: 'address_illegal',
  address_own: 'address_illegal',
  address_not_listed: 'address_not_listed',
  withdraw_balance_low: 'withdraw_too_much',
  withdrawal_locked: 'withdraw_limited',
  withdraw_day_limit: 'withdraw_day_limit',
};

const HOUR_MS = 3_600_000;
/** As many decimals as an amount may be sent with. */
const DECIMALS_MAX = 20;
const readUnits = (text: string) => parseDecimal(text, DECIMALS_MAX);

/** Above the most, below the least, or not more than its own fee. */
function judgeRange(amount: string, { min = '0', max = '0' }: CallRefusal['facts']): BinanceError {
  const units = readUnits(amount);
  if (units > readUnits(max)) return new BinanceError('withdraw_limited');
  if (units < readUnits(min)) return new BinanceError('withdraw_too_little', [min]);
  return new BinanceError('withdraw_below_fee');
}

/** Whatever withdrawing threw; what is not a refusal of it stays as it is. */
export function translateWithdrawRefusal(
  error: unknown,
  { amount, nowMs }: { readonly amount: string; readonly nowMs: number },
): unknown {
  if (!(error instanceof CallRefusal)) return error;
  const { word, facts } = error;
  if (word === 'withdraw_out_of_range') return judgeRange(amount, facts);
  if (word === 'amount_not_raw') {
    const step = formatDecimal(1n, Number(facts['decimals']));
    return new BinanceError('withdraw_not_multiple', ['integer', step]);
  }
  if (word === 'address_too_new') {
    const hours = Math.ceil((Number(facts['usableAtMs']) - nowMs) / HOUR_MS);
    return new BinanceError('address_too_new', [hours]);
  }
  if (word === 'travel_rule_needed') {
    return new BinanceError('parameter_missing', ['questionnaire']);
  }
  const target = WORDS[word];
  return target === undefined ? error : new BinanceError(target);
}
