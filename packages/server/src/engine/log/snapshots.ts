// Snapshots as rows of PostgreSQL: sealed, in compressed chunks, all of one or none. It does not
// know what is in them nor when one is due (snapshotter.ts). Read at recovery and by audits.
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import type { Database, Session } from '../../base/db/index.ts';
import { isSameHash, sealText, type ChainKey } from '../journal/chain.ts';

const deflate = promisify(deflateRaw);
const inflate = promisify(inflateRaw);
const KEPT_COUNT = 3;

/** The state right after a command that ends a journal row. */
export interface Snapshot {
  readonly sequence: number;
  readonly era: number;
  /** Whether the next command begins an era; such a snapshot is kept for good. */
  readonly opensEra: boolean;
  readonly coreTimeMs: number;
  /** Hash of the journal row it stands behind. */
  readonly chainHash: Uint8Array;
  /** Logical state hash, where it was calculated. */
  readonly stateHash: string | undefined;
  readonly chunks: readonly Uint8Array[];
}

/** Where snapshots are kept. */
export interface SnapshotStore {
  /** Keep a snapshot; of the older ones the last two, one an era and one an archived part. */
  save(snapshot: Snapshot): Promise<void>;
  /**
   * The newest sound one that is not behind `sequenceMax`; undefined when there is none.
   *
   * @param warn - told of each broken one that was passed over.
   */
  loadNewest(sequenceMax: number, warn: (sequence: number) => void): Promise<Snapshot | undefined>;
}

interface TableRow {
  readonly sequence: number;
  readonly era: number;
  readonly opens_era: boolean;
  readonly core_time_ms: number;
  readonly chain_hash: Buffer;
  readonly state_hash: Buffer | null;
  readonly chunks_count: number;
  readonly bytes_count: number;
  readonly mac: Buffer;
}

/** A snapshot as it is stored, without its seal. */
interface PackedSnapshot {
  readonly row: Omit<TableRow, 'mac'>;
  readonly chunks: readonly Buffer[];
}

/** Snapshots in PostgreSQL. */
export class PostgresSnapshots implements SnapshotStore {
  readonly #database: Database;
  readonly #engineId: number;
  readonly #key: ChainKey;

  constructor(options: { database: Database; engineId: number; key: ChainKey }) {
    this.#database = options.database;
    this.#engineId = options.engineId;
    this.#key = options.key;
  }

  async save(snapshot: Snapshot): Promise<void> {
    const packed = await this.#pack(snapshot);
    await this.#database.transaction(async (session) => {
      await this.#write(session, packed);
      await session.execute(
        `DELETE FROM snapshots WHERE engine_id = $1 AND NOT opens_era AND sequence NOT IN (
           SELECT sequence FROM snapshots WHERE engine_id = $1 ORDER BY sequence DESC LIMIT $2)
         AND sequence NOT IN (SELECT snapshot_sequence FROM journal_archives WHERE engine_id = $1)`,
        [this.#engineId, KEPT_COUNT],
      );
    });
  }

  /**
   * Keep a snapshot in a transaction of the caller's, who sees to it that it is kept for good
   * (archive/). One that stands there already stays when it can be read.
   */
  async keep(session: Session, snapshot: Snapshot): Promise<void> {
    const there = await this.loadNewest(snapshot.sequence, () => {});
    if (there?.sequence === snapshot.sequence) return;
    await this.#write(session, await this.#pack(snapshot));
  }

  async #pack(snapshot: Snapshot): Promise<PackedSnapshot> {
    const chunks: Buffer[] = [];
    let bytesCount = 0;
    for (const chunk of snapshot.chunks) {
      bytesCount += chunk.length;
      chunks.push(await deflate(chunk, { level: 1 }));
    }
    const row: Omit<TableRow, 'mac'> = {
      sequence: snapshot.sequence,
      era: snapshot.era,
      opens_era: snapshot.opensEra,
      core_time_ms: snapshot.coreTimeMs,
      chain_hash: Buffer.from(snapshot.chainHash),
      state_hash: snapshot.stateHash ? Buffer.from(snapshot.stateHash, 'hex') : null,
      chunks_count: chunks.length,
      bytes_count: bytesCount,
    };
    return { row, chunks };
  }

  async loadNewest(
    sequenceMax: number,
    warn: (sequence: number) => void,
  ): Promise<Snapshot | undefined> {
    const rows = await this.#database.query<TableRow>(
      `SELECT sequence, era, opens_era, core_time_ms, chain_hash, state_hash, chunks_count,
         bytes_count, mac
       FROM snapshots WHERE engine_id = $1 AND sequence <= $2 ORDER BY sequence DESC`,
      [this.#engineId, sequenceMax],
    );
    for (const row of rows) {
      // Only what was read can be broken: a lost session says nothing of it.
      const stored = await this.#readChunks(row.sequence);
      const chunks = await this.#open(row, stored).catch(() => undefined);
      if (chunks === undefined) {
        warn(row.sequence);
        continue;
      }
      return {
        sequence: row.sequence,
        era: row.era,
        opensEra: row.opens_era,
        coreTimeMs: row.core_time_ms,
        chainHash: row.chain_hash,
        stateHash: row.state_hash?.toString('hex'),
        chunks,
      };
    }
    return undefined;
  }

  #seal(row: Omit<TableRow, 'mac'>, chunks: readonly Buffer[]): Buffer {
    const content = createHash('sha256');
    for (const chunk of chunks) content.update(chunk);
    const words = [row.sequence, row.era, row.opens_era, row.core_time_ms, row.chunks_count];
    const text = `snapshot1 ${this.#engineId} ${words.join(' ')} ${row.bytes_count}`;
    const stateHash = row.state_hash ?? Buffer.alloc(0);
    return Buffer.from(sealText(this.#key, text, row.chain_hash, stateHash, content.digest()));
  }

  async #write(session: Session, { row, chunks }: PackedSnapshot): Promise<void> {
    await session.execute('DELETE FROM snapshots WHERE engine_id = $1 AND sequence = $2', [
      this.#engineId,
      row.sequence,
    ]);
    await session.execute(
      `INSERT INTO snapshots (engine_id, sequence, era, opens_era, core_time_ms, chain_hash,
         state_hash, chunks_count, bytes_count, mac)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      [
        this.#engineId,
        row.sequence,
        row.era,
        row.opens_era,
        row.core_time_ms,
        row.chain_hash,
        row.state_hash,
        row.chunks_count,
        row.bytes_count,
        this.#seal(row, chunks),
      ],
    );
    for (const [number, bytes] of chunks.entries()) {
      await session.execute(
        `INSERT INTO snapshot_chunks (engine_id, sequence, number, bytes)
         VALUES ($1, $2, $3, $4)`,
        [this.#engineId, row.sequence, number, bytes],
      );
    }
  }

  async #readChunks(sequence: number): Promise<readonly Buffer[]> {
    const rows = await this.#database.query<{ bytes: Buffer }>(
      `SELECT bytes FROM snapshot_chunks WHERE engine_id = $1 AND sequence = $2 ORDER BY number`,
      [this.#engineId, sequence],
    );
    return rows.map(({ bytes }) => bytes);
  }

  /** @errors when it is broken in any way. */
  async #open(row: TableRow, chunks: readonly Buffer[]): Promise<readonly Uint8Array[]> {
    if (!isSameHash(this.#seal(row, chunks), row.mac)) throw new RangeError('a seal is broken');
    const parts: Buffer[] = [];
    for (const chunk of chunks) parts.push(await inflate(chunk));
    const bytesCount = parts.reduce((sum, part) => sum + part.length, 0);
    if (bytesCount !== row.bytes_count) throw new RangeError('a chunk is missing');
    return parts;
  }
}
