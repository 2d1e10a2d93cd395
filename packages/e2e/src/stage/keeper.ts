// The program that keeps the servers which test files share: one of each kind for each worker of
// the test runner, started when it is first asked for, stopped when the run ends. A program of its
// own, since a worker learns nothing of its end. Started by set-up-run.ts, asked by stage.ts.
//
// It listens on a free port of loopback and says the port to its parent. One call:
// POST /{worker}/{kind} answers {address, dataFolder} once that server is ready, and gives the
// caller a network address of its own: what is opened from then on counts for a new visitor.
import { appendFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type AddressFront, openAddressFront } from './address-front.ts';
import { readProcessorSeconds } from './processor-seconds.ts';
import { type StagedServer, startServer } from './server.ts';

/** What a shared server is like; a test file that needs another one starts it itself. */
const settingsByKind: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  // Nobody trades but the tests.
  quiet: { ISOBATH_LIQUIDITY: 'off' },
  // The simulated market of a sandbox.
  live: {},
};

interface Kept {
  readonly front: AddressFront;
  readonly server: StagedServer;
}

const keptByName = new Map<string, Promise<Kept>>();
let filesCount = 0;

async function start(kind: string): Promise<Kept> {
  const settings = settingsByKind[kind];
  if (settings === undefined) throw new Error(`there is no kind ${kind}`);
  const front = await openAddressFront();
  const server = await startServer({ PUBLIC_URL: `http://127.0.0.1:${front.port}`, ...settings });
  front.passTo(Number(new URL(server.address).port));
  return { front, server };
}

/** Every address is used once; the network of tests that count addresses (127.1 to 127.99) not. */
function nextAddress(): string {
  filesCount += 1;
  return `127.${100 + (filesCount >> 16)}.${(filesCount >> 8) & 255}.${filesCount & 255}`;
}

async function open(worker: string, kind: string) {
  const name = `${worker}/${kind}`;
  let kept = keptByName.get(name);
  if (kept === undefined) keptByName.set(name, (kept = start(kind)));
  const { front, server } = await kept;
  front.useAddress(nextAddress());
  return { address: `http://localhost:${front.port}`, dataFolder: server.dataFolder };
}

const listener = createServer((request, response) => {
  const [worker = '', kind = ''] = (request.url ?? '').slice(1).split('/');
  open(worker, kind).then(
    (answer) => response.end(JSON.stringify(answer)),
    (error: unknown) => response.writeHead(500).end(String(error)),
  );
});

let stopping: Promise<void> | undefined;

async function stop(): Promise<void> {
  const all = await Promise.allSettled(keptByName.values());
  const ends = all.map(async (one) => {
    if (one.status === 'rejected') return;
    await one.value.front.close();
    await one.value.server.stop();
  });
  const failed = (await Promise.allSettled(ends)).filter(({ status }) => status === 'rejected');
  const reports = process.env['ISOBATH_REPORTS'];
  const row = { file: 'shared servers', seconds: readProcessorSeconds() };
  if (reports) appendFileSync(join(reports, 'processor.jsonl'), `${JSON.stringify(row)}\n`);
  process.exit(failed.length === 0 ? 0 : 1);
}

// The parent's word, or its end: either is the end of the run. Signals of a terminal reach the
// whole group; the parent says when.
process.on('message', () => (stopping ??= stop()));
process.on('disconnect', () => (stopping ??= stop()));
process.on('SIGINT', () => {});

listener.listen(0, '127.0.0.1', () => {
  process.send?.({ port: (listener.address() as AddressInfo).port });
});
