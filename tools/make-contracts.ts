// Interfaces and code of our contracts of local chains, compiled from their sources with the pinned
// compiler: the same sources give the same bytes. The compiler is loaded here and nowhere else.
// Not edited by hand: the check compares them with what this would write now.
// Listed in tools/generators.ts.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Generator } from './generator.ts';

const sources = 'packages/server/src/sandbox/chains/contracts';
/** The contracts of each folder stand in one file, beside them. */
const folders = [sources, `${sources}/trials`];
const fileOf = (folder: string) => `${folder}/contracts.json`;

interface Compiled {
  readonly abi: readonly { readonly type: string; readonly name?: string }[];
  readonly evm: { readonly bytecode: { readonly object: string } };
}

interface Output {
  readonly errors?: readonly { readonly severity: string; readonly formattedMessage: string }[];
  readonly contracts?: Readonly<Record<string, Readonly<Record<string, Compiled>>>>;
}

interface Compiler {
  compile(
    input: string,
    callbacks: { readonly import: (path: string) => { readonly contents: string } },
  ): string;
}

const settings = {
  // Newer instructions are not on every chain; older ones do not suffice for the library.
  evmVersion: 'cancun',
  // Nobody pays for gas here, and it would double the time of the check.
  optimizer: { enabled: false },
  metadata: { bytecodeHash: 'none' },
  outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } },
};

function listSources(root: string, folder: string): string[] {
  const names = readdirSync(join(root, folder)).filter((name) => name.endsWith('.sol'));
  return names.toSorted().map((name) => `${folder}/${name}`);
}

function compileAll(root: string): Output {
  const load = createRequire(join(root, 'packages/server/package.json'));
  const compiler = load('solc') as Compiler;
  const paths = folders.flatMap((folder) => listSources(root, folder));
  const read = (path: string) => ({ content: readFileSync(join(root, path), 'utf8') });
  const input = {
    language: 'Solidity',
    sources: Object.fromEntries(paths.map((path) => [path, read(path)])),
    settings,
  };
  const findLibrary = (path: string) => ({ contents: readFileSync(load.resolve(path), 'utf8') });
  return JSON.parse(compiler.compile(JSON.stringify(input), { import: findLibrary })) as Output;
}

function makeFile(root: string, folder: string, output: Output): string {
  const contracts = listSources(root, folder).flatMap((path) =>
    Object.entries(output.contracts?.[path] ?? {}).map(([name, { abi, evm }]) => [
      name,
      { abi, bytecode: `0x${evm.bytecode.object}` },
    ]),
  );
  return `${JSON.stringify(Object.fromEntries(contracts), null, 1)}\n`;
}

/** Writes interfaces and code of our contracts. */
export const contracts: Generator = {
  name: 'contracts',
  generate(root) {
    const output = compileAll(root);
    const failed = output.errors?.filter(({ severity }) => severity === 'error') ?? [];
    if (failed.length > 0) throw new Error(failed.map((one) => one.formattedMessage).join('\n'));
    const files = folders.map(
      (folder) => [fileOf(folder), makeFile(root, folder, output)] as const,
    );
    return Promise.resolve(new Map(files));
  },
  list: (root) => folders.map(fileOf).filter((file) => existsSync(join(root, file))),
};
