// The user that everything runs as when root starts it. Root hands the data folder over, becomes
// that user for good, and only then starts anything: no process of the exchange, the database's
// included, keeps a right of root's. Called by launcher.ts and main.ts.

import { execFileSync } from 'node:child_process';
import {
  accessSync,
  closeSync,
  constants,
  fchownSync,
  fstatSync,
  lchownSync,
  lstatSync,
  openSync,
  readdirSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Settings } from '../base/config/index.ts';
import { embeddedFolder, endLeftOvers } from '../base/db/index.ts';
import { EXIT, Refusal } from '../base/process/exit.ts';
import { makeFolder } from '../base/process/make-folder.ts';
import { findHolder, refuseHeld } from './lock.ts';
import { endRegistered } from './registry.ts';

/** Somebody of the system's. */
export interface ServiceUser {
  /** As it was given, for words. */
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

/** Shared by every program that wanted to be nobody: whoever is one of them could be the others. */
const NOBODY_ID = 65_534;

const refuse = (text: string) => new Refusal(EXIT.configuration, text);

/**
 * Whom the exchange is to run as.
 *
 * @param ownUid - who starts it.
 * @returns undefined when it stays with who starts it: an ordinary user, or root in a sandbox.
 * @errors Refusal 78 for root in production without such a user, for one that is root, nobody or
 *   not there, and for an ordinary user who names another.
 */
export function findServiceUser(
  { mode, serviceUser, databaseUrl }: Pick<Settings, 'mode' | 'serviceUser' | 'databaseUrl'>,
  ownUid = process.getuid?.() ?? 0,
): ServiceUser | undefined {
  if (serviceUser === undefined) {
    if (ownUid !== 0 || mode === 'sandbox') return undefined;
    throw refuse(
      'In production root starts nothing as root: make a user for it (useradd --system isobath) ' +
        'and set ISOBATH_SERVICE_USER to its name, or start as that user.',
    );
  }
  const user = lookUp(serviceUser);
  if (user === undefined) {
    throw refuse(`ISOBATH_SERVICE_USER=${serviceUser} is no user of this machine: make it.`);
  }
  if (user.uid === 0 || user.gid === 0 || user.uid === NOBODY_ID) {
    const what = user.uid === NOBODY_ID ? 'shared by others' : 'root';
    throw refuse(
      `ISOBATH_SERVICE_USER=${serviceUser} is ${what}` +
        ': make a user for the exchange alone (useradd --system isobath).',
    );
  }
  // Its program asks the system for the name of who runs it.
  if (databaseUrl === undefined && lookUpName(user.uid) === undefined) {
    throw refuse(
      `ISOBATH_SERVICE_USER=${serviceUser} has no name on this machine, and the embedded ` +
        'database needs one: make the user (useradd --system isobath).',
    );
  }
  if (ownUid === 0) return user;
  if (ownUid === user.uid) return undefined;
  throw refuse(
    `ISOBATH_SERVICE_USER=${serviceUser} is another user than the one that starts: only root ` +
      'can become it.',
  );
}

function lookUp(name: string): ServiceUser | undefined {
  const [uid, gid] = name.split(':').map(Number);
  if (/^\d+:\d+$/.test(name)) return { name, uid: uid as number, gid: gid as number };
  const [ownUid, ownGid] = [askId('-u', name), askId('-g', name)].map(Number);
  if (!Number.isInteger(ownUid) || !Number.isInteger(ownGid)) return undefined;
  return { name, uid: ownUid as number, gid: ownGid as number };
}

const lookUpName = (uid: number) => askId('-un', String(uid));

/** What the system says of a user; undefined when it knows none. */
function askId(option: string, name: string): string | undefined {
  try {
    const stdio = ['ignore', 'pipe', 'ignore'] as const;
    return execFileSync('id', [option, '--', name], { encoding: 'utf8', stdio: [...stdio] }).trim();
  } catch {
    return undefined;
  }
}

/**
 * Become this user for good, with the data folder as its own.
 *
 * @param needed - files and folders that the exchange reads: each must be open to the user.
 * @errors Refusal 75 when a server runs there, 77 when the user may not read what it needs.
 */
export async function becomeServiceUser(
  user: ServiceUser,
  dataFolder: string,
  needed: readonly string[],
): Promise<void> {
  await handOver(dataFolder, user);
  process.setgroups?.([]);
  process.setgid?.(user.gid);
  process.setuid?.(user.uid);
  const closed = [...needed, dataFolder].find((path) => !isOpen(path));
  if (closed === undefined) return;
  throw new Refusal(
    EXIT.permission,
    `The user ${user.name} may not read ${closed}: let it pass the folders above, or put it ` +
      'elsewhere.',
  );
}

function isOpen(path: string): boolean {
  try {
    const isFolder = statSync(path).isDirectory();
    accessSync(path, isFolder ? constants.R_OK | constants.X_OK : constants.R_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Give the data folder to the user: what an earlier start as root or nobody left is theirs then.
 */
async function handOver(dataFolder: string, user: ServiceUser): Promise<void> {
  makeOpenFolder(dataFolder);
  const holder = findHolder(dataFolder);
  if (holder !== undefined) throw refuseHeld(holder, dataFolder);
  await endRegistered(dataFolder);
  const owner = statSync(embeddedFolder(dataFolder), { throwIfNoEntry: false })?.uid;
  if (owner !== undefined && owner !== user.uid) await endLeftOvers(embeddedFolder(dataFolder));
  give(dataFolder, user);
}

function makeOpenFolder(dataFolder: string): void {
  try {
    makeFolder(dataFolder);
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    throw new Refusal(
      EXIT.folder,
      `The data folder ${dataFolder} cannot be written (${code}): choose another ` +
        'one with DATA_DIR.',
      error,
    );
  }
}

function give(path: string, user: ServiceUser): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return;
  if (!found.isDirectory()) return giveFile(path, user);
  if (found.uid !== user.uid || found.gid !== user.gid) lchownSync(path, user.uid, user.gid);
  for (const name of readdirSync(path)) give(join(path, name), user);
}

/**
 * A file with a second name may be another's, put here by whoever wrote in this folder before: it
 * is left as it is. Links and sockets are nobody's data.
 */
function giveFile(path: string, { uid, gid }: ServiceUser): void {
  if (!lstatSync(path).isFile()) return;
  const file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const found = fstatSync(file);
    const isOurs = found.uid === uid && found.gid === gid;
    if (found.isFile() && found.nlink === 1 && !isOurs) fchownSync(file, uid, gid);
  } finally {
    closeSync(file);
  }
}
