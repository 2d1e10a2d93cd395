/** Types of oldest.mjs, which must run without any tool. */
import type { PartResult } from './result.ts';

/** A part of `npm run prove`. */
export type PartName = 'sim' | 'mutants' | 'kills' | 'hostile' | 'starts' | 'screens' | 'benches';
/** Every part, in the order in which they run. */
export const partNames: readonly PartName[];
/** Where the result of a part stands, below the root. */
export function resultPath(part: string): string;
/** The result of a part as its last run wrote it; undefined where there is none. */
export function readResult(root: string, part: string): PartResult | undefined;
/** One line: the part whose last green run is the oldest, and which parts never had one. */
export function describeOldest(root: string): string;
