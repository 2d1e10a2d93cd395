// The whole product on a PostgreSQL of the operator's, reached over a network: it runs on two
// roles, refuses a server it cannot rely on, and refuses a journal that was touched.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readSecrets } from '../base/config/index.ts';
import { openDatabase, parseDatabaseUrl, sqlState } from '../base/db/index.ts';
import {
  type NetworkServer,
  startNetworkServer,
  startUnfitServer,
} from '../base/db/testing-network.ts';
import { askServer } from '../base/operator/index.ts';
import { findFreePort } from '../base/process/free-port.ts';

const main = fileURLToPath(new URL('../main.ts', import.meta.url));

let network: NetworkServer;
let folder: string;

beforeAll(async () => {
  network = await startNetworkServer();
  folder = mkdtempSync(join(tmpdir(), 'isobath-own-'));
});
afterAll(async () => {
  await network.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** What a sandbox warns of wherever root starts it. */
const isOfRoot = (line: string) => line.startsWith('Warning: everything runs as root');

/** Start the product. `said` resolves when it is ready or has ended. */
async function start(dataFolder: string, databaseUrl: string, more: NodeJS.ProcessEnv = {}) {
  const env = {
    ...process.env,
    PORT: String(await findFreePort()),
    DATA_DIR: dataFolder,
    DATABASE_URL: databaseUrl,
    ISOBATH_LIQUIDITY: 'off',
    VITEST: '',
    ...more,
  };
  const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  let said = '';
  let errors = '';
  const ended = new Promise<number>((resolve) => {
    child.once('close', (code) => resolve(code ?? -1));
  });
  child.stderr?.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const ready = new Promise<string>((resolve) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      if (said.includes('is ready: ')) resolve(said);
    });
  });
  await Promise.race([ready, ended]);
  return {
    isReady: said.includes('is ready: '),
    ended,
    readErrors: () => errors.split('\n').filter((line) => line !== '' && !isOfRoot(line)),
    async stop() {
      child.kill('SIGTERM');
      return ended;
    },
  };
}

/** Everything in a folder with its size; nothing for a folder that is not there. */
function listFolder(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names.map((name) => `${name} ${statSync(join(folder, name)).size}`).toSorted();
}

/** Start and expect a refusal. @returns exit code and the lines it ended with. */
async function startRefused(dataFolder: string, databaseUrl: string) {
  const product = await start(dataFolder, databaseUrl);
  if (product.isReady) await product.stop();
  return { exitCode: await product.ended, lines: product.readErrors() };
}

/** The same of a database that will not do: nothing is made or changed for it. */
async function startUntouched(dataFolder: string, databaseUrl: string) {
  const [before, wasThere] = [listFolder(dataFolder), existsSync(dataFolder)];
  const refused = await startRefused(dataFolder, databaseUrl);
  expect(listFolder(dataFolder)).toEqual(before);
  expect(existsSync(dataFolder)).toBe(wasThere);
  return refused;
}

const jane = { email: 'jane@example.com', password: 'a long enough sentence' };

async function listSessions(): Promise<string[]> {
  const root = network.openRoot();
  const rows = await root.query<{ line: string }>(
    `SELECT DISTINCT application_name || ' as ' || usename AS line FROM pg_stat_activity
     WHERE datname = 'venue' AND application_name LIKE 'isobath%' ORDER BY 1`,
  );
  await root.close();
  return rows.map(({ line }) => line);
}

test('it runs on the two roles, and keeps nothing in a folder of its own', async () => {
  const product = await start(folder, network.url);
  expect(product.readErrors()).toEqual([]);
  expect(product.isReady).toBe(true);
  const fund = [{ asset: 'USDT', amount: '1000' }];
  const made = await askServer(folder, 'user.create', { ...jane, fund });
  expect(made).toMatchObject({
    funded: [{ asset: 'USDT', amount: '1000.00000000' }],
  });
  expect(await listSessions()).toEqual([
    'isobath edge as venue_app',
    'isobath engine as venue_app',
    'isobath projector as venue_app',
    'isobath sandbox as venue_app',
  ]);
  expect(await product.stop()).toBe(0);
  expect(readdirSync(folder)).not.toContain('database');
});

test('what began as a sandbox is refused as production, and runs on with its data', async () => {
  const isRoot = process.getuid?.() === 0;
  const other = {
    ISOBATH_MODE: 'production',
    PUBLIC_URL: 'https://venue.example',
    ...(isRoot ? { ISOBATH_SERVICE_USER: '4870:4870' } : {}),
  };
  const product = await start(folder, network.url, other);
  expect([product.isReady, await product.ended]).toEqual([false, 78]);
  expect(product.readErrors().at(-1)).toMatch(
    /^This installation began as sandbox and cannot become production: /,
  );
  const again = await start(folder, network.url);
  expect(again.isReady).toBe(true);
  await expect(askServer(folder, 'user.create', jane)).rejects.toThrow('registered already');
  expect(await again.stop()).toBe(0);
});

test('its own role can add to the journal, not change, delete or weaken it', async () => {
  const { 'database-app': password } = await readSecrets(folder);
  const address = parseDatabaseUrl(network.url, password);
  if (address === undefined) throw new Error('no address');
  const app = openDatabase({ address, role: 'app', applicationName: 'test' });
  for (const statement of [
    'UPDATE journal SET era = 2',
    'DELETE FROM journal',
    'TRUNCATE event_log',
    'DROP TABLE journal',
    'ALTER SYSTEM SET fsync = off',
  ]) {
    expect([statement, await app.execute(statement).catch(sqlState)]).toEqual([statement, '42501']);
  }
  const rows = await app.query(
    `SELECT current_setting('fsync') AS fsync, current_setting('full_page_writes') AS pages,
            current_setting('synchronous_commit') AS wait`,
  );
  expect(rows).toEqual([{ fsync: 'on', pages: 'on', wait: 'on' }]);
  await app.close();
});

test('a server that may lose commits is refused with 78 by the setting that says so', async () => {
  await network.restart({ full_page_writes: 'off' });
  const { exitCode, lines } = await startUntouched(folder, network.url);
  expect(exitCode).toBe(78);
  expect(lines).toEqual([expect.stringContaining('full_page_writes = off')]);
  await network.restart({});
  const unfit = await startUnfitServer({ settings: { data_checksums: 'off' } });
  const refused = await startUntouched(folder, unfit.url);
  await unfit.stop();
  expect(refused.exitCode).toBe(78);
  expect(refused.lines).toEqual([expect.stringContaining('data_checksums = off')]);
});

test('a damaged journal refuses the start with 65 and names the sequence', async () => {
  const root = network.openRoot();
  const [{ sequence }] = await root.query<{ sequence: number }>(
    'SELECT max(first_sequence) AS sequence FROM journal',
  );
  await root.execute(
    `UPDATE journal SET commands = set_bit(commands, 77, 1 - get_bit(commands, 77))
     WHERE first_sequence = $1`,
    [sequence],
  );
  await root.close();
  for (let round = 0; round < 2; round += 1) {
    const { exitCode, lines } = await startRefused(folder, network.url);
    expect(exitCode).toBe(65);
    expect(lines).toEqual([
      expect.stringContaining(`The journal is damaged at sequence ${sequence}:`),
    ]);
  }
});

test('a server too old is refused with 76, one that is away with 69, in one line', async () => {
  const empty = join(folder, 'fresh');
  const old = await startUnfitServer({ version: '120022' });
  const refused = await startUntouched(empty, old.url);
  await old.stop();
  expect(refused).toEqual({
    exitCode: 76,
    lines: [
      'The database is PostgreSQL 12, this program needs 15 or newer: ' +
        'upgrade it or unset DATABASE_URL.',
    ],
  });
  const away = await startUntouched(empty, old.url);
  expect(away.exitCode).toBe(69);
  expect(away.lines).toEqual([expect.stringContaining('cannot be reached: start it or correct')]);
});
