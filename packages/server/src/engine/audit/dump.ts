// The journal and what it did as JSON lines, one a command, amounts as text. It proves nothing:
// whether the event log belongs to the journal, verify.ts tells. Called by the operator's tool.
import { readEvents } from '@isobath/core';
import { refuseArchived } from '../archive/guard.ts';
import { readBatch } from '../journal/batch-codec.ts';
import { viewJournal } from '../journal/postgres-journal.ts';
import { readEventLog } from '../log/event-log.ts';
import { findSteps } from '../log/words-codec.ts';
import { showAmounts } from '../operator.ts';
import type { AuditSource } from './source.ts';

const PAGE_ROWS = 16;

/** Which part to dump; both ends belong to it. */
export interface DumpRange {
  readonly fromSequence?: number;
  readonly toSequence?: number;
}

/**
 * Write every command of a range with its events.
 *
 * @param write - takes a line of JSON `{sequence, atMs, command, events}` without its end; events
 *   are absent where the event log does not reach.
 * @returns lines written.
 * @errors Refusal 64 for steps that were archived.
 */
export async function dumpJournal(
  source: AuditSource,
  range: DumpRange,
  write: (line: string) => void | Promise<void>,
): Promise<number> {
  const { fromSequence = 1, toSequence = Number.MAX_SAFE_INTEGER } = range;
  await refuseArchived(source, fromSequence, 'log');
  return viewJournal(source, fromSequence, async (_head, rows) => {
    const events = followLog(source, fromSequence);
    let count = 0;
    for await (const row of rows) {
      for (const [index, { atMs, bytes }] of readBatch(row).entries()) {
        const sequence = row.firstSequence + index;
        if (sequence < fromSequence) continue;
        if (sequence > toSequence) return count;
        const logged = (await events.next()).value;
        const command = showAmounts(source.core.decode(bytes));
        await write(
          JSON.stringify({ sequence, atMs, command, ...(logged ? { events: logged } : {}) }),
        );
        count += 1;
      }
    }
    return count;
  });
}

/** The events of one command after the other, from a sequence on. */
async function* followLog(
  { database, engineId }: AuditSource,
  fromSequence: number,
): AsyncGenerator<object[]> {
  let next = fromSequence;
  for (;;) {
    const rows = await readEventLog(database, engineId, { sequence: next, limit: PAGE_ROWS });
    const before = next;
    for (const { words } of rows) {
      for (const { sequence, from, to } of findSteps(words)) {
        if (sequence < next) continue;
        yield readEvents(words.subarray(from, to)).map((event) => showAmounts(event));
        next = sequence + 1;
      }
    }
    if (next === before) return;
  }
}
