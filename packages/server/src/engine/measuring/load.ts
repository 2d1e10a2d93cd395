// Sends commands to a writer in this process: as many as it takes, or so many a second. It decodes
// each as the socket does. Not here: what is measured with it (durable.ts).
import type { MeasuredWriter } from './measured-writer.ts';

/** A writer and the commands that it is still to get. */
export interface Load extends Pick<MeasuredWriter, 'engine' | 'core'> {
  readonly commands: readonly Uint8Array[];
  /** Place of the next command. */
  next: number;
  /** Commands that were refused or got no sequence. */
  refusedCount?: number;
}

/** Commands under way at one time when the writer is to be saturated. */
const UNDER_WAY_MAX = 12_000;
/** Word of CommandApplied with the reject's number. */
const CODE_WORD = 5;

/** Share of commands that were not applied. */
export function hasRefused({ refusedCount = 0, next }: Load): number {
  return refusedCount / next;
}

function send(load: Load, done: () => void): void {
  const bytes = load.commands[load.next];
  if (bytes === undefined) throw new Error('the file has too few commands');
  load.next += 1;
  load.engine.submit({
    command: load.core.decode(bytes),
    bytes,
    intentId: '',
    committed: ({ words }) => {
      if (words[CODE_WORD] !== 0) load.refusedCount = (load.refusedCount ?? 0) + 1;
      done();
    },
    refused: (trouble) => {
      throw new Error(`the writer does not take a command: ${trouble}`);
    },
  });
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
        send(load, done);
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
  const from = performance.now();
  let sentCount = 0;
  let doneCount = 0;
  return new Promise((resolve) => {
    const sendDue = (): void => {
      const dueCount = Math.min(count, Math.floor(((performance.now() - from) * perSecond) / 1000));
      // More than the writer takes at a time wait here: they are late all the same.
      while (sentCount < dueCount && sentCount - doneCount < UNDER_WAY_MAX) {
        const place = sentCount;
        send(load, () => {
          latencies[place] = performance.now() - from - (place * 1000) / perSecond;
          doneCount += 1;
          if (doneCount === count) resolve(latencies);
        });
        sentCount += 1;
      }
      if (sentCount < count) setImmediate(sendDue);
    };
    sendDue();
  });
}
