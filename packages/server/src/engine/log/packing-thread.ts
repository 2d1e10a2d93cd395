// A thread that packs and compresses words, so that the writer's thread need not. It is told how
// many words lie in the memory that both share, and answers with their bytes. Where long rows come
// fast it compresses none: it would take the processor from what they come from.
// Not here: who asks (packer.ts, which starts it).
import { parentPort, workerData } from 'node:worker_threads';
import { constants, zstdCompressSync } from 'node:zlib';
import { yieldThread } from '../../base/process/background.ts';
import { END } from './packer.ts';
import { frameBytes, packWords, WORD_BYTES_MAX } from './words-codec.ts';

yieldThread();
const options = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };
/** Rows of so many words that come so soon after one another are not compressed. */
const LONG_WORDS = 128 * 1024;
const SOON_MS = 40;
let lastMs = 0;
const words = new Float64Array(workerData as SharedArrayBuffer);
const room = new Uint8Array(words.length * WORD_BYTES_MAX);

parentPort?.on('message', (count: number) => {
  if (count === END) {
    parentPort?.close();
    return;
  }
  const nowMs = performance.now();
  const isHurried = count > LONG_WORDS && nowMs - lastMs < SOON_MS;
  lastMs = nowMs;
  const packed = packWords(words.subarray(0, count), room);
  const bytes = isHurried ? frameBytes(packed) : zstdCompressSync(packed, options);
  parentPort?.postMessage(bytes, []);
});
