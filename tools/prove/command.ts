// `npm run prove -- [PART ...] [--list] [--again] [--dirty] [--json]`: the long proofs, part by
// part. Exit code 0: all parts asked for are green; 1: one is red; 64: not understood, or sources
// that are not committed; 128 and more: stopped by a signal, what is done is kept.
// Not here: what the parts are (parts.ts). Called by tools/prove.ts.

import { constants } from 'node:os';
import { parseArgs } from 'node:util';
import { listFiles } from '../checks/source-files.ts';
import { partNames } from './oldest.mjs';
import {
  listGreen,
  openState,
  type PartEnd,
  type ProveRun,
  readState,
  runPart,
  SourcesChanged,
} from './part.ts';
import { listSteps, type Part } from './parts.ts';
import type { PartResult } from './result.ts';
import { readCommitted, type Sources } from './sources.ts';
import { Stopping } from './step.ts';

const REFUSED = 64;
const usage =
  `npm run prove -- [PART ...] [--list] [--again] [--dirty] [--json]\n` +
  `parts: ${partNames.join(', ')}`;

/** What is proved, and where. */
export interface Proving {
  readonly root: string;
  readonly parts: Readonly<Record<string, Part>>;
  /** Called when a part has written its result. */
  readonly refresh: (root: string) => Promise<void>;
}

interface Request {
  readonly names: readonly string[];
  readonly isList: boolean;
  readonly isAgain: boolean;
  readonly isDirty: boolean;
  readonly isJson: boolean;
}

function parseRequest(words: string[], parts: Proving['parts']): Request {
  const boolean = { type: 'boolean', default: false } as const;
  const options = { list: boolean, again: boolean, dirty: boolean, json: boolean };
  const { values, positionals } = parseArgs({ args: words, options, allowPositionals: true });
  const unknown = positionals.filter((name) => !Object.hasOwn(parts, name));
  if (unknown.length > 0) throw new Error(`no such part: ${unknown.join(', ')}`);
  const names = Object.keys(parts).filter(
    (name) => positionals.length === 0 || positionals.includes(name),
  );
  const { list: isList, again: isAgain, dirty: isDirty, json: isJson } = values;
  return { names, isList, isAgain, isDirty, isJson };
}

const report = (line: string) => process.stderr.write(`${line}\n`);

/** Why nothing may be written of these sources; undefined when it may. */
function findRefusal(sources: Sources | undefined): string | undefined {
  if (sources === undefined) return 'no git history: a result must name its commit';
  const [first, ...more] = sources.changes;
  if (first === undefined) return undefined;
  const others = more.length === 0 ? '' : ` and ${more.length} more`;
  return `uncommitted changes (${first}${others}): commit them, or --dirty writes no result`;
}

function listParts({ root, parts }: Proving, { names, isJson }: Request): void {
  const files = listFiles(root);
  const sources = readCommitted(root);
  const reported = names.map((part) => {
    const state = sources && readState(openState({ root, sources }, part));
    const green = new Set(listGreen(state));
    const steps = listSteps(parts[part] as Part, files).map(({ name }) => {
      return { name, isGreen: green.has(name) };
    });
    return { part, steps };
  });
  if (isJson) console.log(JSON.stringify({ parts: reported }));
  else {
    for (const { part, steps } of reported) {
      console.log(part);
      for (const { name, isGreen } of steps)
        console.log(`  ${isGreen ? 'green' : 'left '} ${name}`);
    }
  }
}

function showResult({ part, seconds, isGreen, steps }: PartResult): string {
  const red = steps.filter((step) => !step.isGreen).map(({ name }) => name);
  const missed = steps.filter(({ figures }) => (figures.missed ?? '') !== '');
  const levels = missed.map(({ name, figures }) => `${name}: ${figures.missed}`).join('; ');
  const word = isGreen ? 'green' : `RED: ${red.join(', ')}`;
  return `${part.padEnd(8)} ${word}, ${seconds} s${levels === '' ? '' : `; missed: ${levels}`}`;
}

/** An unexpected end of one part leaves the others their turn. */
async function runParts(
  proving: Proving,
  it: { request: Request; run: ProveRun },
): Promise<{ ends: PartEnd[]; isBroken: boolean }> {
  const files = listFiles(proving.root);
  const ends: PartEnd[] = [];
  let isBroken = false;
  for (const part of it.request.names) {
    if (it.run.stopping.signal !== undefined) break;
    const steps = listSteps(proving.parts[part] as Part, files);
    if (steps.length === 0) {
      report(`${part}: there is nothing to run`);
      isBroken = true;
      continue;
    }
    const end = await runPart(it.run, part, steps);
    ends.push(end);
    if (end.result !== undefined && it.run.sources !== undefined) {
      await proving.refresh(proving.root);
    }
  }
  return { ends, isBroken };
}

async function runRequest(proving: Proving, request: Request): Promise<number> {
  const sources = readCommitted(proving.root);
  const refusal = findRefusal(sources);
  if (refusal !== undefined && !request.isDirty) {
    report(`prove: ${refusal}`);
    return REFUSED;
  }
  const stopping = new Stopping();
  const signals = ['SIGINT', 'SIGTERM'] as const;
  for (const signal of signals) process.on(signal, () => stopping.stop(signal));
  const kept = request.isDirty ? undefined : sources;
  const { isAgain } = request;
  const run = { root: proving.root, sources: kept, isAgain, stopping, report };
  const { ends, isBroken } = await runParts(proving, { request, run });
  const results = ends.flatMap(({ result }) => (result === undefined ? [] : [result]));
  for (const result of results) report(showResult(result));
  if (request.isJson) console.log(JSON.stringify({ parts: results }));
  if (stopping.signal !== undefined) {
    report('prove: stopped; the same command goes on');
    return 128 + constants.signals[stopping.signal];
  }
  return !isBroken && results.every(({ isGreen }) => isGreen) ? 0 : 1;
}

/** Do what was asked for. @returns the exit code. */
export async function prove(words: string[], proving: Proving): Promise<number> {
  try {
    const request = parseRequest(words, proving.parts);
    if (!request.isList) return await runRequest(proving, request);
    listParts(proving, request);
    return 0;
  } catch (error) {
    const isOption = String((error as { code?: string }).code).startsWith('ERR_PARSE_ARGS');
    const isUnknown = (error as Error).message.startsWith('no such part');
    if (!isOption && !isUnknown && !(error instanceof SourcesChanged)) throw error;
    report(`prove: ${(error as Error).message}`);
    if (isOption || isUnknown) report(usage);
    return REFUSED;
  }
}
