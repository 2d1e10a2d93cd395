// `npm test`: installs what is missing, then runs every test there is, browser journeys included.
// Not the check, unless asked: `npm test -- --check` counts it as one more test.
// The last line is `N passed, N failed`; the exit code is 0 only when nothing failed.

import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkMachine, install, ownNode, root } from './install.mjs';

const limitMs = 24 * 60_000;
const startedMs = Date.now();
const reports = mkdtempSync(join(tmpdir(), 'isobath-test-'));

/** Run one program with the pinned Node; -1 when the time for all tests is over. */
function run(parameters) {
  const bin = join(root, 'node_modules/.bin');
  const child = spawn(ownNode, parameters, {
    cwd: root,
    env: { ...process.env, PATH: `${bin}:${process.env.PATH}` },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const stop = () => child.kill('SIGTERM');
  const timer = setTimeout(stop, Math.max(1, startedMs + limitMs - Date.now()));
  process.on('SIGTERM', stop);
  return new Promise((resolve) => {
    child.on('close', (exitCode) => {
      clearTimeout(timer);
      process.off('SIGTERM', stop);
      resolve(exitCode ?? -1);
    });
  });
}

/** A test file that could not even be read counts as one failure. */
function countReport(report, exitCode) {
  const passed = report.numPassedTests;
  const broken = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((t) => t.status === 'failed'),
  );
  const failed = report.numFailedTests + broken.length;
  return { passed, failed: exitCode !== 0 && failed === 0 ? 1 : failed };
}

/** A journey has a server and a browser of its own: more of them at once would only be slower. */
const WORKERS = { parts: 3, journeys: 2 };

/** Run one project of vitest.config.ts and count. */
async function runProject(project) {
  const file = join(reports, `${project}.json`);
  const exitCode = await run([
    'node_modules/vitest/vitest.mjs',
    'run',
    `--project=${project}`,
    `--maxWorkers=${WORKERS[project]}`,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ]);
  try {
    return countReport(JSON.parse(readFileSync(file, 'utf8')), exitCode);
  } catch {
    console.error(`${project}: ended with ${exitCode} and without a report`);
    return { passed: 0, failed: 1 };
  }
}

/** The check as one test. */
async function runCheck() {
  const exitCode = await run(['tools/check.ts']);
  return exitCode === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

async function main() {
  checkMachine();
  await install('all');
  const results = [];
  if (process.argv.includes('--check')) results.push(await runCheck());
  for (const project of ['parts', 'journeys']) results.push(await runProject(project));
  const passed = results.reduce((sum, result) => sum + result.passed, 0);
  const failed = results.reduce((sum, result) => sum + result.failed, 0);
  rmSync(reports, { recursive: true });
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
}

main().catch((error) => {
  console.error(error.message);
  console.log('0 passed, 1 failed');
  process.exitCode = 1;
});
