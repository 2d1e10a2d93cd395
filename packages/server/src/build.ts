// Builds what the browser loads and ends: for hosts where the program's folder may not be written
// while it runs, and for images of containers. A start builds the same when it is missing.
// Run by `npm run build`.

import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describeFailure } from './base/process/exit.ts';
import { buildBrowserPart, showSteps, standardScreen } from './launch/index.ts';

const root = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))));
const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopping.abort());

try {
  await showSteps(standardScreen).run('browser part', (report) =>
    buildBrowserPart(root, report, stopping.signal),
  );
} catch (error) {
  const { exitCode, line } = describeFailure(error);
  console.error(line);
  process.exitCode = exitCode;
}
