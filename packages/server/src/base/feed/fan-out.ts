// Writes what waits on many connections, a portion at a time, so that an order never waits for a
// thousand readers. It knows no socket and no channel. The edge's sockets push; who publishes for
// everybody asks first whether the readers of the last time have been served.

/** A connection on which something waits. */
export interface Outlet {
  /** Write everything that waits, in one piece. */
  drain(): void;
}

/** Serves connections. */
export interface FanOut {
  /** Something waits here: it is written soon, in turn. */
  push(outlet: Outlet): void;
  /**
   * Whether to publish later: some are still to be served, or serving them took so long that it is
   * somebody else's turn. What is published later tells of more at once, and nothing is lost.
   */
  isBehind(): boolean;
}

/** Everything else of the process has its turn after so much writing. */
const PORTION_MS = 0.5;
/** Reading the clock costs a tenth of a write. */
const WRITES_A_LOOK = 8;
/** Readers of everybody's news get at most this share of the process's time. */
const SHARE = 0.1;

/** Make one for a process. */
export function createFanOut(readMs: () => number = () => performance.now()): FanOut {
  const waiting = new Set<Outlet>();
  let isDue = false;
  let busyMs = 0;
  let restUntilMs = 0;

  function drainPortion(): void {
    const startedMs = readMs();
    let count = 0;
    let passedMs = 0;
    for (const outlet of waiting) {
      waiting.delete(outlet);
      outlet.drain();
      count += 1;
      if (count % WRITES_A_LOOK !== 0) continue;
      passedMs = readMs() - startedMs;
      if (passedMs >= PORTION_MS) break;
    }
    const endedMs = readMs();
    busyMs += endedMs - startedMs;
    isDue = waiting.size > 0;
    if (isDue) {
      setImmediate(drainPortion);
      return;
    }
    restUntilMs = endedMs + busyMs * (1 / SHARE - 1);
    busyMs = 0;
  }

  return {
    push(outlet) {
      waiting.add(outlet);
      if (isDue) return;
      isDue = true;
      setImmediate(drainPortion);
    },
    isBehind: () => isDue || readMs() < restUntilMs,
  };
}
