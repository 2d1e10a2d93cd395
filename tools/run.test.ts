// The launcher of all commands, in a folder of its own with an npm that only writes down its calls,
// and what package.json and the documents say of commands.

import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync } from 'node:fs';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isZombie } from './testing/server-process.ts';

const root = join(import.meta.dirname, '..');
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'isobath-run-'));
  for (const name of ['run.mjs', 'install.mjs'])
    cpSync(join(root, 'tools', name), join(folder, 'tools', name));
  writeFileSync(join(folder, 'package-lock.json'), '{"packages":{}}');
  writeFileSync(
    join(folder, 'npm.js'),
    `const fs = require('node:fs');
     fs.appendFileSync('calls', process.argv.slice(2, 4).join(' ') + '\\n');
     fs.mkdirSync('node_modules/node/bin', { recursive: true });
     if (!fs.existsSync('node_modules/node/bin/node'))
       fs.symlinkSync(process.execPath, 'node_modules/node/bin/node');`,
  );
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Start a program of these lines through the launcher, called from another folder. */
function launch(kind: string, lines: string, words: readonly string[] = []) {
  const program = 'programs/own.mjs';
  mkdirSync(join(folder, 'programs'), { recursive: true });
  writeFileSync(join(folder, program), lines);
  const launcher = join(folder, 'tools', 'run.mjs');
  return spawn(process.execPath, [launcher, kind, program, ...words], {
    cwd: tmpdir(),
    env: { ...process.env, npm_execpath: join(folder, 'npm.js') },
  });
}

function waitForEnd(child: ChildProcess) {
  let out = '';
  let error = '';
  child.stdout?.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (error += chunk.toString()));
  return new Promise<{ code: number | null; out: string; error: string }>((resolve) => {
    child.on('close', (code) => resolve({ code, out, error }));
  });
}

const readCalls = () => readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n');

test('what a command needs is installed once, and is told beside its output', async () => {
  const first = await waitForEnd(launch('production', "console.log('{}')"));
  expect(first).toMatchObject({ code: 0, out: '{}\n' });
  expect(first.error).toMatch(/install +npm ci --omit=dev +\d+\.\d s/);
  const second = await waitForEnd(launch('production', "console.log('{}')"));
  expect(second).toEqual({ code: 0, out: '{}\n', error: '' });
  expect((await waitForEnd(launch('all', ''))).error).toContain('npm install --include=dev');
  expect(readCalls()).toEqual(['ci --omit=dev', 'install --include=dev']);
});

test('arguments, input and folder reach the program, and its exit code comes back', async () => {
  const lines = `import { readFileSync } from 'node:fs';
    const input = readFileSync(0, 'utf8');
    console.log(JSON.stringify([process.argv.slice(2), process.cwd(), input]));
    process.exitCode = 64;`;
  const child = launch('all', lines, ['--json', 'two words', '']);
  child.stdin.end('asked');
  const { code, out } = await waitForEnd(child);
  expect(code).toBe(64);
  expect(JSON.parse(out)).toEqual([['--json', 'two words', ''], folder, 'asked']);
});

test('a signal is handed on, and the program decides what it means', async () => {
  const lines = `process.on('SIGTERM', () => { console.log('stopped'); process.exit(7); });
    setInterval(() => {}, 1_000);
    console.log('runs');`;
  const child = launch('production', lines);
  child.stdout.once('data', () => child.kill('SIGTERM'));
  expect(await waitForEnd(child)).toMatchObject({ code: 7, out: 'runs\nstopped\n' });
});

test('a program that a signal ended is told as a shell tells it', async () => {
  const child = launch('production', "process.kill(process.pid, 'SIGKILL')");
  expect((await waitForEnd(child)).code).toBe(137);
});

test('a stop during the installation ends npm as well and starts nothing', async () => {
  writeFileSync(
    join(folder, 'npm.js'),
    `console.error(process.pid);
     require('node:fs').writeFileSync('pid', String(process.pid));
     setInterval(() => {}, 1_000);`,
  );
  const child = launch('production', "console.log('started')");
  const ended = waitForEnd(child);
  const pidPath = join(folder, 'pid');
  await expect.poll(() => existsSync(pidPath), { timeout: 120_000 }).toBe(true);
  const pid = readFileSync(pidPath, 'utf8');
  child.kill('SIGTERM');
  expect(await ended).toMatchObject({ code: 143, out: '' });
  // Without its parent it may stand in the list until it is reaped.
  const isRunning = () => existsSync(`/proc/${pid}`) && !isZombie(Number(pid));
  await expect.poll(isRunning, { timeout: 120_000 }).toBe(false);
});

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};

describe('the script of package.json', () => {
  const { start, test: all, ...others } = scripts;
  test.each(Object.entries(others))('%s goes through the launcher', (_name, line) => {
    const [, program = ''] =
      /^exec node tools\/run\.mjs (?:production|all) (\S+)/.exec(line) ?? expect.fail(line);
    expect(existsSync(join(root, program))).toBe(true);
  });

  test('start and test have launchers of their own', () => {
    expect([start, all]).toEqual(['exec node tools/start.mjs', 'exec node tools/test.mjs']);
  });
});

test('every command that a document shows is there', () => {
  const folders = [
    'docs',
    ...readdirSync(join(root, 'packages')).map((name) => `packages/${name}`),
  ];
  const files = folders.flatMap((place) => {
    const names = readdirSync(join(root, place), { recursive: place === 'docs' }).map(String);
    return names.filter((name) => name.endsWith('.md')).map((name) => join(place, name));
  });
  const unknown = ['README.md', 'ARCHITECTURE.md', 'STYLE.md', ...files].flatMap((file) => {
    const shown = readFileSync(join(root, file), 'utf8').matchAll(/\bnpm run ([\w:-]+)/g);
    return [...shown].filter(([, name = '']) => !(name in scripts)).map(([line]) => [file, line]);
  });
  expect(unknown).toEqual([]);
  const table = readFileSync(join(root, 'README.md'), 'utf8').matchAll(/^\| `npm run ([\w:]+)/gm);
  expect([...table].length).toBeGreaterThan(5);
});
