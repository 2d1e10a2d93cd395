// Spoils a sensible command in one place, so that every reject is met. Called by steps.ts.
import type { OrderTerms } from '@isobath/core';
import type { Dice } from './dice.ts';

type Spoil = (terms: OrderTerms, dice: Dice) => Partial<Record<keyof OrderTerms, unknown>>;

const spoils: readonly Spoil[] = [
  () => ({ accountId: 9_999 }),
  (_, dice) => ({ accountId: dice.between(1, 5) }),
  () => ({ instrumentId: 77 }),
  () => ({ side: 2 }),
  () => ({ orderType: 0 }),
  (_, dice) => ({ timeInForce: dice.between(0, 5) }),
  (_, dice) => ({ priceTicks: dice.pick([0, 2 ** 31, 2 ** 53 - 1]) }),
  (terms, dice) => ({ priceTicks: Math.max(1, terms.priceTicks * dice.pick([2, 30])) }),
  (terms) => ({ priceTicks: Math.ceil(terms.priceTicks / 12) }),
  (_, dice) => ({ sizeLots: dice.pick([0, 1, 2 ** 52, 2 ** 53 - 1]) }),
  (terms) => ({ sizeLots: terms.sizeLots * 200 }),
  ({ priceTicks }, dice) => ({
    sizeLots: Math.floor(2 ** 53 / Math.max(2, priceTicks)) + dice.between(-1, 1),
  }),
  (_, dice) => ({ quoteAmountUnits: dice.pick([1n, 10n ** 30n, 2n ** 103n - 1n]) }),
  () => ({ quoteAmountUnits: 1n, sizeLots: 0 }),
  (_, dice) => ({ stopPriceTicks: dice.pick([0, 1, 2 ** 31 - 1]) }),
  (_, dice) => ({ trailingDeltaBps: dice.pick([0, 1, 10_000, 10_001]) }),
  (_, dice) => ({ activationPriceTicks: dice.pick([1, 2 ** 31]) }),
  (terms, dice) => ({ visibleLots: dice.pick([1, terms.sizeLots, 2 ** 52]) }),
  (_, dice) => ({ selfTradeMode: dice.pick([1, 6, 7]) }),
  (_, dice) => ({ slippageBps: dice.pick([1, 10_000, 10_001]) }),
  (_, dice) => ({ expireAtMs: dice.pick([1, 2 ** 53 - 1]) }),
  () => ({ timeInForce: 3, expireAtMs: 5 }),
  () => ({ clientOrderId: [65 ** 8 + 68 ** 8, 0, 0, 0, 0] }),
  () => ({ clientOrderId: [1 * 65 ** 7, 0, 0, 0, 0] }),
];

/** The terms with one thing changed, often into something wrong. */
export function spoilTerms(terms: OrderTerms, dice: Dice): OrderTerms {
  return { ...terms, ...dice.pick(spoils)(terms, dice) } as OrderTerms;
}

/** Numbers that are wrong somewhere, for fields of other commands. */
export const oddNumbers: readonly number[] = [0, 1, 5, 16, 999, 10_001, 2 ** 31, 2 ** 53 - 1];
