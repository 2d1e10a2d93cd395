// One measured subject in a process of its own, so that no other code makes it slower. Prints one
// line of JSON. Not here: what is compared with what (bench-core.ts, which starts it).
import { PerformanceObserver } from 'node:perf_hooks';
import process from 'node:process';
import { setFlagsFromString } from 'node:v8';
import { engineCompilerOptions } from '@isobath/core';
import { EngineDriver } from './engine-driver.ts';
import { NaiveEngine } from './naive-engine.ts';
import { makeIds, runNpmPass } from './npm-peer.ts';
import { readRecordWords, RecordWord, recordWords } from './records.ts';
import { hashTrade, loadStream, streamA1, streamA100, type StreamTerms } from './stream.ts';

const prefixCount = 300_000;
const soakPasses = 10;
const bytesPerMiB = 1024 * 1024;

/** What a child is asked for. */
interface Request {
  readonly subject: string;
  readonly stream: string;
  readonly passes: number;
  readonly users: number;
  readonly assets: number;
}

type Answer = Record<string, unknown>;

function readTerms({ stream, users, assets }: Request): StreamTerms {
  if (stream === 'A100') return streamA100;
  if (stream !== 'wide') return streamA1;
  const { count, seed, liveMin, liveMax } = streamA100;
  return { name: 'wide', symbols: assets - 1, users, count, seed, liveMin, liveMax };
}

function readWords(request: Request): Int32Array {
  const words = readRecordWords(loadStream(readTerms(request)));
  return request.stream === 'prefix' ? words.slice(0, prefixCount * recordWords) : words;
}

/** Commands a second of `count` commands, by the wall and by this thread's processor time. */
function time(count: number, run: () => void): { wall: number; processor: number } {
  const used = process.threadCpuUsage();
  const from = performance.now();
  run();
  const wallMs = performance.now() - from;
  const { user, system } = process.threadCpuUsage(used);
  return { wall: (count / wallMs) * 1000, processor: (count / (user + system)) * 1e6 };
}

/** A pass of the prefix is over before the compiler is done: as many come before the clock. */
function countUntimed({ stream, passes }: Request): number {
  return stream === 'prefix' ? passes : 0;
}

function runEngine(request: Request, hasLedger: boolean): Answer {
  const words = readWords(request);
  const terms = readTerms(request);
  const driver = new EngineDriver({ terms, words, hasLedger });
  const trades = driver.runCheckedPass();
  const feeQuoteUnits = String(driver.readFeeQuoteUnits());
  for (let pass = 0; pass < countUntimed(request); pass += 1) {
    driver.clear();
    driver.runPass();
  }
  const rates = [];
  for (let pass = 0; pass < request.passes; pass += 1) {
    driver.clear();
    rates.push(time(words.length / recordWords, () => driver.runPass()));
  }
  const isZeroSum = driver.isZeroSum();
  const expectedHash = request.stream === 'prefix' ? undefined : terms.tradeHash;
  return {
    rates,
    ...trades,
    expectedHash,
    feeQuoteUnits,
    isZeroSum,
    ...saveAnswer(request, driver),
  };
}

/** Time and size of a snapshot, and resident memory, for the wide run. */
function saveAnswer(request: Request, driver: EngineDriver): Answer {
  if (request.stream !== 'wide') return {};
  const residentMiB = process.memoryUsage.rss() / bytesPerMiB;
  const from = performance.now();
  const chunks = driver.engine.saveSnapshot();
  const snapshotMs = performance.now() - from;
  const snapshotMiB = chunks.reduce((sum, chunk) => sum + chunk.length, 0) / bytesPerMiB;
  return { residentMiB, snapshotMs, snapshotMiB };
}

function runNaive(request: Request): Answer {
  const words = readWords(request);
  const terms = readTerms(request);
  const rates = [];
  let answer: Answer = {};
  for (let pass = 0; pass < request.passes; pass += 1) {
    let hash = 0;
    const engine = new NaiveEngine(terms, (...trade) => {
      hash = hashTrade(hash, trade);
    });
    rates.push(time(words.length / recordWords, () => runNaivePass(engine, words)));
    answer = { tradeHash: hash >>> 0, feeQuoteUnits: String(engine.feeQuoteUnits) };
  }
  return { rates, ...answer };
}

function runNaivePass(engine: NaiveEngine, words: Int32Array): void {
  for (let at = 0; at < words.length; at += recordWords) {
    const head = words[at];
    engine.apply({
      op: head & 255,
      side: (head >> 8) & 255,
      tif: (head >> 16) & 255,
      symbol: words[at + RecordWord.symbol],
      id: words[at + RecordWord.id],
      user: words[at + RecordWord.user],
      price: words[at + RecordWord.price],
      size: words[at + RecordWord.size],
    });
  }
}

function runNpm(request: Request): Answer {
  const words = readWords(request);
  const ids = makeIds(words);
  for (let pass = 0; pass < countUntimed(request); pass += 1) runNpmPass(words, ids);
  const rates = [];
  for (let pass = 0; pass < request.passes; pass += 1) {
    rates.push(time(words.length / recordWords, () => void runNpmPass(words, ids)));
  }
  return { rates };
}

/** Time of each step, the clock's own cost taken off. */
function runLatency(request: Request): Answer {
  const words = readWords(request);
  const driver = new EngineDriver({ terms: readTerms(request), words, hasLedger: true });
  driver.runCheckedPass();
  driver.clear();
  driver.runPass();
  driver.clear();
  const count = words.length / recordWords;
  const times = new Float64Array(count);
  const clock = new Float64Array(100_000);
  for (let at = 0; at < clock.length; at += 1) {
    const from = performance.now();
    clock[at] = performance.now() - from;
  }
  driver.runTimedPass(times);
  const clockNs = (clock.sort()[clock.length >> 1] ?? 0) * 1e6;
  times.sort();
  const read = (share: number): number =>
    Math.max(1, times[Math.floor((count - 1) * share)] * 1e6 - clockNs);
  return { clockNs, p50Ns: read(0.5), p99Ns: read(0.99), p999Ns: read(0.999), maxNs: read(1) };
}

/** Collections and heap growth of 30 million commands after warm-up. */
async function runSoak(request: Request): Promise<Answer> {
  const words = readWords(request);
  const driver = new EngineDriver({ terms: readTerms(request), words, hasLedger: true });
  driver.runCheckedPass();
  driver.clear();
  driver.runPass();
  driver.clear();
  const collections: { kind: number; startTime: number }[] = [];
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { kind } = (entry as unknown as { detail: { kind: number } }).detail;
      collections.push({ kind, startTime: entry.startTime });
    }
  });
  observer.observe({ entryTypes: ['gc'] });
  const collect = globalThis.gc as () => void;
  collect();
  const heapBefore = process.memoryUsage().heapUsed;
  const from = performance.now();
  for (let pass = 0; pass < soakPasses; pass += 1) {
    driver.runPass();
    if (pass < soakPasses - 1) driver.clear();
  }
  const to = performance.now();
  collect();
  const heapGrowthBytes = process.memoryUsage().heapUsed - heapBefore;
  await new Promise((resolve) => setTimeout(resolve, 100));
  const during = collections.filter(({ startTime }) => startTime > from && startTime < to);
  const minor = during.filter(({ kind }) => kind === 1).length;
  const commands = (words.length / recordWords) * soakPasses;
  return { commands, minor, major: during.length - minor, heapGrowthBytes };
}

async function run(request: Request): Promise<Answer> {
  if (request.subject === 'nothing') return {};
  if (request.subject === 'engine') return runEngine(request, true);
  if (request.subject === 'free') return runEngine(request, false);
  if (request.subject === 'naive') return runNaive(request);
  if (request.subject === 'npm') return runNpm(request);
  if (request.subject === 'latency') return runLatency(request);
  if (request.subject === 'soak') return runSoak(request);
  throw new Error(`no subject ${request.subject}`);
}

for (const option of engineCompilerOptions) setFlagsFromString(option);
const [subject = '', stream = '', passes = '3', users = '0', assets = '0'] = process.argv.slice(2);
const numbers = { passes: Number(passes), users: Number(users), assets: Number(assets) };
console.log(JSON.stringify(await run({ subject, stream, ...numbers })));
