// A thread that decodes one picture and answers with it as a JPEG, or with undefined when it is
// none. Not here: who asks (remake.ts, which starts it).
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import decodeJpeg, { init as initJpeg } from '@jsquash/jpeg/decode.js';
import encodeJpeg, { init as initEncoder } from '@jsquash/jpeg/encode.js';
import decodePng, { init as initPng } from '@jsquash/png/decode.js';
import decodeWebp, { init as initWebp } from '@jsquash/webp/decode.js';
import type { CleanPicture } from './clean.ts';

/** Dots of four bytes: red, green, blue, how much is seen. */
interface Dots {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
}

/** The small words of a document stand in 8 million dots; twice that leaves room for its edges. */
const DOTS_MAX = 16_000_000;
const DOT_BYTES = 4;
const WHITE = 255;
/** One pass over the picture: progressive ones take half as long again. */
const encoding = { quality: 88, progressive: false };

const readCode = (name: string) => readFile(createRequire(import.meta.url).resolve(name));
/** The libraries would fetch their code by an address, as in a browser. */
const readOptions = async (name: string) => ({ wasmBinary: await readCode(name) }) as object;

async function decode({ type, content }: CleanPicture): Promise<Dots> {
  const bytes = new Uint8Array(content).buffer;
  if (type === 'image/jpeg') {
    await initJpeg(await readOptions('@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm'));
    return decodeJpeg(bytes, { preserveOrientation: true });
  }
  if (type === 'image/webp') {
    await initWebp(await readOptions('@jsquash/webp/codec/dec/webp_dec.wasm'));
    return decodeWebp(bytes);
  }
  await initPng(await readCode('@jsquash/png/codec/pkg/squoosh_png_bg.wasm'));
  return decodePng(bytes);
}

/** Lay the dots on white: a JPEG has no transparent ones. */
function layOnWhite({ data }: Dots): void {
  for (let at = 0; at < data.length; at += DOT_BYTES) {
    const seen = data[at + 3] ?? WHITE;
    if (seen === WHITE) continue;
    for (let part = at; part < at + 3; part += 1) {
      data[part] = ((data[part] ?? 0) * seen + WHITE * (WHITE - seen)) / WHITE;
    }
  }
}

/** Make one dot of each square of so many a side: their mean; what is less than one goes. */
function shrink({ data, width, height }: Dots, side: number): Dots {
  const small = { width: Math.floor(width / side), height: Math.floor(height / side) };
  const made = new Uint8ClampedArray(small.width * small.height * DOT_BYTES);
  for (let at = 0; at < made.length; at += 1) {
    const dot = Math.floor(at / DOT_BYTES);
    const left = (dot % small.width) * side;
    const top = Math.floor(dot / small.width) * side;
    let sum = 0;
    for (let row = top; row < top + side; row += 1) {
      for (let column = left; column < left + side; column += 1) {
        sum += data[(row * width + column) * DOT_BYTES + (at % DOT_BYTES)] ?? 0;
      }
    }
    made[at] = sum / side ** 2;
  }
  return { data: made, ...small };
}

async function remake(picture: CleanPicture): Promise<Uint8Array> {
  const dots = await decode(picture);
  layOnWhite(dots);
  const side = Math.ceil(Math.sqrt((dots.width * dots.height) / DOTS_MAX));
  const small = side === 1 ? dots : shrink(dots, side);
  await initEncoder(await readOptions('@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm'));
  return new Uint8Array(await encodeJpeg(small as Parameters<typeof encodeJpeg>[0], encoding));
}

// A decoder says of a broken file only that it failed, some by words, some by ending their code.
const made = await remake(workerData as CleanPicture).catch(() => undefined);
parentPort?.postMessage(made, []);
