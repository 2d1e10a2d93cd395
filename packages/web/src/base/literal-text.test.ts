// No words outside the catalogues: JSX holds no text, and no attribute that people read or hear
// holds a literal one.
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, test } from 'vitest';

const spoken = new Set(['title', 'label', 'placeholder', 'alt', 'aria-label', 'aria-description']);
const hasWord = (text: string) => /\p{L}{2,}/u.test(text);

function findLiterals(name: string, source: string): string[] {
  const tree = ts.createSourceFile(name, source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isJsxText(node) && hasWord(node.text)) found.push(`${name}: ${node.text.trim()}`);
    if (
      ts.isJsxAttribute(node) &&
      spoken.has(node.name.getText()) &&
      node.initializer !== undefined &&
      ts.isStringLiteral(node.initializer) &&
      hasWord(node.initializer.text)
    ) {
      found.push(`${name}: ${node.getText()}`);
    }
    if (
      ts.isJsxExpression(node) &&
      node.expression !== undefined &&
      ts.isStringLiteral(node.expression) &&
      (ts.isJsxElement(node.parent) || ts.isJsxFragment(node.parent)) &&
      hasWord(node.expression.text)
    ) {
      found.push(`${name}: ${node.getText()}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

test('the pages say nothing that is not in a catalogue', () => {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const files = globSync('**/*.tsx', { cwd: root, exclude: ['**/*.test.tsx'] });
  expect(files.length).toBeGreaterThan(5);
  const found = files.flatMap((file) => findLiterals(file, readFileSync(root + file, 'utf8')));
  expect(found).toEqual([]);
});

test('a planted text is found', () => {
  const planted = `const A = () => <p title="Hello">Good {'morning'}<b aria-label={x}>5</b></p>;`;
  expect(findLiterals('a.tsx', planted)).toHaveLength(3);
});
