// Every export says what it is, and a file longer than a screen says so at its top.
// Not here: whether the sentence is true; that is the reader's work.
// Rules of tidy.ts.

import ts from 'typescript';
import type { Finding } from '../checks/step.ts';
import { type FileRule, lineOf } from './source.ts';

const screenLines = 100;
const headerSentencesMin = 2;

function isExported(node: ts.Statement): boolean {
  if (!ts.canHaveModifiers(node)) return false;
  const modifiers = ts.getModifiers(node) ?? [];
  return modifiers.some((modifier) => modifier.kind === ts.SyntaxKind.ExportKeyword);
}

/** A docstring is a block that starts with two stars and holds at least two words. */
function hasDocstring(tree: ts.SourceFile, node: ts.Node): boolean {
  const ranges = ts.getLeadingCommentRanges(tree.text, node.getFullStart()) ?? [];
  const last = ranges.at(-1);
  if (last === undefined) return false;
  const text = tree.text.slice(last.pos, last.end);
  return text.startsWith('/**') && /[\p{L}\p{N}]+[^\p{L}\p{N}]+[\p{L}\p{N}]+/u.test(text);
}

function namesOf(node: ts.Statement): string[] {
  if (ts.isVariableStatement(node)) {
    return node.declarationList.declarations.map((declaration) => declaration.name.getText());
  }
  const { name } = node as { name?: ts.Node };
  return [name === undefined ? 'default' : name.getText()];
}

/** Names that are exported further down by `export { name }`. */
function namesExportedLater(tree: ts.SourceFile): Set<string> {
  const names = new Set<string>();
  for (const node of tree.statements) {
    if (!ts.isExportDeclaration(node) || node.moduleSpecifier !== undefined) continue;
    if (node.exportClause === undefined || !ts.isNamedExports(node.exportClause)) continue;
    for (const element of node.exportClause.elements) {
      names.add((element.propertyName ?? element.name).text);
    }
  }
  return names;
}

/** A type that only repeats a value of the same file is explained by that value. */
function repeatsValue(tree: ts.SourceFile, node: ts.Statement): boolean {
  if (!ts.isTypeAliasDeclaration(node)) return false;
  const value = /^(?:z\.infer<typeof (\w+)>|\(typeof (\w+)\)\[)/.exec(node.type.getText(tree));
  const name = value?.[1] ?? value?.[2];
  return name !== undefined && tree.statements.some((other) => namesOf(other).includes(name));
}

/** What the router asks of a page by name needs no explanation of its own. */
const routerNames = new Set(['meta', 'loader', 'action', 'links', 'headers', 'shouldRevalidate']);

function isForRouter(path: string, names: readonly string[]): boolean {
  return /^packages\/web\/src\/.*\.tsx$/.test(path) && names.every((n) => routerNames.has(n));
}

/** Every export of a module has a docstring; tests and configuration files have no readers. */
export const docstrings: FileRule = ({ path, tree, isTest }) => {
  if (tree === undefined || isTest || /\.config\.[a-z]+$/.test(path)) return [];
  if (!/\.(ts|tsx|mjs)$/.test(path)) return [];
  const later = namesExportedLater(tree);
  const seen = new Set<string>();
  const findings: Finding[] = [];
  for (const node of tree.statements) {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) continue;
    const names = namesOf(node);
    if (!isExported(node) && !names.some((name) => later.has(name))) continue;
    if (isForRouter(path, names)) continue;
    const isOverload = names.every((name) => seen.has(name));
    for (const name of names) seen.add(name);
    if (isOverload || hasDocstring(tree, node) || repeatsValue(tree, node)) continue;
    const message = `${names.join(', ')} is exported without a docstring`;
    findings.push({ rule: 'docstring', file: path, line: lineOf(tree, node), message });
  }
  return findings;
};

/** A module longer than a screen starts with what it is and what it is not, or who calls it. */
export const header: FileRule = ({ path, tree, lines, isTest }) => {
  if (tree === undefined || isTest || lines.length <= screenLines) return [];
  const ranges = ts.getLeadingCommentRanges(tree.text, ts.getShebang(tree.text)?.length ?? 0) ?? [];
  const text = ranges.map((range) => tree.text.slice(range.pos, range.end)).join('\n');
  const prose = text.replaceAll(/^\s*(?:\/\/|\/?\*+\/?)/gm, ' ');
  const said = prose.match(/\S\.(?=\s|$)/g) ?? [];
  if (said.length >= headerSentencesMin) return [];
  const message = 'longer than a screen: start it with what it is, what it is not, who calls it';
  return [{ rule: 'header', file: path, line: 1, message }];
};
