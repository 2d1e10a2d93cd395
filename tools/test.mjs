// `npm test`: installs what is missing, then runs every test there is, browser journeys included.
// Not the check, unless asked: `npm test -- --check` counts it as one more test.
// The last line is `N passed, N failed`; the exit code is 0 only when nothing failed.

import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { checkMachine, install, ownNode, root } from './install.mjs';

/** What all may take on two ordinary cores: more is said at the end, and fails no test. */
const budgetMs = 25 * 60_000;
/** Ends what hangs. A slow machine takes twice the budget, and shall say what failed there too. */
const limitMs = 85 * 60_000;
const startedMs = Date.now();
const reports = mkdtempSync(join(tmpdir(), 'isobath-test-'));
/** Made by the first test that needs it, for those of both projects. */
const preparedFolder = join(reports, 'prepared');

/** Run one program with the pinned Node; -1 when the time for all tests is over. */
function run(parameters) {
  const bin = join(root, 'node_modules/.bin');
  const child = spawn(ownNode, parameters, {
    cwd: root,
    env: {
      ...process.env,
      PATH: `${bin}:${process.env.PATH}`,
      ISOBATH_PREPARED_FOLDER: preparedFolder,
    },
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

const REASON_LINES = { first: 6, last: 18 };

/** The beginning and the end: what a browser did last before it gave up is what one looks for. */
function shorten(lines) {
  const { first, last } = REASON_LINES;
  if (lines.length <= first + last) return lines;
  return [...lines.slice(0, first), '...', ...lines.slice(-last)];
}

/** What failed, some lines each: said again at the very end, where one looks first. */
function failuresOf(report) {
  return report.testResults.flatMap((file) => {
    const name = relative(root, file.name);
    const failed = file.assertionResults.filter((test) => test.status === 'failed');
    if (failed.length === 0 && file.status === 'failed') return [`${name}: ${file.message}`];
    return failed.map((test) => {
      const reason = shorten(test.failureMessages.join('\n').split('\n')).join('\n    ');
      return `${name} > ${test.fullName}\n    ${reason}`;
    });
  });
}

const SLOWEST_COUNT = 7;

/** The files that took longest, in seconds: where a run that gets too long is shortened. */
function slowestOf(report) {
  const took = report.testResults.map(({ name, startTime, endTime }) => {
    return { name: relative(root, name), seconds: Math.round((endTime - startTime) / 1000) };
  });
  return took.sort((one, two) => two.seconds - one.seconds).slice(0, SLOWEST_COUNT);
}

/** A test file that could not even be read counts as one failure. */
function countReport(report, exitCode) {
  const passed = report.numPassedTests;
  const broken = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((t) => t.status === 'failed'),
  );
  const failed = report.numFailedTests + broken.length;
  const failures = failuresOf(report);
  return { passed, failed: exitCode !== 0 && failed === 0 ? 1 : failed, failures };
}

/**
 * Half of the long ones wait for processes that start and die; a journey with its browser keeps two
 * processors busy by itself. More at once take as long, and each of them several times as long.
 */
const WORKERS = { parts: 4, journeys: 2 };

/** Run one project of vitest.config.ts and count. */
async function runProject(project) {
  const file = join(reports, `${project}.json`);
  const beganMs = Date.now();
  const exitCode = await run([
    'node_modules/vitest/vitest.mjs',
    'run',
    `--project=${project}`,
    `--maxWorkers=${WORKERS[project]}`,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ]);
  const seconds = Math.round((Date.now() - beganMs) / 1000);
  try {
    const report = JSON.parse(readFileSync(file, 'utf8'));
    return { ...countReport(report, exitCode), slowest: slowestOf(report), seconds };
  } catch {
    console.error(`${project}: ended with ${exitCode} and without a report`);
    return { passed: 0, failed: 1, failures: [`${project}: no report`] };
  }
}

/** The check as one test. */
async function runCheck() {
  const exitCode = await run(['tools/check.ts']);
  return exitCode === 0
    ? { passed: 1, failed: 0, failures: [] }
    : { passed: 0, failed: 1, failures: ['the check'] };
}

/** How long all took, in minutes. */
function describeTime(tookMs) {
  const minutes = (ms) => `${Math.round(ms / 60_000)} min`;
  const budget = tookMs > budgetMs ? `, OVER the budget of ${minutes(budgetMs)}` : '';
  return `took ${minutes(tookMs)}${budget}`;
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
  for (const { slowest = [], seconds } of results) {
    if (slowest.length > 0) console.log(`of ${seconds} s, files at once:`);
    for (const { name, seconds: own } of slowest)
      console.log(`${String(own).padStart(6)} s  ${name}`);
  }
  for (const { failures } of results)
    for (const failure of failures) console.log(`FAILED ${failure}`);
  console.log(describeTime(Date.now() - startedMs));
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
}

main().catch((error) => {
  console.error(error.message);
  console.log('0 passed, 1 failed');
  process.exitCode = 1;
});
