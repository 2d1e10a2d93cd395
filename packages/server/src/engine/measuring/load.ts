// Sends commands to a writer in this process: as many as it takes, or so many a second, each by
// its place among other bytes as the socket does. Not here: what is measured with it (durable.ts).
import { Worker } from 'node:worker_threads';
import type { StepWords, Submission } from '../batch.ts';
import type { SubmitTrouble } from '../ports.ts';
import type { CommandFile } from './command-file.ts';
import type { MeasuredWriter } from './measured-writer.ts';

/** A writer and the commands that it is still to get. */
export interface Load extends Pick<MeasuredWriter, 'engine'> {
  readonly commands: CommandFile;
  /** Commands sent so far. */
  sentCount: number;
  /** Commands that were refused or got no sequence. */
  refusedCount?: number;
}

/** Commands under way at one time when the writer is to be saturated. */
const UNDER_WAY_MAX = 12_000;

/** Share of commands that were not applied. */
export function hasRefused({ refusedCount = 0, sentCount }: Load): number {
  return refusedCount / sentCount;
}

/** One command under way, as the socket has them: no function is made for each. */
class SentCommand implements Submission {
  readonly bytes: Uint8Array;
  readonly from: number;
  readonly to: number;
  readonly intentId = '';
  readonly #load: Load;
  readonly #done: (place: number) => void;
  readonly #place: number;

  constructor(load: Load, place: number, done: (place: number) => void) {
    const { commands } = load;
    commands.next();
    this.bytes = commands.bytes;
    this.from = commands.from;
    this.to = commands.to;
    this.#load = load;
    this.#place = place;
    this.#done = done;
  }

  committed({ code }: StepWords): void {
    if (code !== 0) this.#load.refusedCount = (this.#load.refusedCount ?? 0) + 1;
    this.#done(this.#place);
  }

  refused(trouble: SubmitTrouble): void {
    throw new Error(`the writer does not take a command: ${trouble}`);
  }
}

function send(load: Load, place: number, done: (place: number) => void): void {
  load.sentCount += 1;
  load.engine.submit(new SentCommand(load, place, done));
}

/** Send so many commands as fast as they are made durable; gives the time in milliseconds. */
export function runSaturated(load: Load, count: number): Promise<number> {
  const from = performance.now();
  let sentCount = 0;
  let doneCount = 0;
  return new Promise((resolve) => {
    const fill = (): void => {
      while (sentCount < count && sentCount - doneCount < UNDER_WAY_MAX) {
        sentCount += 1;
        send(load, sentCount, done);
      }
    };
    let isFillSoon = false;
    const done = (): void => {
      doneCount += 1;
      if (doneCount === count) resolve(performance.now() - from);
      if (isFillSoon || sentCount === count) return;
      isFillSoon = true;
      setImmediate(() => {
        isFillSoon = false;
        fill();
      });
    };
    fill();
  });
}

/**
 * Send so many commands at an even pace, whether or not the writer keeps up.
 *
 * @returns milliseconds from when each was due until it was durable.
 */
export function runPaced(
  load: Load,
  pace: { count: number; perSecond: number },
): Promise<Float64Array> {
  const { count, perSecond } = pace;
  const latencies = new Float64Array(count);
  let from = 0;
  let sentCount = 0;
  let doneCount = 0;
  return new Promise((resolve) => {
    const done = (place: number): void => {
      latencies[place] = performance.now() - from - (place * 1000) / perSecond;
      doneCount += 1;
      if (doneCount === count) resolve(latencies);
    };
    const sendDue = (): void => {
      from ||= performance.now();
      const dueCount = Math.min(count, Math.floor(((performance.now() - from) * perSecond) / 1000));
      // More than the writer takes at a time wait here: they are late all the same.
      while (sentCount < dueCount && sentCount - doneCount < UNDER_WAY_MAX) {
        send(load, sentCount, done);
        sentCount += 1;
      }
      if (sentCount < count) return;
      ticking.off('message', sendDue);
      void ticking.terminate();
    };
    const ticking = new Worker(new URL('ticking-thread.ts', import.meta.url));
    ticking.on('message', sendDue);
  });
}
