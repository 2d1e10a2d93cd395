// Which lines of customer service somebody is offered, in which order. Not how a line is brought or
// opened. Used by the widget on every page and by the help centre.
import type { ServiceLine } from '@isobath/wire';

/**
 * The lines in the order of the configuration; without one 3, 2, 1. The live line is for people who
 * are signed in.
 */
export function orderLines(
  configured: readonly ServiceLine[],
  isSignedIn: boolean,
): readonly ServiceLine[] {
  const wanted: readonly ServiceLine[] = configured.length === 0 ? [3, 2, 1] : configured;
  return [...new Set(wanted)].filter((line) => line !== 2 || isSignedIn);
}
