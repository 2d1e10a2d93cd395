// The import law: dependency-cruiser with .dependency-cruiser.cjs.
// Not trusted blindly: with a compiler it cannot use, the tool reads no file at all and reports
// success; so every module of ours must appear in what it read. Used by tools/check.ts.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Finding, findingsOfLines, runProgram, type Step } from './step.ts';
import { listModules } from './source-files.ts';

interface Violation {
  readonly from: string;
  readonly to: string;
  readonly rule: { readonly name: string };
  readonly comment?: string;
}

interface CruiseResult {
  readonly modules: readonly { readonly source: string }[];
  readonly summary: {
    readonly totalCruised: number;
    readonly violations: readonly Violation[];
  };
}

/**
 * The guard against a silent success: what is ours and was not read.
 *
 * @returns one finding for each unread module, and one when the total is too small.
 */
export function checkCoverage(ours: readonly string[], cruised: CruiseResult): Finding[] {
  const read = new Set(cruised.modules.map((module) => module.source));
  const findings: Finding[] = ours
    .filter((path) => !read.has(path))
    .map((file) => ({ rule: 'module-not-read', file, message: 'the import law did not read it' }));
  if (cruised.summary.totalCruised < ours.length) {
    const { totalCruised } = cruised.summary;
    const message = `${totalCruised} modules read, the repository has ${ours.length}`;
    findings.push({ rule: 'too-few-modules', message });
  }
  return findings;
}

function findingOfViolation(violation: Violation): Finding {
  return {
    rule: violation.rule.name,
    file: violation.from,
    message: `may not import ${violation.to}. ${violation.comment ?? ''}`,
  };
}

/** No import breaks the law of ARCHITECTURE.md, and every module was read. */
export const importLaw: Step = {
  name: 'imports',
  async run(root) {
    const folders = ['packages', 'tools'].filter((name) => existsSync(join(root, name)));
    const { output, errors } = await runProgram(
      root,
      'dependency-cruiser/bin/dependency-cruiser.mjs',
      ['--config', '.dependency-cruiser.cjs', '--output-type', 'json', ...folders],
    );
    if (!output.startsWith('{')) return { findings: findingsOfLines('import-law', errors) };
    const cruised = JSON.parse(output) as CruiseResult;
    const ours = listModules(root);
    const findings = [
      ...cruised.summary.violations.map(findingOfViolation),
      ...checkCoverage(ours, cruised),
    ];
    return { findings, note: `${ours.length} modules` };
  },
};
