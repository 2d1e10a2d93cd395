// The order stream A1 as commands in a file, for a writer that numbers and stores them: accounts
// and money first, then as many records as wanted. Not here: what is done with it.
// Called by bench-durable.ts.
import { writeFileSync } from 'node:fs';
import { type Command, encodeCommandBytes } from '@isobath/core';
import { EngineDriver } from '../core/engine-driver.ts';
import { readRecordWords, recordWords } from '../core/records.ts';
import { loadStream, streamA1 } from '../core/stream.ts';
import type { DrivenEngine } from '../core/publisher.ts';

const lengthBytes = 4;

/** Takes commands where an engine would, and keeps their bytes. */
class Recorder implements DrivenEngine {
  readonly chunks: Buffer[] = [];
  readonly events = { words: new Float64Array(8), reset(): void {} };
  readonly prefetch = {
    isWorthwhile: () => false,
    recordCancel(): void {},
    recordPlace(): void {},
    fetch(): void {},
  };

  // A field, since it is called without its object.
  readonly apply = (command: Command): void => {
    const length = Buffer.alloc(lengthBytes);
    const bytes = encodeCommandBytes(command);
    length.writeUInt32LE(bytes.length);
    this.chunks.push(length, Buffer.from(bytes));
  };
  readonly orderEntries = {
    applyPlace: this.apply,
    applyCancel: this.apply,
    applyReplace: this.apply,
  };
}

/**
 * Write the file.
 *
 * @returns how many commands come before the first order.
 */
export function writeCommands(path: string, ordersCount: number): number {
  const recorder = new Recorder();
  const words = readRecordWords(loadStream(streamA1)).subarray(0, ordersCount * recordWords);
  const driver = new EngineDriver({ terms: streamA1, words, hasLedger: true, engine: recorder });
  const openingCount = driver.sequence;
  driver.runPass();
  writeFileSync(path, Buffer.concat(recorder.chunks));
  return openingCount;
}
