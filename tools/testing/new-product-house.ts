// A copy of the whole workspace in which a product is made, tried and taken away again.
// It is not part of the product. Called by new-product.test.ts and new-product.prove.ts.

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { listFiles } from '../checks/source-files.ts';
import { copyHouse } from '../checks/test-workspace.ts';
import { deleteProduct, makeProduct } from '../new-product.ts';

/** The product's name. */
export const productName = 'tulip-fund';

/** The files of a workspace with what is in them. */
function readAll(root: string): Map<string, string> {
  return new Map(listFiles(root).map((path) => [path, readFileSync(join(root, path), 'utf8')]));
}

/** What is run in the copy. */
export interface Program {
  readonly folder?: string;
  readonly parameters: readonly string[];
  readonly input?: string;
}

/** Run a program in the copy, with the Node that runs us, and expect that it ends well. */
export function runInCopy(root: string, program: Program): void {
  const { folder = '.', parameters, input = '' } = program;
  // A folder prepared for other tests knows nothing of the product, and their report is not ours.
  const none = { ISOBATH_PREPARED_FOLDER: undefined, ISOBATH_REPORTS: undefined };
  const options = { cwd: join(root, folder), input, env: { ...process.env, ...none } } as const;
  const result = spawnSync(process.execPath, parameters, { ...options, encoding: 'utf8' });
  expect(result.status, `${parameters.join(' ')}\n${result.stdout}\n${result.stderr}`).toBe(0);
}

/** Run test files of the copy. */
export function runTestsInCopy(root: string, files: readonly string[]): void {
  runInCopy(root, { parameters: ['node_modules/vitest/vitest.mjs', 'run', ...files] });
}

/**
 * Make the product in a copy, try it, and delete it without a trace.
 *
 * @param tryIt - gets the folder of the copy and the files that were made or changed there.
 */
export async function tryNewProduct(
  tryIt: (root: string, files: readonly string[]) => Promise<void> | void,
): Promise<void> {
  using house = copyHouse();
  const { root } = house;
  const before = readAll(root);
  makeProduct(root, productName);
  expect(() => makeProduct(root, productName)).toThrow('exists already');
  runInCopy(root, { parameters: ['tools/generate.ts'] });
  const made = [...readAll(root)].filter(([path, text]) => before.get(path) !== text);
  await tryIt(
    root,
    made.map(([path]) => path),
  );
  deleteProduct(root, productName);
  runInCopy(root, { parameters: ['tools/generate.ts'] });
  expect(readAll(root)).toEqual(before);
}
