// `npm test`: installs what is missing, then runs every test there is, browser journeys included.
// Not the check, unless asked: `npm test -- --check` counts it as one more test.
// The last line is `N passed, N failed`; the exit code is 0 only when nothing failed.

import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { checkMachine, install, ownNode, root } from './install.mjs';
import { describeOldest } from './prove/oldest.mjs';
import { filesToRunAgain, joinReports } from './second-run.mjs';

/** What all may take on two ordinary cores: more is said at the end, and fails no test. */
const budgetMs = 10 * 60_000;
/** Ends what hangs. A busy machine takes several times the budget, and is to say what failed. */
const limitMs = 80 * 60_000;
const startedMs = Date.now();
/** What the files of a run leave for its report: tools/testing/each-file.ts. */
const reports = mkdtempSync(join(tmpdir(), 'isobath-test-'));

/** Run one program with the pinned Node; -1 when the time for all tests is over. */
function run(parameters) {
  const bin = join(root, 'node_modules/.bin');
  const child = spawn(ownNode, parameters, {
    cwd: root,
    env: {
      ...process.env,
      PATH: `${bin}:${process.env.PATH}`,
      ISOBATH_REPORTS: reports,
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

/** Rows of a file that the tests have written, one document a line; none when there is none. */
function readRows(name) {
  try {
    const lines = readFileSync(join(reports, name), 'utf8').trim().split('\n');
    return lines.map((line) => JSON.parse(line));
  } catch {
    return [];
  }
}

const TICKS_PER_SECOND = 100;

/** Processor time of everything that this program has started and that has ended, in seconds. */
function readChildrenSeconds() {
  const stat = readFileSync('/proc/self/stat', 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[13]) + Number(fields[14])) / TICKS_PER_SECOND;
}

const COSTLIEST_COUNT = 12;

/** The files that took most processor time: where a run that gets too long is shortened. */
function describeCosts() {
  const rows = readRows('processor.jsonl').sort((one, two) => two.seconds - one.seconds);
  const costliest = rows.slice(0, COSTLIEST_COUNT);
  const show = (seconds) => String(Math.round(seconds)).padStart(6);
  return [
    `${show(readChildrenSeconds())} s of processor time in all, most of it in`,
    ...costliest.map(({ file, seconds }) => `${show(seconds)} s  ${file}`),
  ];
}

const LOG_LINES = 60;

/** What a failed test expected, what its pages show, and the end of the logs of its servers. */
function describeFailed({ file, test, differences, pages, logs }) {
  const ends = logs.split('\n').slice(-LOG_LINES);
  const parts = [`WHY ${file} > ${test}`, ...shorten(differences.split('\n'))];
  if (pages !== '') parts.push(...pages.split('\n'));
  return [...parts, ...(logs === '' ? [] : ends)].join('\n    ');
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

/** Run test files, all when none is named; the runner's report, undefined when it wrote none. */
async function runTests(name, files = []) {
  const path = join(reports, name);
  const exitCode = await run([
    'node_modules/vitest/vitest.mjs',
    'run',
    '--project=tests',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${path}`,
    ...files,
  ]);
  try {
    return { exitCode, report: JSON.parse(readFileSync(path, 'utf8')) };
  } catch {
    return { exitCode };
  }
}

/** Run every file, a failed journey a second time, and count. */
async function runFiles() {
  const { exitCode, report: first } = await runTests('report.json');
  if (first === undefined)
    return { passed: 0, failed: 1, failures: [`the run ended with ${exitCode} and no report`] };
  const again = filesToRunAgain(first, root);
  const second = again.length === 0 ? {} : await runTests('second.json', again);
  if (second.report === undefined) return countReport(first, exitCode);
  const { report, unstable } = joinReports(first, second.report);
  const isMended = unstable.length === again.length && second.exitCode === 0;
  return {
    ...countReport(report, isMended ? 0 : exitCode),
    unstable: failuresOf({ testResults: unstable }),
  };
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
  results.push(await runFiles());
  const passed = results.reduce((sum, result) => sum + result.passed, 0);
  const failed = results.reduce((sum, result) => sum + result.failed, 0);
  for (const line of describeCosts()) console.log(line);
  console.log(describeOldest(root));
  for (const { failures } of results)
    for (const failure of failures) console.log(`FAILED ${failure}`);
  const unstable = results.flatMap((result) => result.unstable ?? []);
  for (const failure of unstable) console.log(`UNSTABLE, passed the second time: ${failure}`);
  for (const row of readRows('failed.jsonl')) console.log(describeFailed(row));
  rmSync(reports, { recursive: true });
  // Once more in one line each: what is above may be cut where it is kept.
  for (const { failures } of results)
    for (const failure of failures) console.log(`FAILED ${failure.split('\n', 1)[0]}`);
  console.log(describeTime(Date.now() - startedMs));
  if (unstable.length > 0) console.log(`${unstable.length} unstable: mend or remove them`);
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
}

main().catch((error) => {
  console.error(error.message);
  console.log('0 passed, 1 failed');
  process.exitCode = 1;
});
