// Numbers of rows that are made from events: they rise with time and belong to one projection.
// A step's rows begin at its sequence times 4,096; a step with more goes on into the numbers of the
// next, whose rows then begin behind it. So a number depends on nothing but the steps before it.
// Used by the projection of orders.

/** Numbers that a step has for itself. */
const STEP_NUMBERS = 4_096;

/** Gives numbers to rows. */
export interface RowNumbers {
  /** Go on behind the highest number ever given, 0 = none was. */
  restore(last: number): void;
  /** The next number of a step; steps come in order. */
  next(sequence: number): number;
}

/** Make numbers that begin at the first step. */
export function createRowNumbers(): RowNumbers {
  let last = 0;
  return {
    restore(given) {
      last = given;
    },
    next(sequence) {
      last = Math.max(last, sequence * STEP_NUMBERS) + 1;
      return last;
    },
  };
}
