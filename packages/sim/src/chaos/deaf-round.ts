// Readers of live data who take nothing, and readers who go without saying goodbye: they must not
// hold up those who trade, nor fill the edge with what they do not read. Called by rounds.ts.
import { setTimeout as sleep } from 'node:timers/promises';
import { openReader } from './deaf-reader.ts';
import type { Product } from './product.ts';

const READERS_COUNT = 100;
const CHANNELS = ['book:btc_usdt', 'trades:btc_usdt'];
/** With them at least this share of the orders goes on; how much less exactly the bench asks. */
const SHARE_MIN = 0.4;
/** Whom they hold up is held up each time; other work of the machine is not there each time. */
const TIMES_MAX = 4;
/** A reader may keep one MiB waiting; and an edge that is young fills the room of its young objects
    (main.ts) for the first time, three halves of it. */
const GROWTH_MIB_MAX = READERS_COUNT + 3 * 128;

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
export async function stayDeaf(
  product: Product,
  { countOrders, seconds }: { readonly countOrders: () => number; readonly seconds: number },
): Promise<void> {
  for (let times = 1; ; times += 1) {
    const { without, among } = await compareRates(product, { countOrders, seconds });
    if (among >= without * SHARE_MIN) return;
    if (times < TIMES_MAX) continue;
    throw new Error(`${Math.round(among)} orders a second, without them ${Math.round(without)}`);
  }
}

/** @returns orders a second before they come, and while they are there. */
async function compareRates(
  product: Product,
  { countOrders, seconds }: { readonly countOrders: () => number; readonly seconds: number },
): Promise<{ without: number; among: number }> {
  const without = await measureRate(countOrders, seconds / 2);
  const memoryMib = product.readMemoryMib('edge');
  const opening = Array.from({ length: READERS_COUNT }, () =>
    openReader(product.socketAddress, CHANNELS),
  );
  const sockets = await Promise.all(opening);
  try {
    // Every second one is cut in the middle; the others stay and read nothing more.
    for (const [index, socket] of sockets.entries()) if (index % 2 === 0) socket.destroy();
    const among = await measureRate(countOrders, seconds);
    const grownMib = product.readMemoryMib('edge') - memoryMib;
    if (grownMib > GROWTH_MIB_MAX)
      throw new Error(`the edge holds ${Math.round(grownMib)} MiB more`);
    return { without, among };
  } finally {
    for (const socket of sockets) socket.destroy();
  }
}
