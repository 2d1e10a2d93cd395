// Around every test file: the processor time that it took, children included, and, for each test
// that failed, what was expected, what the browser shows, and the end of the logs of the servers
// that the file uses. Both go to files of the run's folder; tools/test.mjs reads them at the end.
// Without such a folder nothing is written. Shared servers that the file asked for are given back.
import { appendFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, expect } from 'vitest';
import { readPages, readServerLogs } from '../../packages/e2e/src/fixture/logs.ts';
import { releaseServers } from '../../packages/e2e/src/fixture/shared.ts';
import { readProcessorSeconds } from '../../packages/e2e/src/fixture/processor-seconds.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = process.env.ISOBATH_REPORTS;

// Given first, this and what follows run last: after the file has stopped what it started.
afterAll(releaseServers);

if (folder !== undefined) {
  const before = readProcessorSeconds();
  afterEach(async ({ task }) => {
    if (task.result?.state !== 'fail') return;
    const differences = (task.result.errors ?? []).map(({ diff = '' }) => diff).join('\n');
    const file = relative(root, task.file.filepath);
    const [pages, logs] = [await readPages(), readServerLogs()];
    const row = { file, test: task.name, differences, pages, logs };
    appendFileSync(join(folder, 'failed.jsonl'), `${JSON.stringify(row)}\n`);
  });
  afterAll(() => {
    const file = relative(root, expect.getState().testPath ?? '');
    const seconds = Number((readProcessorSeconds() - before).toFixed(2));
    appendFileSync(join(folder, 'processor.jsonl'), `${JSON.stringify({ file, seconds })}\n`);
  });
}
