// The doctor's looks at the machine: versions, clock, disk, rights of secrets, the port, backups,
// the mail server. They change nothing. Called by doctor.ts.

import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { release } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  checkSecrets,
  readBackupMark,
  secretsFolder,
  type Settings,
} from '../base/config/index.ts';
import { checkMailServer } from '../base/mail/index.ts';
import { readRelease } from '../base/process/release.ts';
import { listKeptBackups } from '../launch/index.ts';
import { type Check, fine, showAge, showBytes } from './check.ts';

const MIB = 1024 * 1024;
/** Below it money is refused; at twenty times as much it is time to act. */
const DISK_FAULT_BYTES = 256 * MIB;
const DISK_WARN_BYTES = 5 * 1024 * MIB;
const ANSWER_WITHIN_MS = 5_000;
const HOUR_MS = 3_600_000;

/** What runs, and on what. */
export async function checkVersions(root: string): Promise<Check> {
  const text = readFileSync(join(root, 'package.json'), 'utf8');
  const { dependencies } = JSON.parse(text) as { dependencies: Record<string, string> };
  // From its files, as `/version` does: git tells a checkout of root's to nobody but root.
  const { version, commit } = await readRelease(root);
  const which = commit === '' ? 'no checkout' : commit.slice(0, 12);
  const found = `Isobath ${version} (${which}), Node ${process.version}, Linux ${release()}`;
  if (process.version === `v${dependencies['node']}`) return fine('versions', found);
  const advice = `this is not the pinned Node ${dependencies['node']}: run it by npm`;
  return { check: 'versions', state: 'warn', found, advice };
}

/** Whether something keeps the clock right. */
export async function checkClock(): Promise<Check> {
  const nowText = new Date().toISOString();
  const requested = ['show', '--property=NTPSynchronized', '--value'];
  const said = await promisify(execFile)('timedatectl', requested, { timeout: ANSWER_WITHIN_MS })
    .then(({ stdout }) => stdout.trim())
    .catch(() => '');
  if (said === 'yes') return fine('clock', `${nowText}, kept by a time service`);
  return {
    check: 'clock',
    state: said === 'no' ? 'warn' : 'unknown',
    found: said === 'no' ? `${nowText}, kept by nobody` : `${nowText}; nobody says who keeps it`,
    advice: 'run a time service (systemd-timesyncd, chrony) on this machine',
  };
}

/** Room for more. */
export async function checkDisk({ dataFolder }: Settings): Promise<Check> {
  const { bavail, bsize, ffree, files } = await statfs(dataFolder);
  const bytes = bavail * bsize;
  const found = `${showBytes(bytes)} free at ${dataFolder}`;
  const advice = 'make room: below 256 MiB orders are refused, below 64 MiB the engine halts';
  if (bytes < DISK_FAULT_BYTES) return { check: 'disk', state: 'fault', found, advice };
  if (files > 0 && ffree < 1_000) {
    return { check: 'disk', state: 'fault', found: `${ffree} files may still be made`, advice };
  }
  if (bytes < DISK_WARN_BYTES) return { check: 'disk', state: 'warn', found, advice };
  return fine('disk', found);
}

/** Secrets and the folder they lie in are for one user alone. */
export async function checkRights({ dataFolder, mode }: Settings): Promise<Check> {
  const [missing] = await checkSecrets(dataFolder);
  if (missing !== undefined) {
    const state = mode === 'production' ? 'fault' : 'warn';
    return { check: 'rights', state, found: missing.message, advice: 'docs/run/install.md' };
  }
  const folder = secretsFolder(dataFolder);
  const paths = [folder, ...readdirSync(folder).map((name) => join(folder, name))];
  const open = paths.filter((path) => (statSync(path).mode & 0o077) !== 0);
  const owners = new Set(paths.map((path) => statSync(path).uid));
  const found = `${paths.length - 1} secrets in ${folder}`;
  if (open.length > 0) {
    const modes = open.map((path) => `${path} ${(statSync(path).mode & 0o777).toString(8)}`);
    const advice = `chmod -R go= ${folder}`;
    return { check: 'rights', state: 'fault', found: `others may use ${modes.join(', ')}`, advice };
  }
  if (owners.size > 1) {
    const advice = 'give them all to the user that the service runs as';
    return { check: 'rights', state: 'warn', found: `${found}, of several owners`, advice };
  }
  return fine('rights', `${found}, for their owner alone`);
}

function tryConnect(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection({ host, port, timeout: ANSWER_WITHIN_MS });
    const end = (isOpen: boolean) => {
      socket.destroy();
      resolve(isOpen);
    };
    socket.once('connect', () => end(true));
    socket.once('error', () => end(false));
    socket.once('timeout', () => end(false));
  });
}

/** The one public door: open while a server runs, free while none does. */
export async function checkPort(settings: Settings, isRunning: boolean): Promise<Check> {
  const { host, port } = settings;
  const isOpen = await tryConnect(host === '0.0.0.0' ? '127.0.0.1' : host, port);
  const found = `${host}:${port} ${isOpen ? 'answers' : 'is free'}`;
  if (isOpen === isRunning) return fine('port', found);
  return isOpen
    ? { check: 'port', state: 'fault', found, advice: 'another program has it: stop that one' }
    : {
        check: 'port',
        state: 'fault',
        found,
        advice: 'the server runs and does not listen: edge.log',
      };
}

/** The last whole backup, of the folder where they are kept or of any that the tool made. */
export async function checkBackups(settings: Settings, given: string | undefined): Promise<Check> {
  const { backups, databaseUrl } = settings;
  if (databaseUrl !== undefined) {
    const found = 'the database is yours, so its backups are too';
    const advice = 'see docs/run/back-up.md; the archive is looked at above';
    return { check: 'backup', state: 'unknown', found, advice };
  }
  const folder = given ?? backups.folder;
  if (folder === undefined) return checkLastBackup(settings);
  const last = (await listKeptBackups(folder)).at(-1);
  if (last === undefined) {
    const found = `no whole backup in ${folder}`;
    return { check: 'backup', state: 'fault', found, advice: 'make one: isobath -- backup' };
  }
  const ageMs = Date.now() - last.madeAtMs;
  const found = `${last.name}, ${showAge(ageMs)} old, ${showBytes(last.bytes)}`;
  if (ageMs <= 2 * backups.everyHours * HOUR_MS) return fine('backup', found);
  const advice = 'two were missed: launcher.log, or the log of your own job';
  return { check: 'backup', state: 'fault', found, advice };
}

/** Where no folder is named the mark of the last one says how old it is, and not where it lies. */
async function checkLastBackup({ dataFolder, backups }: Settings): Promise<Check> {
  const lastMs = await readBackupMark(dataFolder);
  const advice = 'set ISOBATH_BACKUP_DIR, or run isobath -- backup DIR --keep N by the clock';
  if (lastMs === 0) return { check: 'backup', state: 'warn', found: 'none was made yet', advice };
  const ageMs = Date.now() - lastMs;
  const found = `the last one was made ${showAge(ageMs)} ago`;
  if (ageMs <= 2 * backups.everyHours * HOUR_MS) return fine('backup', found);
  return { check: 'backup', state: 'warn', found, advice };
}

/** Whether the mail server takes us. */
export async function checkMail({ smtp, mode }: Settings): Promise<Check> {
  if (smtp === undefined) {
    if (mode === 'sandbox') return fine('mail', 'none: mails stay in the outbox');
    const advice = 'set SMTP_URL: nobody gets the code of a new device';
    return { check: 'mail', state: 'fault', found: 'no mail server is set', advice };
  }
  const host = URL.canParse(smtp.url) ? new URL(smtp.url).host : 'the mail server';
  const problem = await checkMailServer(smtp.url, ANSWER_WITHIN_MS);
  if (problem === undefined) return fine('mail', `${host} takes us`);
  return { check: 'mail', state: 'fault', found: `${host}: ${problem}`, advice: 'see SMTP_URL' };
}
