// What a long run has done so far, in a file: so that it can be stopped and goes on, and so that
// what it says at the end is said of one state of the sources and not of many.
// Called by whatever runs long: long.ts, chaos/run.ts, tools/hostile.ts.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { readSources } from './fresh-seed.ts';

/** A file that tells of other sources: going on with it would mix two things that were tried. */
export class OtherSources extends Error {}

/** Where a run is written down. */
export class Progress<TDone extends object> {
  readonly #path: string;
  readonly #sources: string;

  /** @param path - of the file; "" keeps nothing. */
  constructor(path: string, sources: string = (readSources() ?? '').replaceAll('\n', ' ')) {
    this.#path = path;
    this.#sources = sources;
  }

  /** What was done before, undefined when nothing was. @throws OtherSources */
  read(): TDone | undefined {
    if (this.#path === '' || !existsSync(this.#path)) return undefined;
    const text = readFileSync(this.#path, 'utf8');
    const { sources, done } = JSON.parse(text) as { sources?: string; done: TDone };
    if (sources === this.#sources) return done;
    throw new OtherSources(`${this.#path} is of other sources: remove it or name another file`);
  }

  /** Write down what is done by now. */
  keep(done: TDone): void {
    if (this.#path === '') return;
    mkdirSync(dirname(this.#path), { recursive: true });
    writeFileSync(this.#path, `${JSON.stringify({ sources: this.#sources, done })}\n`);
  }
}

/**
 * Read what was done before, or end the program with the sentence that says why not.
 *
 * @returns undefined when nothing was done.
 */
export function readProgress<TDone extends object>(progress: Progress<TDone>): TDone | undefined {
  try {
    return progress.read();
  } catch (error) {
    if (!(error instanceof OtherSources)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(64);
  }
}
