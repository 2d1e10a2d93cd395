import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { prepareLog, shortenLogs } from './logs.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'isobath-logs-'));
  mkdirSync(join(folder, 'logs'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const limits = { bytesMax: 1_000, filesCountMax: 2, daysMax: 10 };
const read = (path: string) => readFileSync(path, 'utf8');

test('a log that is written to is put aside, and its writer goes on in an empty one', async () => {
  const path = prepareLog(folder, 'engine', limits);
  const log = openSync(path, 'a', 0o600);
  // Writes a line for each that it hears, as a process of ours does: to a file it did not open.
  const child = spawn('/bin/sh', ['-c', 'while read -r line; do echo "$line"; echo ok >&2; done'], {
    stdio: ['pipe', log, 'pipe'],
  });
  const say = async (line: string) => {
    child.stdin?.write(`${line}\n`);
    await once(child.stderr as NodeJS.ReadableStream, 'data');
  };
  const long = 'x'.repeat(2_000);
  await say(long);
  shortenLogs(folder, { ...limits, bytesMax: 10_000 });
  expect(statSync(path).size).toBe(2_001);
  shortenLogs(folder, limits);
  expect(statSync(path).size).toBe(0);
  await say('after');
  expect(read(path)).toBe('after\n');
  expect(read(`${path}.1`)).toBe(`${long}\n`);
  await say('y'.repeat(2_000));
  shortenLogs(folder, limits);
  expect(read(`${path}.1`)).toBe(`after\n${'y'.repeat(2_000)}\n`);
  expect(statSync(`${path}.1`).mode & 0o077).toBe(0);
  child.stdin?.end();
  await once(child, 'close');
});

/** Make a log as it was written so many days ago. */
function write(name: string, text: string, daysAgo = 0): string {
  const path = join(folder, 'logs', name);
  writeFileSync(path, text);
  const at = new Date(Date.now() - daysAgo * 86_400_000);
  utimesSync(path, at, at);
  return path;
}
const list = () => readdirSync(join(folder, 'logs')).sort();

test('as many as are wanted are kept, the newest first, and none for too many days', () => {
  const path = write('edge.log', 'a'.repeat(2_000));
  shortenLogs(folder, limits);
  writeFileSync(path, 'b'.repeat(2_000));
  shortenLogs(folder, limits);
  writeFileSync(path, 'c'.repeat(2_000));
  shortenLogs(folder, limits);
  expect([read(`${path}.1`)[0], read(`${path}.2`)[0]]).toEqual(['c', 'b']);
  expect(list()).toEqual(['edge.log', 'edge.log.1', 'edge.log.2']);
  write('security.log.1', 'old', 11);
  write('access.log.1', 'young', 9);
  write('engine.log.7', 'of a time when more were kept');
  shortenLogs(folder, limits);
  expect(list()).toEqual(['access.log.1', 'edge.log', 'edge.log.1', 'edge.log.2']);
});

test('with a new day lines go aside, however few; an empty log makes no file', () => {
  const path = write('edge.log', 'short');
  write('engine.log', '');
  shortenLogs(folder, { ...limits, isNewDay: true });
  expect(list()).toEqual(['edge.log', 'edge.log.1', 'engine.log']);
  expect([read(path), read(`${path}.1`)]).toEqual(['', 'short']);
  // A start the day after finds yesterday's lines where they were written.
  write('edge.log', 'yesterday', 1);
  expect(prepareLog(folder, 'edge', limits)).toBe(path);
  expect([read(`${path}.1`), read(`${path}.2`)]).toEqual(['yesterday', 'short']);
});
