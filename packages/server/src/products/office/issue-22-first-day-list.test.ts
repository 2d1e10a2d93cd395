// What ticks two lines of the first day: operators who can approve, and backups that somebody else
// makes.
import { officeRoutes, type OperatorRole } from '@isobath/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestDatabase } from '../../base/db/testing.ts';
import { createFirstDayRoutes, type FirstDayParts, readArchivedMs } from './first-day.ts';

let db: Awaited<ReturnType<typeof startTestDatabase>>;
beforeAll(async () => {
  db = await startTestDatabase({ migrations: [] });
});
afterAll(() => db?.stop());

async function readTicks(roles: readonly OperatorRole[], changed: object = {}) {
  const operators = roles.map((role) => ({
    role,
    isDisabled: false,
    totpSecret: Buffer.from('x'),
    passkeysCount: 0,
    ...changed,
  }));
  const parts = {
    database: { query: async () => [] },
    operators: { list: async () => operators },
    markets: { listCoins: () => [], listMarkets: () => [] },
    readNowMs: () => 100_000_000,
    readBackupMs: async () => 50_000_000,
    readAlarmAddress: async () => '',
  } as unknown as FirstDayParts;
  const handler = createFirstDayRoutes(parts).find(
    ({ route }) => route.path === officeRoutes.firstDay.path,
  );
  if (handler === undefined) throw new Error('no such route');
  const { items } = (await handler.handle({} as never)) as {
    items: { name: string; isDone: boolean }[];
  };
  return items.filter(({ isDone }) => isDone).map(({ name }) => name);
}

test('two operators are two who can approve, with a second factor', async () => {
  expect(await readTicks(['administrator', 'risk'])).toEqual(['operators', 'backup']);
  for (const roles of [['administrator'], ['administrator', 'viewer'], ['support', 'content']]) {
    expect(await readTicks(roles as OperatorRole[])).toEqual(['backup']);
  }
  for (const changed of [{ isDisabled: true }, { totpSecret: null }]) {
    expect(await readTicks(['administrator', 'finance'], changed)).toEqual(['backup']);
  }
  const passkeys = { totpSecret: null, passkeysCount: 1 };
  expect(await readTicks(['administrator', 'finance'], passkeys)).toContain('operators');
});

test('an own database is backed up when its log is archived and nothing failed', async () => {
  // Here nothing is archived.
  expect(await readArchivedMs(db.owner)).toBe(0);
  const asIf = (mode: string, archived: string, failed: string) =>
    db.owner.transaction((session) =>
      readArchivedMs({
        query: (statement: unknown) =>
          session.query(
            String(statement)
              .replace("current_setting('archive_mode')", `'${mode}'`)
              .replace(
                'pg_stat_archiver',
                `(SELECT ${archived}::timestamptz AS last_archived_time,
                ${failed}::timestamptz AS last_failed_time) AS archiver`,
              ),
          ),
      } as unknown as FirstDayParts['database']),
    );
  const [early, late] = ['to_timestamp(1000)', 'to_timestamp(2000)'];
  expect(await asIf('on', late, early)).toBe(2_000_000);
  expect(await asIf('on', late, 'NULL')).toBe(2_000_000);
  expect(await asIf('on', early, late)).toBe(0);
  expect(await asIf('on', 'NULL', 'NULL')).toBe(0);
  expect(await asIf('off', late, early)).toBe(0);
});
