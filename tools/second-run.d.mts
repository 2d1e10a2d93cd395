/** What is read of the report of a run, as the test runner writes it. */
export interface RunReport {
  testResults: {
    name: string;
    status: string;
    message?: string;
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
  }[];
  numPassedTests: number;
  numFailedTests: number;
}
export function filesToRunAgain(report: RunReport, root: string): string[];
export function joinReports(
  first: RunReport,
  second: RunReport,
): { report: RunReport; unstable: RunReport['testResults'] };
