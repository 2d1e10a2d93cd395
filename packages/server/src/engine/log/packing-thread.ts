// A thread that packs and compresses words, so that the writer's thread need not. It is told how
// many words lie in the memory that both share, and answers with their bytes. Long rows it does not
// compress: it would take the processor from what they come from.
// Not here: who asks (packer.ts, which starts it).
import { parentPort, workerData } from 'node:worker_threads';
import { constants, zstdCompressSync } from 'node:zlib';
import { yieldThread } from '../../base/process/background.ts';
import { END } from './packer.ts';
import { countRoom, markCompressed, packRow } from './words-codec.ts';

yieldThread();
const options = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };
/** Rows of so many words come only where much is written: they are not compressed. */
const LONG_WORDS = 128 * 1024;
const words = new Float64Array(workerData as SharedArrayBuffer);
const room = new Uint8Array(countRoom(words.length));

parentPort?.on('message', (count: number) => {
  if (count === END) {
    parentPort?.close();
    return;
  }
  const packed = packRow(words.subarray(0, count), room);
  const bytes =
    count > LONG_WORDS
      ? packed.slice()
      : markCompressed(zstdCompressSync(packed.subarray(1), options));
  parentPort?.postMessage(bytes, []);
});
