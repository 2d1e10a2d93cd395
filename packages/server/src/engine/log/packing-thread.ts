// A thread that packs and compresses words, so that the writer's thread need not. It is told how
// many words lie in the memory that both share, and answers with their bytes. Not here: who asks
// (packer.ts, which starts it).
import { parentPort, workerData } from 'node:worker_threads';
import { constants, zstdCompressSync } from 'node:zlib';
import { END } from './packer.ts';
import { packWords, WORD_BYTES_MAX } from './words-codec.ts';

const options = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };
const words = new Float64Array(workerData as SharedArrayBuffer);
const room = new Uint8Array(words.length * WORD_BYTES_MAX);

parentPort?.on('message', (count: number) => {
  if (count === END) {
    parentPort?.close();
    return;
  }
  const packed = packWords(words.subarray(0, count), room);
  parentPort?.postMessage(Uint8Array.from(zstdCompressSync(packed, options)), []);
});
