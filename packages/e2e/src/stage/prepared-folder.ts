// The data folder that a first start leaves behind, made once for all tests of a run and copied.
// Not for tests of the first start itself. Called by server.ts.
// Whoever needs it first makes it, the others wait for that one: its rename says that it is whole.
import { spawnSync } from 'node:child_process';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

const waitWithinMs = 300_000;

const isThere = async (path: string) => (await stat(path).catch(() => undefined)) !== undefined;

/** Copy a folder on which nothing runs, owners included: the database's is not always ours. */
function copy(from: string, to: string): void {
  const { status, stderr } = spawnSync('cp', ['-a', `${from}/.`, to], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`cp: ${stderr}`);
}

/**
 * Fill an empty folder with what a first start leaves.
 *
 * @param make - starts and stops the product on an empty folder; called by one test of the run.
 * @throws when nobody has made one within five minutes.
 */
export async function copyPreparedFolder(
  to: string,
  make: (folder: string) => Promise<void>,
): Promise<void> {
  const prepared = process.env.ISOBATH_PREPARED_FOLDER;
  if (prepared === undefined) return;
  const making = `${prepared}.making`;
  const giveUpMs = Date.now() + waitWithinMs;
  while (!(await isThere(prepared))) {
    if (Date.now() > giveUpMs) throw new Error(`nobody has made ${prepared}`);
    const isMine = await mkdir(making, { mode: 0o700 }).then(
      () => true,
      () => false,
    );
    if (!isMine) {
      await sleep(100);
      continue;
    }
    try {
      await make(making);
      await rename(making, prepared);
    } finally {
      await rm(making, { recursive: true, force: true });
    }
  }
  copy(prepared, to);
}
