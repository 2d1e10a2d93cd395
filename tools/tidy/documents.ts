// Documents stay true and short: what they point at exists, and none outgrows its page.
// Not here: whether the sentences are right, and the examples (readme-examples.test.ts).
// Rules of tidy.ts.

import { existsSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import type { Finding } from '../checks/step.ts';
import type { Source } from './source.ts';

/** Documents with a budget of lines, by pattern of their path. */
const budgets: readonly (readonly [pattern: RegExp, linesMax: number])[] = [
  [/^ARCHITECTURE\.md$/, 110],
  [/^STYLE\.md$/, 80],
  [/^README\.md$/, 80],
  [/^packages\/[^/]+\/README\.md$/, 30],
  [/^docs\/adr\/\d{4}-[^/]+\.md$/, 60],
];

const link = /\]\(([^)#\s]+)(?:#[^)]*)?\)/g;
const place = /`((?:packages|tools|docs|changes)\/[A-Za-z0-9_./-]+)`/g;
const placeInPackage =
  /`((?:core|wire|sdk|texts|server|ui|web|cli|sim|bench|e2e)\/src\/[\w./-]+)`/g;

function pointersOf({ path, text }: Source): string[] {
  const links = [...text.matchAll(link)]
    .map((match) => match[1] ?? '')
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => normalize(join(dirname(path), target)));
  const places = [...text.matchAll(place)].map((match) => match[1] ?? '');
  const inside = [...text.matchAll(placeInPackage)].map((match) => `packages/${match[1]}`);
  return [...links, ...places, ...inside];
}

/** Check one document: one title, its budget, and everything it points at. */
export function checkDocument(root: string, source: Source): Finding[] {
  const { path, text, lines } = source;
  const findings: Finding[] = [];
  const prose = text.replaceAll(/^```[\s\S]*?^```/gm, '');
  const isNote = path.startsWith('changes/') && !path.endsWith('README.md');
  if (!isNote && (prose.match(/^# /gm) ?? []).length !== 1) {
    findings.push({ rule: 'document-title', file: path, message: 'a document has one title' });
  }
  const linesMax = budgets.find(([pattern]) => pattern.test(path))?.[1];
  if (linesMax !== undefined && lines.length - 1 > linesMax) {
    const message = `${lines.length - 1} lines, at most ${linesMax}`;
    findings.push({ rule: 'document-lines', file: path, message });
  }
  for (const target of pointersOf(source)) {
    if (existsSync(join(root, target))) continue;
    findings.push({ rule: 'document-link', file: path, message: `${target} does not exist` });
  }
  return findings;
}

/** Every package says what it is, and every decision stands in the list of decisions. */
export function checkDocumentSet(paths: readonly string[], index: string): Finding[] {
  const findings: Finding[] = [];
  for (const path of paths) {
    const owner = /^packages\/([^/]+)\/package\.json$/.exec(path)?.[1];
    if (owner !== undefined && !paths.includes(`packages/${owner}/README.md`)) {
      findings.push({ rule: 'document-missing', file: path, message: 'the package has no README' });
    }
    const decision = /^docs\/adr\/(\d{4}-[^/]+\.md)$/.exec(path)?.[1];
    if (decision !== undefined && !index.includes(`(${decision})`)) {
      const message = 'docs/adr/README.md does not list it';
      findings.push({ rule: 'document-unlisted', file: path, message });
    }
  }
  return findings;
}
