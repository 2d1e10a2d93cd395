// Orders at an even pace, whatever the answers do: each with its cancel, or with another that
// fills it. A latency counts from when an order was due, that of what follows from the answer
// before it. Not here: who asks for which pace (bench-latency.ts).
import { Worker } from 'node:worker_threads';
import type { Bot } from '../api/bot.ts';
import { readProcessorTimes, shareTimes } from '../api/processor-time.ts';
import { collectLatencies, type Latencies } from '../gateway/latencies.ts';

/** How calls are made. */
export type Way = 'http' | 'socket';

/** What becomes of an order. */
export type Fate = 'cancels' | 'fills';

/** One even load. */
export interface Pace {
  readonly way: Way;
  readonly fate: Fate;
  /** Orders and cancels a second, or orders that fill each other. */
  readonly perSecond: number;
  readonly seconds: number;
}

/** What came of it. */
export interface PacedResult {
  readonly answers: Latencies;
  /** Pairs that were not taken to their end: a server that is overloaded refuses. */
  readonly refusedCount: number;
  /** From when an order was due until the generator sent it: what it adds by itself. */
  readonly late: Latencies;
  /** Microseconds of processor time a call, by process. */
  readonly processorUs: Readonly<Record<string, number>>;
  /** When each order that fills another was answered, by its name. */
  readonly answeredMs: ReadonlyMap<string, number>;
}

/** A bot and those of its connections that have no call under way. */
interface Seat {
  readonly bot: Bot;
  readonly idle: number[];
  readonly waiting: ((lane: number) => void)[];
}

/** Every so many takings are those of the first bot, whose channel is listened to. */
const WATCHED_EVERY = 4;
const TAKERS = 8;

let namesCount = 0;

function makeName(): string {
  namesCount += 1;
  return `latency-${namesCount}`;
}

function restingOrder(newClientOrderId: string) {
  const price = String(20_000 + (namesCount % 2_000));
  return { ...limit, side: 'BUY', timeInForce: 'GTC', quantity: '0.001', price, newClientOrderId };
}

/** A machine with other work may send late: that is measured, and no reason for a refusal. */
const market = { symbol: 'BTCUSDT', recvWindow: '60000' } as const;
const limit = { ...market, type: 'LIMIT' } as const;

/** All at one price, so that each taking finds what was made for it. */
function meetingOrder(newClientOrderId: string, isTaking: boolean) {
  const terms = isTaking
    ? { side: 'BUY', timeInForce: 'IOC' }
    : { side: 'SELL', timeInForce: 'GTC' };
  return { ...limit, ...terms, quantity: '0.0001', price: '84200', newClientOrderId };
}

function takeLane(seat: Seat): number | Promise<number> {
  const lane = seat.idle.pop();
  return lane ?? new Promise((resolve) => seat.waiting.push(resolve));
}

function giveLane(seat: Seat, lane: number): void {
  const next = seat.waiting.shift();
  if (next === undefined) seat.idle.push(lane);
  else next(lane);
}

/** A connection over HTTP carries one call at a time. */
async function call(
  seat: Seat,
  way: Way,
  [method, parameters]: readonly ['POST' | 'DELETE', Readonly<Record<string, string>>],
): Promise<void> {
  if (way === 'socket') {
    await seat.bot.callSocket(method === 'POST' ? 'order.place' : 'order.cancel', parameters);
    return;
  }
  const lane = await takeLane(seat);
  try {
    await seat.bot.callHttp(method, parameters, lane);
  } finally {
    giveLane(seat, lane);
  }
}

/** The load of one pace under way. */
class PacedLoad {
  readonly answers: Latencies = collectLatencies();
  readonly late: Latencies = collectLatencies();
  readonly answeredMs = new Map<string, number>();
  refusedCount = 0;
  readonly #seats: readonly Seat[];
  readonly #pace: Pace;

  constructor(seats: readonly Seat[], pace: Pace) {
    this.#seats = seats;
    this.#pace = pace;
  }

  async run(number: number, dueMs: number): Promise<void> {
    this.late.add(performance.now() - dueMs);
    const { fate } = this.#pace;
    try {
      await (fate === 'cancels' ? this.#cancel(number, dueMs) : this.#fill(number, dueMs));
    } catch {
      this.refusedCount += 1;
    }
  }

  async #cancel(number: number, dueMs: number): Promise<void> {
    const seat = this.#seats[number % this.#seats.length];
    const name = makeName();
    await this.#answer(dueMs, call(seat, this.#pace.way, ['POST', restingOrder(name)]));
    const which = { ...market, origClientOrderId: name };
    await this.#answer(performance.now(), call(seat, this.#pace.way, ['DELETE', which]));
  }

  async #fill(number: number, dueMs: number): Promise<void> {
    const { way } = this.#pace;
    const makers = this.#seats.length - TAKERS;
    const maker = this.#seats[TAKERS + (number % makers)];
    const isWatched = number % WATCHED_EVERY === 0;
    const taker = this.#seats[isWatched ? 0 : 1 + (number % (TAKERS - 1))];
    await this.#answer(dueMs, call(maker, way, ['POST', meetingOrder(makeName(), false)]));
    const name = makeName();
    await this.#answer(performance.now(), call(taker, way, ['POST', meetingOrder(name, true)]));
    if (isWatched) this.answeredMs.set(name, performance.now());
  }

  async #answer(fromMs: number, answered: Promise<void>): Promise<void> {
    await answered;
    this.answers.add(performance.now() - fromMs);
  }
}

/** Run one load to its last answer. @param lanes - connections over HTTP of each bot. */
export async function runPaced(
  bots: readonly Bot[],
  lanes: number,
  pace: Pace,
): Promise<PacedResult> {
  const seats = bots.map((bot) => {
    return { bot, idle: Array.from({ length: lanes }, (_none, at) => at), waiting: [] };
  });
  const load = new PacedLoad(seats, pace);
  // A pair is two calls.
  const perSecond = pace.perSecond / 2;
  const count = Math.floor(perSecond * pace.seconds);
  const running: Promise<void>[] = [];
  const before = readProcessorTimes();
  let fromMs = 0;
  const pacing = new Worker(new URL('pacing-thread.ts', import.meta.url), {
    workerData: { perSecond, count },
  });
  await new Promise<void>((resolve, reject) => {
    pacing.once('error', reject);
    pacing.once('exit', () => resolve());
    pacing.on('message', (dueCount: number) => {
      fromMs ||= performance.now();
      for (let number = running.length; number < dueCount; number += 1) {
        running.push(load.run(number, fromMs + (number * 1_000) / perSecond));
      }
    });
  });
  await Promise.all(running);
  const { answers, late, answeredMs, refusedCount } = load;
  const processorUs = shareTimes(before, readProcessorTimes(), answers.count);
  return { answers, refusedCount, late, processorUs, answeredMs };
}
