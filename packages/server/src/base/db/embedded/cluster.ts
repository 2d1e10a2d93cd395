// Makes the data folder of an embedded database server, once.
// It does not start the server for use. Called by index.ts at a first start and by tests.
// The folder appears under its name only when complete, so a kill in between leaves nothing half.

import { spawn } from 'node:child_process';
import { chown, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EXIT, Refusal } from '../../process/exit.ts';
import { chooseServerUser, EMBEDDED_MAJOR, locateBinaries, type ServerUser } from './binaries.ts';

/** Names inside an embedded server. */
export const EMBEDDED_DATABASE = 'isobath';
/** Owner of every table, and superuser of the embedded server. */
export const OWNER_ROLE = 'isobath';
/** What the running program signs in as: may not change what was journaled. */
export const APP_ROLE = 'isobath_app';

// The folder is named by the working directory: its path may lead where that user may not go.
const INITDB = (
  '-D /proc/self/cwd --auth=trust --data-checksums --no-instructions ' +
  '--encoding=UTF8 --locale-provider=builtin --locale=C.UTF-8'
).split(' ');

/** Passwords of the two roles: letters and digits only. */
export interface RolePasswords {
  readonly owner: string;
  readonly app: string;
}

/**
 * Whether there is a data folder already; nothing is changed.
 * @errors Refusal 76 when it is of another major version.
 */
export async function findCluster(folder: string): Promise<boolean> {
  const found = await readFile(join(folder, 'PG_VERSION'), 'utf8').catch(() => undefined);
  if (found === undefined) return false;
  if (found.trim() === EMBEDDED_MAJOR) return true;
  throw new Refusal(
    EXIT.version,
    `The database in ${folder} is of PostgreSQL ${found.trim()}, this program brings ` +
      `${EMBEDDED_MAJOR}: start the release that made it and move its data.`,
  );
}

/**
 * Make sure a usable data folder is there.
 * @param folder - absolute path; its parent must exist and be writable for us.
 * @returns true when it was made now.
 * @errors Refusal 76 when the folder is of another major version, 73/77 when it cannot be made.
 */
export async function prepareCluster(folder: string, passwords: RolePasswords): Promise<boolean> {
  if (await findCluster(folder)) return false;
  const fresh = `${folder}.new`;
  await rm(fresh, { recursive: true, force: true });
  await mkdir(fresh, { mode: 0o700 });
  const user = chooseServerUser(fresh);
  if (user) await chown(fresh, user.uid, user.gid);
  const binaries = await locateBinaries(user);
  await runTool({
    program: join(binaries, 'initdb'),
    args: [...INITDB, '-U', OWNER_ROLE],
    folder: fresh,
    user,
    input: '',
  });
  await makeRoles({ binaries, folder: fresh, user, passwords });
  await writeFile(join(fresh, 'pg_hba.conf'), 'local all all scram-sha-256\n');
  await rename(fresh, folder);
  return true;
}

interface RoleSetup {
  readonly binaries: string;
  readonly folder: string;
  readonly user: ServerUser | undefined;
  readonly passwords: RolePasswords;
}

async function makeRoles({ binaries, folder, user, passwords }: RoleSetup): Promise<void> {
  const statements = [
    `ALTER ROLE ${OWNER_ROLE} PASSWORD '${passwords.owner}'`,
    `CREATE ROLE ${APP_ROLE} LOGIN PASSWORD '${passwords.app}'`,
    `CREATE DATABASE ${EMBEDDED_DATABASE} OWNER ${OWNER_ROLE}`,
  ];
  await runTool({
    program: join(binaries, 'postgres'),
    args: ['--single', '-D', '/proc/self/cwd', '-c', 'exit_on_error=true', 'postgres'],
    folder,
    user,
    input: `${statements.join('\n')}\n`,
  });
}

interface ToolRun {
  readonly program: string;
  readonly args: readonly string[];
  readonly folder: string;
  readonly user: ServerUser | undefined;
  readonly input: string;
}

function runTool({ program, args, folder, user, input }: ToolRun): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      ...user,
      cwd: folder,
      env: { PATH: '/usr/bin:/bin', TZ: 'UTC', LC_ALL: 'C' },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stdin.on('error', () => {});
    child.stdin.end(input);
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`${program} ended with ${code}: ${output.trim().slice(-600)}`));
    });
  });
}
