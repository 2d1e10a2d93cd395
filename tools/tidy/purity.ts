// Purity of core, as far as lint cannot say it: division of plain numbers outside math/ (it needs
// types), for..in, waiting in type positions. The other bans stand in .oxlintrc.json.
// A rule of tidy.ts.

import { join } from 'node:path';
import ts from 'typescript';
import type { Finding } from '../checks/step.ts';
import { lineOf, visitAll } from './source.ts';

const coreFolder = 'packages/core/src/';
const divisions = new Set([ts.SyntaxKind.SlashToken, ts.SyntaxKind.SlashEqualsToken]);
const waiting = new Set(['Promise', 'PromiseLike', 'AsyncIterable', 'AsyncGenerator', 'Date']);

function isPlainNumber(checker: ts.TypeChecker, node: ts.Expression): boolean {
  const type = checker.getTypeAtLocation(node);
  return !type.isUnion()
    ? (type.flags & ts.TypeFlags.BigIntLike) === 0
    : type.types.some((part) => (part.flags & ts.TypeFlags.BigIntLike) === 0);
}

/** A power of two that is written down: `4096`, or a constant `2 ** 12`, `1 << bits`. */
function isPowerOfTwo(checker: ts.TypeChecker, node: ts.Expression): boolean {
  const type = checker.getTypeAtLocation(node);
  if (type.isNumberLiteral()) return Number.isInteger(Math.log2(type.value));
  const declaration = checker.getSymbolAtLocation(node)?.valueDeclaration;
  if (declaration === undefined || !ts.isVariableDeclaration(declaration)) return false;
  return /^(?:2 \*\*|1 <<) \w+$/.test(declaration.initializer?.getText() ?? '');
}

/** A floor by a power of two, or one over it: exact, since only the exponent moves. */
function isExact(checker: ts.TypeChecker, node: ts.BinaryExpression): boolean {
  const { parent } = node;
  const isFloor = ts.isCallExpression(parent) && parent.expression.getText() === 'Math.floor';
  const isInverse = node.left.getText() === '1';
  return (isFloor || isInverse) && isPowerOfTwo(checker, node.right);
}

/** What is impure about one node, or nothing. */
function findImpurity(
  node: ts.Node,
  checker: ts.TypeChecker,
  isMath: boolean,
): { rule: string; message: string } | undefined {
  if (ts.isForInStatement(node)) {
    return { rule: 'purity-for-in', message: 'for..in has no order of ours: keep an array' };
  }
  if (ts.isTypeReferenceNode(node) && waiting.has(node.typeName.getText())) {
    return { rule: 'purity-type', message: `core knows no ${node.typeName.getText()}` };
  }
  if (ts.isForOfStatement(node) && node.awaitModifier !== undefined) {
    return { rule: 'purity-await', message: 'core is synchronous' };
  }
  if (isMath || !ts.isBinaryExpression(node) || !divisions.has(node.operatorToken.kind)) {
    return undefined;
  }
  if (!isPlainNumber(checker, node.left) || isExact(checker, node)) return undefined;
  return { rule: 'purity-division', message: 'division of plain numbers belongs to core/math' };
}

/**
 * Check every module of core that is not a test.
 *
 * @param paths - modules of ours relative to `root`; those outside core are passed over.
 */
export function checkPurity(root: string, paths: readonly string[]): Finding[] {
  const ours = paths.filter((path) => path.startsWith(coreFolder) && !path.endsWith('.test.ts'));
  const program = ts.createProgram(
    ours.map((path) => join(root, path)),
    {
      target: ts.ScriptTarget.ES2024,
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      allowImportingTsExtensions: true,
      noEmit: true,
      strict: true,
      skipLibCheck: true,
      types: [],
    },
  );
  const checker = program.getTypeChecker();
  const findings: Finding[] = [];
  for (const path of ours) {
    const tree = program.getSourceFile(join(root, path));
    if (tree === undefined) continue;
    const isMath = path.startsWith(`${coreFolder}math/`);
    visitAll(tree, (node) => {
      const found = findImpurity(node, checker, isMath);
      if (found !== undefined) findings.push({ ...found, file: path, line: lineOf(tree, node) });
    });
  }
  return findings;
}
