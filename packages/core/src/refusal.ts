// How a handler says no: it returns the code of a reject and leaves the facts here.
// Not here: the list of rejects (reject.ts), remembering outcomes (keys.ts).
// Called by every handler; read by the engine when it writes CommandApplied, by batches for items.
import * as mathNames from './math/index.ts';
import type { RejectWord } from './reject.ts';
import * as rejectNames from './reject.ts';

const { readHighWord, readLowWord } = mathNames;
const { rejects } = rejectNames;

/** What a handler returns when the command is applied. */
export const applied = 0;

/** Largest amount a fact can tell. */
const factUnitsMax = (1n << 103n) - 1n;

/** The facts of the last refusal of one engine. */
export type Refusal = ReturnType<typeof createRefusal>;

/** Make the place where facts of a refusal wait to be written. */
export function createRefusal() {
  let facts: readonly number[] = [];

  /**
   * Refuse the command (or part of one) at hand.
   *
   * @param word - the reject.
   * @param values - its facts in the order of reject.ts; a wide number becomes two words.
   * @returns the reject's code, to be returned by the handler.
   */
  function refuse(word: RejectWord, ...values: readonly (number | bigint)[]): number {
    facts = values.flatMap((value) => (typeof value === 'bigint' ? readWords(value) : [value]));
    return rejects[word][0];
  }

  return { refuse, readFacts: (): readonly number[] => facts };
}

function readWords(units: bigint): readonly number[] {
  const emitted = units > factUnitsMax ? factUnitsMax : units;
  return [readHighWord(emitted), readLowWord(emitted)];
}
