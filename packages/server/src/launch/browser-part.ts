// Builds what the browser loads, when its sources changed since the last build.
// It does not serve it. A preparation step of the launcher.
// The stamp beside the build is the hash of every source file; it is removed before a build, so a
// build that was interrupted is made again, packing included.

import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { packFiles } from '../base/precompressed/index.ts';
import { EXIT, Refusal } from '../base/process/exit.ts';
import { waitUntil } from '../base/process/wait.ts';
import { takeLock } from './lock.ts';

/** One thing that is built: its package, and the program that builds it. */
interface BrowserPart {
  readonly name: 'web' | 'admin';
  /** The package that brings the program, and the program's name there. */
  readonly program: readonly [manifest: string, bin: string];
}

const PARTS: readonly BrowserPart[] = [
  { name: 'web', program: ['@react-router/dev/package.json', 'react-router'] },
  { name: 'admin', program: ['vite/package.json', 'vite'] },
];

/** Packages whose sources end up in the browser or in its server-side rendering, beside its own. */
const PACKAGES = ['ui', 'kit', 'texts', 'wire', 'sdk', 'core/src/math'];
const LOCK_WITHIN_MS = 180_000;

/**
 * Build if need be.
 * @param root - folder of the installation.
 * @returns a word for the step's line.
 * @errors Refusal 78 with the last lines of a build that failed.
 */
export async function buildBrowserPart(
  root: string,
  report: (text: string) => void,
  signal: AbortSignal,
): Promise<string> {
  const outcomes: string[] = [];
  for (const part of PARTS) {
    const folder = join(root, 'packages', part.name);
    if (!existsSync(join(folder, 'vite.config.ts'))) continue;
    const wanted = hashSources(root, part);
    outcomes.push(await buildPart({ folder, part, wanted }, report, signal));
  }
  return outcomes.every((one) => one === outcomes[0]) ? (outcomes[0] ?? 'none yet') : 'built';
}

async function buildPart(
  { folder, part, wanted }: { folder: string; part: BrowserPart; wanted: string },
  report: (text: string) => void,
  signal: AbortSignal,
): Promise<string> {
  if (isBuilt(folder, wanted)) return 'unchanged';
  const release = await waitForBuilder(folder);
  try {
    if (isBuilt(folder, wanted)) return 'built by another start';
    rmSync(stampPath(folder), { force: true });
    report(`building ${part.name}`);
    await runBuild(folder, part, signal);
    report(`packing ${part.name}`);
    const build = join(folder, 'build');
    await packFiles(join(build, 'client'), join(build, 'packed'), signal);
    writeFileSync(stampPath(folder), wanted);
    return 'built';
  } finally {
    release();
  }
}

const stampPath = (folder: string) => join(folder, 'build', '.stamp');

function isBuilt(folder: string, wanted: string): boolean {
  const path = stampPath(folder);
  return existsSync(path) && readFileSync(path, 'utf8') === wanted;
}

function hashSources(root: string, part: BrowserPart): string {
  const hash = createHash('sha256');
  // Builds of before packing was part of it have no packed files.
  hash.update('packed');
  hash.update(readFileSync(join(root, 'package-lock.json')));
  for (const name of [part.name, ...PACKAGES]) addFolder(hash, join(root, 'packages', name));
  return hash.digest('hex');
}

function addFolder(hash: ReturnType<typeof createHash>, folder: string): void {
  const entries = readdirSync(folder, { withFileTypes: true });
  for (const entry of entries.sort((one, other) => (one.name < other.name ? -1 : 1))) {
    if (/^(node_modules|build|\.building|\.react-router|\.vite)$|\.test\.tsx?$/.test(entry.name))
      continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) addFolder(hash, path);
    else if (entry.isFile()) hash.update(path.slice(folder.length)).update(readFileSync(path));
  }
}

/** Two starts with different data folders share one build. */
async function waitForBuilder(folder: string): Promise<() => void> {
  let release: (() => void) | undefined;
  await waitUntil(
    () => {
      try {
        // Not in the build: a build begins by emptying that, and would take the lock away with it.
        const lock = takeLock(join(folder, '.building'));
        release = () => lock.release();
        return true;
      } catch (error) {
        if (error instanceof Refusal) return false;
        throw error;
      }
    },
    LOCK_WITHIN_MS,
    100,
  );
  if (release) return release;
  throw new Refusal(EXIT.inUse, 'Another start has been building for minutes: stop it first.');
}

function runBuild(folder: string, part: BrowserPart, signal: AbortSignal): Promise<void> {
  const [manifestName, binName] = part.program;
  const require = createRequire(join(folder, 'vite.config.ts'));
  const manifest = require.resolve(manifestName);
  const { bin } = require(manifest) as { bin: string | Record<string, string> };
  const program = join(dirname(manifest), typeof bin === 'string' ? bin : bin[binName]);
  const child = spawn(process.execPath, [program, 'build'], {
    cwd: folder,
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
    signal,
  });
  const end = () => child.kill();
  process.once('exit', end);
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      process.off('exit', end);
      if (code === 0) return resolve();
      const last = output.trim().split('\n').slice(-8).join(' ');
      reject(new Refusal(EXIT.configuration, `The browser part cannot be built: ${last}`));
    });
  });
}
