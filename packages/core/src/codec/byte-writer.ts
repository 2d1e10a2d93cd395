// Whole numbers, truth values and amounts as bytes. Not here: which fields a command has
// (schema.ts). Called by codec.ts.
//
// A number takes one byte for each 7 bits it needs (the first: 6 bits and the sign), low bits
// first.
import { wordBase, readHighWord, readLowWord } from '../math/index.ts';

const startBytes = 1024;
const more = 128;

/** Collects bytes; one can be used for many commands. */
export class ByteWriter {
  #bytes = new Uint8Array(startBytes);
  #count = 0;

  /** Bytes written since the last reset, as a copy. */
  readBytes(): Uint8Array {
    return this.#bytes.slice(0, this.#count);
  }

  /** Forget what was written. */
  reset(): void {
    this.#count = 0;
  }

  #room(count: number): void {
    if (this.#count + count <= this.#bytes.length) return;
    const larger = new Uint8Array(this.#bytes.length * 2 + count);
    larger.set(this.#bytes);
    this.#bytes = larger;
  }

  /** Any safe whole number. @throws RangeError for anything else. */
  writeInt(value: number): void {
    if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is not a safe whole number`);
    this.#room(9);
    const sign = value < 0 ? 64 : 0;
    const size = Math.abs(value);
    let rest = Math.floor(size * 0.015625);
    const first = size - rest * 64 + sign;
    this.#bytes[this.#count++] = rest > 0 ? first + more : first;
    while (rest > 0) {
      const next = Math.floor(rest * 0.0078125);
      const bits = rest - next * more;
      this.#bytes[this.#count++] = next > 0 ? bits + more : bits;
      rest = next;
    }
  }

  /** A truth value. @throws RangeError for anything else. */
  writeFlag(value: boolean): void {
    if (typeof value !== 'boolean') throw new RangeError(`${String(value)} is not a truth value`);
    this.#room(1);
    this.#bytes[this.#count++] = value ? 1 : 0;
  }

  /** An amount below 2^105 in size. @throws RangeError for anything else. */
  writeAmount(value: bigint): void {
    if (typeof value !== 'bigint') throw new RangeError(`${String(value)} is not an amount`);
    const high = readHighWord(value);
    this.writeInt(high);
    this.writeInt(readLowWord(value));
  }
}

/** Reads what ByteWriter wrote, and refuses everything it would not have written. */
export class ByteReader {
  #bytes: Uint8Array;
  #at = 0;
  #end: number;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#end = bytes.length;
  }

  /** Begin again with other bytes, or with those that lie between two places. */
  reset(bytes: Uint8Array, from = 0, to = bytes.length): void {
    this.#bytes = bytes;
    this.#at = from;
    this.#end = to;
  }

  /** True when every byte was read. */
  isAtEnd(): boolean {
    return this.#at === this.#end;
  }

  /** Place of the next byte. */
  readPlace(): number {
    return this.#at;
  }

  #take(): number {
    if (this.#at >= this.#end) throw new RangeError('the bytes end too early');
    return this.#bytes[this.#at++];
  }

  /** A safe whole number in its shortest spelling. @throws RangeError for anything else. */
  readInt(): number {
    const first = this.#take();
    // Most numbers are small and not below zero.
    if (first < 64) return first;
    const isNegative = (first & 64) !== 0;
    let size = first & 63;
    let byte = first;
    for (let weight = 64; byte >= more; weight *= more) {
      byte = this.#take();
      if (byte === 0 || weight > wordBase) throw new RangeError('a number is spelled too long');
      size += (byte & 127) * weight;
    }
    if (!Number.isSafeInteger(size)) throw new RangeError('a number is too large');
    if (isNegative && size === 0) throw new RangeError('a number is minus zero');
    return isNegative ? -size : size;
  }

  /** A truth value. @throws RangeError for anything else. */
  readFlag(): boolean {
    const byte = this.#take();
    if (byte > 1) throw new RangeError(`byte ${byte} is no truth value`);
    return byte === 1;
  }

  /** An amount. @throws RangeError for anything else. */
  readAmount(): bigint {
    const high = this.readInt();
    const low = this.readInt();
    if (low < 0 || low >= wordBase) throw new RangeError('an amount has a low limb off its range');
    if (high === 0 && low === 0) return 0n;
    return BigInt(high) * BigInt(wordBase) + BigInt(low);
  }
}
