// Simulated time: one queue of events, each belonging to a simulated process or to nobody. An event
// runs with everything it set off before the next one does. It knows no fault and no database.
// Used by every file of this folder; driven by run-seed.ts.
import { Dice } from '../../workload/dice.ts';

/** A program that runs in the simulated world and can die at any moment. */
export class Process {
  readonly name: string;
  isAlive = true;
  /** The system gives it no time before then; what is meant for it waits. */
  pausedUntilMs = 0;
  /** What the system does when it is gone: cut its connections. */
  readonly cleanups = new Set<() => void>();
  /** Each breaks one of its connections with other processes. */
  readonly sockets = new Set<() => void>();

  constructor(name: string) {
    this.name = name;
  }

  /** Stop at once: nothing of it runs any more. */
  kill(): void {
    if (!this.isAlive) return;
    this.isAlive = false;
    for (const cleanup of this.cleanups) cleanup();
    this.cleanups.clear();
  }
}

/** An event that waits for its time. */
export class Timer {
  atMs: number;
  readonly order: number;
  readonly owner: Process | undefined;
  run: (() => void) | undefined;

  constructor(atMs: number, order: number, of: Pick<Timer, 'owner' | 'run'>) {
    this.atMs = atMs;
    this.order = order;
    this.owner = of.owner;
    this.run = of.run;
  }

  /** What a program says of a timer that need not keep it alive; a simulated one lives anyway. */
  unref(): this {
    return this;
  }
}

const realImmediate = globalThis.setImmediate;
/** Events in one turn of the real event loop. */
const EVENTS_PER_TURN = 1_000;

function isBefore(one: Timer, other: Timer): boolean {
  return one.atMs < other.atMs || (one.atMs === other.atMs && one.order < other.order);
}

/** A heap of timers, the earliest first. */
class Queue {
  readonly #heap: Timer[] = [];

  get first(): Timer | undefined {
    return this.#heap[0];
  }

  push(timer: Timer): void {
    const heap = this.#heap;
    let at = heap.length;
    heap.push(timer);
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!isBefore(timer, heap[parent] as Timer)) break;
      heap[at] = heap[parent] as Timer;
      at = parent;
    }
    heap[at] = timer;
  }

  take(): Timer | undefined {
    const heap = this.#heap;
    const first = heap[0];
    const last = heap.pop();
    if (first === undefined || last === undefined || heap.length === 0) return first;
    let at = 0;
    for (;;) {
      let child = at * 2 + 1;
      if (child >= heap.length) break;
      const right = heap[child + 1];
      if (right !== undefined && isBefore(right, heap[child] as Timer)) child += 1;
      if (!isBefore(heap[child] as Timer, last)) break;
      heap[at] = heap[child] as Timer;
      at = child;
    }
    heap[at] = last;
    return first;
  }
}

/** The one scheduler of a simulated world. */
export class Scheduler {
  /** Milliseconds since the world began. */
  nowMs = 0;
  /** The process whose event runs. */
  current: Process | undefined;
  /** Events run so far. */
  eventsCount = 0;
  /** Fingerprint of everything that ran, in order. */
  traceHash = 0x811c9dc5;
  readonly #dice: Dice;
  readonly #queue = new Queue();
  #lastOrder = 0;

  constructor(seed: number) {
    this.#dice = new Dice(seed);
  }

  /** Dice for one purpose. */
  fork(name: string): Dice {
    return this.#dice.fork(name);
  }

  #schedule(delayMs: number, run: () => void, owner: Process | undefined): Timer {
    this.#lastOrder += 1;
    const atMs = this.nowMs + Math.max(0, delayMs);
    const timer = new Timer(atMs, this.#lastOrder, { owner, run });
    this.#queue.push(timer);
    return timer;
  }

  /** Run later as the process that asks. */
  after(delayMs: number, run: () => void): Timer {
    return this.#schedule(delayMs, run, this.current);
  }

  /** Run later as a process; not at all when it is dead by then. */
  afterIn(process: Process | undefined, delayMs: number, run: () => void): Timer {
    return this.#schedule(delayMs, run, process);
  }

  /** Run later as nobody: the world itself. */
  afterInWorld(delayMs: number, run: () => void): Timer {
    return this.#schedule(delayMs, run, undefined);
  }

  /** Note something that must be the same in every run of the same seed. */
  note(text: string): void {
    let hash = this.traceHash;
    for (let at = 0; at < text.length; at += 1) {
      hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
    }
    this.traceHash = hash >>> 0;
  }

  /** Run `work` as a process. */
  runAs(process: Process | undefined, work: () => void): void {
    const before = this.current;
    this.current = process;
    try {
      work();
    } finally {
      this.current = before;
    }
  }

  /** Run events until `isOver`, or until nothing is left to happen. */
  runUntil(isOver: () => boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const turn = () => {
        try {
          for (let left = EVENTS_PER_TURN; left > 0; left -= 1) {
            // What was set off outside an event, or by the last one, ends first.
            settle();
            this.current = undefined;
            if (isOver() || !this.#runNext()) return resolve();
          }
        } catch (error) {
          return reject(error as Error);
        }
        realImmediate(turn);
      };
      realImmediate(turn);
    });
  }

  /** Run the earliest event; false when there is none. */
  #runNext(): boolean {
    for (;;) {
      const timer = this.#queue.take();
      if (timer === undefined) return false;
      const { run, owner } = timer;
      if (run === undefined || (owner && !owner.isAlive)) continue;
      if (owner && owner.pausedUntilMs > timer.atMs) {
        timer.atMs = owner.pausedUntilMs;
        this.#queue.push(timer);
        continue;
      }
      this.nowMs = timer.atMs;
      this.eventsCount += 1;
      this.traceHash = Math.imul(this.traceHash ^ Math.floor(timer.atMs * 1024), 0x01000193) >>> 0;
      this.current = owner;
      timer.run = undefined;
      run();
      return true;
    }
  }
}

/**
 * Let every promise go on that can, as the runtime does after each callback, but without a turn of
 * the real event loop. It must not be called by what itself waits for a promise.
 */
const settle = Reflect.get(process, '_tickCallback') as () => void;
