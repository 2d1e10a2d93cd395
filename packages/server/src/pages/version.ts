// What runs: the release, the commit of the checkout it was started from, and a hash of the files
// that browsers get. Read from files once, when somebody asks. Not whether it is well
// (edge/health.ts). Called by the edge's process.
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { checkout, readRelease, type Release } from '../base/process/release.ts';

/** What is told. */
export interface RunningVersion extends Release {
  readonly pagesHash: string;
}

const builds = ['packages/web/build/client', 'packages/admin/build/client'];

/** SHA-256 over names and contents of what was built, "" when nothing was. */
async function hashPages(root: string): Promise<string> {
  const hash = createHash('sha256');
  let count = 0;
  for (const build of builds) {
    const entries = await readdir(join(root, build), {
      recursive: true,
      withFileTypes: true,
    }).catch(() => []);
    const files = entries
      .filter((entry) => entry.isFile())
      .map((entry) => relative(root, join(entry.parentPath, entry.name)))
      .toSorted();
    for (const file of files) {
      const content = await readFile(join(root, file));
      hash.update(`${file} ${content.length}\n`).update(content);
      count += 1;
    }
  }
  return count === 0 ? '' : hash.digest('hex');
}

/** Make the reader. @param root - the checkout; left out, this one. */
export function createVersionReader(root = checkout): () => Promise<RunningVersion> {
  let known: Promise<RunningVersion> | undefined;
  const read = async () => ({ ...(await readRelease(root)), pagesHash: await hashPages(root) });
  return () => (known ??= read());
}
