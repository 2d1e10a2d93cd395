import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { waitFor } from '../../../../../tools/testing/wait.ts';
import { migrations } from '../../migrations.ts';
import { startTestDatabase } from '../db/testing.ts';
import {
  type AuditLog,
  createAuditLog,
  HOST,
  makeAuditKey,
  readAuditMark,
  verifyAudit,
} from './index.ts';

const key = makeAuditKey('ab'.repeat(32));
let database: Awaited<ReturnType<typeof startTestDatabase>>;
let folder: string;
let log: AuditLog;

beforeAll(async () => {
  database = await startTestDatabase({ migrations });
});
afterAll(async () => {
  await database?.stop();
});
beforeEach(async () => {
  await database.owner.execute('TRUNCATE audit_log, audit_details');
  folder = mkdtempSync(join(tmpdir(), 'isobath-audit-'));
  log = createAuditLog(database.app, { key, dataFolder: folder, readNowMs: () => 1_000 });
  for (const name of ['one', 'two', 'three']) {
    await log.write(HOST, { action: 'config_set', detail: { name } });
  }
  return () => rmSync(folder, { recursive: true, force: true });
});

const prove = () => verifyAudit(database.owner, key, readAuditMark(folder));

test('a chain that nobody touched is sound', async () => {
  expect(await prove()).toMatchObject({ isSound: true, count: 3, erasedCount: 0, brokenAt: 0 });
});

test.each([
  ['a changed act', 'UPDATE audit_log SET operator_id = 9 WHERE sequence = 2', 2],
  ['a removed act', 'DELETE FROM audit_log WHERE sequence = 2', 3],
  ['a removed end', 'DELETE FROM audit_log WHERE sequence = 3', 3],
  ['a changed word', `UPDATE audit_details SET detail = replace(detail, 'two', 'six')`, 2],
  ['two acts exchanged', exchange(), 1],
])('%s is found, even by the hand of the owner', async (_what, sql, brokenAt) => {
  await database.owner.execute(sql);
  expect(await prove()).toMatchObject({ isSound: false, brokenAt });
});

function exchange(): string {
  return `UPDATE audit_log SET sequence = 9 WHERE sequence = 1;
    UPDATE audit_log SET sequence = 1 WHERE sequence = 2;
    UPDATE audit_log SET sequence = 2 WHERE sequence = 9`;
}

test('acts that follow do not cover up that the end was removed', async () => {
  await database.owner.execute('DELETE FROM audit_log WHERE sequence = 3');
  await log.list({ limit: 1 });
  expect(await prove()).toMatchObject({ isSound: false, brokenAt: 3 });
  for (const action of ['switch_set', 'config_set'] as const) await log.write(HOST, { action });
  expect(await prove()).toMatchObject({ isSound: false, brokenAt: 3 });
});

test('words can be erased, the chain stays whole and says how many', async () => {
  await database.app.execute(`DELETE FROM audit_details WHERE detail LIKE '%two%'`);
  expect(await prove()).toMatchObject({ isSound: true, erasedCount: 1 });
  const rows = await log.list({ limit: 10 });
  expect(rows.map(({ detail }) => detail)).toEqual(['{"name":"three"}', '', '{"name":"one"}']);
});

test('an act stands without room for its mark, which follows when there is some', async () => {
  // The system's own full device: a write to it fails as on a disk without a byte left.
  symlinkSync('/dev/full', join(folder, 'audit.mark.new'));
  const reported: unknown[] = [];
  const parts = { key, dataFolder: folder, readNowMs: () => 1_000 };
  log = createAuditLog(database.app, { ...parts, report: (error) => reported.push(error) });
  await log.write(HOST, { action: 'switch_set' });
  await log.transaction(HOST, async (_session, write) => write({ action: 'switch_set' }));
  expect(await log.list({ limit: 9 })).toHaveLength(5);
  expect(reported).toEqual([expect.objectContaining({ code: 'ENOSPC' })]);
  expect(readAuditMark(folder)?.sequence).toBe(3);
  rmSync(join(folder, 'audit.mark.new'));
  await waitFor('the mark', () => readAuditMark(folder)?.sequence === 5);
  expect(await prove()).toMatchObject({ isSound: true, count: 5 });
});

test('another key proves nothing', async () => {
  const other = makeAuditKey('cd'.repeat(32));
  expect(await verifyAudit(database.owner, other, undefined)).toMatchObject({ brokenAt: 1 });
});

test('the role of the app may neither change nor delete an act', async () => {
  await expect(database.app.execute('UPDATE audit_log SET at_ms = 0')).rejects.toThrow('denied');
  await expect(database.app.execute('DELETE FROM audit_log')).rejects.toThrow('denied');
});

test('an act is not there when the work it tells about failed', async () => {
  const work = log.transaction(HOST, async (_session, write) => {
    await write({ action: 'switch_set' });
    throw new Error('no');
  });
  await expect(work).rejects.toThrow('no');
  expect(await prove()).toMatchObject({ isSound: true, count: 3 });
});

test('acts written at the same time stand one after the other', async () => {
  await Promise.all(Array.from({ length: 8 }, () => log.write(HOST, { action: 'switch_set' })));
  expect(await prove()).toMatchObject({ isSound: true, count: 11 });
});
