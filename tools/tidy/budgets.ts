// Budgets: columns, lines of a function and of a file, parameters, files in a product folder.
// Not here: the exceptions (exempt.ts).
// Rules of tidy.ts.

import ts from 'typescript';
import type { Finding } from '../checks/step.ts';
import { type FileRule, lineOf, type Source, visitAll } from './source.ts';

const columnsMax = 100;
const functionLinesMax = 70;
const fileLinesMax = 400;
const fileLinesHardMax = 600;
const parametersMax = 3;
const productFilesMax = 12;

/** No line is wider than 100 columns; an address that cannot be broken may stick out. */
export const columns: FileRule = ({ path, lines }) =>
  lines.flatMap((line, index) => {
    if ([...line].length <= columnsMax || /https?:\/\/\S{40,}/.test(line)) return [];
    const message = `${[...line].length} columns, at most ${columnsMax}`;
    return [{ rule: 'columns', file: path, line: index + 1, message }];
  });

/** No file is longer than 400 lines; 600 is the wall that no exception passes. */
export const fileLines: FileRule = ({ path, text, lines }) => {
  const count = text.endsWith('\n') ? lines.length - 1 : lines.length;
  const isHard = count > fileLinesHardMax;
  if (count <= fileLinesMax) return [];
  const rule = isHard ? 'file-lines-hard' : 'file-lines';
  const limit = isHard ? fileLinesHardMax : fileLinesMax;
  return [{ rule, file: path, message: `${count} lines, at most ${limit}: split it by idea` }];
};

function nameOfFunction(node: ts.Node): string {
  const owner = ts.isArrowFunction(node) || ts.isFunctionExpression(node) ? node.parent : node;
  const name = (owner as { name?: ts.Node }).name;
  return name === undefined ? 'a function' : name.getText();
}

/** A block of tests is a list, not a function. */
function isTestBlock(node: ts.Node): boolean {
  return ts.isCallExpression(node.parent) && /^describe\b/.test(node.parent.expression.getText());
}

/** A named function inside another one, on lines of its own. */
function isInnerFunction(node: ts.Node): boolean {
  if (ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node)) return true;
  if (!ts.isArrowFunction(node) && !ts.isFunctionExpression(node)) return false;
  return ts.isVariableDeclaration(node.parent) || ts.isPropertyAssignment(node.parent);
}

function linesOf(tree: ts.SourceFile, node: ts.Node): number[] {
  const first = tree.getLineAndCharacterOfPosition(node.getStart(tree)).line;
  const last = tree.getLineAndCharacterOfPosition(node.getEnd()).line;
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
}

/** Lines of a function; the named functions inside it count on their own. */
function countOwnLines(tree: ts.SourceFile, node: ts.Node): number {
  const own = new Set(linesOf(tree, node));
  visitAll(node, (inner) => {
    if (!ts.isFunctionLike(inner) || !isInnerFunction(inner)) return;
    for (const line of linesOf(tree, inner)) own.delete(line);
  });
  return own.size;
}

/** No function is longer than 70 lines, the named functions inside it not counted. */
export const functionLines: FileRule = ({ path, tree }) => {
  const findings: Finding[] = [];
  if (tree === undefined) return findings;
  visitAll(tree, (node) => {
    if (!ts.isFunctionLike(node) || isTestBlock(node)) return;
    const count = countOwnLines(tree, node);
    if (count <= functionLinesMax) return;
    const message = `${nameOfFunction(node)} has ${count} lines, at most ${functionLinesMax}`;
    findings.push({ rule: 'function-lines', file: path, line: lineOf(tree, node), message });
  });
  return findings;
};

/** A function handed to somebody else has the parameters that one passes. */
function isCallback(node: ts.Node): boolean {
  return (
    (ts.isArrowFunction(node) || ts.isFunctionExpression(node)) &&
    !ts.isVariableDeclaration(node.parent) &&
    !ts.isPropertyDeclaration(node.parent)
  );
}

/** No function asks for more than three parameters: then one options object says more. */
export const parameters: FileRule = ({ path, tree, isTest }) => {
  const findings: Finding[] = [];
  if (tree === undefined || isTest) return findings;
  visitAll(tree, (node) => {
    if (!ts.isFunctionLike(node) || ts.isFunctionTypeNode(node) || isCallback(node)) return;
    const requested = node.parameters.filter((parameter) => parameter.name.getText() !== 'this');
    if (requested.length <= parametersMax) return;
    const message = `${nameOfFunction(node)} has ${requested.length} parameters, at most 3`;
    findings.push({ rule: 'parameters', file: path, line: lineOf(tree, node), message });
  });
  return findings;
};

/** No product folder holds more than 12 files beside its inner folders, tests not counted. */
export function productFiles(sources: readonly Source[]): Finding[] {
  const counts = new Map<string, number>();
  for (const { path, isTest } of sources) {
    const folder = path.slice(0, path.lastIndexOf('/'));
    if (isTest || !/^packages\/[^/]+\/src\/products\/[^/]+$/.test(folder)) continue;
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count > productFilesMax)
    .map(([folder, count]) => ({
      rule: 'product-files',
      file: folder,
      message: `${count} files, at most ${productFilesMax}: make folders inside it`,
    }));
}
