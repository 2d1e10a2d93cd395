// Servers that the files of a worker share, as the files ask for them; keeper.ts keeps them. What a
// file has asked for is given back after it (tools/testing/each-file.ts).
import { forgetServer, noteServer } from './logs.ts';
import type { SharedServer } from './server.ts';

/**
 * Which shared server: `quiet`, on which nobody trades but the tests, or `live`, with the simulated
 * market of a sandbox.
 */
export type StageKind = 'quiet' | 'live';

/** One list a worker, however often this module is read. */
const worker = globalThis as { sharedServers?: Map<StageKind, SharedServer> };
const inUse = (worker.sharedServers ??= new Map());

async function askKeeper(method: 'POST' | 'DELETE', kind: StageKind): Promise<string> {
  const port = process.env['ISOBATH_STAGE_PORT'];
  const name = `${process.env['VITEST_POOL_ID']}/${kind}`;
  const answer = await fetch(`http://127.0.0.1:${port}/${name}`, { method });
  if (!answer.ok) throw new Error(await answer.text());
  return answer.text();
}

/**
 * The shared server of this worker, to which this file comes from a network address of its own.
 *
 * @throws outside the test runner, which keeps the servers.
 */
export async function shareServer(kind: StageKind): Promise<SharedServer> {
  const server = JSON.parse(await askKeeper('POST', kind)) as SharedServer;
  inUse.set(kind, server);
  noteServer(server.dataFolder);
  return server;
}

/** Give back what this file has asked for. */
export async function releaseServers(): Promise<void> {
  for (const [kind, { dataFolder }] of inUse) {
    forgetServer(dataFolder);
    await askKeeper('DELETE', kind);
  }
  inUse.clear();
}
