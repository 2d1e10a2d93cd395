// A real database for tests: one embedded server a process, one fresh database a call; a server of
// its own for a test that copies the whole of it.
// It is not part of the product. Called by tests of every room that keeps rows.
// The server's first data folder is made once a machine and user, and copied from then on.

import { randomBytes } from 'node:crypto';
import { cp, mkdir, mkdtemp, rename, rm, stat } from 'node:fs/promises';
import { chownSync, lstatSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { embeddedAddress, type DatabaseAddress } from './address.ts';
import { chooseServerUser } from './embedded/binaries.ts';
import { prepareCluster } from './embedded/cluster.ts';
import { startPostmaster, type Postmaster } from './embedded/postmaster.ts';
import { baseMigrations, migrate, type Migration } from './migrate.ts';
import { openDatabase, type Database } from './pool.ts';

/** A fresh, migrated database of one test file. */
export interface TestDatabase {
  readonly address: DatabaseAddress;
  /** As the program sees it. */
  readonly app: Database;
  /** For making partitions, looking at everything, planting damage. */
  readonly owner: Database;
  /** An empty folder of this test's own; it goes with the database. */
  readonly folder: string;
  /** The embedded server behind it, for tests that end it. */
  readonly server: Postmaster;
  stop(): Promise<void>;
}

const PASSWORDS = { owner: 'testowner', app: 'testapp' };
const TEMPLATE_VERSION = 1;

let shared: Promise<TestServer> | undefined;
let users = 0;

/**
 * Start a database for a test file; call `stop` in `afterAll`.
 * @param options.migrations - what to run after the base migrations, in order.
 * @param options.hasOwnServer - nobody else's databases stand on its server.
 */
export async function startTestDatabase(
  options: { migrations?: readonly Migration[]; hasOwnServer?: boolean } = {},
): Promise<TestDatabase> {
  const { hasOwnServer = false } = options;
  if (!hasOwnServer) users += 1;
  const made = await (hasOwnServer ? startServer() : (shared ??= startServer()));
  const { parent, folder: cluster, server } = made;
  const database = `test_${randomBytes(6).toString('hex')}`;
  const folder = join(parent, database);
  await mkdir(folder);
  const base = embeddedAddress(cluster, PASSWORDS);
  const root = openDatabase({ address: base, role: 'owner', applicationName: 'tests' });
  await root.execute(`CREATE DATABASE ${database}`);
  await root.close();
  const address = { ...base, database };
  const owner = openDatabase({ address, role: 'owner', applicationName: 'tests' });
  const app = openDatabase({ address, role: 'app', applicationName: 'tests' });
  const given = options.migrations ?? [];
  const names = new Set(given.map((migration) => migration.name));
  await migrate({
    database: owner,
    appRole: address.roles.app.name,
    migrations: [...baseMigrations.filter((migration) => !names.has(migration.name)), ...given],
  });
  let stopping: Promise<void> | undefined;
  const stop = async () => {
    await Promise.all([app.close(), owner.close()]);
    if (!hasOwnServer) {
      users -= 1;
      if (users > 0) return;
      shared = undefined;
    }
    await server.stop();
    // An engine that a test left as a killed process would be may still write its mark.
    await rm(parent, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  };
  return { address, app, owner, folder, server, stop: () => (stopping ??= stop()) };
}

interface TestServer {
  readonly parent: string;
  readonly folder: string;
  readonly server: Postmaster;
}

async function startServer(): Promise<TestServer> {
  const parent = await mkdtemp(join(tmpdir(), 'isobath-test-'));
  const folder = join(parent, 'database');
  const template = await makeTemplate();
  await cp(template, folder, { recursive: true, preserveTimestamps: true });
  giveTo(folder, chooseServerUser(template));
  const server = await startPostmaster(folder, join(parent, 'database.log'));
  process.once('exit', () => rmSync(parent, { recursive: true, force: true }));
  return { parent, folder, server };
}

async function makeTemplate(): Promise<string> {
  const place = join(tmpdir(), `isobath-test-template-${process.getuid?.() ?? 0}`);
  await mkdir(place, { recursive: true, mode: 0o700 });
  const template = join(place, `v${TEMPLATE_VERSION}`);
  if (await stat(template).catch(() => undefined)) return template;
  const fresh = join(place, `${process.pid}-${randomBytes(4).toString('hex')}`);
  await prepareCluster(fresh, PASSWORDS);
  // Whoever comes second keeps the first one's.
  await rename(fresh, template).catch(() => rm(fresh, { recursive: true, force: true }));
  return template;
}

function giveTo(path: string, user: { uid: number; gid: number } | undefined): void {
  if (!user) return;
  chownSync(path, user.uid, user.gid);
  if (!lstatSync(path).isDirectory()) return;
  for (const name of readdirSync(path)) giveTo(join(path, name), user);
}
