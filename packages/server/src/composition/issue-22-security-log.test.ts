// What sign-ins, locks and operators' acts leave in the security log: numbers, no names.
import { beforeEach, expect, test } from 'vitest';
import { HOST } from '../base/audit/index.ts';
import type { Action, AuditLog } from '../base/audit/index.ts';
import type { Locks } from '../base/locks/index.ts';
import type { Sessions } from '../base/sessions/index.ts';
import { noteActions, noteLocks, noteSignIns } from './security-log.ts';

let lines: Record<string, unknown>[];
beforeEach(() => (lines = []));
const security = {
  write: (message: string, facts: object) => void lines.push({ message, ...facts }),
  close: () => {},
};

test('a sign-in is told with its session, the cookie is not', async () => {
  const session = { sessionId: 5, ownerId: 7, ip: '203.0.113.9', device: 'Firefox, Linux' };
  const sessions = { create: async () => ({ token: 'cookie', session }) } as unknown as Sessions;
  await noteSignIns(sessions, security).create(session);
  expect(lines).toEqual([{ message: 'signed_in', ...session }]);
});

function makeAudit(isCommitted: boolean): AuditLog {
  return {
    list: async () => [],
    write: async () => {},
    transaction: async (_actor, work) => {
      const result = await work(undefined as never, async () => {});
      if (!isCommitted) throw new Error('not committed');
      return result;
    },
  };
}

test('an act is told once it is committed, without the words beside it', async () => {
  const act: Action = {
    action: 'config_set',
    target: { kind: 'user', id: 9 },
    detail: { value: 'secret words' },
  };
  const actor = { operatorId: 3, sessionId: 4 };
  const run = (isCommitted: boolean) =>
    noteActions(makeAudit(isCommitted), security).transaction(actor, (_, write) => write(act));
  await expect(run(false)).rejects.toThrow('not committed');
  expect(lines).toEqual([]);
  await run(true);
  await noteActions(makeAudit(true), security).write(HOST, { action: 'config_set' });
  expect(lines).toEqual([
    { message: 'operator_acted', action: 'config_set', ...actor, targetKind: 'user', targetId: 9 },
    { message: 'operator_acted', action: 'config_set', operatorId: 0, sessionId: 0 },
  ]);
});

test('a lock is told by kind and network, never by the account', () => {
  const locks: Locks = { of: () => ({ kept: [], write: () => {}, remove: () => {} }) };
  const room = noteLocks(locks, security).of('people');
  const lock = { count: 10, untilMs: 1_780_000_000_000 };
  room.write({ name: 'login.pair:person@example.com 203.0.113.9', ...lock });
  room.write({ name: 'login.network:2001:db8:1:2::/64', ...lock });
  room.write({ name: 'login.browser:person@example.com abcDEF-GHI', ...lock });
  const shown = lines.map(({ kind, network }) => [kind, network]);
  expect(shown).toEqual([
    ['login.pair', '203.0.113.9'],
    ['login.network', '2001:db8:1:2::/64'],
    ['login.browser', ''],
  ]);
  expect(JSON.stringify(lines)).not.toContain('person');
  expect(lines[0]).toMatchObject({ room: 'people', count: 10, until: '2026-05-28T20:26:40.000Z' });
});

test('switched off, the rooms are as they were', () => {
  const audit = makeAudit(true);
  expect(noteActions(audit, undefined)).toBe(audit);
});
