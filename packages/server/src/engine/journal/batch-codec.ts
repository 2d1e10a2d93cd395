// The commands of one journal row as bytes: for each, how much later than the one before, how long,
// and the command as core's codec wrote it. It knows no command. Used by the sequencer to write and
// by recovery and audits to read.
import { codecVersion } from '@isobath/core';
import type { BytesPlace } from '../core-port.ts';

const LAYOUT_VERSION = 1;
const BYTES_MIN = 4_096;

/** This layout and core's command codec in one number; stands in every journal row. */
export const CODEC_VERSION = LAYOUT_VERSION * 1000 + codecVersion;

/** One command of a row. */
export interface BatchCommand {
  readonly atMs: number;
  readonly bytes: Uint8Array;
}

/** Commands of one commit while they are collected. */
export class BatchWriter {
  count = 0;
  #buffer: Uint8Array;
  #length = 0;
  #firstMs = 0;
  #lastMs = 0;

  /** @param memory - of a writer that is done with; it grows when there is more. */
  constructor(memory: Uint8Array = new Uint8Array(BYTES_MIN)) {
    this.#buffer = memory;
  }

  /** The memory its bytes lie in, for the next writer. */
  get memory(): Uint8Array {
    return this.#buffer;
  }

  /** Core time of the first command. */
  get coreTimeMs(): number {
    return this.#firstMs;
  }

  /** Bytes written so far. */
  get length(): number {
    return this.#length;
  }

  /**
   * Add a command; `atMs` never goes back within a row.
   *
   * @param place - where it lies in the bytes, if it is not all of them.
   */
  add(atMs: number, bytes: Uint8Array, place?: BytesPlace): void {
    if (this.count === 0) this.#firstMs = this.#lastMs = atMs;
    if (atMs < this.#lastMs) throw new RangeError('core time went back');
    const from = place === undefined ? 0 : place.from;
    const length = (place === undefined ? bytes.length : place.to) - from;
    this.#reserve(length + 20);
    this.#writeNumber(atMs - this.#lastMs);
    this.#writeNumber(length);
    // Byte by byte: few are copied so in less time than it takes to make a view of them.
    const target = this.#buffer;
    const start = this.#length;
    for (let at = 0; at < length; at += 1) target[start + at] = bytes[from + at];
    this.#length = start + length;
    this.#lastMs = atMs;
    this.count += 1;
  }

  /** The row's bytes; the writer must not be used afterwards. */
  finish(): Uint8Array {
    return this.#buffer.subarray(0, this.#length);
  }

  #reserve(more: number): void {
    if (this.#length + more <= this.#buffer.length) return;
    const grown = new Uint8Array(Math.max(this.#buffer.length * 2, this.#length + more));
    grown.set(this.#buffer.subarray(0, this.#length));
    this.#buffer = grown;
  }

  #writeNumber(value: number): void {
    let rest = value;
    while (rest > 127) {
      this.#buffer[this.#length++] = (rest % 128) + 128;
      rest = Math.floor(rest / 128);
    }
    this.#buffer[this.#length++] = rest;
  }
}

/** The bytes of a row and what is needed to read them. */
interface RowBytes {
  readonly commands: Uint8Array;
  readonly count: number;
  readonly coreTimeMs: number;
}

/** Goes through the commands of a row; each lies where `from` and `to` say. */
export class BatchReader implements BytesPlace {
  readonly bytes: Uint8Array;
  /** Core time of the command. */
  atMs: number;
  from = 0;
  to = 0;
  readonly #count: number;
  #doneCount = 0;
  #place = 0;

  constructor(row: RowBytes) {
    this.bytes = row.commands;
    this.#count = row.count;
    this.atMs = row.coreTimeMs;
  }

  /**
   * Go to the next command.
   *
   * @returns false when there is none.
   * @errors RangeError when the bytes are no such row.
   */
  next(): boolean {
    if (this.#doneCount === this.#count) {
      if (this.#place === this.bytes.length) return false;
      throw new RangeError('a row is longer than its commands');
    }
    this.#doneCount += 1;
    this.atMs += this.#readNumber();
    const length = this.#readNumber();
    this.from = this.#place;
    this.to = this.from + length;
    if (this.to > this.bytes.length) throw new RangeError('a row ends in a command');
    this.#place = this.to;
    return true;
  }

  #readNumber(): number {
    const first = this.bytes[this.#place++];
    if (first < 128) return first;
    let value = 0;
    let scale = 1;
    for (let byte: number | undefined = first; ; byte = this.bytes[this.#place++]) {
      if (byte === undefined || scale > 2 ** 49) throw new RangeError('a row ends in a number');
      value += (byte & 127) * scale;
      if (byte < 128) return value;
      scale *= 128;
    }
  }
}

/**
 * Read the commands of a row.
 *
 * @errors RangeError when the bytes are no such row.
 */
export function readBatch(row: RowBytes): BatchCommand[] {
  const reader = new BatchReader(row);
  const commands: BatchCommand[] = [];
  while (reader.next()) {
    commands.push({ atMs: reader.atMs, bytes: reader.bytes.subarray(reader.from, reader.to) });
  }
  return commands;
}
