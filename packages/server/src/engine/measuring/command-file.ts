// The commands that a measured run sends, as a file: for each its length, then its bytes. Whoever
// makes it (packages/bench) numbers orders ahead, so that cancels name what is open.
// Read by durable.ts.
import { readFileSync } from 'node:fs';

const LENGTH_BYTES = 4;

/** Gives a file's commands one after the other, each as a socket would. */
export class CommandFile {
  readonly #bytes: Buffer;
  #place = 0;

  constructor(path: string) {
    this.#bytes = readFileSync(path);
  }

  /** Bytes of the next command. @errors RangeError when there is none left. */
  next(): Uint8Array {
    const from = this.#place + LENGTH_BYTES;
    this.#place = from + this.#bytes.readUInt32LE(this.#place);
    return this.#bytes.subarray(from, this.#place);
  }
}
