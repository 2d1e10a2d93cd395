// Rows of journal and event log, and chunks of a state, as lines of a file: JSON with bytes in
// base64. Nothing of a row is left out. Used by this room.
import type { LoggedWords } from '../log/event-log.ts';
import { expandWords } from '../log/words-codec.ts';
import type { JournalRow } from '../ports.ts';

/** Bytes, such as a chunk of a state, as a line. */
export function showChunk(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
}

/** Read a line of `showChunk`. */
export function readChunk(text: string): Buffer {
  return Buffer.from(text, 'base64');
}

type JournalLine = readonly [
  number,
  number,
  number,
  number,
  number,
  string,
  string,
  string,
  string,
];

/** A row of the journal as a line. */
export function showJournalRow(row: JournalRow): string {
  const line: JournalLine = [
    row.firstSequence,
    row.count,
    row.era,
    row.codecVersion,
    row.coreTimeMs,
    showChunk(row.commands),
    showChunk(row.eventHash),
    showChunk(row.previousHash),
    showChunk(row.rowHash),
  ];
  return JSON.stringify(line);
}

/** Read a line of `showJournalRow`. */
export function readJournalRow(text: string): JournalRow {
  const line = JSON.parse(text) as JournalLine;
  return {
    firstSequence: line[0],
    count: line[1],
    era: line[2],
    codecVersion: line[3],
    coreTimeMs: line[4],
    commands: readChunk(line[5]),
    eventHash: readChunk(line[6]),
    previousHash: readChunk(line[7]),
    rowHash: readChunk(line[8]),
  };
}

type LogLine = readonly [number, number, number, number, string, string];

/** A row of the event log as a line. */
export function showLogRow(row: LoggedWords): string {
  // Not taken apart: its words would be unpacked for nothing.
  const { packed } = row;
  if (packed === undefined) throw new RangeError('the row is not as it is kept');
  const line: LogLine = [
    row.firstSequence,
    row.lastSequence,
    row.coreTimeMs,
    packed.wordsCount,
    showChunk(packed.bytes),
    showChunk(row.eventHash),
  ];
  return JSON.stringify(line);
}

/** Read a line of `showLogRow`. */
export function readLogRow(text: string): LoggedWords {
  const [firstSequence, lastSequence, coreTimeMs, wordsCount, packed, eventHash] = JSON.parse(
    text,
  ) as LogLine;
  const bytes = readChunk(packed);
  return {
    firstSequence,
    lastSequence,
    coreTimeMs,
    get words() {
      return expandWords(bytes, wordsCount);
    },
    packed: { bytes, wordsCount },
    eventHash: readChunk(eventHash),
  };
}
