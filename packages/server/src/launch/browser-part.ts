// Builds what the browser loads, when its sources changed since the last build.
// It does not serve it. A preparation step of the launcher.
// The stamp beside the build is the hash of every source file; it is removed before a build, so a
// build that was interrupted is made again.

import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { EXIT, Refusal } from '../base/process/exit.ts';
import { waitUntil } from '../base/process/wait.ts';
import { takeLock } from './lock.ts';

/** Packages whose sources end up in the browser or in its server-side rendering. */
const PACKAGES = ['web', 'ui', 'texts', 'wire', 'sdk', 'core/src/math'];
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
  const web = join(root, 'packages', 'web');
  if (!existsSync(join(web, 'react-router.config.ts'))) return 'none yet';
  const wanted = hashSources(root);
  if (isBuilt(web, wanted)) return 'unchanged';
  const release = await waitForBuilder(web);
  try {
    if (isBuilt(web, wanted)) return 'built by another start';
    rmSync(stampPath(web), { force: true });
    report('building');
    await runBuild(web, signal);
    writeFileSync(stampPath(web), wanted);
    return 'built';
  } finally {
    release();
  }
}

const stampPath = (web: string) => join(web, 'build', '.stamp');

function isBuilt(web: string, wanted: string): boolean {
  const path = stampPath(web);
  return existsSync(path) && readFileSync(path, 'utf8') === wanted;
}

function hashSources(root: string): string {
  const hash = createHash('sha256');
  hash.update(readFileSync(join(root, 'package-lock.json')));
  for (const name of PACKAGES) addFolder(hash, join(root, 'packages', name));
  return hash.digest('hex');
}

function addFolder(hash: ReturnType<typeof createHash>, folder: string): void {
  const entries = readdirSync(folder, { withFileTypes: true });
  for (const entry of entries.sort((one, other) => (one.name < other.name ? -1 : 1))) {
    if (/^(node_modules|build|\.react-router|\.vite|lock)$|\.test\.tsx?$/.test(entry.name))
      continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) addFolder(hash, path);
    else if (entry.isFile()) hash.update(path.slice(folder.length)).update(readFileSync(path));
  }
}

/** Two starts with different data folders share one build. */
async function waitForBuilder(web: string): Promise<() => void> {
  let release: (() => void) | undefined;
  await waitUntil(
    () => {
      try {
        const lock = takeLock(join(web, 'build'));
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

function runBuild(web: string, signal: AbortSignal): Promise<void> {
  const require = createRequire(join(web, 'package.json'));
  const manifest = require.resolve('@react-router/dev/package.json');
  const { bin } = require(manifest) as { bin: string | Record<string, string> };
  const program = join(dirname(manifest), typeof bin === 'string' ? bin : bin['react-router']);
  const child = spawn(process.execPath, [program, 'build'], {
    cwd: web,
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
