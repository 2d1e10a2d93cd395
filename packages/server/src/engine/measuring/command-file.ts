// The commands that a measured run sends, as a file: for each its length, then its bytes. Whoever
// makes it (packages/bench) numbers orders ahead, so that cancels name what is open.
// Read by durable.ts.
import { readFileSync } from 'node:fs';

const LENGTH_BYTES = 4;

/** Gives a file's commands one after the other, each as a socket would: by its place. */
export class CommandFile {
  readonly bytes: Buffer;
  /** Where the command lies that `next` went to. */
  from = 0;
  to = 0;

  constructor(path: string) {
    this.bytes = readFileSync(path);
  }

  /** Go to the next command. @errors RangeError when there is none left. */
  next(): void {
    this.from = this.to + LENGTH_BYTES;
    this.to = this.from + this.bytes.readUInt32LE(this.to);
  }
}
