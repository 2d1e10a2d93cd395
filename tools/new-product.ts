// Makes a new product, or takes one away again: `node tools/new-product.ts NAME [--delete]`. It
// makes the shape, not the product: one table, one question, one page, no rule. Called by a person,
// and by new-product.test.ts and new-product.prove.ts, which make one, try it and delete it.

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { listEntries, putEntry, takeEntry } from './new-product/lists.ts';
import { type ProductNames, spellProduct } from './new-product/names.ts';
import { makeProductFiles } from './new-product/templates.ts';

function editLists(root: string, names: ProductNames, edit: typeof putEntry): void {
  const edited = new Map<string, string>();
  for (const entry of listEntries(names)) {
    const path = join(root, entry.file);
    edited.set(path, edit(edited.get(path) ?? readFileSync(path, 'utf8'), entry));
  }
  for (const [path, text] of edited) writeFileSync(path, text);
}

/**
 * Write a new product's files and put it into every list.
 *
 * @throws Error when the name is bad or taken; then nothing was written.
 */
export function makeProduct(root: string, name: string): void {
  const names = spellProduct(name);
  const files = makeProductFiles(names);
  for (const file of files.keys()) {
    if (existsSync(join(root, file))) throw new Error(`${file} exists already`);
  }
  editLists(root, names, putEntry);
  for (const [file, content] of files) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), content);
  }
  formatFiles(root, [...files.keys()]);
}

/** Where lines break depends on the length of the name. */
function formatFiles(root: string, files: readonly string[]): void {
  const biome = ['node_modules/@biomejs/biome/bin/biome', 'format', '--write'];
  const modules = files.filter((file) => /\.tsx?$/.test(file));
  execFileSync(process.execPath, [...biome, ...modules], { cwd: root, stdio: 'ignore' });
}

function removeEmptyFolders(root: string, folder: string): void {
  if (folder === '.' || readdirSync(join(root, folder)).length > 0) return;
  rmSync(join(root, folder), { recursive: true });
  removeEmptyFolders(root, dirname(folder));
}

/** Take a product's files and list entries away; what others added to its folders stays. */
export function deleteProduct(root: string, name: string): void {
  const names = spellProduct(name);
  editLists(root, names, takeEntry);
  for (const file of makeProductFiles(names).keys()) {
    rmSync(join(root, file), { force: true });
    if (existsSync(join(root, dirname(file)))) removeEmptyFolders(root, dirname(file));
  }
}

function main(): void {
  const [name, flag] = process.argv.slice(2);
  if (name === undefined || (flag !== undefined && flag !== '--delete')) {
    console.error('node tools/new-product.ts NAME [--delete]');
    process.exit(64);
  }
  if (flag === '--delete') deleteProduct(process.cwd(), name);
  else makeProduct(process.cwd(), name);
  console.log('Now: npm run generate, npm run check');
}

if (process.argv[1] === import.meta.filename) main();
