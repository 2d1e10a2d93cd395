import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { defineCommand, parseTime, parseWords, showUsage } from '@isobath/server/operator';
import { commands } from './commands.ts';
import { showAnswer } from './show.ts';

const main = fileURLToPath(new URL('main.ts', import.meta.url));
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'isobath-cli-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

interface Ended {
  readonly code: number;
  readonly out: string;
  readonly error: string;
}

function run(words: readonly string[], dataFolder = join(folder, 'data')): Promise<Ended> {
  const environment = { ...process.env, DATA_DIR: dataFolder, INIT_CWD: folder };
  return new Promise((resolve) => {
    execFile(process.execPath, [main, ...words], { env: environment }, (failure, out, error) => {
      const code = failure === null ? 0 : Number(failure.code);
      resolve({ code, out: out.trim(), error: error.trim() });
    });
  });
}

test('the usage names every command once, and no two have one name', async () => {
  const { code, out } = await run(['help']);
  expect(code).toBe(0);
  for (const command of commands) expect(out).toContain(showUsage(command));
  expect(new Set(commands.map(({ name }) => name)).size).toBe(commands.length);
  expect((await run([])).code).toBe(64);
});

test('a file is looked for where the command was called', async () => {
  for (const words of [
    ['coin', 'picture', 'BTC', '--file', 'none.png'],
    ['listing', 'import', 'none.csv'],
    ['user', 'create', '--email', 'a@b.example', '--password-file', 'none.csv'],
    ['backup', 'copy', '--key-file', 'none.csv'],
  ]) {
    const { code, error } = await run(words);
    expect([code, error]).toEqual([64, expect.stringContaining(join(folder, 'none.'))]);
  }
});

test.each([
  [['nothing'], 'There is no command nothing'],
  [['nothing', '--color'], 'There is no command nothing --color:'],
  [['market', 'halt'], '1 words wanted, 0 given'],
  [['user', 'create', '--email', 'a@b.c'], '--password-file is missing'],
  [['status', '--colour'], "Unknown option '--colour'"],
  [['backup', 'a', 'b'], '1 words wanted, 2 given'],
  [['market', 'auction', 'btc_usdt', '--open-at', 'soon'], '--open-at soon is none of'],
])('wrong use %o ends with code 64 and one line', async (words, line) => {
  const { code, out, error } = await run(words);
  expect({ code, out }).toEqual({ code: 64, out: '' });
  expect(error).toContain(line);
  expect(error.split('\n')).toHaveLength(1);
});

test('a time is written as UTC time, as seconds from now or as milliseconds', () => {
  expect(parseTime('until', '2030-01-31T12:00:00Z')).toBe(1_896_091_200_000);
  expect(parseTime('until', '1896091200000')).toBe(1_896_091_200_000);
  const before = Date.now();
  expect(parseTime('until', '+60') - before).toBeGreaterThanOrEqual(60_000);
  for (const wrong of ['', '+', '-60', '+1.5', '99999', '1e15']) {
    expect(() => parseTime('until', wrong), wrong).toThrow('is none of');
  }
});

test('with --json the last line is one JSON document, also when it is refused', async () => {
  const status = await run(['status', '--json']);
  expect(JSON.parse(status.out)).toMatchObject({ isRunning: false });
  expect(status.code).toBe(1);
  const halted = await run(['halt', '--json']);
  expect(JSON.parse(halted.out)).toMatchObject({ exitCode: 69 });
  expect(halted.code).toBe(69);
  const unknown = await run(['nothing', '--json']);
  expect(JSON.parse(unknown.out).error).toContain('There is no command nothing:');
});

test('secrets are made once', async () => {
  const first = await run(['secrets', 'create', '--json']);
  expect(JSON.parse(first.out).made).toHaveLength(4);
  const second = await run(['secrets', 'create', '--json']);
  expect(JSON.parse(second.out).made).toEqual([]);
  expect(statSync(join(folder, 'data', 'secrets')).mode & 0o777).toBe(0o700);
});

test('a backup needs data, a restore needs a backup and an empty place', async () => {
  expect((await run(['backup', 'b'])).code).toBe(73);
  expect((await run(['restore', 'b'])).code).toBe(73);
  expect(readdirSync(folder)).toEqual([]);
});

test('options may be switches, texts or lists, and are read by their names', () => {
  const command = defineCommand({
    name: 'try',
    changes: 'nothing',
    parameters: ['WHAT'],
    help: 'none',
    options: {
      now: { help: 'switch' },
      fund: { value: 'A=B', isMany: true, help: 'list' },
      one: { value: 'N', help: 'text' },
    },
    run: async () => ({ answer: {}, isHeld: true }),
  });
  const words = parseWords(command, ['x', '--fund', 'a', '--fund', 'b', '--now', '--json']);
  expect(words.positionals).toEqual(['x']);
  expect(words.texts('fund')).toEqual(['a', 'b']);
  expect([words.has('now'), words.has('one'), words.text('one')]).toEqual([true, false, undefined]);
  expect(() => parseWords(command, ['x', '--one', '1', '--one', '2'])).toThrow('given twice');
  expect(showUsage(command)).toBe('try WHAT [--now] [--fund A=B]... [--one N] [--json]');
});

test('rows are shown as a table, other things by their name', () => {
  const shown = showAnswer({
    mode: 'normal',
    rows: [
      { a: 'x', b: 1 },
      { a: 'long', b: 22 },
    ],
  });
  expect(shown).toBe('mode  normal\nrows\n  a     b\n  x     1\n  long  22');
});
