// The keyed hashes that chain journal rows and seal the head and the snapshots. Whoever can write
// to the database but has not the key can change nothing unseen. It reads and writes nothing
// itself.
import { createHmac, hash } from 'node:crypto';
import type { JournalBatch, JournalHead } from '../ports.ts';

/** The hash before the first row. */
export const ZERO_HASH: Uint8Array = new Uint8Array(32);

/** Secret of the chain, 32 bytes, kept outside the database. */
export type ChainKey = Uint8Array;

/** Hash of a journal row over every field it has. */
export function hashRow(
  key: ChainKey,
  engineId: number,
  row: JournalBatch & { readonly previousHash: Uint8Array },
): Uint8Array {
  const header = Buffer.alloc(48);
  header.write('row1', 0, 'latin1');
  header.writeUInt32LE(engineId, 4);
  header.writeUInt32LE(row.era, 8);
  header.writeUInt32LE(row.codecVersion, 12);
  header.writeDoubleLE(row.firstSequence, 16);
  header.writeUInt32LE(row.count, 24);
  header.writeDoubleLE(row.coreTimeMs, 28);
  header.writeUInt32LE(row.commands.length, 36);
  header.writeUInt32LE(row.previousHash.length, 40);
  header.writeUInt32LE(row.eventHash.length, 44);
  return createHmac('sha256', key)
    .update(header)
    .update(row.previousHash)
    .update(row.eventHash)
    .update(row.commands)
    .digest();
}

/** The head as it stands in the database. */
export interface SealedHead extends JournalHead {
  readonly epoch: number;
  readonly writer: string;
}

/** Seal of the head row over every field it has. */
export function sealHead(key: ChainKey, engineId: number, head: SealedHead): Uint8Array {
  return createHmac('sha256', key)
    .update(`head1 ${engineId} ${head.epoch} ${head.lastSequence} ${head.writer}\n`)
    .update(head.lastHash)
    .digest();
}

/** Seal of any other record, told apart by its first words. */
export function sealText(key: ChainKey, text: string, ...parts: readonly Uint8Array[]): Uint8Array {
  const mac = createHmac('sha256', key).update(`${text}\n`);
  for (const part of parts) mac.update(part);
  return mac.digest();
}

/** SHA-256 of some bytes. */
export function hashBytes(bytes: Uint8Array): Uint8Array {
  return hash('sha256', bytes, 'buffer');
}

/** Whether two hashes are the same. */
export function isSameHash(left: Uint8Array, right: Uint8Array): boolean {
  return Buffer.compare(left, right) === 0;
}
