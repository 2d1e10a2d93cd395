// Banned words, each with the word to use instead; names of files, folders and types.
// Not here: the meaning of our words (docs/glossary.md).
// Rules of tidy.ts.

import ts from 'typescript';
import type { Finding } from '../checks/step.ts';
import { type FileRule, lineOf, visitAll } from './source.ts';

const bannedFolders = new Map([
  ['utils', 'the name of the idea'],
  ['util', 'the name of the idea'],
  ['common', 'the name of the idea'],
  ['shared', 'base/ under its own name'],
  ['helpers', 'the name of the idea'],
  ['misc', 'the name of the idea'],
]);

const bannedWords = new Map([
  ['qty', 'size'],
  ['amt', 'amount'],
  ['acct', 'account'],
  ['cfg', 'config'],
  ['mgr', 'what it does'],
  ['util', 'the name of the idea'],
  ['utils', 'the name of the idea'],
  ['helper', 'the name of the idea'],
  ['helpers', 'the name of the idea'],
  ['btn', 'button'],
  ['foo', 'a real name'],
]);

const bannedInCore = new Map([
  ['freeze', 'hold'],
  ['frozen', 'held'],
  ['lock', 'hold'],
  ['locked', 'held'],
  ['reserve', 'hold'],
  ['reserved', 'held'],
]);

/** Names that were ours alone, and where: the field has words for them (docs/glossary.md). */
const oldNames: readonly (readonly [RegExp, ReadonlyMap<string, string>])[] = [
  [
    /^(packages|tools)\//,
    new Map([
      ['commander', 'command client'],
      ['deed', 'action'],
      ['dialect', 'binance'],
      ['foresee', 'before event'],
      ['limb', 'word'],
      ['teller', 'publisher'],
      ['wish', 'request'],
    ]),
  ],
  [
    /^packages\/core\//,
    new Map([
      ['desk', 'trading context'],
      ['registers', 'scratch'],
      ['room', 'capacity'],
      ['rooms', 'capacity'],
    ]),
  ],
  [/^packages\/server\//, new Map([['rooms', 'modules']])],
];

function findOldName(path: string, word: string): string | undefined {
  for (const [where, names] of oldNames) {
    const instead = where.test(path) ? names.get(word) : undefined;
    if (instead !== undefined) return instead;
  }
  return undefined;
}

/** The words of an identifier: `maxOrderQty` gives max, order, qty. */
function wordsOf(name: string): string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.toLowerCase());
}

function isNamed(node: ts.Node): node is ts.Node & { name: ts.Identifier } {
  const isDeclaration =
    ts.isFunctionDeclaration(node) ||
    ts.isVariableDeclaration(node) ||
    ts.isParameter(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isClassDeclaration(node) ||
    ts.isMethodDeclaration(node) ||
    ts.isPropertyDeclaration(node);
  return isDeclaration && node.name !== undefined && ts.isIdentifier(node.name);
}

/** No name of ours uses a banned word; in core one word stands for money set aside: hold. */
export const words: FileRule = ({ path, tree, isTest }) => {
  const findings: Finding[] = [];
  if (tree === undefined) return findings;
  const isCore = path.startsWith('packages/core/src/') && !isTest;
  visitAll(tree, (node) => {
    if (!isNamed(node)) return;
    for (const word of wordsOf(node.name.text)) {
      const instead =
        bannedWords.get(word) ??
        findOldName(path, word) ??
        (isCore ? bannedInCore.get(word) : undefined);
      if (instead === undefined) continue;
      const message = `${node.name.text}: not "${word}" but ${instead}`;
      findings.push({ rule: 'word', file: path, line: lineOf(tree, node), message });
    }
  });
  return findings;
};

// Spelt apart, so that this file does not find itself.
const onePerson = new RegExp(`\\bh${'(?:e|im|is|imself)'}\\b`, 'i');
const otherLanguages = /^packages\/texts\/(?:articles|src)\/(?!en_US\/)/;

/** A person is "they" in code, comments, documents and English texts; a program is "it". */
export const personsAreThey: FileRule = ({ path, lines }) =>
  otherLanguages.test(path)
    ? []
    : lines.flatMap((text, index) => {
        const [word] = onePerson.exec(text) ?? [];
        if (word === undefined) return [];
        const message = `not "${word}": a person is "they", a program "it"`;
        return [{ rule: 'person-word', file: path, line: index + 1, message }];
      });

/** Type parameters start with T, so that they cannot be taken for a type. */
export const typeParameters: FileRule = ({ path, tree }) => {
  const findings: Finding[] = [];
  if (tree === undefined) return findings;
  visitAll(tree, (node) => {
    if (!ts.isTypeParameterDeclaration(node) || ts.isMappedTypeNode(node.parent)) return;
    if (ts.isInferTypeNode(node.parent) || /^T([A-Z]|$)/.test(node.name.text)) return;
    const message = `type parameter ${node.name.text} does not start with T`;
    findings.push({ rule: 'type-parameter', file: path, line: lineOf(tree, node), message });
  });
  return findings;
};

const kebab = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const pascal = /^[A-Z][A-Za-z0-9]*$/;
const locale = /^[a-z]{2,3}_[A-Z]{2}$/;

function isFileNameGood(name: string): boolean {
  const stem = name.replace(/^[.]/, '').split('.')[0] ?? '';
  return kebab.test(stem) || (name.endsWith('.tsx') && pascal.test(stem));
}

/** Modules are kebab-case, React components PascalCase, folders kebab-case and well named. */
export function fileNames(path: string): Finding[] {
  if (!/^(packages|tools)\//.test(path)) return [];
  const parts = path.split('/');
  const name = parts.pop() ?? '';
  const findings: Finding[] = [];
  if (/\.(ts|tsx|mjs|cjs|js|css|sql)$/.test(name) && !isFileNameGood(name)) {
    const message = 'modules are kebab-case, React components PascalCase';
    findings.push({ rule: 'file-name', file: path, message });
  }
  for (const word of wordsOf(name)) {
    const instead = findOldName(path, word);
    if (instead === undefined) continue;
    findings.push({ rule: 'file-name', file: path, message: `not "${word}" but ${instead}` });
  }
  if (/\.\d+\.test\.|-\d+\.test\./.test(name) && !/^issue-\d+-/.test(name)) {
    findings.push({ rule: 'file-name', file: path, message: 'a test is named, not numbered' });
  }
  for (const folder of parts) {
    const instead = bannedFolders.get(folder);
    if (instead !== undefined) {
      const message = `folder ${folder}: use ${instead}`;
      findings.push({ rule: 'folder-name', file: path, message });
    } else if (!kebab.test(folder) && !locale.test(folder)) {
      const message = `folder ${folder} is not kebab-case`;
      findings.push({ rule: 'folder-name', file: path, message });
    }
  }
  return findings;
}
