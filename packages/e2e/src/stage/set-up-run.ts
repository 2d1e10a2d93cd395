// Before the first test and after the last: the program that keeps shared servers (keeper.ts), and
// the folder that a first start leaves, copied by every server that starts. Called by the test
// runner once a run.
import { fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';

const program = fileURLToPath(new URL('keeper.ts', import.meta.url));

/** @returns stops every shared server. @throws when one of them did not end as it should. */
export default async function setUpRun({ config }: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'isobath-run-'));
  process.env['ISOBATH_PREPARED_FOLDER'] ??= join(folder, 'prepared');
  const env = { ...process.env, ...config.env };
  const keeper = fork(program, { env, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const ended = new Promise<number | null>((resolve) => keeper.once('exit', resolve));
  const port = await new Promise<number>((resolve, reject) => {
    keeper.once('message', (said) => resolve((said as { port: number }).port));
    keeper.once('exit', (code) => reject(new Error(`the keeper ended with ${code}`)));
  });
  process.env['ISOBATH_STAGE_PORT'] = String(port);
  return async () => {
    if (keeper.connected) keeper.send('stop');
    const code = await ended;
    await rm(folder, { recursive: true, force: true });
    if (code !== 0) throw new Error(`the keeper of shared servers ended with ${code}`);
  };
}
