// Somebody in the gateway who follows everything that is committed, over the bus: they must get
// every step once, in order, with the events the judge saw, however often they or the engine are
// killed. Used by exchange.ts.
import type { CommittedBatch } from '@isobath/server/parts';
import { isEqual } from '../comparison.ts';
import type { Judge } from './judge.ts';
import type { Gateway, Program } from './programs.ts';
import type { Scheduler } from './world/scheduler.ts';

/** Where they follow. */
export interface Followed {
  readonly scheduler: Scheduler;
  readonly judge: Judge;
  readonly gateway: Program<Gateway>;
  count(name: string): void;
  violate(check: string, detail: string): void;
}

/** A reader of the bus. */
export class Follower {
  /** Last step they got. */
  lastSequence = 0;
  /** They take their time until then. */
  slowUntilMs = 0;
  readonly #exchange: Followed;

  constructor(exchange: Followed) {
    this.#exchange = exchange;
  }

  /** Subscribe from where they are, as soon as the gateway that was just started is ready. */
  followWhenReady(): void {
    const { gateway, scheduler } = this.#exchange;
    const look = () => {
      if (!gateway.process.isAlive) return;
      if (gateway.part === undefined) {
        scheduler.afterInWorld(1, look);
        return;
      }
      const { client } = gateway.part;
      scheduler.runAs(gateway.process, () => {
        client.subscribe({
          fromSequence: this.lastSequence + 1,
          read: (batch) => this.#read(batch),
          // A log that had to be made again: whoever reads from it comes back.
          failed: () => {
            this.#exchange.count('bus failed');
            scheduler.after(50, () => this.followWhenReady());
          },
        });
      });
    };
    look();
  }

  #read(batch: CommittedBatch): void | Promise<void> {
    const { judge, scheduler } = this.#exchange;
    for (const { sequence, events } of batch.steps) {
      const judged = judge.steps[sequence - 1];
      if (sequence !== this.lastSequence + 1) {
        return this.#exchange.violate('bus', `${sequence} came behind ${this.lastSequence}`);
      }
      if (judged === undefined || !isEqual(judged.events, events)) {
        return this.#exchange.violate('bus', `step ${sequence} is told otherwise or too early`);
      }
      this.lastSequence = sequence;
    }
    const slowMs = this.slowUntilMs - scheduler.nowMs;
    if (slowMs <= 0) return undefined;
    return new Promise((resolve) => scheduler.after(Math.min(slowMs, 100), resolve));
  }
}
