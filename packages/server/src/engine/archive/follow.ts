// Committed steps of dropped parts, read from their files as the engine's bus would tell them.
// Used by the rebuild of projections.
import { readEvents } from '@isobath/core';
import { EXIT, Refusal } from '../../base/process/exit.ts';
import type { LoggedWords } from '../log/event-log.ts';
import { findSteps } from '../log/words-codec.ts';
import type { BusReader, CommittedBatch } from '../ports.ts';
import { checkArchive, readLogFiles } from './archive.ts';
import { type KnownSource, needDropped } from './known.ts';

/** Steps of an archive. */
export interface ArchivedSteps {
  /** The last one. */
  readonly lastSequence: number;
  subscribe(reader: BusReader): () => void;
}

/**
 * Open the files of all dropped parts.
 *
 * @errors Refusal 64 when nothing was dropped, 65 when a file is missing or was changed.
 */
export async function openSteps(source: KnownSource, folder: string): Promise<ArchivedSteps> {
  const manifests = await needDropped(source.database, source);
  const last = manifests.at(-1);
  if (last === undefined) {
    throw new Refusal(EXIT.usage, 'No part was dropped: projections rebuild needs no archive.');
  }
  const [fault] = await checkArchive(source, folder, manifests);
  if (fault !== undefined) throw new Refusal(EXIT.journalDamaged, `${fault.what}.`);
  return {
    lastSequence: last.logLastSequence,
    subscribe(reader) {
      let isStopped = false;
      const publish = async () => {
        for await (const row of readLogFiles(folder, manifests)) {
          if (isStopped) return;
          if (row.lastSequence >= reader.fromSequence) await reader.read(readBatch(row));
        }
      };
      publish().catch((error: unknown) => reader.failed?.(error));
      return () => {
        isStopped = true;
      };
    },
  };
}

function readBatch({ firstSequence, lastSequence, words }: LoggedWords): CommittedBatch {
  const steps = findSteps(words).map(({ sequence, atMs, from, to }) => ({
    sequence,
    atMs,
    events: readEvents(words, { from, to }),
  }));
  return { firstSequence, lastSequence, steps };
}
