// The files that programs write: which program writes which.
// Not here: how any of them is written.
// Read by tools/generate.ts (writes) and tools/checks/generated.ts (compares).

import { apiDocs } from './make-api-docs.ts';

/** A program that writes files of the repository from other files of the repository. */
export interface Generator {
  readonly name: string;
  /** All files it writes: path below `root` to content. */
  generate(root: string): Promise<ReadonlyMap<string, string>>;
  /** The files on disk that are its own, so that a left-over one is noticed. */
  list(root: string): readonly string[];
}

/** Every generator, by hand: nothing is found by scanning. */
export const generators: readonly Generator[] = [apiDocs];
