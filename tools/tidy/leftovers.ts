// What must not stay behind: notes to self, code in comments, tests that do not run.
// Not here: suppressions (suppressions.ts).
// Rules of tidy.ts.

import ts from 'typescript';
import type { Finding } from '../checks/step.ts';
import { type FileRule, lineOf, visitAll } from './source.ts';

// Spelt apart, so that this file does not find itself.
const later = new RegExp(`\\b${'TO'}${'DO'}\\b(?!\\s*\\(?#\\d+)`);
const never = new RegExp(`\\b(${'FIX'}${'ME'}|${'X'}XX|${'HA'}CK)\\b`);
const codeInComment =
  /^\s*\/\/\s*(const|let|var|if \(|for \(|return\b|await |import |export |}|\w+\(.*\);).*[;{}]\s*$/;

/** A note for later carries the number of its issue; other notes may not stay. */
export const notes: FileRule = ({ path, lines }) =>
  lines.flatMap((text, index) => {
    const found: Finding[] = [];
    const place = { file: path, line: index + 1 };
    if (later.test(text)) {
      found.push({ rule: 'note', ...place, message: 'a note for later carries an issue number' });
    }
    if (never.test(text)) found.push({ rule: 'note', ...place, message: 'may not stay' });
    return found;
  });

/** Code is deleted, not commented out. */
export const commentedCode: FileRule = ({ path, lines, tree }) =>
  tree === undefined
    ? []
    : lines.flatMap((text, index) => {
        if (!codeInComment.test(text)) return [];
        const message = 'code in a comment: delete it';
        return [{ rule: 'commented-code', file: path, line: index + 1, message }];
      });

const skipped = /^(describe|it|test|suite|bench)(\.\w+)*\.(skip|todo|only|skipIf)\b/;
const crossed = /^(xit|xtest|xdescribe|fit|fdescribe)$/;

/** No test is skipped, empty or alone: delete it or mend it. */
export const skippedTests: FileRule = ({ path, tree, isTest }) => {
  const findings: Finding[] = [];
  if (tree === undefined || !isTest) return findings;
  visitAll(tree, (node) => {
    if (!ts.isCallExpression(node)) return;
    const called = node.expression.getText(tree);
    if (!skipped.test(called) && !crossed.test(called)) return;
    const message = `${called}: delete the test or mend it`;
    findings.push({ rule: 'skipped-test', file: path, line: lineOf(tree, node), message });
  });
  return findings;
};
