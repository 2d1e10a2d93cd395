// Packs and compresses the words of a row of the event log in a thread of its own. The words are
// copied into memory that both threads share: handing over a buffer would detach it, and in a
// process where one was ever detached every access to every array is slower.
// Not here: how words are packed (words-codec.ts). Given to event-log.ts by the engine's process.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { compressWords } from './words-codec.ts';

/** Makes the bytes of a row out of the words of batches in a row. */
export type PackWords = (parts: readonly Float64Array[], count: number) => Promise<Buffer>;

/** In place of a count of words: the thread ends. */
export const END = -1;

const WORDS_MIN = 256 * 1024;
const WORD_BYTES = Float64Array.BYTES_PER_ELEMENT;

/** A little more than is wanted, so that the next row finds room; of very much hardly more. */
function chooseLength(count: number): number {
  return Math.max(WORDS_MIN, count + Math.min(count, WORDS_MIN));
}

/** Copy the words of batches one behind the other. */
export function joinWords(parts: readonly Float64Array[], into: Float64Array): Float64Array {
  let place = 0;
  for (const part of parts) {
    into.set(part, place);
    place += part.length;
  }
  return into.subarray(0, place);
}

/** Pack on the caller's thread, and compress away from it. */
export const packHere: PackWords = (parts, count) =>
  compressWords(parts.length === 1 ? parts[0] : joinWords(parts, new Float64Array(count)));

interface Wait {
  readonly resolve: (bytes: Buffer) => void;
  readonly reject: (error: Error) => void;
}

/** A thread that packs one row after the other; it ends with its process. */
export class PackingThread {
  #worker: Worker | undefined;
  #words: Float64Array = new Float64Array(0);
  #wait: Wait | undefined;

  /**
   * Pack a row.
   *
   * @errors when the thread has ended, and the next row begins another; or while another is packed.
   */
  readonly pack: PackWords = (parts, count) => {
    if (this.#wait !== undefined) return Promise.reject(new Error('Another row is being packed.'));
    if (this.#worker === undefined || this.#words.length < count) this.#begin(count);
    joinWords(parts, this.#words);
    return new Promise((resolve, reject) => {
      this.#wait = { resolve, reject };
      this.#worker?.postMessage(count);
    });
  };

  /**
   * End the thread; what it was packing is lost. It ends by itself, between two rows: a thread that
   * is ended from outside while it begins to compress takes the whole process with it.
   */
  async close(): Promise<void> {
    const worker = this.#worker;
    if (worker === undefined) return;
    this.#fail(worker, new Error('The packing thread was ended.'));
    const exited = once(worker, 'exit');
    worker.ref();
    worker.postMessage(END, []);
    await exited;
  }

  #begin(count: number): void {
    void this.close();
    const memory = new SharedArrayBuffer(chooseLength(count) * WORD_BYTES);
    this.#words = new Float64Array(memory);
    const worker = new Worker(new URL('packing-thread.ts', import.meta.url), {
      workerData: memory,
    });
    worker.on('message', (bytes: Uint8Array) => {
      const wait = this.#wait;
      this.#wait = undefined;
      wait?.resolve(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    });
    worker.on('error', (error) => this.#fail(worker, error as Error));
    worker.on('exit', () => this.#fail(worker, new Error('The packing thread has ended.')));
    worker.unref();
    this.#worker = worker;
  }

  #fail(worker: Worker, error: Error): void {
    // One that was replaced has nobody who waits for it.
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    const wait = this.#wait;
    this.#wait = undefined;
    wait?.reject(error);
  }
}
