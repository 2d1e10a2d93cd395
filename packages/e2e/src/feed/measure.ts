// What a page does with a feed: renders, work in a frame, long tasks, memory. Numbers only; levels
// are the caller's.
import type { CDPSession, Page } from 'playwright-core';

/** Numbers of one stretch of time. */
export interface FeedNumbers {
  readonly seconds: number;
  /** Renders in book, tape and chart. */
  readonly feedRenders: number;
  /** Where any were since the page began, by class of the element. */
  readonly renderedNames: Readonly<Record<string, number>>;
  /** Main-thread work between two frames, 99th of 100. */
  readonly frameWorkP99Ms: number;
  readonly longestTaskMs: number;
  readonly tasksOver50Ms: number;
  /** All of these are time on the processor, which a busy machine does not stretch. */
  readonly isProcessorTime: boolean;
}

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly ts: number;
  readonly dur?: number;
  /** Time on the processor: what the page asked for, not what a busy machine made of it. */
  readonly tdur?: number;
  readonly pid: number;
  readonly tid: number;
  readonly args?: { readonly name?: string };
}

interface Counts {
  readonly feed: number;
  readonly names: Record<string, number>;
}

const frameMs = 1000 / 60;
const longMs = 50;
const startWithinMs = 120_000;

async function readCounts(page: Page): Promise<Counts> {
  return (await page.evaluate('structuredClone(window.isobathCommits)')) as Counts;
}

async function trace(session: CDPSession, run: () => Promise<void>): Promise<TraceEvent[]> {
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', (chunk) => {
    for (const event of chunk.value) events.push(event as unknown as TraceEvent);
  });
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: {
      includedCategories: ['devtools.timeline', 'disabled-by-default-devtools.timeline'],
    },
  });
  await run();
  const done = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.end');
  await done;
  return events;
}

interface Task {
  readonly atMs: number;
  readonly durationMs: number;
  readonly isProcessorTime: boolean;
}

/** Tasks of the page's own main thread, in milliseconds. */
function readTasks(events: readonly TraceEvent[]): Task[] {
  const isPaint = (event: TraceEvent) => event.name === 'FireAnimationFrame';
  const counts = new Map<string, number>();
  for (const event of events.filter(isPaint)) {
    const key = `${event.pid}/${event.tid}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const [main] = [...counts].sort((one, two) => two[1] - one[1])[0] ?? [''];
  return events
    .filter((event) => event.name === 'RunTask' && event.ph === 'X')
    .filter((event) => `${event.pid}/${event.tid}` === main)
    .map((event) => ({
      atMs: event.ts / 1000,
      durationMs: (event.tdur ?? event.dur ?? 0) / 1000,
      isProcessorTime: event.tdur !== undefined,
    }));
}

/** Watch a live page for a while. */
export async function measureFeed(page: Page, seconds: number): Promise<FeedNumbers> {
  const session = await page.context().newCDPSession(page);
  const before = await readCounts(page);
  const events = await trace(session, () => page.waitForTimeout(seconds * 1000));
  const after = await readCounts(page);
  await session.detach();
  const renders = Object.entries(after.names).map(
    ([name, count]) => [name, count - (before.names[name] ?? 0)] as const,
  );
  const tasks = readTasks(events);
  const startMs = tasks.reduce(
    (least, task) => Math.min(least, task.atMs),
    Number.POSITIVE_INFINITY,
  );
  const frames = new Map<number, number>();
  for (const { atMs, durationMs } of tasks) {
    const frame = Math.floor((atMs - startMs) / frameMs);
    frames.set(frame, (frames.get(frame) ?? 0) + durationMs);
  }
  const work = [...frames.values()].sort((one, two) => one - two);
  const longest = tasks.reduce((most, task) => Math.max(most, task.durationMs), 0);
  return {
    seconds,
    feedRenders: after.feed - before.feed,
    renderedNames: Object.fromEntries(renders.filter(([, count]) => count > 0)),
    frameWorkP99Ms: work[Math.floor(work.length * 0.99)] ?? 0,
    longestTaskMs: longest,
    tasksOver50Ms: tasks.filter((task) => task.durationMs > longMs).length,
    isProcessorTime: tasks.length > 0 && tasks.every((task) => task.isProcessorTime),
  };
}

/** Bytes the page's script holds after a collection. */
export async function readHeapBytes(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize;
}

/** Milliseconds from the start of the navigation to a live book and a ready form. */
export async function measureStart(page: Page, url: string): Promise<number> {
  await page.goto(url, { waitUntil: 'commit' });
  const ready = `(() => {
    const names = ['isobath-book-painted', 'isobath-form-ready'];
    const marks = names.map((name) => performance.getEntriesByName(name)[0]);
    return marks.every(Boolean) ? Math.max(...marks.map((mark) => mark.startTime)) : 0;
  })()`;
  const untilMs = Date.now() + startWithinMs;
  // Asked again and again from outside: the page's own policy forbids code in texts.
  while (Date.now() < untilMs) {
    const atMs = (await page.evaluate(ready)) as number;
    if (atMs > 0) return atMs;
    await page.waitForTimeout(20);
  }
  throw new Error('the trade page was not usable in time');
}
