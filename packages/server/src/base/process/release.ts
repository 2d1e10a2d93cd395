// Which release this checkout is, read from its files without asking git. It knows nothing of what
// was built (pages/version.ts). Used by what tells a version: the edge and the operator's tool.
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A release of ours. */
export interface Release {
  readonly version: string;
  /** Commit the checkout stands on, "" when there is none. */
  readonly commit: string;
}

/** Folder of this checkout. */
export const checkout = fileURLToPath(new URL('../../../../../', import.meta.url));

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

/** Read the release. @param root - the checkout; left out, this one. */
export async function readRelease(root = checkout): Promise<Release> {
  const text = await readFile(join(root, 'package.json'), 'utf8');
  const { version } = JSON.parse(text) as { version: string };
  return { version, commit: await readCommit(root) };
}
