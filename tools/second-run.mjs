// Which failed files of `npm test` are run a second time, and what the two runs say together.
// A browser journey waits for two programs on a busy machine, and a step of it may be asked too
// early. Plain JavaScript without dependencies: tools/test.mjs runs on the machine's own Node.
import { relative } from 'node:path';

/** Only journeys: what the engine, the ledger, the server or a tool got wrong once, is wrong. */
const journeys = 'packages/e2e/src/';
/** More than these have a common cause. */
const MOST_FILES = 2;

const hasFailed = (file) =>
  file.status === 'failed' || file.assertionResults.some(({ status }) => status === 'failed');

/** The files to run again, by path from the root; none when anything but journeys has failed. */
export function filesToRunAgain(report, root) {
  const names = report.testResults.filter(hasFailed).map(({ name }) => relative(root, name));
  const areJourneys = names.every((name) => name.startsWith(journeys));
  return areJourneys && names.length <= MOST_FILES ? names : [];
}

/**
 * The report of both runs: a file that passed whole the second time stands as it ended then. What
 * failed the first time is in `unstable`, to be said at the end.
 *
 * @param first - Report of all files. @param second - Report of those that were run again.
 */
export function joinReports(first, second) {
  const passed = new Map(
    second.testResults.filter((file) => !hasFailed(file)).map((file) => [file.name, file]),
  );
  const replaced = first.testResults.filter(({ name }) => passed.has(name));
  const countOf = (files, wanted) =>
    files.flatMap((file) => file.assertionResults).filter(({ status }) => status === wanted).length;
  const again = [...passed.values()];
  return {
    report: {
      testResults: first.testResults.map((file) => passed.get(file.name) ?? file),
      numPassedTests: first.numPassedTests - countOf(replaced, 'passed') + countOf(again, 'passed'),
      numFailedTests: first.numFailedTests - countOf(replaced, 'failed'),
    },
    unstable: replaced,
  };
}
