// `npm run check`: everything static, one line with its time for each step.
// Not tests: those are `npm test`. Steps can be named: `npm run check -- tidy lint`.
// Exit code 0 only when every step found nothing.

import { access } from './checks/access.ts';
import { format } from './checks/format.ts';
import { generated } from './checks/generated.ts';
import { importLaw } from './checks/import-law.ts';
import { lint } from './checks/lint.ts';
import type { Finding, Step } from './checks/step.ts';
import { types } from './checks/types.ts';
import { unused } from './checks/unused.ts';
import { tidy } from './tidy/tidy.ts';

const steps: readonly Step[] = [format, types, lint, importLaw, tidy, unused, access, generated];
const shownMax = 60;

function showFinding(finding: Finding): void {
  const place = finding.file === undefined ? '' : `${finding.file}${lineOf(finding)}: `;
  console.log(`    ${place}${finding.message} [${finding.rule}]`);
}

function lineOf(finding: Finding): string {
  return finding.line === undefined ? '' : `:${finding.line}`;
}

async function runStep(step: Step, root: string): Promise<number> {
  const startedMs = performance.now();
  const { findings, note } = await step.run(root);
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
  const verdict = findings.length === 0 ? 'ok' : `${findings.length} found`;
  const line = `${step.name.padEnd(11)} ${verdict.padEnd(10)} ${seconds.padStart(6)} s`;
  console.log(note === undefined ? line : `${line}   ${note}`);
  for (const finding of findings.slice(0, shownMax)) showFinding(finding);
  if (findings.length > shownMax) console.log(`    ... and ${findings.length - shownMax} more`);
  return findings.length;
}

async function main(): Promise<void> {
  const wanted = process.argv.slice(2);
  const unknown = wanted.filter((name) => !steps.some((step) => step.name === name));
  if (unknown.length > 0) {
    console.error(
      `no step ${unknown.join(', ')}; there are: ${steps.map((s) => s.name).join(', ')}`,
    );
    process.exit(64);
  }
  const startedMs = performance.now();
  let findingsCount = 0;
  for (const step of steps) {
    if (wanted.length > 0 && !wanted.includes(step.name)) continue;
    findingsCount += await runStep(step, process.cwd());
  }
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
  console.log(findingsCount === 0 ? `check: ok in ${seconds} s` : `check: ${findingsCount} found`);
  process.exitCode = findingsCount === 0 ? 0 : 1;
}

await main();
