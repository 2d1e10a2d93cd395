// Work that custody does again and again: the contract that whoever joins custody keeps to.
// - A loop is made with the context and does one look at a time; looks never overlap.
// - It writes by `fence.write` alone: a custody that was left behind is told so (Fenced) by its
//   next transaction, and its process ends. So no loop needs to know that it is the only one.
// - It keeps nothing in memory that its rows do not say: it may be killed between any two lines.
// - What it throws is told and tried again at its next look.
// Called by run.ts.

import type { Database } from '../base/db/index.ts';
import { type Fence, Fenced } from './epoch.ts';
import type { SignerLink } from './keys/signer-link.ts';
import type { OpenNetwork } from './networks.ts';

/** What loops stand on. */
export interface CustodyContext {
  readonly database: Database;
  readonly fence: Fence;
  readonly signer: SignerLink;
  /** Networks whose nodes answer; a halted one is among them: its blocks are still read. */
  readonly listNetworks: () => readonly OpenNetwork[];
  readonly readNowMs: () => number;
  readonly report: (error: unknown) => void;
}

/** Work to do again and again. */
export interface CustodyLoop {
  /** Stands in what is reported. */
  readonly name: string;
  /** Between the end of a look and the next one. */
  readonly everyMs: number;
  readonly look: () => Promise<void>;
}

/** A loop that runs. */
export interface RunningLoop {
  /** Ends it, when the look under way is over. */
  stop(): Promise<void>;
}

/** How a loop tells what went wrong. */
export interface LoopEnds {
  readonly report: (error: unknown) => void;
  /** Another custody has begun: nothing goes on. */
  readonly fail: (error: Fenced) => void;
}

/** Begin a loop; its first look is at once. */
export function startLoop(loop: CustodyLoop, { report, fail }: LoopEnds): RunningLoop {
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let looking = Promise.resolve();
  function lookOn(): void {
    looking = loop
      .look()
      .catch((error: unknown) => {
        if (isStopped) return;
        report(error);
        if (error instanceof Fenced) fail(error);
      })
      .then(() => {
        if (!isStopped) timer = setTimeout(lookOn, loop.everyMs);
      });
  }
  lookOn();
  return {
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await looking;
    },
  };
}
