// Documents of the programs to figures: names and values without depth.
// Called by parts.ts.

import type { Figures } from './result.ts';

type Value = number | string | boolean;
type Document = Readonly<Record<string, unknown>>;

const DIGITS = 4;

function isRecord(value: unknown): value is Document {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function readValue(value: unknown): Value | undefined {
  if (typeof value === 'number') {
    return Number.isInteger(value) ? value : Number(value.toPrecision(DIGITS));
  }
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  const isList = Array.isArray(value) && value.every((each) => typeof each === 'string');
  return isList ? value.join(', ') : undefined;
}

function listValues(document: Document, prefix: string): [string, Value][] {
  return Object.entries(document).flatMap(([name, value]): [string, Value][] => {
    if (isRecord(value)) return listValues(value, `${prefix}${name}.`);
    const read = readValue(value);
    return read === undefined ? [] : [[`${prefix}${name}`, read]];
  });
}

/**
 * Every number, text and list of texts of a document, `outer.inner` as its name.
 *
 * @param needed - names that have to be there.
 * @throws Error when one is missing.
 */
export function flatten(document: unknown, needed: readonly string[]): Figures {
  if (!isRecord(document)) throw new Error('the report is no object');
  const figures = Object.fromEntries(listValues(document, ''));
  for (const name of needed) {
    if (figures[name] === undefined) throw new Error(`the report has no ${name}`);
  }
  return figures;
}

interface TestFile {
  readonly startTime: number;
  readonly endTime: number;
  readonly assertionResults: readonly { readonly status: string; readonly title: string }[];
}

/** What Vitest's report of one file says. @throws Error when no test was run. */
export function readVitest(document: unknown): Figures {
  const report = document as {
    numPassedTests: number;
    numFailedTests: number;
    testResults: TestFile[];
  };
  const [passed, failed] = [report.numPassedTests, report.numFailedTests];
  if (passed + failed === 0) throw new Error('no test was run');
  const tookMs = report.testResults.reduce((sum, file) => sum + file.endTime - file.startTime, 0);
  const names = report.testResults.flatMap(({ assertionResults }) =>
    assertionResults.filter(({ status }) => status === 'failed').map(({ title }) => title),
  );
  const reported = names.length === 0 ? {} : { failedTests: names.join('; ') };
  return { passed, failed, seconds: Math.round(tookMs / 1_000), ...reported };
}

/** A level beside the figure that it is asked of. */
interface Level {
  readonly text: string;
  readonly isMet: boolean;
}

/** The name under which the level of a figure stands: `>= 30 met`, `<= 3 missed`. */
export function levelName(name: string): string {
  return `${name}: level`;
}

/** Whether a figure has a level and does not keep it. */
export function isMissed(figures: Figures, name: string): boolean {
  return String(figures[levelName(name)] ?? '').endsWith(' missed');
}

function withLevels(figures: Figures, levels: ReadonlyMap<string, Level>): Figures {
  const named = [...levels].filter(([, { isMet }]) => !isMet).map(([name]) => name);
  // A bench may ask for more than its levels, for instance that every reader is there.
  const judged = Object.keys(figures).filter((name) => /(^|\.)isMet$/.test(name));
  const missed = named.length > 0 ? named : judged.filter((name) => figures[name] === false);
  const said = [...levels].map(([name, { text, isMet }]): [string, string] => {
    return [levelName(name), `${text} ${isMet ? 'met' : 'missed'}`];
  });
  return { ...figures, ...Object.fromEntries(said), missed: missed.join(', ') };
}

/** What the benches say of themselves beside their figures: the result of the part has it. */
const ofMachine = new Set(['machine', 'node', 'at']);

/** A bench whose report is a list of figures, each with its level: core and durable. */
export function readFigureList(document: unknown): Figures {
  const { figures, rounds } = document as {
    rounds: number;
    figures: { name: string; value?: number; must?: string; isMet?: boolean; note?: string }[];
  };
  const values = figures.map(({ name, value, note = '' }) => [name, readValue(value) ?? note]);
  const levels = figures.flatMap(({ name, must, isMet }): [string, Level][] =>
    must === undefined ? [] : [[name, { text: must, isMet: isMet === true }]],
  );
  return withLevels({ rounds, ...Object.fromEntries(values) }, new Map(levels));
}

/**
 * A bench whose report is a document of its own with `levels`: gateway, api, rest and web.
 *
 * @param places - of each figure that has a level: where its level stands in the report.
 */
export function readLeveled(document: unknown, places: Readonly<Record<string, string>>): Figures {
  const all = flatten(document, Object.keys(places));
  const levels = Object.entries(places).map(([name, place]): [string, Level] => {
    const [least, most] = [all[`${place}.least`], all[`${place}.most`] ?? all[place]];
    if (least === undefined && most === undefined) throw new Error(`the report has no ${place}`);
    const value = Number(all[name]);
    return least === undefined
      ? [name, { text: `<= ${most}`, isMet: value <= Number(most) }]
      : [name, { text: `>= ${least}`, isMet: value >= Number(least) }];
  });
  const kept = Object.entries(all).filter(
    ([name]) => !ofMachine.has(name) && !/(^|\.)levels\./.test(name),
  );
  return withLevels(Object.fromEntries(kept), new Map(levels));
}
