// How much room is left for the data and for how long it will do, looked at on a timer whether or
// not anybody trades. It refuses nothing (the engine's gate does). Kept by the edge's process.

import { readFreeBytes } from '../base/process/free-room.ts';

/** What is known of the disk. */
export interface DiskWatch {
  /** Room at the last look; undefined before the first, 0 when the folder cannot be asked. */
  readonly readFreeBytes: () => number | undefined;
  /** Days until nothing is left at the pace measured; Infinity while room does not shrink. */
  readonly readDaysLeft: () => number;
  close(): void;
}

const LOOK_EVERY_MS = 2_000;
const DAY_MS = 86_400_000;

interface Look {
  readonly atMs: number;
  readonly freeBytes: number;
}

/** Growth is measured over a day, in steps of ten minutes. */
const STEP_MS = 600_000;
const STEPS_COUNT_MAX = 144;
/** So much more room than before is somebody who has made some: growth is measured anew. */
const CLEARED_BYTES = 256 * 1024 * 1024;

/** Measures how fast room shrinks. */
export class GrowthMeter {
  #steps: Look[] = [];
  #last: Look | undefined;

  /** Room was so much at this time, which never goes back. */
  add(look: Look): void {
    const before = this.#last?.freeBytes ?? look.freeBytes;
    if (look.freeBytes - before >= CLEARED_BYTES) this.#steps = [];
    this.#last = look;
    const step = this.#steps.at(-1);
    if (step !== undefined && look.atMs - step.atMs < STEP_MS) return;
    this.#steps.push(look);
    if (this.#steps.length > STEPS_COUNT_MAX + 1) this.#steps.shift();
  }

  /** Days until nothing is left; Infinity before the first step, or while room does not shrink. */
  readDaysLeft(): number {
    const [first] = this.#steps;
    const last = this.#last;
    if (first === undefined || last === undefined) return Number.POSITIVE_INFINITY;
    const passedMs = last.atMs - first.atMs;
    const grownBytes = first.freeBytes - last.freeBytes;
    if (passedMs < STEP_MS || grownBytes <= 0) return Number.POSITIVE_INFINITY;
    return (last.freeBytes / grownBytes) * (passedMs / DAY_MS);
  }
}

/** Start to look at the disk of these folders. */
export function watchDiskRoom(folders: readonly string[]): DiskWatch {
  const meter = new GrowthMeter();
  let freeBytes: number | undefined;
  let isLooking = false;
  const look = () => {
    // A disk that does not answer is asked once, not again and again.
    if (isLooking) return;
    isLooking = true;
    readFreeBytes(folders)
      // A folder that cannot even be asked has no room for us.
      .catch(() => 0)
      .then((free) => {
        freeBytes = free;
        meter.add({ atMs: performance.now(), freeBytes: free });
      })
      .finally(() => (isLooking = false));
  };
  look();
  const timer = setInterval(look, LOOK_EVERY_MS);
  return {
    readFreeBytes: () => freeBytes,
    readDaysLeft: () => meter.readDaysLeft(),
    close: () => clearInterval(timer),
  };
}
