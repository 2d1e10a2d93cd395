// The whole program as tests use it: `npm start` on a temporary data folder and a free port.
// It is not part of the product. Called by the tests of this folder's parent.
// What belongs to one start is found by its data folder, so that nothing of others is touched.

import { execFile, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  statSync,
  readFileSync,
  readlinkSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { waitFor } from './wait.ts';

export { findFreePort } from '../../packages/server/src/base/process/free-port.ts';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** How to start. */
export interface StartOptions {
  readonly dataFolder: string;
  readonly port: number;
  readonly environment?: Readonly<Record<string, string>>;
  /** Folder of the installation, this one by default. */
  readonly root?: string;
  /** User and group to run as; only for root. */
  readonly uid?: number;
}

/** A start under way. */
export interface ServerProcess {
  readonly npm: ChildProcess;
  /** Everything it has printed. */
  output(): string;
  /** Resolves when the last line is printed; rejects with the output when it ends before. */
  readonly ready: Promise<void>;
  /** Exit code, or the signal's name. */
  readonly ended: Promise<number | string>;
}

/** One process that belongs to a data folder. */
export interface OwnProcess {
  readonly pid: number;
  readonly words: string;
}

/** A temporary folder; call the answer's `remove` when done. */
export function makeFolder(): { path: string; remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'isobath-start-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** Copy a data folder on which nothing runs, owners included. */
export function copyFolder(from: string, to: string): void {
  const { status, stderr } = spawnSync('cp', ['-a', from, to], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`cp: ${stderr}`);
}

/**
 * An installation that every user can read: this one, or a copy when it lies below a folder that
 * others may not enter.
 * @param place - where a copy goes; it may be entered by everybody.
 */
export function openInstallation(place: string): string {
  let path = root;
  while (path !== '/' && (statSync(path).mode & 0o005) === 0o005) path = dirname(path);
  if (path === '/') return root;
  chmodSync(place, 0o755);
  return copyInstallation(place);
}

/** This installation once more, below another folder. */
export function copyInstallation(place: string): string {
  const copy = join(place, 'installation');
  mkdirSync(copy, { mode: 0o755 });
  for (const name of ['package.json', 'package-lock.json', 'tools', 'packages', 'node_modules']) {
    // Hard links where the file system allows: the installed tree is large.
    const from = join(root, name);
    const { status } = spawnSync('cp', ['-al', from, copy]);
    if (status !== 0) spawnSync('cp', ['-a', from, copy]);
  }
  return copy;
}

/** Run `npm start`. It is the leader of a group of its own, as under a terminal. */
export function startServer(options: StartOptions): ServerProcess {
  const npm = spawn('npm', ['start'], {
    cwd: options.root ?? root,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(options.uid === undefined ? {} : { uid: options.uid, gid: options.uid }),
    env: makeEnvironment(options),
  });
  return listenTo(npm);
}

/** Run the launcher alone, without npm and without looking at what is installed. */
export function startLauncher(options: StartOptions): ServerProcess {
  const launcher = spawn(process.execPath, [join(root, 'packages/server/src/main.ts')], {
    cwd: root,
    env: makeEnvironment(options),
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  return listenTo(launcher);
}

function makeEnvironment(options: StartOptions): NodeJS.ProcessEnv {
  return {
    PATH: process.env.PATH,
    HOME: options.uid === undefined ? process.env.HOME : '/tmp',
    npm_config_update_notifier: 'false',
    NODE_COMPILE_CACHE: options.uid === undefined ? process.env.NODE_COMPILE_CACHE : undefined,
    DATA_DIR: options.dataFolder,
    PORT: String(options.port),
    // Seeded but quiet: these tests are about processes, and most of them start six times.
    ISOBATH_LIQUIDITY: 'off',
    ISOBATH_WARM_UP: 'off',
    ...options.environment,
  };
}

function listenTo(npm: ChildProcess): ServerProcess {
  let output = '';
  const ended = new Promise<number | string>((resolve) => {
    npm.on('exit', (code, signal) => resolve(code ?? signal ?? 'unknown'));
  });
  const ready = new Promise<void>((resolve, reject) => {
    const take = (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes('Isobath is ready: ')) resolve();
    };
    npm.stdout?.on('data', take);
    npm.stderr?.on('data', take);
    void ended.then(() => reject(new Error(`ended before it was ready:\n${output}`)));
  });
  ready.catch(() => {});
  return { npm, output: () => output, ready, ended };
}

/** Run the operator's tool on a data folder. */
export function runTool(
  dataFolder: string,
  words: readonly string[],
): Promise<{ code: number; out: string }> {
  const main = join(root, 'packages/cli/src/main.ts');
  const environment = { ...process.env, DATA_DIR: dataFolder };
  return new Promise((resolve) => {
    execFile(process.execPath, [main, ...words], { env: environment }, (failure, out, error) => {
      resolve({ code: failure === null ? 0 : Number(failure.code), out: out.trim() || error });
    });
  });
}

/** Every process of a data folder: by its environment, its working directory, or as guard. */
export function findProcesses(dataFolder: string): OwnProcess[] {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const own = all.map(Number).filter((pid) => pid !== process.pid && belongs(pid, dataFolder));
  const guarded = all.map(Number).filter((pid) => {
    const words = readWords(pid);
    return (
      words.includes('isobath-database-guard') && own.some((one) => words.includes(` ${one} `))
    );
  });
  return [...new Set([...own, ...guarded])].map((pid) => ({ pid, words: readWords(pid) }));
}

function belongs(pid: number, dataFolder: string): boolean {
  if (isZombie(pid)) return false;
  const environment = readText(`/proc/${pid}/environ`);
  if (`${environment}\0`.includes(`DATA_DIR=${dataFolder}\0`)) return true;
  try {
    return readlinkSync(`/proc/${pid}/cwd`).startsWith(`${dataFolder}/`);
  } catch {
    return false;
  }
}

/** Whether a process has ended and only waits to be reaped. */
export function isZombie(pid: number): boolean {
  return /\) [ZX] /.test(readText(`/proc/${pid}/stat`));
}

function readWords(pid: number): string {
  return `${readText(`/proc/${pid}/cmdline`).replaceAll('\0', ' ')} `;
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** Wait until nothing of a data folder runs any more; answers what still does. */
export async function waitForNone(dataFolder: string): Promise<OwnProcess[]> {
  let left = findProcesses(dataFolder);
  const isNone = () => (left = findProcesses(dataFolder)).length === 0;
  // It reads of every process of the machine: asked without a pause, that takes a whole core.
  await waitFor('the end of all processes', isNone, () => sleep(100)).catch(() => {});
  return left;
}
