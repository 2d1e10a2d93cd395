// The cells of the tables of promises that say what `npm run prove` gave last: a cell that begins
// with `<!-- prove:KEY -->` is written from docs/results, all else on these pages is by hand.
// Not here: how figures are put into words (prove/figures.ts). Listed in tools/generators.ts.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Generator } from './generator.ts';
import { type Said, said } from './prove/figures.ts';
import { readResult } from './prove/oldest.mjs';
import type { Figures, PartResult, StepResult } from './prove/result.ts';

const pages = ['docs/reliability.md', 'docs/performance.md'];
const cell = /(?<=\| )<!-- prove:([a-z\d-]+) -->[^|\n]*(?=\|)/g;
const notYet = 'not yet run by `npm run prove`';

/** What the cell says of a part that has never ended, or had no such step then. */
function findSteps({ step }: Said, { steps }: PartResult): readonly StepResult[] {
  return step === undefined ? steps : steps.filter(({ name }) => name === step);
}

/** Tests of several files are counted together. */
function addFigures(steps: readonly StepResult[]): Figures {
  const [first, ...more] = steps;
  if (first === undefined || more.length === 0) return first?.figures ?? {};
  const add = (name: string) =>
    steps.reduce((sum, { figures }) => sum + Number(figures[name] ?? 0), 0);
  return { passed: add('passed'), failed: add('failed') };
}

/** The words of one cell, of the results below `root`. */
export function sayProved(root: string, key: string): string {
  const one = said[key];
  if (one === undefined) throw new Error(`tools/prove/figures.ts has no ${key}`);
  const result = readResult(root, one.part);
  const steps = result === undefined ? [] : findSteps(one, result);
  if (result === undefined || steps.length === 0) return notYet;
  const { commit, date, lastGreen } = result;
  const when = `(${commit.slice(0, 8)}, ${date.slice(0, 10)})`;
  if (steps.every(({ isGreen }) => isGreen)) return `${one.say(addFigures(steps))} ${when}`;
  const before =
    lastGreen === undefined ? 'never green before' : `last green ${lastGreen.commit.slice(0, 8)}`;
  return `**red**, ${before} ${when}`;
}

/** A page with its cells as the results below `root` are now. */
export function writeCells(root: string, text: string): string {
  return text.replaceAll(
    cell,
    (_, key: string) => `<!-- prove:${key} --> ${sayProved(root, key)} `,
  );
}

/** Writes the cells of docs/reliability.md and docs/performance.md. */
export const provedDocs: Generator = {
  name: 'what was proved',
  generate(root) {
    const found = pages.filter((page) => existsSync(join(root, page)));
    const texts = found.map((page): [string, string] => {
      return [page, writeCells(root, readFileSync(join(root, page), 'utf8'))];
    });
    return Promise.resolve(new Map(texts));
  },
  list: (root) => pages.filter((page) => existsSync(join(root, page))),
};
