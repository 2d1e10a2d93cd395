// The browser's bench: how soon the trade page is usable, and what a fast feed costs it.
// Not the measuring itself (feed/measure.ts). Called by run.ts and, in its short form, by a test.
import { openBrowser } from './fixture/browser.ts';
import { commitWatch, plantRender } from './feed/commit-watch.ts';
import { openFeedFront } from './feed/feed-front.ts';
import { type FeedNumbers, measureFeed, measureStart, readHeapBytes } from './feed/measure.ts';

const path = '/en_US/trade/exchange/?tradeCode=btc_usdt';
const viewport = { width: 1440, height: 900 };
const startsCount = 5;
const messagesPerSecond = 60;

/** Levels that the numbers must keep. */
export const webLevels = {
  startMs: 1_500,
  frameWorkP99Ms: 8,
  tasksOver50Ms: 0,
  feedRenders: 0,
  heapGrowthBytes: 5 * 1024 * 1024,
} as const;

/** Everything that was measured. */
export interface WebReport {
  readonly startMs: number;
  readonly starts: readonly number[];
  readonly feed: FeedNumbers;
  readonly messagesPerSecond: number;
  readonly heapGrowthBytes: number;
  readonly missed: readonly string[];
}

/** Median time to a usable page, each with an empty cache. */
export async function measureStarts(address: string, count = startsCount): Promise<number[]> {
  const browser = await openBrowser();
  const times: number[] = [];
  for (let round = 0; round < count; round += 1) {
    const context = await browser.newContext({ viewport });
    const page = await context.newPage();
    times.push(Math.round(await measureStart(page, address + path)));
    await context.close();
  }
  await browser.close();
  return times;
}

/** How long to warm up and to watch, in seconds, and then once more with a planted fault. */
export interface FeedPlan {
  readonly warmUpSeconds: number;
  readonly seconds: number;
  readonly plantedSeconds?: number;
}

/** The form that is a part of the tests. */
export const shortPlan: FeedPlan = { warmUpSeconds: 3, seconds: 6, plantedSeconds: 3 };

/** What a page did under the feed. */
interface UnderFeed {
  readonly feed: FeedNumbers;
  /** The same page with a render planted, which the watch must see. */
  readonly planted?: FeedNumbers;
  readonly heapGrowthBytes: number;
  readonly messagesPerSecond: number;
}

/** A page under a feed of 60 book messages a second. */
export async function measureUnderFeed(address: string, plan: FeedPlan): Promise<UnderFeed> {
  const front = await openFeedFront(address, 'btc_usdt', messagesPerSecond);
  const browser = await openBrowser();
  try {
    const page = await (await browser.newContext({ viewport })).newPage();
    await page.addInitScript(commitWatch);
    await measureStart(page, front.address + path);
    await page.waitForTimeout(plan.warmUpSeconds * 1000);
    const heapBytes = await readHeapBytes(page);
    const sentBefore = front.readMessagesCount();
    const feed = await measureFeed(page, plan.seconds);
    const sent = front.readMessagesCount() - sentBefore;
    const heapGrowthBytes = (await readHeapBytes(page)) - heapBytes;
    const found = { feed, heapGrowthBytes, messagesPerSecond: Math.round(sent / plan.seconds) };
    if (plan.plantedSeconds === undefined) return found;
    await page.evaluate(plantRender);
    return { ...found, planted: await measureFeed(page, plan.plantedSeconds) };
  } finally {
    await browser.close();
    await front.close();
  }
}

/** Levels that a report misses, by name. */
export function listMissed(report: Omit<WebReport, 'missed'>): string[] {
  const found: Record<keyof typeof webLevels, number> = {
    startMs: report.startMs,
    frameWorkP99Ms: report.feed.frameWorkP99Ms,
    tasksOver50Ms: report.feed.tasksOver50Ms,
    feedRenders: report.feed.feedRenders,
    heapGrowthBytes: report.heapGrowthBytes,
  };
  return (Object.keys(webLevels) as (keyof typeof webLevels)[]).filter(
    (name) => found[name] > webLevels[name],
  );
}

/** The whole bench. */
export async function benchWeb(address: string, plan: FeedPlan): Promise<WebReport> {
  const starts = await measureStarts(address);
  const startMs = starts.toSorted((one, two) => one - two)[Math.floor(starts.length / 2)] ?? 0;
  const report = { startMs, starts, ...(await measureUnderFeed(address, plan)) };
  return { ...report, missed: listMissed(report) };
}
