// What an installation began as, on a real database with every table of the server.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readFile } from 'node:fs/promises';
import { startTestDatabase, type TestDatabase } from '../base/db/testing.ts';
import { EXIT } from '../base/process/exit.ts';
import { migrations } from '../migrations.ts';
import { checkMode, keepMode, launchMigrations } from './installation.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase({ migrations });
});
afterAll(() => database.stop());
beforeEach(async () => {
  for (const table of ['installation', 'sandbox_seeds', 'users']) {
    await database.owner.execute(`TRUNCATE ${table} CASCADE`);
  }
});

const readBegan = () =>
  database.owner.query<{ began_as: string }>('SELECT began_as FROM installation');

const refusal = (began: string, mode: string) => ({
  exitCode: EXIT.configuration,
  message: expect.stringMatching(
    `^This installation began as ${began} and cannot become ${mode}: set ISOBATH_MODE=${began}, `,
  ),
});

/** Make the table again, as in an installation that is older than it. */
async function migrateAgain(): Promise<void> {
  await database.owner.execute('DROP TABLE installation');
  for (const { file } of launchMigrations) {
    for (const statement of (await readFile(file, 'utf8')).split(';')) {
      if (statement.trim() !== '') await database.owner.execute(statement);
    }
  }
}

test.each([
  ['sandbox', 'production'],
  ['production', 'sandbox'],
] as const)('what began as %s starts again as that and never as %s', async (began, other) => {
  const { owner } = database;
  await checkMode(owner, began);
  await keepMode(owner, began);
  await checkMode(owner, began);
  await keepMode(owner, began);
  await expect(checkMode(owner, other)).rejects.toMatchObject(refusal(began, other));
  await expect(keepMode(owner, other)).rejects.toMatchObject(refusal(began, other));
  expect(await readBegan()).toEqual([{ began_as: began }]);
});

test('an installation without the table is looked at', async () => {
  const { owner } = database;
  await owner.execute('ALTER TABLE installation RENAME TO away');
  await checkMode(owner, 'production');
  await owner.execute('ALTER TABLE away RENAME TO installation');
  await migrateAgain();
  expect(await readBegan()).toEqual([]);
  await owner.execute(`INSERT INTO sandbox_seeds (listing, trader_accounts) VALUES (1, '{7}')`);
  await migrateAgain();
  await expect(keepMode(owner, 'production')).rejects.toMatchObject(
    refusal('sandbox', 'production'),
  );
  await owner.execute('DELETE FROM sandbox_seeds');
  await owner.execute(
    `INSERT INTO users (email, nickname, password_hash) VALUES ('a@b.c', 'a', '')`,
  );
  await migrateAgain();
  await expect(keepMode(owner, 'sandbox')).rejects.toMatchObject(refusal('production', 'sandbox'));
});
