import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, statSync } from 'node:fs';
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

const read = (path: string) => readFileSync(path, 'utf8');

test('a log that is written to is put aside, and its writer goes on in an empty one', async () => {
  const path = prepareLog(folder, 'engine');
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
  shortenLogs(folder, 10_000);
  expect(statSync(path).size).toBe(2_001);
  shortenLogs(folder, 1_000);
  expect(statSync(path).size).toBe(0);
  await say('after');
  expect(read(path)).toBe('after\n');
  expect(read(`${path}.1`)).toBe(`${long}\n`);
  await say('y'.repeat(2_000));
  shortenLogs(folder, 1_000);
  expect(read(`${path}.1`)).toBe(`after\n${'y'.repeat(2_000)}\n`);
  expect(statSync(`${path}.1`).mode & 0o077).toBe(0);
  child.stdin?.end();
  await once(child, 'close');
});
