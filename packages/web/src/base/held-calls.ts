// Calls of a page that can be held back: when its person leaves, what is under way comes to its end
// first, and what is asked later waits, or the end of the session would refuse it for no fault.
// Not the end itself (person/log-out.ts). Used by client.ts.
import type { Client } from '@isobath/sdk';

/** A client whose calls can be held. */
export interface HeldCalls {
  readonly client: Client;
  /**
   * Hold what is asked from now on; done when what is under way has ended, or after `waitMs`.
   *
   * @returns what lets the held calls go.
   */
  hold(waitMs: number): Promise<() => void>;
}

/** Make one. @param inner - carries the calls out. */
export function createHeldCalls(inner: Client): HeldCalls {
  const underWay = new Set<Promise<unknown>>();
  let held: Promise<void> | null = null;
  return {
    client: {
      async call(route, input) {
        if (held !== null) await held;
        const answer = inner.call(route, input);
        underWay.add(answer);
        try {
          return await answer;
        } finally {
          underWay.delete(answer);
        }
      },
    },
    async hold(waitMs) {
      let release = () => {};
      held = new Promise((resolve) => {
        release = () => {
          held = null;
          resolve();
        };
      });
      const ended = Promise.allSettled(underWay);
      await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, waitMs))]);
      return release;
    },
  };
}
