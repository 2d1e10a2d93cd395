// Starts and stops one embedded database server, and ends what an earlier one left behind.
// It makes no data folder (cluster.ts) and opens no session (pool.ts). Called by server.ts.
// The server's working directory is its data folder: that is how it is found again, how it works
// below a folder only root may enter, and how its socket has a short name.

import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { EXIT, Refusal } from '../../process/exit.ts';
import { openLog } from '../../process/open-log.ts';
import {
  findProcessesIn,
  identifyProcess,
  readProcessStat,
  sendSignal,
} from '../../process/proc.ts';
import { waitUntil } from '../../process/wait.ts';
import { chooseServerUser, locateBinaries } from './binaries.ts';

const START_RETRY_MS = 10_000;
const READY_WITHIN_MS = 120_000;

/** Settings every embedded server runs with; the command line wins over any file. */
const SETTINGS: Readonly<Record<string, string>> = {
  listen_addresses: '',
  unix_socket_directories: '/proc/self/cwd',
  unix_socket_permissions: '0700',
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  wal_level: 'replica',
  max_wal_senders: '0',
  max_replication_slots: '4',
  max_connections: '80',
  shared_buffers: '128MB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  // Journal rows are written once: a small log that is recycled keeps the folder small. Its files
  // are kept: a commit that needs a new one waits until 16 MiB of zeros are on the disk.
  min_wal_size: '512MB',
  max_wal_size: '512MB',
  wal_compression: 'on',
  checkpoint_timeout: '10min',
  max_worker_processes: '4',
  max_parallel_workers_per_gather: '0',
  autovacuum_max_workers: '2',
  io_method: 'sync',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_min_messages: 'warning',
  log_checkpoints: 'off',
};

/** A running embedded database server. */
export interface Postmaster {
  readonly pid: number;
  /** Resolves when the server is gone, whoever ended it. */
  readonly ended: Promise<void>;
  /** End all sessions, write a checkpoint, stop. May be called again. */
  stop(): Promise<void>;
}

/**
 * Start the server of a data folder, ending any left-over of a killed parent first.
 * @param folder - a data folder made by prepareCluster.
 * @param logFile - where its own warnings go; appended to.
 * @param changes - settings other than ours, for tests that stand in for an operator's server.
 * @errors Refusal 69 when it does not come up; the line names the log.
 */
export async function startPostmaster(
  folder: string,
  logFile: string,
  changes: Readonly<Record<string, string>> = {},
): Promise<Postmaster> {
  await endLeftOvers(folder);
  const deadlineMs = performance.now() + START_RETRY_MS;
  for (;;) {
    const server = await launch(folder, logFile, { ...SETTINGS, ...changes });
    if (await server.ready) return server;
    // After a kill -9 an unreaped postmaster still owns the lock file for a moment.
    if (performance.now() > deadlineMs) break;
    await waitUntil(() => false, 250);
    await endLeftOvers(folder);
  }
  const log = await readFile(logFile, 'utf8').catch(() => '');
  const last = log.trim().split('\n').at(-1) ?? '';
  throw new Refusal(
    EXIT.database,
    `The database server of ${folder} does not start (${last.slice(0, 200)}): see ${logFile}.`,
  );
}

async function launch(
  folder: string,
  logFile: string,
  values: Readonly<Record<string, string>>,
): Promise<Postmaster & { ready: Promise<boolean> }> {
  const user = chooseServerUser(folder);
  const binaries = await locateBinaries(user);
  const settings = Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const log = openLog(logFile);
  // A session of its own: a Ctrl-C for the group must not reach it before those who write to it.
  const child = spawn(join(binaries, 'postgres'), ['-D', '/proc/self/cwd', ...settings], {
    ...user,
    cwd: folder,
    detached: true,
    env: { PATH: '/usr/bin:/bin', TZ: 'UTC', LC_ALL: 'C' },
    stdio: ['ignore', log, log],
  });
  if (log !== 'ignore') closeSync(log);
  const ended = new Promise<void>((resolve) => {
    child.once('error', () => resolve());
    child.once('exit', () => resolve());
  });
  const pid = child.pid ?? 0;
  const guard = pid > 0 ? startGuard(pid) : undefined;
  void ended.then(() => guard?.kill('SIGKILL'));
  let stopping: Promise<void> | undefined;
  return {
    pid,
    ended,
    ready: isReady(folder, child, ended),
    stop: () => (stopping ??= endServer(pid, ended)),
  };
}

/**
 * A shell that waits for the end of its input, which comes when this process dies in any way,
 * and then stops the server. It costs next to nothing and survives a kill of the whole group.
 */
function startGuard(pid: number): ChildProcess {
  const start = readProcessStat(pid)?.startTicks ?? '';
  const script = [
    'trap "" INT TERM HUP',
    'read -r line',
    'same() { read -r stat 2>/dev/null < "/proc/$1/stat" || return 1',
    'set -- "$2" $stat; [ "$4" != Z ] && [ "${23}" = "$1" ]; }',
    'n=0; signal=INT',
    'while same "$1" "$2"; do',
    'if [ $n = 0 ]; then kill -$signal "$1"; fi',
    'sleep 0.1; n=$((n + 1)); if [ $n = 200 ]; then n=0; signal=QUIT; fi',
    'done',
  ].join('\n');
  const guard = spawn('/bin/sh', ['-c', script, 'isobath-database-guard', String(pid), start], {
    cwd: '/',
    detached: true,
    env: { PATH: '/usr/bin:/bin' },
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  guard.on('error', () => {});
  guard.stdin?.on('error', () => {});
  return guard;
}

async function isReady(
  folder: string,
  child: ChildProcess,
  ended: Promise<void>,
): Promise<boolean> {
  let isGone = false;
  void ended.then(() => (isGone = true));
  const pidFile = join(folder, 'postmaster.pid');
  await waitUntil(
    async () => {
      if (isGone) return true;
      const lines = (await readFile(pidFile, 'utf8').catch(() => '')).split('\n');
      return Number(lines[0]) === child.pid && lines[7]?.trim() === 'ready';
    },
    READY_WITHIN_MS,
    10,
  );
  return !isGone;
}

async function endServer(pid: number, ended: Promise<void>): Promise<void> {
  for (const [signal, withinMs] of [
    ['SIGINT', 20_000],
    ['SIGQUIT', 10_000],
    ['SIGKILL', 5_000],
  ] as const) {
    sendSignal(pid, signal);
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<'late'>((resolve) => {
      timer = setTimeout(() => resolve('late'), withinMs);
    });
    const outcome = await Promise.race([ended, late]);
    clearTimeout(timer);
    if (outcome !== 'late') return;
  }
}

/**
 * Stop every database process that works in this folder and clear the lock of a dead one.
 * @param folder - data folder; nothing happens if it does not exist.
 */
export async function endLeftOvers(folder: string): Promise<void> {
  for (const [signal, withinMs] of [
    ['SIGINT', 10_000],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 5_000],
  ] as const) {
    const left = findProcessesIn(folder, 'postgres');
    if (left.length === 0) break;
    const postmaster = await readLockPid(folder);
    // The postmaster tells its children; without one, the children are told themselves.
    const published = left.includes(postmaster) && signal !== 'SIGKILL' ? [postmaster] : left;
    for (const pid of published) sendSignal(pid, published[0] === postmaster ? signal : 'SIGQUIT');
    if (signal === 'SIGKILL') for (const pid of left) sendSignal(pid, 'SIGKILL');
    await waitUntil(() => findProcessesIn(folder, 'postgres').length === 0, withinMs);
  }
  const pid = await readLockPid(folder);
  // An unreaped corpse would keep the lock file valid for as long as its parent ignores it.
  if (pid > 0 && identifyProcess(pid) === undefined) {
    await rm(join(folder, 'postmaster.pid'), { force: true });
  }
}

async function readLockPid(folder: string): Promise<number> {
  const text = await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '');
  return Number.parseInt(text, 10) || 0;
}
