// What the traders do: place and cancel as fast as answers come, or at a steady pace; and trade
// with each other, watching for the fill. Measures, and judges nothing.
import type { PrivateEvent } from '@isobath/wire';
import { collectLatencies, type Latencies } from './latencies.ts';
import type { OrderRequest, Trader } from './trader.ts';

/** Far from any price that trades, inside the band. */
function restingOrder(number: number): OrderRequest {
  const price = String(20_000 + (number % 2_000));
  return { symbol: 'btc_usdt', side: 'buy', price, quantity: '0.001', timeInForce: 'GTC' };
}

/** What came of a run. */
export interface LoadResult {
  readonly ordersCount: number;
  readonly seconds: number;
  readonly answers: Latencies;
}

/**
 * Every trader places and cancels, one call under way each, as fast as answers come.
 *
 * @returns placements and cancels together.
 */
export async function runFlood(traders: readonly Trader[], seconds: number): Promise<LoadResult> {
  const answers = collectLatencies();
  const startedMs = performance.now();
  const endMs = startedMs + seconds * 1_000;
  const work = async (trader: Trader, at: number) => {
    for (let number = at; performance.now() < endMs; number += 1) {
      const placedMs = performance.now();
      const orderId = await trader.place(restingOrder(number * 7));
      const canceledMs = performance.now();
      answers.add(canceledMs - placedMs);
      await trader.cancel(orderId);
      answers.add(performance.now() - canceledMs);
    }
  };
  await Promise.all(traders.map(work));
  return {
    ordersCount: answers.count,
    seconds: (performance.now() - startedMs) / 1_000,
    answers,
  };
}

/**
 * Place and cancel at a steady pace, whatever the answers do: a latency counts from the instant
 * the call was due, so a server that stalls cannot hide it.
 */
export async function runPaced(
  traders: readonly Trader[],
  pace: { readonly perSecond: number; readonly seconds: number },
): Promise<LoadResult> {
  const answers = collectLatencies();
  const pairsCount = Math.floor((pace.perSecond * pace.seconds) / 2);
  const everyMs = 2_000 / pace.perSecond;
  const startedMs = performance.now();
  const running: Promise<void>[] = [];
  const runPair = async (number: number, dueMs: number) => {
    const trader = traders[number % traders.length];
    const orderId = await trader.place(restingOrder(number));
    const canceledMs = performance.now();
    answers.add(canceledMs - dueMs);
    await trader.cancel(orderId);
    answers.add(performance.now() - canceledMs);
  };
  for (let number = 0; number < pairsCount; ) {
    const dueMs = startedMs + number * everyMs;
    if (performance.now() >= dueMs) {
      running.push(runPair(number, dueMs));
      number += 1;
    } else await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await Promise.all(running);
  return {
    ordersCount: answers.count,
    seconds: (performance.now() - startedMs) / 1_000,
    answers,
  };
}

/** Latencies of trading, each from the instant the taking order was sent. */
export interface FillResult {
  /** To the answer that says it was filled. */
  readonly answers: Latencies;
  /** To the fill on the taker's private channel. */
  readonly taker: Latencies;
  /** To the fill on the maker's private channel. */
  readonly maker: Latencies;
}

/** Resolves the next fill heard. */
class FillEar {
  #resolve: (atMs: number) => void = () => {};

  hear(event: PrivateEvent): void {
    if (event.kind === 'fill') this.#resolve(performance.now());
  }

  next(): Promise<number> {
    return new Promise((resolve) => (this.#resolve = resolve));
  }
}

/** One trade after the other between two people who listen, so that each fill is known. */
export async function runFills(maker: Trader, taker: Trader, count: number): Promise<FillResult> {
  const result = {
    answers: collectLatencies(),
    taker: collectLatencies(),
    maker: collectLatencies(),
  };
  const ears = { maker: new FillEar(), taker: new FillEar() };
  await maker.listen((event) => ears.maker.hear(event));
  await taker.listen((event) => ears.taker.hear(event));
  const terms = { symbol: 'btc_usdt', price: '84200', quantity: '0.0001' };
  for (let number = 0; number < count; number += 1) {
    await maker.place({ ...terms, side: 'sell', timeInForce: 'GTC' });
    const heard = [ears.maker.next(), ears.taker.next()];
    const sentMs = performance.now();
    await taker.place({ ...terms, side: 'buy', timeInForce: 'IOC' });
    result.answers.add(performance.now() - sentMs);
    const [makerMs, takerMs] = await Promise.all(heard);
    result.maker.add(makerMs - sentMs);
    result.taker.add(takerMs - sentMs);
  }
  return result;
}
