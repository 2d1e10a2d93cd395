// What becomes of an amount that is withdrawn, as decimal text: the fee, what is received and what
// leaves the account. The rule is the exchange's own (core/math). Pure.
import {
  DecimalError,
  formatDecimal,
  parseDecimal,
  splitWithdrawal,
  type WithdrawFee,
} from '@isobath/core/math';
import type { WithdrawTerms } from '@isobath/wire';

/** What an amount is split by. */
export interface SplitTerms {
  readonly terms: Pick<WithdrawTerms, 'fee' | 'feePpm' | 'max' | 'precision'>;
  /** Decimals of the coin in the account. */
  readonly scale: number;
  readonly isFeeInside: boolean;
}

/** An amount and what becomes of it. */
export interface Split {
  readonly receives: string;
  readonly fee: string;
  readonly taken: string;
}

/** Decimals of an amount that the exchange wrote whole. */
export function countScale(amount: string): number {
  return amount.split('.')[1]?.length ?? 0;
}

const readFee = ({ terms, scale }: SplitTerms): WithdrawFee => ({
  feeUnits: parseDecimal(terms.fee, scale),
  feePpm: terms.feePpm,
});

function splitUnits(units: bigint, of: SplitTerms) {
  const rules = { ...readFee(of), isFeeInside: of.isFeeInside };
  return splitWithdrawal(units, rules, { decimals: of.terms.precision, scale: of.scale });
}

/** Split an amount. @returns null for what cannot be withdrawn. */
export function splitAmount(amount: string, of: SplitTerms): Split | null {
  try {
    const split = splitUnits(parseDecimal(amount, of.scale), of);
    if (split === undefined) return null;
    const show = (units: bigint) => formatDecimal(units, of.scale);
    return {
      receives: show(split.receivesUnits),
      fee: show(split.feeUnits),
      taken: show(split.receivesUnits + split.feeUnits),
    };
  } catch (error) {
    if (error instanceof DecimalError) return null;
    throw error;
  }
}

/** The most that can be typed: what is there, with the fee on top where it is outside. */
export function readMost(withdrawable: string, of: SplitTerms): string {
  const ownUnits = parseDecimal(withdrawable, of.scale);
  const fitsUnits = of.isFeeInside
    ? ownUnits
    : (splitUnits(ownUnits, { ...of, isFeeInside: true })?.receivesUnits ?? 0n);
  const maxUnits = parseDecimal(of.terms.max, of.scale);
  return formatDecimal(fitsUnits < maxUnits ? fitsUnits : maxUnits, of.scale);
}
