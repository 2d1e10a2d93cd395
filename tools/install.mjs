// Makes sure that what a command needs is installed, and says so while it works.
// It starts nothing of ours. Called by start.mjs, run.mjs and test.mjs, before anything else.
// Plain JavaScript without dependencies: it runs on the machine's own Node, before ours is there.
// A stamp keeps what is installed: the hash of the lock file and its kind. "all" is everything,
// "production" leaves out what only tests and checks need; "all" satisfies "production".

import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';

/** Exit codes of a Node and of a machine that this program cannot work with. */
const VERSION = 76;
const CONFIGURATION = 78;
const PERMISSION = 77;
const NODE_MIN = [20, 19];

/** Root folder of the installation. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Our own Node, installed with the rest. */
export const ownNode = join(root, 'node_modules', 'node', 'bin', 'node');

/**
 * Why this machine cannot run the program, in one line with its exit code; undefined when it can.
 * @param {{version: string, platform: string, arch: string}} machine
 */
export function findMachineFault({ version, platform, arch }) {
  const [major, minor] = version.replace('v', '').split('.').map(Number);
  if (major < NODE_MIN[0] || (major === NODE_MIN[0] && minor < NODE_MIN[1])) {
    const line = `Node ${version} is too old: install Node ${NODE_MIN.join('.')} or newer.`;
    return { exitCode: VERSION, line };
  }
  if (platform === 'linux' && arch === 'x64') return undefined;
  const line = `Isobath runs on Linux x64 only, this is ${platform} ${arch}: use such a machine.`;
  return { exitCode: CONFIGURATION, line };
}

/** End this process with one line when the machine cannot run the program. */
export function checkMachine() {
  const fault = findMachineFault(process);
  if (fault === undefined) return;
  console.error(fault.line);
  process.exit(fault.exitCode);
}

function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

function hashLock(folder) {
  return createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .digest('hex');
}

const stampPath = (folder) => join(folder, 'node_modules', '.isobath-installed.json');

/**
 * What is installed: "all", "production", or undefined when it is not what the lock file says.
 * Without a stamp npm's own record is compared, so that a tree somebody installed is kept.
 */
export function findInstalled(folder) {
  const stamp = readJson(stampPath(folder));
  if (stamp !== undefined) return stamp.lock === hashLock(folder) ? stamp.kind : undefined;
  const wanted = readJson(join(folder, 'package-lock.json'))?.packages ?? {};
  const found = readJson(join(folder, 'node_modules', '.package-lock.json'))?.packages;
  if (found === undefined) return undefined;
  const missing = Object.entries(wanted).filter(([path, entry]) => {
    if (!path.includes('node_modules/') || entry.link || entry.optional) return false;
    return found[path]?.version !== entry.version;
  });
  if (missing.length === 0) return 'all';
  return missing.every(([, entry]) => entry.dev || entry.devOptional) ? 'production' : undefined;
}

function writeStamp(folder, kind) {
  writeFileSync(stampPath(folder), `${JSON.stringify({ lock: hashLock(folder), kind })}\n`);
}

/**
 * Install if need be, with a line of progress.
 * @param {"production" | "all"} kind
 * @param {{folder?: string, output?: NodeJS.WriteStream}} options folder: root of another
 *   installation; output: where the progress goes.
 * @returns {Promise<boolean>} whether anything was installed.
 */
export async function install(kind, { folder = root, output = process.stdout } = {}) {
  if (isEnough(folder, kind)) return false;
  const release = await takeInstallLock(folder);
  try {
    if (isEnough(folder, kind)) return false;
    const failure = await tryWays(kind, { folder, output });
    if (failure !== undefined) stopInstall(failure);
    writeStamp(folder, kind);
    return true;
  } finally {
    release();
  }
}

/**
 * `npm ci` replaces everything. `npm install` adds what is missing and leaves the rest in place.
 * @returns {Promise<string | undefined>} npm's output when every way failed.
 */
async function tryWays(kind, { folder, output }) {
  // npm ci trips over packages of other platforms that a registry does not carry. Packages that
  // are right may be in use by a running server: removing them would break it.
  const ways = findInstalled(folder) === 'production' ? ['install'] : ['ci', 'install'];
  const omit = kind === 'production' ? '--omit=dev' : '--include=dev';
  const lockPath = join(folder, 'package-lock.json');
  const lock = readFileSync(lockPath);
  rmSync(stampPath(folder), { force: true });
  let failure;
  for (const way of ways) {
    failure = await runNpm([way, omit], { folder, output });
    if (!lock.equals(readFileSync(lockPath))) writeFileSync(lockPath, lock);
    if (failure === undefined) break;
  }
  return failure;
}

function isEnough(folder, kind) {
  const found = findInstalled(folder);
  if (found !== 'all' && found !== kind) return false;
  if (!existsSync(stampPath(folder))) {
    try {
      writeStamp(folder, found);
    } catch {
      // A tree that belongs to somebody else is compared again next time.
    }
  }
  return true;
}

function stopInstall(output) {
  const lines = output.trim().split('\n');
  const isDenied = /EACCES|EPERM|EROFS/.test(output);
  for (const line of lines.slice(-20)) console.error(`    ${line}`);
  console.error(
    isDenied
      ? `The folder ${root} cannot be written: start as its owner, or copy it.`
      : 'Installing failed: check the network and the npm registry, then start again.',
  );
  process.exit(isDenied ? PERMISSION : 1);
}

/** @returns {Promise<string | undefined>} npm's output when it failed. */
async function runNpm(args, { folder, output: progressOutput }) {
  const npm = process.env.npm_execpath;
  const [program, first] = npm?.endsWith('.js') ? [process.execPath, [npm]] : ['npm', []];
  const flags = ['--no-audit', '--no-fund', '--loglevel=error'];
  const show = showProgress(`install      npm ${args.join(' ')}`, progressOutput);
  const child = spawn(program, [...first, ...args, ...flags], {
    cwd: folder,
    env: { ...process.env, PATH: cleanPath(process.env.PATH ?? '') },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // An interrupted installation must not go on behind the back of the next one.
  const end = () => child.kill();
  process.once('exit', end);
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  const code = await new Promise((resolve) => {
    child.on('error', (error) => {
      output += error.message;
      resolve(127);
    });
    child.on('close', resolve);
  });
  process.off('exit', end);
  show.end(code === 0 ? '' : '   failed');
  return code === 0 ? undefined : output;
}

/** npm puts our own, perhaps half installed, programs first: installing must not use them. */
function cleanPath(path) {
  const parts = path.split(':').filter((part) => !part.endsWith('node_modules/.bin'));
  return [dirname(process.execPath), ...parts].join(':');
}

/** One line that counts seconds on a terminal, and a line every ten seconds elsewhere. */
function showProgress(text, output) {
  const startedMs = Date.now();
  const seconds = () => ((Date.now() - startedMs) / 1000).toFixed(1).padStart(6);
  const isTerminal = output.isTTY;
  if (!isTerminal) output.write(`  ${text}\n`);
  const timer = setInterval(
    () => output.write(isTerminal ? `\r  ${text} ${seconds()} s` : `  ${text} ${seconds()} s\n`),
    isTerminal ? 200 : 10_000,
  );
  return {
    end(note) {
      clearInterval(timer);
      output.write(`${isTerminal ? '\r' : ''}  ${text} ${seconds()} s${note}\n`);
    },
  };
}

/** Two starts at once on a fresh clone: the second waits for the first one's installation. */
async function takeInstallLock(folder) {
  const path = join(folder, '.installing');
  for (;;) {
    try {
      const file = openSync(path, 'wx');
      writeSync(file, String(process.pid));
      closeSync(file);
      return () => rmSync(path, { force: true });
    } catch (error) {
      if (error.code === 'EACCES' || error.code === 'EROFS') stopInstall(error.message);
      if (error.code !== 'EEXIST') throw error;
    }
    const holder = Number(readFileSync(path, 'utf8').trim() || '0');
    if (holder > 0 && !existsSync(`/proc/${holder}`)) rmSync(path, { force: true });
    await sleep(200);
  }
}
