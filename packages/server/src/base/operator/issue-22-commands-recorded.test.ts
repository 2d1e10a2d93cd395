// Every question that changes something leaves two acts, whatever its handler does; what the tool
// does alone waits in a file and is taken into the chain.
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { waitFor } from '../../../../../tools/testing/wait.ts';
import type { Action, Actor, AuditLog } from '../audit/index.ts';
import { Refusal } from '../process/exit.ts';
import { createActionTaker, WAITING_ACTIONS } from './alone.ts';
import { openToolEntry } from './entry.ts';
import {
  askServer,
  type OperatorHandlers,
  type OperatorName,
  questionEffects,
  recordAlone,
} from './index.ts';
import { serveOperator } from './server.ts';

let folder: string;
let acts: Action[];
let end: (() => Promise<void>) | undefined;
const write = async (_actor: Actor, act: Action) => void acts.push(act);
const me = { systemUid: process.getuid?.() };

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'isobath-recorded-'));
  mkdirSync(join(folder, 'secrets'));
  acts = [];
});
afterEach(async () => {
  await end?.();
  end = undefined;
  rmSync(folder, { recursive: true, force: true });
});

const names = Object.keys(questionEffects) as OperatorName[];

test('every question that changes something is written down, and no other', async () => {
  const handlers = Object.fromEntries(names.map((name) => [name, async () => ({})]));
  end = await serveOperator(folder, handlers as OperatorHandlers, { write });
  for (const name of names) {
    acts = [];
    await askServer(folder, name, {} as never);
    const said = acts.map(({ action, detail }) => [action, detail?.['command']]);
    const both = [
      ['tool_command_begun', name],
      ['tool_command_ended', name],
    ];
    expect(said, name).toEqual(questionEffects[name] === 'changes' ? both : []);
  }
});

test('who, with what and how it ended is kept, secrets are not', async () => {
  const { SUDO_USER } = process.env;
  process.env['SUDO_USER'] = 'jane';
  try {
    end = await serveOperator(
      folder,
      {
        'operator.create': async () => ({ operatorId: 7, password: 'made-for-you' }),
        'coin.picture': async () => {
          throw new Refusal(64, 'There is no coin x.');
        },
        'user.demo': async () => {
          throw new Error('lost');
        },
      },
      { write },
    );
    const request = { email: 'a@b.example', role: 'auditor', password: 'very secret' };
    const made = await askServer(folder, 'operator.create', request);
    expect(made).toEqual({ operatorId: 7, password: 'made-for-you' });
    const coin = { coin: 'x', picture: 'A'.repeat(9_000) };
    await expect(askServer(folder, 'coin.picture', coin)).rejects.toThrow('There is no coin x.');
    await expect(askServer(folder, 'user.demo', {})).rejects.toThrow('lost');
  } finally {
    if (SUDO_USER === undefined) delete process.env['SUDO_USER'];
    else process.env['SUDO_USER'] = SUDO_USER;
  }
  expect(JSON.stringify(acts)).not.toMatch(/very secret|made-for-you|AAAAAAAAA{40}/);
  const [begun, ended, , refused, , failed] = acts;
  expect(begun?.detail).toMatchObject({
    ...me,
    sudoUser: 'jane',
    arguments: { email: 'a@b.example', role: 'auditor', password: '(secret)' },
  });
  expect(begun?.detail?.['toolVersion']).toMatch(/^\d+\.\d+\.\d+/);
  expect(ended).toMatchObject({
    target: { kind: 'operator', id: 7 },
    detail: { ...me, outcome: 'done', callId: begun?.detail?.['callId'] },
  });
  expect(refused?.detail).toMatchObject({ outcome: 'refused', refusal: 'There is no coin x.' });
  expect(failed?.detail).toMatchObject({ outcome: 'failed', refusal: 'lost' });
});

test('what cannot be written down, or says not who asks, is not carried out', async () => {
  let carriedOut = 0;
  const handlers = { 'engine.halt': async () => ({ carriedOut: (carriedOut += 1) }) };
  end = await serveOperator(folder, handlers, {
    write: () => Promise.reject(new Error('no database')),
  });
  await expect(askServer(folder, 'engine.halt', {})).rejects.toThrow('no database');
  expect(carriedOut).toBe(0);
});

test('a hash of a secret is one, the path of its file is none', async () => {
  const parameters = {
    passwordHash: 'f00d',
    'password-file': '/run/pw',
    hasPassword: true,
    secrets: '/backup/secrets',
  };
  await recordAlone(folder, { command: 'restore', parameters }, async () => ({}));
  const [line = ''] = readFileSync(join(folder, WAITING_ACTIONS), 'utf8').split('\n');
  expect(JSON.parse(line).detail.arguments).toEqual({
    passwordHash: '(secret)',
    'password-file': '/run/pw',
    hasPassword: true,
    secrets: '/backup/secrets',
  });
  rmSync(join(folder, WAITING_ACTIONS));
});

test('what the tool does alone is taken into the chain once, in its order', async () => {
  const call = { command: 'accept-loss', parameters: { SEQUENCE: '7' } };
  await recordAlone(folder, call, async () => ({ sequence: 7 }));
  const refuse = () => Promise.reject(new Refusal(65, 'damaged'));
  await expect(recordAlone(folder, call, refuse)).rejects.toThrow('damaged');
  appendFileSync(join(folder, WAITING_ACTIONS), '{"action":"tool_comm');
  const audit = {
    transaction: async (actor: Actor, work: (...rest: unknown[]) => Promise<unknown>) =>
      work(undefined, (act: Action) => write(actor, act)),
  } as unknown as AuditLog;
  const take = createActionTaker(audit, folder);
  expect(await Promise.all([take(), take()])).toEqual([5, 0]);
  expect(existsSync(join(folder, WAITING_ACTIONS))).toBe(false);
  expect(acts.map(({ action, detail }) => [action, detail?.['outcome']])).toEqual([
    ['tool_command_begun', undefined],
    ['tool_command_ended', 'done'],
    ['tool_command_begun', undefined],
    ['tool_command_ended', 'refused'],
    ['tool_command_ended', 'unknown'],
  ]);
  expect(acts[0]?.detail).toMatchObject({ ...me, arguments: { SEQUENCE: '7' } });
});

test('a start without room for what waits goes on, and takes it when there is some', async () => {
  await recordAlone(folder, { command: 'secrets', parameters: {} }, async () => ({}));
  let isFull = true;
  const reported: string[] = [];
  const transaction: AuditLog['transaction'] = async (_actor, work) => {
    if (isFull) throw new Error('could not extend file: No space left on device');
    return work(undefined as never, async (act) => void acts.push(act));
  };
  end = await openToolEntry(folder, { write, transaction } as AuditLog, {
    handlers: { 'server.status': async () => ({ mode: 'halted' }) },
    report: (error) => reported.push((error as Error).message),
  });
  expect(await askServer(folder, 'server.status', {})).toEqual({ mode: 'halted' });
  expect([reported.length, acts.length]).toEqual([1, 0]);
  isFull = false;
  await waitFor('the acts', () => acts.length === 2 && !existsSync(join(folder, 'acts.taking')));
});
