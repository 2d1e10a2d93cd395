// Product folders match the list of products: packages/wire/src/products.ts.
// Not a scan at run time: the list is the truth, folders follow it.
// A rule of tidy.ts.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import type { Finding } from '../checks/step.ts';
import { readSource, visitAll } from './source.ts';

const listFile = 'packages/wire/src/products.ts';

/** One line of the list: a product and the packages that have a room for it. */
export interface ListedProduct {
  readonly name: string;
  readonly packages: readonly string[];
}

function findList(tree: ts.SourceFile): ts.ObjectLiteralExpression | undefined {
  let list: ts.ObjectLiteralExpression | undefined;
  visitAll(tree, (node) => {
    if (!ts.isVariableDeclaration(node) || node.name.getText() !== 'products') return;
    visitAll(node, (inner) => {
      if (list === undefined && ts.isObjectLiteralExpression(inner)) list = inner;
    });
  });
  return list;
}

function readLine(property: ts.ObjectLiteralElementLike): ListedProduct[] {
  if (!ts.isPropertyAssignment(property)) return [];
  if (!ts.isObjectLiteralExpression(property.initializer)) return [];
  const name = property.name.getText().replaceAll(/['"]/g, '');
  const [list] = property.initializer.properties
    .filter(ts.isPropertyAssignment)
    .filter((part) => part.name.getText() === 'packages')
    .map(({ initializer }) => initializer)
    .filter(ts.isArrayLiteralExpression);
  const packages = list?.elements.filter(ts.isStringLiteral) ?? [];
  return [{ name, packages: packages.map(({ text }) => text) }];
}

/** Read the list of products as it is written; empty while there is none. */
export function readProducts(root: string): readonly ListedProduct[] {
  if (!existsSync(join(root, listFile))) return [];
  const { tree } = readSource(root, listFile);
  const list = tree === undefined ? undefined : findList(tree);
  return list === undefined ? [] : list.properties.flatMap(readLine);
}

/** The rooms that exist: `package/product` for each folder or file below `products/`. */
function roomsOf(paths: readonly string[]): Map<string, string> {
  const rooms = new Map<string, string>();
  for (const path of paths) {
    const match = /^packages\/([^/]+)\/src\/products\/([^/.]+)/.exec(path);
    if (match !== null) rooms.set(`${match[1]}/${match[2]}`, path);
  }
  return rooms;
}

/** Every listed room exists, and every room that exists is listed. */
export function checkProducts(
  products: readonly ListedProduct[],
  paths: readonly string[],
): Finding[] {
  const rooms = roomsOf(paths);
  const listed = new Set(
    products.flatMap(({ name, packages }) => packages.map((owner) => `${owner}/${name}`)),
  );
  const findings: Finding[] = [];
  for (const room of listed) {
    if (rooms.has(room)) continue;
    findings.push({ rule: 'product-missing', file: listFile, message: `${room} has no folder` });
  }
  for (const [room, path] of rooms) {
    if (listed.has(room)) continue;
    findings.push({ rule: 'product-unlisted', file: path, message: `${listFile} has no ${room}` });
  }
  return findings;
}
