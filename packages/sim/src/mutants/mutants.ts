// Plants every bug in turn and looks whether the simulation finds it: a judge that sees nothing is
// worth nothing. Called by ../run.ts (`--mutants`) and the tests.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { checkBug, type PlantedBug, readBugs } from './planted-bug.ts';

/** What became of one planted bug. */
export interface MutantReport {
  readonly name: string;
  readonly level: 'L0' | 'L1';
  readonly isFound: boolean;
  /** The check that found it. */
  readonly check: string;
  readonly seconds: number;
}

/** How bugs are looked for. */
export interface MutantRequest {
  readonly seed: number;
  /** Processor time for each. */
  readonly limitMs: number;
  /** How many at a time. */
  readonly parallelCount: number;
  readonly bugs?: readonly PlantedBug[];
  readonly reported?: (report: MutantReport) => void;
}

const script = fileURLToPath(new URL('child.ts', import.meta.url));

function find(bug: PlantedBug, { seed, limitMs }: MutantRequest): Promise<MutantReport> {
  const startedMs = performance.now();
  const child = spawn(process.execPath, [script, bug.name, String(seed), String(limitMs)]);
  let out = '';
  let error = '';
  child.stdout.on('data', (text: Buffer) => (out += text));
  child.stderr.on('data', (text: Buffer) => (error += text));
  // A bug that makes the program turn in circles is one that was not found.
  const timer = setTimeout(() => child.kill('SIGKILL'), limitMs * 8 + 60_000);
  return new Promise((resolve) => {
    child.on('close', (code) => {
      clearTimeout(timer);
      const last = out.trim().split('\n').at(-1) ?? '';
      const reported = code === 0 ? (JSON.parse(last) as { check: string | null }).check : null;
      // A program that ends with an error of its own was found as well.
      const check = reported ?? (code !== null && code > 0 ? `ended: ${firstError(error)}` : '');
      const seconds = Math.round((performance.now() - startedMs) / 100) / 10;
      resolve({ name: bug.name, level: bug.level, isFound: check !== '', check, seconds });
    });
  });
}

function firstError(text: string): string {
  return /^\w*Error.*$/m.exec(text)?.[0] ?? text.slice(-200);
}

/** A simulation that cries without a bug finds nothing. */
async function checkSilence(request: MutantRequest): Promise<void> {
  for (const level of ['L0', 'L1'] as const) {
    const bug = { name: `none ${level}`, level, file: '', find: '', replace: '' };
    const { isFound, check } = await find(bug, { ...request, limitMs: 1_500 });
    if (isFound) throw new Error(`without a bug ${level} finds ${check}`);
  }
}

/**
 * Plant the bugs one after the other.
 *
 * @errors before anything is planted, when one no longer applies.
 */
export async function runMutants(request: MutantRequest): Promise<MutantReport[]> {
  const bugs = [...(request.bugs ?? readBugs())];
  for (const bug of bugs) checkBug(bug);
  await checkSilence(request);
  const reports: MutantReport[] = [];
  const work = async () => {
    for (let bug = bugs.shift(); bug !== undefined; bug = bugs.shift()) {
      const report = await find(bug, request);
      request.reported?.(report);
      reports.push(report);
    }
  };
  await Promise.all(Array.from({ length: request.parallelCount }, work));
  return reports;
}
