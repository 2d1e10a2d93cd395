// The doctor on a healthy and on a sick host: each look tells what it saw, none ends the others.
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSecrets, readSettings, writeBackupMark } from '../base/config/index.ts';
import { startTestDatabase, type TestDatabase } from '../base/db/testing.ts';
import { engineMigrations } from '../engine/tables.ts';
import { makeTransfer, startTestEngine, testKey } from '../engine/testing/fixture.ts';
import { verifyTail } from '../engine/audit/verify-tail.ts';
import { checkDatabase } from './database.ts';
import { diagnose } from './doctor.ts';
import { checkBackups } from './host.ts';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
let db: TestDatabase;
let folder: string;
let mail: Server;
let mailPort: number;

beforeAll(async () => {
  db = await startTestDatabase({ migrations: engineMigrations });
  folder = mkdtempSync(join(tmpdir(), 'isobath-doctor-'));
  await createSecrets(join(folder, 'data'));
  // A mail server that takes whoever says hello.
  mail = createServer((socket) => {
    socket.on('error', () => {});
    socket.write('220 test\r\n');
    socket.on('data', (text) =>
      socket.write(`${text}`.startsWith('QUIT') ? '221 bye\r\n' : '250 ok\r\n'),
    );
  });
  await new Promise<void>((resolve) => mail.listen(0, '127.0.0.1', resolve));
  mailPort = (mail.address() as AddressInfo).port;
});
afterAll(async () => {
  await db.stop();
  mail.close();
  rmSync(folder, { recursive: true, force: true });
});

const environment = (more: Record<string, string> = {}) => ({
  DATA_DIR: join(folder, 'data'),
  PORT: '65000',
  SMTP_URL: `smtp://me:hidden-word@127.0.0.1:${mailPort}`,
  ...more,
});
async function see(more: Record<string, string> = {}, backups?: string) {
  const found = await diagnose({ environment: environment(more), root, backups });
  const states = Object.fromEntries(found.checks.map(({ check, state }) => [check, state]));
  return { ...found, states };
}

test('a host that is well has no fault; what cannot be looked at is unknown', async () => {
  const backups = join(folder, 'backups');
  const name = `isobath-${new Date().toISOString().slice(0, 19).replaceAll(':', '')}Z`;
  mkdirSync(join(backups, name), { recursive: true });
  writeFileSync(join(backups, name, 'backup.json'), '{}');
  const { states, checks } = await see({}, backups);
  expect(states).toMatchObject({
    settings: 'ok',
    server: 'warn',
    port: 'ok',
    rights: 'ok',
    database: 'unknown',
    backup: 'ok',
    sums: 'unknown',
  });
  expect(checks.find(({ check }) => check === 'versions')?.found).toMatch(
    /^Isobath \d+\.\d+\.\d+ \([0-9a-f]{12}\)/,
  );
  expect(JSON.stringify(checks)).not.toContain('hidden-word');
});

test('a backup made anywhere is known by its mark, and only of our own database', async () => {
  const readBackup = async (settings: Parameters<typeof checkBackups>[0], given?: string) => {
    const { state, found } = await checkBackups(settings, given);
    return `${state} ${found}`;
  };
  const own = readSettings(environment(), root);
  expect(await readBackup(own)).toBe('warn none was made yet');
  await writeBackupMark(own.dataFolder, Date.now() - 3 * 86_400_000);
  expect(await readBackup(own)).toMatch(/^warn the last one was made 3 d/);
  await writeBackupMark(own.dataFolder, Date.now());
  expect(await readBackup(own)).toMatch(/^ok the last one/);
  const foreign = readSettings(environment({ DATABASE_URL: 'postgres://me:x@127.0.0.1/x' }), root);
  expect(await readBackup(foreign, folder)).toMatch(/^unknown the database is yours/);
});

test('every sick part is a fault with what to do, beside the others', async () => {
  const secret = join(folder, 'data', 'secrets', 'journal-key');
  chmodSync(secret, 0o644);
  const { verdict, checks, states } = await see({
    ISOBATH_BAKUP_DIR: '/x',
    ISOBATH_BACKUP_DIR: join(folder, 'empty'),
    SMTP_URL: 'smtp://127.0.0.1:1',
    PORT: String(mailPort),
  });
  chmodSync(secret, 0o600);
  expect(verdict).toBe('fault');
  expect(states).toMatchObject({
    settings: 'fault',
    rights: 'fault',
    backup: 'fault',
    mail: 'fault',
    port: 'fault',
  });
  for (const one of checks.filter(({ state }) => state === 'fault')) {
    expect(one.advice, one.check).not.toBe('');
  }
});

test('a database that does not answer is a fault', async () => {
  const { states } = await see({ DATABASE_URL: 'postgres://me:x@127.0.0.1:1/none' });
  expect(states).toMatchObject({ database: 'fault' });
  expect(states).not.toHaveProperty('journal');
});

test('a database is told with its version, durability, archive and standbys', async () => {
  const settings = readSettings(environment(), root);
  const checks = await checkDatabase(settings, db.owner);
  const states = Object.fromEntries(checks.map(({ check, state }) => [check, state]));
  expect(states).toMatchObject({
    database: 'ok',
    'way to the database': 'ok',
    'database clock': 'ok',
    archive: 'ok',
    standbys: 'ok',
  });
  expect(checks[0]?.found).toMatch(/^PostgreSQL \d+/);
});

test('the end of a journal is proven without the rest of it', async () => {
  const engine = await startTestEngine({ db, engineId: 7 });
  for (let n = 0; n < 30; n += 1) await engine.send(makeTransfer(n));
  await engine.stop();
  const source = { database: db.owner, engineId: 7, key: testKey };
  const sound = await verifyTail(source, 10);
  expect(sound).toMatchObject({ fromSequence: 22, lastSequence: 31, findings: [] });
  const damage = (sql: string) => db.owner.execute(sql);
  // What lies before the end is not looked at.
  await damage(`DELETE FROM journal WHERE engine_id = 7 AND first_sequence = 5`);
  expect((await verifyTail(source, 10)).findings).toEqual([]);
  await damage(`UPDATE journal SET row_hash = set_bit(row_hash, 7, 1 - get_bit(row_hash, 7))
    WHERE engine_id = 7 AND first_sequence = 25`);
  const changed = (await verifyTail(source, 10)).findings.map(({ sequence }) => sequence);
  expect(changed).toEqual([25, 26]);
  await damage(`DELETE FROM journal WHERE engine_id = 7 AND first_sequence = 31`);
  expect((await verifyTail(source, 3)).findings.at(-1)).toMatchObject({ part: 'head' });
});
