// Up to which moment this process has seen everything: a step has its time before its commit, so
// one of some milliseconds ago may still be on its way. Questions that take an end wait here until
// nothing before it can come any more. Fed by the follower; on a still market the engine says how
// late it is, asked once for all who wait. Used by edge-modules.ts.
import { type RouteHandler, refuse } from '../base/product/index.ts';
import { GIVE_UP_MS } from '../base/projections/index.ts';
import type { EngineClock } from '../engine/index.ts';

/** What of the journal's time was seen. */
export interface JournalTime {
  /** Told that every step up to a number was seen, and the time of the last of them. */
  noteFollowed(sequence: number, atMs: number): void;
  /** Told that all was read anew from tables, up to a number, which may be older; 0 = not yet. */
  noteLoaded(sequence: number): void;
  /**
   * Wait until every step with this time or an earlier one was seen. An end that lies well ahead
   * is none that anybody goes on from: it is not waited for.
   *
   * @returns false when it took too long, or when no engine answers.
   */
  waitUntil(endMs: number): Promise<boolean>;
}

/** What it stands on. */
export interface JournalTimeParts {
  readonly readClock: () => Promise<EngineClock>;
  readonly readNowMs: () => number;
}

interface Waiting {
  readonly endMs: number;
  readonly end: (isSeen: boolean) => void;
}

/** Clocks of callers are wrong by so much at most; the same as for signed requests. */
const AHEAD_MS = 1_000;
const ASK_EVERY_MS = 10;
/** Of more the oldest is forgotten: what it says a newer one says as well, later. */
const CLOCKS_COUNT_MAX = 200;

/** Start with nothing seen. */
export function createJournalTime({ readClock, readNowMs }: JournalTimeParts): JournalTime {
  let followedSequence = 0;
  /** Everything before this was seen. */
  let seenMs = 0;
  const waiting = new Set<Waiting>();
  /** What the engine said, while steps that it had by then are not seen. */
  let clocks: EngineClock[] = [];
  let isAsking = false;
  let askedAtMs = 0;

  function wake(): void {
    clocks = clocks.filter(({ sequence, timeMs }) => {
      if (sequence > followedSequence) return true;
      seenMs = Math.max(seenMs, timeMs);
      return false;
    });
    for (const one of waiting) if (one.endMs < seenMs) one.end(true);
    if (waiting.size === 0) clocks = [];
  }

  function endAll(isEnded: (one: Waiting) => boolean, isSeen: boolean): void {
    for (const one of waiting) if (isEnded(one)) one.end(isSeen);
  }

  async function ask(): Promise<void> {
    askedAtMs = performance.now();
    try {
      const clock = await readClock();
      clocks.push(clock);
      if (clocks.length > CLOCKS_COUNT_MAX) clocks.shift();
      // A clock that was set wrong: nobody can wait until the two agree.
      endAll(({ endMs }) => endMs > clock.timeMs + AHEAD_MS, true);
      wake();
    } catch {
      endAll(() => true, false);
    }
  }

  /** One question at a time, whoever waits, and none before its answer can be the right one. */
  async function askWhileAnyWait(): Promise<void> {
    if (isAsking) return;
    isAsking = true;
    while (waiting.size > 0) {
      const firstMs = Math.min(...[...waiting].map(({ endMs }) => endMs));
      const restMs = askedAtMs + ASK_EVERY_MS - performance.now();
      const waitMs = Math.max(restMs, Math.min(firstMs + 1 - readNowMs(), ASK_EVERY_MS));
      if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
      if (waiting.size > 0 && firstMs < readNowMs()) await ask();
    }
    isAsking = false;
  }

  return {
    noteFollowed(sequence, atMs) {
      followedSequence = sequence;
      seenMs = Math.max(seenMs, atMs);
      if (waiting.size > 0) wake();
    },
    noteLoaded(sequence) {
      followedSequence = sequence;
      seenMs = 0;
      clocks = [];
    },
    waitUntil(endMs) {
      if (endMs < seenMs || endMs > readNowMs() + AHEAD_MS) return Promise.resolve(true);
      return new Promise((resolve) => {
        const end = (isSeen: boolean) => {
          clearTimeout(timer);
          waiting.delete(one);
          resolve(isSeen);
        };
        const timer = setTimeout(end, GIVE_UP_MS, false);
        const one = { endMs, end };
        waiting.add(one);
        void askWhileAnyWait();
      });
    },
  };
}

/**
 * Put the wait before handlers whose questions take an end. Bots go on from where an answer ended:
 * they are told that it cannot be given; a page shows what there is.
 *
 * @errors behind on calls of the Binance API.
 */
export function waitForEnds(
  handlers: readonly RouteHandler[],
  { journalTime, readNowMs }: { journalTime: JournalTime; readNowMs: () => number },
): RouteHandler[] {
  return handlers.map((handler) => {
    const { route, handle } = handler;
    const { until } = route;
    if (until === undefined) return handler;
    return {
      route,
      async handle(context) {
        const endMs = until(context.query as Readonly<Record<string, unknown>>, readNowMs());
        const isSeen = endMs === undefined || (await journalTime.waitUntil(endMs));
        // Nobody goes on from an end that was not named.
        const isNamed = (context.query as { endTime?: unknown }).endTime !== undefined;
        if (!isSeen && isNamed && route.binance !== undefined) throw refuse('behind');
        return handle(context);
      },
    };
  });
}
