import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findHolder, takeLock } from './lock.ts';

let folder: string;
const children: ChildProcess[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'isobath-lock-'));
});
afterEach(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

/** Another process that tries to take the lock and then waits. */
async function takeElsewhere(): Promise<{ said: string; child: ChildProcess }> {
  const module = fileURLToPath(new URL('lock.ts', import.meta.url));
  // A file of its own: a program that is being read must not be written again.
  const program = join(folder, `taker-${children.length}.ts`);
  writeFileSync(
    program,
    `import { takeLock } from ${JSON.stringify(module)};
     try { console.log('epoch', takeLock(process.argv[2]).epoch); }
     catch (e) { console.log(e.exitCode); }
     setInterval(() => {}, 1000);`,
  );
  const child = spawn(process.execPath, [program, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const said = await new Promise<string>((resolve) => {
    child.stdout?.once('data', (chunk: Buffer) => resolve(chunk.toString().trim()));
  });
  return { said, child };
}

test('a held lock is refused at once, a released one is free, numbers rise', () => {
  const first = takeLock(folder);
  expect(() => takeLock(folder)).toThrow('already runs');
  expect(findHolder(folder)?.pid).toBe(process.pid);
  first.release();
  expect(findHolder(folder)).toBeUndefined();
  expect(takeLock(folder).epoch).toBe(first.epoch + 1);
});

test('the lock of a killed process is recovered, by one of those who try', async () => {
  const { said, child } = await takeElsewhere();
  expect(said).toBe('epoch 1');
  expect(() => takeLock(folder)).toThrow(`process ${child.pid}`);
  child.kill('SIGKILL');
  await new Promise((resolve) => {
    child.once('exit', resolve);
  });
  const answers = await Promise.all([1, 2, 3, 4].map(takeElsewhere));
  const words = answers.map((answer) => answer.said).toSorted();
  expect(words).toEqual(['75', '75', '75', 'epoch 2']);
  expect(readdirSync(join(folder, 'lock'))).toEqual(['2']);
});

test('a number of another boot or of another process means nobody', () => {
  const lock = takeLock(folder);
  const path = join(folder, 'lock', String(lock.epoch));
  writeFileSync(path, JSON.stringify({ pid: process.pid, startTicks: '1', bootId: 'x' }));
  expect(findHolder(folder)).toBeUndefined();
  expect(takeLock(folder).epoch).toBe(2);
});
