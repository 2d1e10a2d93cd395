// Compiles the native twin of the core (native/twin.cpp) on this machine and runs it on the very
// file of a stream. Not here: what it does. Called by bench-core.ts.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureStreamFile, type StreamTerms } from './stream.ts';

const source = fileURLToPath(new URL('./native/twin.cpp', import.meta.url));
const compilers = ['c++', 'g++', 'clang++'] as const;
const timeoutMs = 300_000;

/** A program that was compiled for one bench. */
export interface Twin {
  /** The compiler, as it names itself. */
  readonly compiler: string;
  /** Run it; gives what it printed. @throws Error when it ends in trouble. */
  readonly run: (
    terms: StreamTerms,
    passes: number,
    environment: NodeJS.ProcessEnv,
  ) => Record<string, unknown>;
  /** Take the program away again. */
  readonly remove: () => void;
}

function findCompiler(names: readonly string[]): { name: string; says: string } | undefined {
  for (const name of names) {
    const { status, stdout } = spawnSync(name, ['--version'], { encoding: 'utf8' });
    if (status === 0) return { name, says: stdout.split('\n')[0] ?? name };
  }
  return undefined;
}

/**
 * Compile the twin.
 *
 * @returns nothing where no compiler is found.
 * @throws Error when there is one and it refuses.
 */
export function buildTwin(names: readonly string[] = compilers): Twin | undefined {
  const compiler = findCompiler(names);
  if (compiler === undefined) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'isobath-twin-'));
  const program = join(folder, 'twin');
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const flags = ['-std=c++20', '-O3', '-march=native', source, '-o', program];
  const { status, stderr } = spawnSync(compiler.name, flags, { encoding: 'utf8' });
  if (status !== 0) {
    remove();
    throw new Error(`${compiler.name} does not compile ${source}: ${stderr}`);
  }
  const run: Twin['run'] = (terms, passes, environment) => {
    const words = [ensureStreamFile(terms), terms.symbols, terms.users, passes].map(String);
    const options = { env: environment, encoding: 'utf8', timeout: timeoutMs } as const;
    const ended = spawnSync(program, words, options);
    if (ended.status !== 0) throw new Error(`the twin failed on ${terms.name}: ${ended.stderr}`);
    return JSON.parse(ended.stdout) as Record<string, unknown>;
  };
  return { compiler: compiler.says, run, remove };
}
