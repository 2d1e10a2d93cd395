// A second run of failed journeys changes what has passed, and nothing else.
import { describe, expect, it } from 'vitest';
import { filesToRunAgain, joinReports, type RunReport } from './second-run.mjs';

const root = '/house';
const journey = 'packages/e2e/src/journeys/charts.test.ts';

/** A report of files by their tests: true passed, false failed. */
function reportOf(files: Record<string, boolean[]>): RunReport {
  const testResults = Object.entries(files).map(([path, tests]) => ({
    name: `${root}/${path}`,
    status: tests.includes(false) ? 'failed' : 'passed',
    assertionResults: tests.map((isPassed, at) => ({
      status: isPassed ? 'passed' : 'failed',
      fullName: `test ${at}`,
      failureMessages: isPassed ? [] : ['not there'],
    })),
  }));
  const all = Object.values(files).flat();
  return {
    testResults,
    numPassedTests: all.filter(Boolean).length,
    numFailedTests: all.filter((isPassed) => !isPassed).length,
  };
}

describe('which files run again', () => {
  it('is the journey that failed', () => {
    const report = reportOf({ [journey]: [true, false], 'packages/core/src/a.test.ts': [true] });
    expect(filesToRunAgain(report, root)).toEqual([journey]);
  });

  it('is none when something else failed too', () => {
    const report = reportOf({ [journey]: [false], 'packages/core/src/a.test.ts': [false] });
    expect(filesToRunAgain(report, root)).toEqual([]);
  });

  it('is none when three journeys failed', () => {
    const paths = ['a', 'b', 'c'].map((name) => `packages/e2e/src/${name}.test.ts`);
    const report = reportOf(Object.fromEntries(paths.map((path) => [path, [false]])));
    expect(filesToRunAgain(report, root)).toEqual([]);
  });

  it('knows a file that could not be read', () => {
    const report = reportOf({ [journey]: [] });
    const [file] = report.testResults;
    if (file !== undefined) file.status = 'failed';
    expect(filesToRunAgain(report, root)).toEqual([journey]);
  });
});

describe('both runs together', () => {
  const first = reportOf({ [journey]: [true, false], 'packages/core/src/a.test.ts': [true] });

  it('count what passed the second time, and name it', () => {
    const { report, unstable } = joinReports(first, reportOf({ [journey]: [true, true] }));
    expect(report).toMatchObject({ numPassedTests: 3, numFailedTests: 0 });
    expect(unstable.map(({ name }) => name)).toEqual([`${root}/${journey}`]);
  });

  it('are red when it failed again, be it with another test', () => {
    const { report, unstable } = joinReports(first, reportOf({ [journey]: [false, true] }));
    expect(report).toMatchObject({ numPassedTests: 2, numFailedTests: 1 });
    expect(unstable).toEqual([]);
  });
});
