import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { identifyProcess } from '../base/process/proc.ts';
import { endRegistered, findRegistered, ProcessRegistry } from './registry.ts';

let folder: string;
let left: ChildProcess;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'isobath-registry-'));
  // It hears no signal that can be refused, and does not end by itself.
  const deaf = "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); console.log('up')";
  left = spawn(process.execPath, ['-e', deaf], { stdio: ['ignore', 'pipe', 'ignore'] });
  await new Promise((resolve) => left.stdout?.once('data', resolve));
});
afterEach(() => {
  left.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

test('what a killed launcher left behind is ended before anybody starts', async () => {
  const pid = left.pid ?? 0;
  new ProcessRegistry(folder, () => {}).add('engine', pid);
  expect(findRegistered(folder)).toMatchObject([{ role: 'engine', pid }]);
  await endRegistered(folder);
  expect(identifyProcess(pid)).toBeUndefined();
  expect(findRegistered(folder)).toEqual([]);
});

test('whoever has a number of the list and is not the one that was noted is let be', async () => {
  const pid = left.pid ?? 0;
  const another = { role: 'engine', ...identifyProcess(pid), startTicks: '1' };
  writeFileSync(join(folder, 'processes.json'), JSON.stringify([another]));
  await endRegistered(folder);
  expect(identifyProcess(pid)).toBeDefined();
});
