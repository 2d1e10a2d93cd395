// A run as a file: the very commands with their times, readable and free of any generator, so that
// it means the same for ever. Kept in packages/sim/regressions. Called by run.ts and the tests.
import { readFileSync, writeFileSync } from 'node:fs';
import { Comparison, type Fault, report } from './comparison.ts';
import type { Judging } from './l0.ts';
import type { Sent } from './workload.ts';

/** A kept run. `rule` says in a line what the rules want of it. */
export interface Trace {
  readonly rule: string;
  readonly check: string;
  readonly detail: string;
  readonly seed: number;
  readonly commands: readonly Sent[];
}

/** Amounts out of the text that `tell` makes of them. */
export const reviveAmounts = (_: string, it: unknown): unknown =>
  typeof it === 'string' && /^-?\d+n$/.test(it) ? BigInt(it.slice(0, -1)) : it;

/** Write a trace; amounts as digits with an n, one command a line. */
export function writeTrace(path: string, trace: Trace): void {
  const { rule, check, detail, seed } = trace;
  const head = report({ rule, check, detail, seed }).slice(1, -1);
  const lines = trace.commands.map((sent) => report(sent)).join(',\n');
  writeFileSync(path, `{${head},"commands":[\n${lines}\n]}\n`);
}

/** Read a trace. */
export function readTrace(path: string): Trace {
  return JSON.parse(readFileSync(path, 'utf8'), reviveAmounts);
}

/** Run a trace again, looking at everything after every command; what differed first, and where. */
export function replayTrace(
  trace: Trace,
  judging: Judging,
): { readonly fault: Fault; readonly step: number } | null {
  const comparison = new Comparison(judging.createSubject(), 1);
  for (const [index, sent] of trace.commands.entries()) {
    const { fault } = comparison.feed(sent);
    if (fault !== null) return { fault, step: index + 1 };
  }
  return null;
}
