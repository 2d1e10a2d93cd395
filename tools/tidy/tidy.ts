// Tidy: the style of this house as a program. STYLE.md says the same in prose.
// Not formatting, types, lint or imports: those are steps of their own.
// A step of tools/check.ts; each rule is a small function in this folder.

import type { Finding, Step } from '../checks/step.ts';
import { listFiles, listModules } from '../checks/source-files.ts';
import { columns, fileLines, functionLines, parameters, productFiles } from './budgets.ts';
import { checkDependenciesOf } from './dependencies.ts';
import { checkDocument, checkDocumentSet } from './documents.ts';
import { docstrings, header } from './docstrings.ts';
import { type Exemption, exemptions, tables } from './exempt.ts';
import { commentedCode, notes, skippedTests } from './leftovers.ts';
import { checkProducts, readProducts } from './products.ts';
import { checkPurity } from './purity.ts';
import { type FileRule, readSource, type Source } from './source.ts';
import { checkBudget, checkReasons, countSuppressions } from './suppressions.ts';
import { fileNames, personsAreThey, typeParameters, words } from './words.ts';

/** The rules that look at one file at a time. */
export const fileRules: readonly FileRule[] = [
  columns,
  fileLines,
  functionLines,
  parameters,
  docstrings,
  header,
  words,
  personsAreThey,
  typeParameters,
  notes,
  commentedCode,
  skippedTests,
];

function isCovered(path: string, pattern: string): boolean {
  return pattern.endsWith('/') ? path.startsWith(pattern) : path === pattern;
}

/** Leave out what is excepted, and report exceptions that except nothing. */
export function applyExemptions(
  findings: readonly Finding[],
  exceptions: readonly Exemption[],
): Finding[] {
  const needed = new Set<Exemption>();
  const left = findings.filter((finding) => {
    const exception = exceptions.find(
      ({ rule, path }) => rule === finding.rule && isCovered(finding.file ?? '', path),
    );
    if (exception !== undefined) needed.add(exception);
    return exception === undefined;
  });
  for (const exception of exceptions) {
    if (needed.has(exception)) continue;
    const message = `the exception from ${exception.rule} is not needed any more`;
    left.push({ rule: 'exemption', file: exception.path, message });
  }
  return left;
}

/** Apply every rule to the files below `root`; exceptions are not yet taken away. */
export async function runRules(root: string): Promise<{ findings: Finding[]; sources: Source[] }> {
  const paths = listFiles(root).filter((path) => !tables.some((table) => isCovered(path, table)));
  const readable = paths.filter((path) => /\.(ts|tsx|mjs|cjs|js|css)$/.test(path));
  const sources = readable.map((path) => readSource(root, path));
  const documents = paths.filter((path) => path.endsWith('.md'));
  const pages = documents.map((path) => readSource(root, path));
  const decisions = pages.find(({ path }) => path === 'docs/adr/README.md')?.text ?? '';
  const findings = [
    ...sources.flatMap((source) => fileRules.flatMap((rule) => rule(source))),
    ...paths.flatMap(fileNames),
    ...productFiles(sources),
    ...checkReasons(sources),
    ...checkBudget(root, sources),
    ...checkProducts(readProducts(root), paths),
    ...pages.flatMap((page) => [...checkDocument(root, page), ...personsAreThey(page)]),
    ...checkDocumentSet(paths, decisions),
    ...checkDependenciesOf(root, paths),
    ...checkPurity(root, listModules(root)),
  ];
  return { findings, sources };
}

/** The house is tidy. */
export const tidy: Step = {
  name: 'tidy',
  async run(root) {
    const { findings, sources } = await runRules(root);
    const note = `${sources.length} files, ${countSuppressions(sources)} rules disabled`;
    return { findings: applyExemptions(findings, exemptions), note };
  },
};
