// One file as tidy sees it: its text, its lines and, for modules, its syntax tree (TypeScript 6).
// Not here: rules.
// Made once per file by tidy.ts and handed to every rule.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import type { Finding } from '../checks/step.ts';

/** A file of ours with its syntax tree; `tree` is absent for anything but a module. */
export interface Source {
  readonly path: string;
  readonly text: string;
  readonly lines: readonly string[];
  readonly tree?: ts.SourceFile;
  readonly isTest: boolean;
}

/** A rule that looks at one file at a time. */
export type FileRule = (source: Source) => readonly Finding[];

/** Read one file below `root` and parse it when it is a module. */
export function readSource(root: string, path: string): Source {
  return makeSource(path, readFileSync(join(root, path), 'utf8'));
}

/** The same from a text in hand, as the tests of tidy have it. */
export function makeSource(path: string, text: string): Source {
  const isTest = /\.(test|prove)\.tsx?$/.test(path);
  const lines = text.split('\n');
  if (!/\.(ts|tsx|mjs|cjs|js)$/.test(path)) return { path, text, lines, isTest };
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : undefined;
  const tree = ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, true, kind);
  return { path, text, lines, tree, isTest };
}

/** The line, from 1, on which a node starts (its leading comments left out). */
export function lineOf(tree: ts.SourceFile, node: ts.Node): number {
  return tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1;
}

/** Call `visit` for every node below `node`, outermost first. */
export function visitAll(node: ts.Node, visit: (node: ts.Node) => void): void {
  ts.forEachChild(node, (child) => {
    visit(child);
    visitAll(child, visit);
  });
}
