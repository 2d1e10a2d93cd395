// The number of a prevented match: made from the step alone, so that the answer to an order, the
// user stream and the tables name a match alike. Used by all three.
import { type CoreEvent, EventKind, type SelfTradePrevented } from '@isobath/core';

/**
 * Numbers that a step has: a taker meets each of their own open orders once, far fewer than this.
 */
const STEP_NUMBERS = 4_096;

/** The least number that a match of a step can have. */
export function readFirstNumber(sequence: number): number {
  return sequence * STEP_NUMBERS;
}

/** @param step - with all its events; the match is one of them. */
export function numberPrevented(
  step: { readonly sequence: number; readonly events: readonly CoreEvent[] },
  match: SelfTradePrevented,
): number {
  let place = 0;
  for (const event of step.events) {
    if (event.kind === EventKind.selfTradePrevented) place += 1;
    if (event === match) break;
  }
  return readFirstNumber(step.sequence) + place;
}
