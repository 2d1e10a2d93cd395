// What runs: the release, the commit of the checkout it was started from, and a hash of the files
// that browsers get. Read from files once, when somebody asks. Not whether it is well
// (edge/health.ts). Called by the edge's process.
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What is told. */
export interface RunningVersion {
  readonly version: string;
  readonly commit: string;
  readonly pagesHash: string;
}

const checkout = fileURLToPath(new URL('../../../../', import.meta.url));
const builds = ['packages/web/build/client', 'packages/admin/build/client'];
const COMMIT = /^[0-9a-f]{40,64}$/;

const readText = (path: string): Promise<string> =>
  readFile(path, 'utf8').then(
    (text) => text.trim(),
    () => '',
  );

/** The commit a checkout stands on, without asking git; "" when there is none. */
async function readCommit(root: string): Promise<string> {
  const pointer = await readText(join(root, '.git'));
  const folder = pointer.startsWith('gitdir: ')
    ? resolve(root, pointer.slice(8))
    : join(root, '.git');
  const head = await readText(join(folder, 'HEAD'));
  if (COMMIT.test(head)) return head;
  if (!/^ref: refs\/[\w./-]+$/.test(head) || head.includes('..')) return '';
  const ref = head.slice(5);
  // Of a worktree the refs lie beside those of the first one.
  const common = await readText(join(folder, 'commondir'));
  const home = common === '' ? folder : resolve(folder, common);
  const loose = await readText(join(home, ref));
  if (COMMIT.test(loose)) return loose;
  const packed = await readText(join(home, 'packed-refs'));
  const line = packed.split('\n').find((each) => each.endsWith(` ${ref}`));
  const commit = line?.split(' ')[0] ?? '';
  return COMMIT.test(commit) ? commit : '';
}

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
  const read = async () => {
    const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
      version: string;
    };
    return { version, commit: await readCommit(root), pagesHash: await hashPages(root) };
  };
  return () => (known ??= read());
}
