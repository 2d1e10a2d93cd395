// `npm run prove` with small steps: real programs in a repository of their own.

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PartResult } from './result.ts';

const command = join(import.meta.dirname, 'command.ts');

/** Says its name in data/ran, and does what its first argument is. */
const step = `
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { spawn } from 'node:child_process';
const LINGER = "process.on('SIGTERM', () => setTimeout(() => {" +
  "require('fs').writeFileSync('data/lingered', ''); process.exit() }, 500));" +
  "require('fs').writeFileSync('data/lingers', ''); setTimeout(() => {}, 100000)";
const [name, , progress = ''] = process.argv.slice(2);
mkdirSync('data', { recursive: true });
appendFileSync('data/ran', name + '\\n');
let count = 1;
if (name === 'slow' && !existsSync('data/go')) {
  spawn(process.execPath, ['-e', LINGER], { stdio: 'ignore' });
  while (!existsSync('data/go')) await new Promise((go) => setTimeout(go, 20));
}
if (name === 'counts') {
  if (progress !== '' && existsSync(progress)) count += Number(readFileSync(progress, 'utf8'));
  if (progress !== '') writeFileSync(progress, String(count));
}
if (name === 'edits') appendFileSync('packages/step.mjs', '// changed\\n');
if (name === 'notes') writeFileSync('README.md', 'words');
console.log('a line before');
if (name !== 'silent') console.log(JSON.stringify({ count, text: 'told' }));
if (name === 'red' && !existsSync('data/mended')) process.exitCode = 1;
if (name === 'missed') process.exitCode = 1;
`;

const program = `
import { prove } from ${JSON.stringify(command)};
import { flatten } from ${JSON.stringify(join(import.meta.dirname, 'figures-of.ts'))};
import { writeFileSync } from 'node:fs';
const read = (document) => flatten(document, ['count']);
const make = (name, more = {}) => ({ name, args: ['packages/step.mjs', name], read, ...more });
const counts = make('counts', { progressFile: 'data/prove/counts.json' });
const part = (...programs) => ({ programs, folders: [] });
const parts = {
  two: part(make('green'), make('slow')),
  mixed: part(make('red'), make('green')),
  whole: part({ ...counts, isWhole: ({ count }) => count === 3 }),
  silent: part(make('silent')),
  bench: part(make('missed', { doneCodes: [0, 1] })),
  edits: part(make('edits')),
  notes: part(make('notes')),
  empty: part(),
};
const refresh = async () => writeFileSync('docs/results/refreshed', '');
const root = import.meta.dirname;
process.exitCode = await prove(process.argv.slice(2), { root, parts, refresh });
`;

let root = '';
let running: ChildProcess | undefined;

const git = (...words: string[]): string =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...words], {
    cwd: root,
    encoding: 'utf8',
  }).trim();

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

function commit(): string {
  git('add', '-A');
  git('commit', '-q', '-m', 'next', '--no-gpg-sign');
  return git('rev-parse', 'HEAD');
}

let first = '';

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'isobath-prove-'));
  git('init', '-q');
  write('.gitignore', 'data/\n');
  write('packages/step.mjs', step);
  write('tools/tool.ts', '');
  write('package-lock.json', '{}');
  write('prove.ts', program);
  first = commit();
});
afterEach(() => {
  running?.kill('SIGKILL');
  rmSync(root, { recursive: true, force: true });
});

const readRan = (): string[] =>
  existsSync(join(root, 'data/ran'))
    ? readFileSync(join(root, 'data/ran'), 'utf8').trim().split('\n')
    : [];

const readResult = (part: string): PartResult =>
  JSON.parse(readFileSync(join(root, `docs/results/${part}.json`), 'utf8')) as PartResult;

interface Ended {
  code: number | null;
  out: string;
  errors: string;
}

function start(...words: string[]): { child: ChildProcess; ended: Promise<Ended> } {
  const child = spawn(process.execPath, ['prove.ts', ...words], { cwd: root });
  running = child;
  let out = '';
  let errors = '';
  child.stdout.on('data', (text: Buffer) => (out += text));
  child.stderr.on('data', (text: Buffer) => (errors += text));
  const ended = new Promise<Ended>((resolve) => {
    child.on('close', (code) => resolve({ code, out, errors }));
  });
  return { child, ended };
}

const run = (...words: string[]): Promise<Ended> => start(...words).ended;

/** Stop the part `two` in its second step, which has started a process that ends slowly. */
async function stopInSlowStep(signal: NodeJS.Signals): Promise<Ended> {
  const { child, ended } = start('two');
  const isBegun = () => expect(existsSync(join(root, 'data/lingers'))).toBe(true);
  await vi.waitFor(isBegun, { timeout: 120_000 });
  child.kill(signal);
  return await ended;
}

test('a green part leaves its result: commit, machine, steps, figures and no path', async () => {
  write('data/go', '');
  const { code, out } = await run('two', '--json');
  expect(code).toBe(0);
  const result = readResult('two');
  expect(result).toMatchObject({ part: 'two', commit: first, isGreen: true });
  expect(result.lastGreen).toBeUndefined();
  expect(new Date(result.date).toISOString()).toBe(result.date);
  expect(result.machine.node).toBe(process.version);
  expect(result.machine.cores).toBeGreaterThan(0);
  expect(result.steps).toEqual([
    {
      name: 'green',
      command: 'node packages/step.mjs green',
      seconds: expect.any(Number),
      isGreen: true,
      figures: { count: 1, text: 'told' },
    },
    expect.objectContaining({ name: 'slow', isGreen: true }),
  ]);
  expect(JSON.stringify(result)).not.toContain(root);
  expect(JSON.parse(out.trim().split('\n').at(-1) ?? '')).toEqual({ parts: [result] });
  expect(existsSync(join(root, 'docs/results/refreshed'))).toBe(true);
});

test.each(['SIGINT', 'SIGTERM'] as const)(
  'a part that %s stopped ends its step and goes on with what is left',
  async (signal) => {
    const { code, errors } = await stopInSlowStep(signal);
    expect(code).toBe(signal === 'SIGINT' ? 130 : 143);
    expect(errors).toContain('the same command goes on');
    // It waited for what the step had started, too.
    expect(existsSync(join(root, 'data/lingered'))).toBe(true);
    expect(existsSync(join(root, 'docs/results/two.json'))).toBe(false);
    write('data/go', '');
    expect((await run('two')).code).toBe(0);
    expect(readRan()).toEqual(['green', 'slow', 'slow']);
    expect(readResult('two').steps.map(({ name }) => name)).toEqual(['green', 'slow']);
  },
);

test('after a commit of other files a part goes on, and its result names that commit', async () => {
  await stopInSlowStep('SIGTERM');
  write('README.md', 'words');
  const second = commit();
  write('data/go', '');
  expect((await run('two')).code).toBe(0);
  expect(readRan()).toEqual(['green', 'slow', 'slow']);
  expect(readResult('two').commit).toBe(second);
});

test('with other sources a part starts anew and says so', async () => {
  await stopInSlowStep('SIGTERM');
  write('tools/tool.ts', 'export {};\n');
  commit();
  write('data/go', '');
  const { code, errors } = await run('two');
  expect(code).toBe(0);
  expect(errors).toContain('two: other sources than last time, starts anew');
  expect(readRan()).toEqual(['green', 'slow', 'green', 'slow']);
});

test('what was green on the same sources is not run again, unless asked', async () => {
  write('data/go', '');
  await run('two');
  const result = readResult('two');
  expect((await run('two')).code).toBe(0);
  expect(readRan()).toHaveLength(2);
  expect(readResult('two')).toEqual(result);
  expect((await run('two', '--again')).code).toBe(0);
  expect(readRan()).toHaveLength(4);
});

test('a red step makes its part red, the others run, and the last green run is kept', async () => {
  write('data/mended', '');
  expect((await run('mixed')).code).toBe(0);
  const green = readResult('mixed');
  rmSync(join(root, 'data/mended'));
  write('tools/tool.ts', 'export {};\n');
  const second = commit();
  const { code, errors } = await run('mixed');
  expect(code).toBe(1);
  expect(errors).toContain('RED: red');
  const red = readResult('mixed');
  expect(red).toMatchObject({ commit: second, isGreen: false });
  expect(red.lastGreen).toEqual({ commit: green.commit, date: green.date });
  expect(red.steps).toMatchObject([
    { name: 'red', isGreen: false, figures: { count: 1, exitCode: 1 } },
    { name: 'green', isGreen: true },
  ]);
});

test('a red step is run again alone, and its result says that it was red before', async () => {
  expect((await run('mixed')).code).toBe(1);
  expect((await run('mixed')).code).toBe(1);
  expect(readResult('mixed').lastGreen).toBeUndefined();
  write('data/mended', '');
  expect((await run('mixed')).code).toBe(0);
  expect(readRan()).toEqual(['red', 'green', 'red', 'red']);
  expect(readResult('mixed').steps[0]?.figures).toMatchObject({ redRunsBefore: 2 });
});

test('a step that ends without its report is red', async () => {
  expect((await run('silent')).code).toBe(1);
  const [silent] = readResult('silent').steps;
  expect(silent?.isGreen).toBe(false);
  expect(silent?.figures).toMatchObject({
    exitCode: 0,
    trouble: expect.stringMatching(/^no report/),
  });
});

test('a bench that misses a level has ended, and its part is green', async () => {
  expect((await run('bench')).code).toBe(0);
  expect(readResult('bench')).toMatchObject({ isGreen: true, steps: [{ figures: { count: 1 } }] });
});

test('a step is repeated with its own progress until its work is done', async () => {
  expect((await run('whole')).code).toBe(0);
  expect(readRan()).toHaveLength(3);
  expect(readResult('whole').steps[0]?.figures).toMatchObject({ count: 3 });
});

test('a part that starts anew does not go on with a progress that others left', async () => {
  write('data/prove/counts.json', '2');
  expect((await run('whole')).code).toBe(0);
  expect(readRan()).toHaveLength(3);
});

test('uncommitted sources are refused, and with --dirty nothing is kept or written', async () => {
  write('data/go', '');
  write('packages/new.mjs', '');
  const { code, errors } = await run('two');
  expect(code).toBe(64);
  expect(errors).toContain('uncommitted changes (packages/new.mjs)');
  expect(readRan()).toEqual([]);
  expect((await run('two', '--dirty')).code).toBe(0);
  expect(readRan()).toEqual(['green', 'slow']);
  expect(existsSync(join(root, 'docs'))).toBe(false);
  expect(existsSync(join(root, 'data/prove'))).toBe(false);
});

test('sources that change under way leave no result', async () => {
  const { code, errors } = await run('edits');
  expect(code).toBe(64);
  expect(errors).toContain('the sources changed while it ran');
  expect(existsSync(join(root, 'docs/results/edits.json'))).toBe(false);
});

test('a document may be edited while a step runs', async () => {
  expect((await run('notes')).code).toBe(0);
  expect(readResult('notes')).toMatchObject({ commit: first, isGreen: true });
});

test('sources without their history are refused', async () => {
  rmSync(join(root, '.git'), { recursive: true });
  const { code, errors } = await run('two');
  expect(code).toBe(64);
  expect(errors).toContain('no git history');
});

test('the results of a part make no tree dirty, and a red part does not end the run', async () => {
  write('data/go', '');
  const { code, errors } = await run('mixed', 'two', 'empty');
  expect(code).toBe(1);
  expect(errors).toContain('empty: there is nothing to run');
  expect(readResult('two').isGreen).toBe(true);
  expect(readResult('mixed').isGreen).toBe(false);
  expect(existsSync(join(root, 'docs/results/empty.json'))).toBe(false);
});

test('--list says the steps and which of them are done', async () => {
  await stopInSlowStep('SIGTERM');
  const { code, out } = await run('two', '--list', '--json');
  expect(code).toBe(0);
  const steps = [
    { name: 'green', isGreen: true },
    { name: 'slow', isGreen: false },
  ];
  expect(JSON.parse(out)).toEqual({ parts: [{ part: 'two', steps }] });
  expect((await run('two', '--list')).out).toBe('two\n  green green\n  left  slow\n');
});

test('a part or an option that is not there is refused', async () => {
  expect(await run('nothing')).toMatchObject({
    code: 64,
    errors: expect.stringMatching(/no such part: nothing/),
  });
  expect(await run('--fast')).toMatchObject({ code: 64, errors: expect.stringMatching(/--fast/) });
});
