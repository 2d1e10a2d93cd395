import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { waitFor } from '../../../../tools/testing/wait.ts';
import type { Refusal } from '../base/process/exit.ts';
import { identifyProcess } from '../base/process/proc.ts';
import { superviseChild, type SupervisedChild } from './child-process.ts';

let folder: string;
let child: SupervisedChild | undefined;
let notices: string[];
let hopeless: Refusal | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'isobath-child-'));
  notices = [];
  hopeless = undefined;
});
afterEach(async () => {
  await child?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const entries = {
  child: fileURLToPath(new URL('../base/process/child.ts', import.meta.url)),
  exit: fileURLToPath(new URL('../base/process/exit.ts', import.meta.url)),
};

function prepare(body: string): SupervisedChild {
  const entry = join(folder, 'child.ts');
  writeFileSync(
    entry,
    `import { runChild } from ${JSON.stringify(entries.child)};
     import { Refusal } from ${JSON.stringify(entries.exit)};
     import { appendFileSync, existsSync } from 'node:fs';
     const say = (text) => appendFileSync(${JSON.stringify(join(folder, 'said'))}, text + '\\n');
     const isThere = (name) => existsSync(${JSON.stringify(folder)} + '/' + name);
     setInterval(() => {}, 1000);
     const sayLater = (text) => setTimeout(() => say(text), 300);
     ${body}`,
  );
  child = superviseChild(
    { role: 'test', entry: pathToFileURL(entry) },
    {
      logFile: join(folder, 'log'),
      environment: { ...process.env, NODE_NO_WARNINGS: '1' },
      onStart: () => {},
      onEnd: () => {},
      notice: (text) => notices.push(text),
      onHopeless: (refusal) => (hopeless = refusal),
    },
  );
  return child;
}

const supervise = async (body: string) => prepare(body).begin(() => {});

const said = () => readFileSync(join(folder, 'said'), 'utf8').trim().split('\n');
const isBack = () => waitFor('the child to come back', () => notices.includes('test is back'));
const good = `runChild(async () => ({ detail: 'hello', stop: async () => say('stopped') }));`;

test('a child says that it is ready, and is stopped once however often it is told', async () => {
  expect(await supervise(good)).toBe('hello');
  const pid = child?.pid ?? 0;
  await Promise.all([child?.stop(), child?.stop()]);
  expect(said()).toEqual(['stopped']);
  expect(identifyProcess(pid)).toBeUndefined();
});

test('a child has its code read and waits for a word to begin, or to go', async () => {
  const begin = good.replace('({ detail', "(say('begun'), { detail");
  const waiting = prepare(`say('read'); sayLater('waits'); ${begin}`);
  await waitFor('the word that it waits', () => said().includes('waits'));
  expect(said()).toEqual(['read', 'waits']);
  expect(await waiting.begin(() => {})).toBe('hello');
  expect(said()).toEqual(['read', 'waits', 'begun']);
  await waiting.stop();
  const unneeded = prepare(good);
  await unneeded.stop();
  expect(identifyProcess(unneeded.pid)).toBeUndefined();
  expect(said()).toEqual(['read', 'waits', 'begun', 'stopped']);
});

test('a child prepares while it waits, and its words are told when it begins', async () => {
  const waiting = prepare(
    `runChild(
       async (_report, word) => ({ detail: word, stop: async () => {} }),
       (report) => {
         say('prepared');
         sayLater('waits');
         report('prepares');
         return 'with its word';
       },
     );`,
  );
  await waitFor('the word that it waits', () => said().includes('waits'));
  const words: string[] = [];
  expect(await waiting.begin((text) => words.push(text))).toBe('with its word');
  expect(words).toEqual(['prepares']);
  process.kill(waiting.pid, 'SIGKILL');
  await isBack();
  expect(said().filter((word) => word === 'prepared')).toHaveLength(2);
});

test('a refusal while it is prepared is told when it should begin', async () => {
  const refused = prepare(
    `runChild(async () => ({ stop: async () => {} }), () => { throw new Refusal(78, 'no'); });`,
  );
  await waitFor('its end', () => identifyProcess(refused.pid) === undefined);
  await expect(refused.begin(() => {})).rejects.toMatchObject({ exitCode: 78, message: 'no' });
});

test('a signal of the terminal is left to the parent', async () => {
  await supervise(`process.on('SIGWINCH', () => say('heard')); ${good}`);
  const pid = child?.pid ?? 0;
  // Of signals that are pending together the one with the highest number is heard last.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGWINCH'] as const) process.kill(pid, signal);
  await waitFor('the last signal', () => said().includes('heard'));
  expect(said()).toEqual(['heard']);
  expect(child?.pid).toBe(pid);
  expect(identifyProcess(pid)).toBeDefined();
});

test('a killed child is started again', async () => {
  await supervise(good);
  const before = child?.pid;
  process.kill(before ?? 0, 'SIGKILL');
  await isBack();
  expect(child?.pid).not.toBe(before);
  expect(notices[0]).toContain('ended unasked');
});

test('a refusal at the first start is handed on', async () => {
  const refused = supervise(
    `runChild(async () => { throw new Refusal(65, 'row 7 is damaged'); });`,
  );
  await expect(refused).rejects.toMatchObject({ exitCode: 65, message: 'row 7 is damaged' });
});

test('a child that refuses to come back makes everything stop', async () => {
  await supervise(
    `runChild(async () => {
       if (isThere('said')) throw new Refusal(65, 'row 7 is damaged');
       say('first');
       return { stop: async () => {} };
     });`,
  );
  process.kill(child?.pid ?? 0, 'SIGKILL');
  await waitFor('the end of hope', () => hopeless !== undefined);
  expect(hopeless?.exitCode).toBe(65);
});

test('a child that cannot reach the database tries again until it can', async () => {
  await supervise(
    `runChild(async () => {
       const isAway = isThere('said') && !isThere('cured');
       say(isAway ? 'tried' : 'started');
       if (isAway) throw new Refusal(69, 'no database');
       return { stop: async () => {} };
     });`,
  );
  process.kill(child?.pid ?? 0, 'SIGKILL');
  await waitFor('the third try', () => said().filter((word) => word === 'tried').length === 3);
  expect(notices).not.toContain('test is back');
  writeFileSync(join(folder, 'cured'), '');
  await isBack();
  expect(hopeless).toBeUndefined();
});

test('a child that does not stop is killed', async () => {
  await supervise(`runChild(async () => ({ stop: () => new Promise(() => {}) }));`);
  const pid = child?.pid ?? 0;
  await child?.stop();
  expect(identifyProcess(pid)).toBeUndefined();
});
