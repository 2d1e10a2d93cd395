// The program that keeps the servers which test files share: one of each kind for each worker of
// the test runner, started when it is first asked for, stopped when no file has asked for it for a
// while or the run ends. A program of its own, since a worker learns nothing of its end. Started by
// set-up-run.ts, asked by stage.ts.
//
// It listens on a free port of loopback and says the port to its parent. Two calls:
// POST /{worker}/{kind} answers {address, dataFolder} once that server is ready, and gives the
// caller a network address of its own: what is opened from then on counts for a new visitor.
// DELETE /{worker}/{kind} says that the file has ended.
import { appendFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
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

/** A server that nobody uses still takes a part of a processor. */
const UNUSED_MS = 15_000;
const unusedTimers = new Map<string, NodeJS.Timeout>();

const keptByName = new Map<string, Promise<Kept>>();
let filesCount = 0;

/** Time to give up on, not to expect. */
const TRADED_WITHIN_MS = 120_000;
/** Markets that a simulated market trades each second. */
const majors = '["BTCUSDT","ETHUSDT","SOLUSDT","XRPUSDT","BNBUSDT"]';

/** A server is ready before its first trades: what files ask of a live one needs prices. */
async function waitForTrades(address: string): Promise<void> {
  const url = `${address}/api/v3/ticker/24hr?symbols=${encodeURIComponent(majors)}`;
  for (const giveUpMs = Date.now() + TRADED_WITHIN_MS; Date.now() < giveUpMs; ) {
    const rows = (await (await fetch(url)).json()) as { lastPrice: string }[];
    if (rows.every(({ lastPrice }) => Number(lastPrice) > 0)) return;
    await sleep(200);
  }
  throw new Error(`the simulated market has not traded: ${majors}`);
}

async function start(kind: string): Promise<Kept> {
  const settings = settingsByKind[kind];
  if (settings === undefined) throw new Error(`there is no kind ${kind}`);
  const front = await openAddressFront();
  const server = await startServer({ PUBLIC_URL: `http://127.0.0.1:${front.port}`, ...settings });
  front.passTo(Number(new URL(server.address).port));
  if (kind === 'live') await waitForTrades(server.address);
  return { front, server };
}

/** Every address is used once; the network of tests that count addresses (127.1 to 127.99) not. */
function nextAddress(): string {
  filesCount += 1;
  return `127.${100 + (filesCount >> 16)}.${(filesCount >> 8) & 255}.${filesCount & 255}`;
}

async function open(worker: string, kind: string) {
  const name = `${worker}/${kind}`;
  clearTimeout(unusedTimers.get(name));
  let kept = keptByName.get(name);
  if (kept === undefined) keptByName.set(name, (kept = start(kind)));
  const { front, server } = await kept;
  front.useAddress(nextAddress());
  return { address: `http://localhost:${front.port}`, dataFolder: server.dataFolder };
}

async function end(kept: Promise<Kept>): Promise<void> {
  const { front, server } = await kept;
  await front.close();
  await server.stop();
}

/** Servers that are being stopped, and whether each ended well: said when the run ends. */
const ending: Promise<boolean>[] = [];

function endLater(kept: Promise<Kept>): void {
  ending.push(
    end(kept).then(
      () => true,
      () => false,
    ),
  );
}

function release(name: string): void {
  const endUnused = () => {
    const kept = keptByName.get(name);
    keptByName.delete(name);
    if (kept !== undefined) endLater(kept);
  };
  clearTimeout(unusedTimers.get(name));
  unusedTimers.set(name, setTimeout(endUnused, UNUSED_MS));
}

const listener = createServer((request, response) => {
  const [worker = '', kind = ''] = (request.url ?? '').slice(1).split('/');
  if (request.method === 'DELETE') {
    release(`${worker}/${kind}`);
    return response.end();
  }
  open(worker, kind).then(
    (answer) => response.end(JSON.stringify(answer)),
    (error: unknown) => response.writeHead(500).end(String(error)),
  );
});

let stopping: Promise<void> | undefined;

async function stop(): Promise<void> {
  for (const timer of unusedTimers.values()) clearTimeout(timer);
  for (const kept of keptByName.values()) endLater(kept);
  const isWell = (await Promise.all(ending)).every((hasEnded) => hasEnded);
  const reports = process.env['ISOBATH_REPORTS'];
  const row = { file: 'shared servers', seconds: readProcessorSeconds() };
  if (reports) appendFileSync(join(reports, 'processor.jsonl'), `${JSON.stringify(row)}\n`);
  process.exit(isWell ? 0 : 1);
}

// The parent's word, or its end: either is the end of the run. Signals of a terminal reach the
// whole group; the parent says when.
process.on('message', () => (stopping ??= stop()));
process.on('disconnect', () => (stopping ??= stop()));
process.on('SIGINT', () => {});

listener.listen(0, '127.0.0.1', () => {
  process.send?.({ port: (listener.address() as AddressInfo).port });
});
