// Readers of live data who take nothing, and readers who go without saying goodbye: they must not
// hold up those who trade, nor fill the edge with what they do not read. Called by rounds.ts.
import { setTimeout as sleep } from 'node:timers/promises';
import { openReader } from './deaf-reader.ts';
import type { Product } from './product.ts';

const READERS_COUNT = 100;
/** Of each comparison. */
const SECONDS = 10;
/** Orders that must go on among them, where nothing is judged by its speed. */
const ORDERS_COUNT = 100;
const CHANNELS = ['book:btc_usdt', 'trades:btc_usdt'];
/** With them at least this share of the orders goes on; how much less exactly the bench asks. */
const SHARE_MIN = 0.4;
/** Comparisons, of which the middle one counts: other work of the machine comes and goes. */
const TIMES_COUNT = 3;
/** A reader may keep one MiB waiting; and the edge has work of its own. */
const GROWTH_MIB_MAX = 300;

/** Orders acknowledged a second, over some seconds. */
async function measureRate(countOrders: () => number, seconds: number): Promise<number> {
  const [before, startedMs] = [countOrders(), performance.now()];
  await sleep(seconds * 1_000);
  return ((countOrders() - before) * 1_000) / (performance.now() - startedMs);
}

/**
 * Let them come while everybody is at work, stay deaf for some seconds, and go.
 *
 * @param countOrders - orders acknowledged so far.
 * @errors when those who trade are held up, or the edge holds too much.
 */
export async function stayDeaf(product: Product, countOrders: () => number): Promise<void> {
  const shares: number[] = [];
  while (shares.length < TIMES_COUNT) {
    const without = await measureRate(countOrders, SECONDS / 2);
    const among = await withDeaf(product, () => measureRate(countOrders, SECONDS));
    shares.push(among / without);
  }
  const [, middle = 0] = shares.toSorted((one, other) => one - other);
  if (!(middle >= SHARE_MIN)) throw new Error(`of the orders a second go on: ${shares.join(', ')}`);
}

/**
 * The same in short, and not judged by its speed: those who trade go on among them.
 *
 * @param waitForOrders - waits until so many more orders were acknowledged.
 * @errors when those who trade are held up, or the edge holds too much.
 */
export async function tradeAmongDeaf(
  product: Product,
  waitForOrders: (count: number) => Promise<void>,
): Promise<void> {
  await withDeaf(product, () => waitForOrders(ORDERS_COUNT));
}

/** Do something while they are there. @errors when the edge holds too much for them. */
async function withDeaf<TDone>(product: Product, act: () => Promise<TDone>): Promise<TDone> {
  const memoryMib = product.readMemoryMib('edge');
  const opening = Array.from({ length: READERS_COUNT }, () =>
    openReader(product.socketAddress, CHANNELS),
  );
  const sockets = await Promise.all(opening);
  try {
    // Every second one is cut in the middle; the others stay and read nothing more.
    for (const [index, socket] of sockets.entries()) if (index % 2 === 0) socket.destroy();
    const done = await act();
    const grownMib = product.readMemoryMib('edge') - memoryMib;
    if (grownMib > GROWTH_MIB_MAX)
      throw new Error(`the edge holds ${Math.round(grownMib)} MiB more`);
    return done;
  } finally {
    for (const socket of sockets) socket.destroy();
  }
}
