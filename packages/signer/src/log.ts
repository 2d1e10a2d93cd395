// The append-only log: one line an entry, `hash json`, each hash over the one before and the text.
// An entry is on disk before anybody hears of it: the file is opened so that a write returns when
// the disk has it, since a process with permissions may not call fsync.
// Not here: what entries mean (records.ts).

import {
  closeSync,
  constants,
  fstatSync,
  ftruncateSync,
  openSync,
  readSync,
  writeSync,
} from 'node:fs';
import { hashText } from './canonical.ts';
import type { Head } from './shapes.ts';

const NEW_LINE = 10;
const CHUNK_BYTES = 1 << 20;
const HASH_LENGTH = 64;

/** Where an entry stands in the file. */
export interface Spot {
  readonly offset: number;
  readonly bytes: number;
}

/** Called for each entry in order. */
type Visit = (entry: unknown, spot: Spot) => void;

/** The log of one folder; whoever opens it is the only one who writes. */
export class Log {
  readonly #file: number;
  readonly #hashes: string[] = [];
  #bytes = 0;
  /** Bytes of a last line that a crash cut off: taken away, since no answer told of it. */
  readonly tornBytes: number;

  /**
   * Open or begin a log and read it through.
   * @throws when a whole line does not fit its hash.
   */
  constructor(path: string, visit: Visit) {
    const { O_APPEND, O_CREAT, O_RDWR, O_SYNC } = constants;
    this.#file = openSync(path, O_RDWR | O_CREAT | O_APPEND | O_SYNC, 0o600);
    for (const line of this.#readLines()) {
      const spot = { offset: this.#bytes, bytes: line.length };
      visit(this.#check(line.toString('utf8')), spot);
      this.#bytes += line.length + 1;
    }
    // An answer leaves when the disk has the whole line: what has no end was never told.
    this.tornBytes = fstatSync(this.#file).size - this.#bytes;
    if (this.tornBytes > 0) this.#cut();
  }

  /** How much there is. */
  get head(): Head {
    return { length: this.#hashes.length, hash: this.#hashes.at(-1) ?? '' };
  }

  /** Whether this log goes on from a head that somebody kept. */
  hasHead({ length, hash }: Head): boolean {
    return length === 0 || this.#hashes[length - 1] === hash;
  }

  /**
   * Write an entry and wait until the disk has it.
   * @throws when it cannot; then this process must end, since the end of the file is unknown.
   */
  append(entry: unknown): Spot {
    if (fstatSync(this.#file).size !== this.#bytes)
      throw new Error('another process writes the log');
    const text = JSON.stringify(entry);
    const hash = this.#hashOf(text);
    const line = Buffer.from(`${hash} ${text}\n`);
    for (let done = 0; done < line.length; ) done += writeSync(this.#file, line, done);
    const spot = { offset: this.#bytes, bytes: line.length - 1 };
    this.#hashes.push(hash);
    this.#bytes += line.length;
    return spot;
  }

  /** The entry at a place, as it was written. */
  read({ offset, bytes }: Spot): unknown {
    const line = Buffer.alloc(bytes);
    if (readSync(this.#file, line, 0, bytes, offset) !== bytes) throw new Error('the log is short');
    return JSON.parse(line.toString('utf8', HASH_LENGTH + 1));
  }

  close(): void {
    closeSync(this.#file);
  }

  #hashOf(text: string): string {
    return hashText(`${this.head.hash}\n${text}`);
  }

  #check(line: string): unknown {
    const [hash, text] = [line.slice(0, HASH_LENGTH), line.slice(HASH_LENGTH + 1)];
    if (hash !== this.#hashOf(text)) {
      throw new Error(`entry ${this.#hashes.length + 1} of the log does not fit its hash`);
    }
    this.#hashes.push(hash);
    return JSON.parse(text);
  }

  #cut(): void {
    ftruncateSync(this.#file, this.#bytes);
  }

  *#readLines(): Generator<Buffer> {
    let rest: Buffer = Buffer.alloc(0);
    const chunk = Buffer.alloc(CHUNK_BYTES);
    for (let at = 0; ; ) {
      const count = readSync(this.#file, chunk, 0, CHUNK_BYTES, at);
      if (count === 0) return;
      at += count;
      rest = Buffer.concat([rest, chunk.subarray(0, count)]);
      for (let end = rest.indexOf(NEW_LINE); end >= 0; end = rest.indexOf(NEW_LINE)) {
        yield rest.subarray(0, end);
        rest = rest.subarray(end + 1);
      }
    }
  }
}
