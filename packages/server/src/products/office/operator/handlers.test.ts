import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAuditLog, makeAuditKey } from '../../../base/audit/index.ts';
import { startTestDatabase } from '../../../base/db/testing.ts';
import { createOperators, createOperatorSessions } from '../../../base/office/index.ts';
import { migrations } from '../../../migrations.ts';
import { createOperatorAccountHandlers } from './handlers.ts';

let database: Awaited<ReturnType<typeof startTestDatabase>>;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'isobath-operators-'));
  database = await startTestDatabase({ migrations });
});
afterAll(async () => {
  await database?.stop();
  await rm(folder, { recursive: true, force: true });
});

test('a new second factor lets nobody in again who was let go', async () => {
  const operators = createOperators(database.app);
  const kept = { key: makeAuditKey('ab'.repeat(32)), dataFolder: folder, readNowMs: Date.now };
  const audit = createAuditLog(database.app, kept);
  const operatorSessions = createOperatorSessions(database.app, Date.now);
  const handlers = createOperatorAccountHandlers({ operators, operatorSessions, audit });
  const email = 'gone@example.com';
  await handlers['operator.create']?.({
    email,
    role: 'support',
    password: 'a long sentence of it',
  });
  await handlers['operator.disable']?.({ email });
  await handlers['operator.reset']?.({ email });
  expect(await operators.findByEmail(email)).toMatchObject({ isDisabled: true, totpSecret: null });
  await handlers['operator.enable']?.({ email });
  expect(await operators.findByEmail(email)).toMatchObject({ isDisabled: false });
  const acts = await audit.list({ limit: 9 });
  expect(acts.map(({ action }) => action)).toEqual([
    'operator_enabled',
    'operator_reset',
    'operator_disabled',
    'operator_created',
  ]);
});
