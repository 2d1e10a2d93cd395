import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { waitFor } from '../../../../tools/testing/wait.ts';
import { superviseChild, type SupervisedChild } from './child-process.ts';
import { findRegistered, ProcessRegistry } from './registry.ts';

let folder: string;
let notices: string[];
let notice: (text: string) => void;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'isobath-full-'));
  // Each has a list of its own: what an earlier one tries again is not heard here.
  const heard: string[] = (notices = []);
  notice = (text) => void heard.push(text);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('a list of processes that finds no room is written once there is some again', async () => {
  // The system's own full device: a write to it fails as on a disk without a byte left.
  symlinkSync('/dev/full', join(folder, 'processes.json.new'));
  const registry = new ProcessRegistry(folder, notice);
  registry.add('engine', process.pid);
  registry.add('edge', process.pid);
  registry.remove('edge');
  expect(notices).toEqual([expect.stringContaining('ENOSPC')]);
  expect(findRegistered(folder)).toEqual([]);
  rmSync(join(folder, 'processes.json.new'));
  // The next try of its own is a second away.
  await waitFor('the list', () => findRegistered(folder).length === 1);
  expect(findRegistered(folder)).toMatchObject([{ role: 'engine', pid: process.pid }]);
  expect(notices.slice(1)).toEqual(['the list of processes is written again']);
});

test('a list that cannot be removed stops no end', () => {
  mkdirSync(join(folder, 'processes.json'));
  new ProcessRegistry(folder, notice).clear();
  expect(notices).toEqual([expect.stringContaining('not written')]);
});

const childEntry = fileURLToPath(new URL('../base/process/child.ts', import.meta.url));

function supervise(logFile: string): SupervisedChild {
  const entry = join(folder, 'child.ts');
  writeFileSync(
    entry,
    `import { runChild } from ${JSON.stringify(childEntry)};
     setInterval(() => { console.log('said'); console.error('and more'); }, 5);
     runChild(async () => ({ detail: 'hello', stop: async () => {} }));`,
  );
  return superviseChild(
    { role: 'test', entry: pathToFileURL(entry) },
    {
      logFile,
      environment: { ...process.env, NODE_NO_WARNINGS: '1' },
      onStart: () => {},
      onEnd: () => {},
      notice,
      onHopeless: () => {},
    },
  );
}

test('a child whose log is full, or cannot be opened, runs on and is started again', async () => {
  const places = ['/dev/full', join(folder, 'no-such-folder', 'log')];
  const children = places.map(supervise);
  try {
    for (const child of children) expect(await child.begin(() => {})).toBe('hello');
    expect(notices).toEqual(['test runs without a log: it cannot be opened']);
    for (const { pid } of children) process.kill(pid, 'SIGKILL');
    await waitFor('both', () => notices.filter((text) => text === 'test is back').length === 2);
  } finally {
    await Promise.all(children.map((child) => child.stop()));
  }
});
