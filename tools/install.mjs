// Brings node_modules to what package-lock.json says, once: a stamp remembers the lock's hash.
// Not here: anything that needs an installed package; this runs on any Node from 20.19 on.
// Called by `npm start` (production) and `npm test` (all); "all" satisfies "production".

import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const stampFile = 'node_modules/.isobath-install.json';
const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];

/** The hash of the lock file: another hash means another tree. */
function hashLock(root) {
  return createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
}

/**
 * Whether the installed tree is the one of the lock file.
 *
 * @param {string} root - folder of package-lock.json.
 * @param {'production' | 'all'} scope - with or without development packages.
 */
export function isInstalled(root, scope) {
  const path = join(root, stampFile);
  if (!existsSync(path)) return false;
  const stamp = JSON.parse(readFileSync(path, 'utf8'));
  return stamp.lock === hashLock(root) && (stamp.scope === 'all' || stamp.scope === scope);
}

function runNpm(root, parameters) {
  const script = process.env.npm_execpath;
  const isScript = script !== undefined && /\.c?js$/.test(script);
  const [command, first] = isScript ? [process.execPath, [script]] : ['npm', []];
  return new Promise((resolve, reject) => {
    const child = spawn(command, [...first, ...parameters], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const said = [];
    child.stdout.on('data', (bytes) => said.push(bytes));
    child.stderr.on('data', (bytes) => said.push(bytes));
    child.on('error', reject);
    child.on('close', (exitCode) => resolve({ exitCode, said: Buffer.concat(said).toString() }));
  });
}

/**
 * Install what the lock file names, unless the stamp says that it is there.
 *
 * @param {{ root: string, scope: 'production' | 'all' }} options
 * @returns {Promise<boolean>} true when something was installed.
 * @throws with what npm said when it cannot be done.
 */
export async function install({ root, scope }) {
  if (isInstalled(root, scope)) return false;
  rmSync(join(root, stampFile), { force: true });
  const which = scope === 'all' ? ['--include=dev'] : ['--omit=dev'];
  let result = await runNpm(root, ['ci', ...quiet, ...which]);
  // npm refuses a lock file that names optional packages the registry lacks; install does not.
  if (result.exitCode !== 0) result = await runNpm(root, ['install', ...quiet, ...which]);
  if (result.exitCode !== 0) throw new Error(`npm could not install:\n${result.said.trim()}`);
  writeFileSync(join(root, stampFile), `${JSON.stringify({ lock: hashLock(root), scope })}\n`);
  return true;
}
