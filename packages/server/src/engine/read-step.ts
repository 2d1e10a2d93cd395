// What one committed step did, told again: a row of the event log may hold twenty thousand steps,
// and only the one that is asked for is read. It follows nobody (client.ts does).
// Called by the edge's process for whoever repeats a command under an old key.
import { readEvents } from '@isobath/core';
import type { Database } from '../base/db/index.ts';
import type { CommittedStep } from '../base/product/index.ts';
import { readLoggedRow } from './log/event-log.ts';
import { expandWords, findSteps } from './log/words-codec.ts';
import type { Bus } from './ports.ts';
import { ENGINE_ID } from './tables.ts';

/** Where steps are found. */
export interface StepSources {
  readonly database: Pick<Database, 'query'>;
  /** Has what is not in the log yet. */
  readonly bus: Bus;
}

/**
 * One committed step again; undefined when it is not kept.
 *
 * @param sequence - of a step that was committed: a later one is waited for.
 * @errors those of the database.
 */
export async function readStep(
  { database, bus }: StepSources,
  sequence: number,
): Promise<CommittedStep | undefined> {
  const packed = await readLoggedRow(database, ENGINE_ID, sequence);
  if (packed === undefined) return readFromBus(bus, sequence);
  const words = expandWords(packed.bytes, packed.wordsCount);
  const place = findSteps(words).find((step) => step.sequence === sequence);
  return place && { sequence, atMs: place.atMs, events: readEvents(words, place) };
}

function readFromBus(bus: Bus, sequence: number): Promise<CommittedStep | undefined> {
  return new Promise((resolve) => {
    let stop = () => {};
    const end = (step: CommittedStep | undefined) => {
      resolve(step);
      // It may be told before the way to stop it is known.
      queueMicrotask(() => stop());
    };
    stop = bus.subscribe({
      fromSequence: sequence,
      read: ({ steps }) => end(steps.find((step) => step.sequence === sequence)),
      failed: () => end(undefined),
    });
  });
}
