// Product folders match the list of products: packages/wire/src/products.ts.
// Not a scan at run time: the list is the truth, folders follow it.
// A rule of tidy.ts.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Finding } from '../checks/step.ts';

const listFile = 'packages/wire/src/products.ts';

/** One line of the list: a product and the packages that have a room for it. */
export interface ListedProduct {
  readonly name: string;
  readonly packages: readonly string[];
}

/** Load the list of products; empty while there is none. */
export async function loadProducts(root: string): Promise<readonly ListedProduct[]> {
  const path = join(root, listFile);
  if (!existsSync(path)) return [];
  const url = `${pathToFileURL(path).href}?at=${performance.now()}`;
  const list = (await import(url)) as { products?: Record<string, readonly string[]> };
  return Object.entries(list.products ?? {}).map(([name, packages]) => ({ name, packages }));
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
