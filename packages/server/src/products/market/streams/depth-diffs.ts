// Gathers a book's changes between two sendings of a diff stream, so that every change is in
// exactly one message and the numbers of messages follow each other. Kept by streams.ts.
import type { DepthDiff } from './messages.ts';

interface Gathered {
  firstUpdateId: number;
  lastUpdateId: number;
  readonly bids: Map<number, number>;
  readonly asks: Map<number, number>;
}

/** Changes of one book that were not sent yet. */
export interface DepthGatherer {
  /** @returns what was gathered before, when the new changes do not follow it. */
  add(diff: DepthDiff): DepthDiff | undefined;
  /** Everything since the last call, undefined when nothing changed. */
  take(): DepthDiff | undefined;
}

/** Make an empty gatherer. */
export function createDepthGatherer(): DepthGatherer {
  let gathered: Gathered | undefined;

  function take(): DepthDiff | undefined {
    const taken = gathered;
    gathered = undefined;
    return taken;
  }

  return {
    take,
    add(diff) {
      // A hole must stay visible to those who follow the numbers.
      const isNext = gathered?.lastUpdateId === diff.firstUpdateId - 1;
      const cut = isNext ? undefined : take();
      gathered ??= {
        firstUpdateId: diff.firstUpdateId,
        lastUpdateId: diff.lastUpdateId,
        bids: new Map(),
        asks: new Map(),
      };
      gathered.lastUpdateId = diff.lastUpdateId;
      for (const [price, lots] of diff.bids) gathered.bids.set(price, lots);
      for (const [price, lots] of diff.asks) gathered.asks.set(price, lots);
      return cut;
    },
  };
}
