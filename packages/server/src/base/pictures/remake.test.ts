// Pictures of documents as they are kept: what was seen, upright, and not one byte of the sender's.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import decodeJpeg, { init as initDecoder } from '@jsquash/jpeg/decode.js';
import encodeJpeg, { init as initEncoder } from '@jsquash/jpeg/encode.js';
import encodeWebp, { init as initWebp } from '@jsquash/webp/encode.js';
import { beforeAll, expect, test } from 'vitest';
import { cleanPicture } from './clean.ts';
import { remakePicture } from './remake.ts';
import { paintPng } from './testing.ts';

const options = (name: string) =>
  ({ wasmBinary: readFileSync(createRequire(import.meta.url).resolve(name)) }) as object;

const RED = [200, 0, 0, 255];
const BLUE = [0, 0, 200, 255];
/** Red on the left, blue on the right. */
function paintHalves(widthPx: number, heightPx: number): Buffer {
  const row = Array.from({ length: widthPx }, (_, at) => (at < widthPx / 2 ? RED : BLUE)).flat();
  return Buffer.concat(Array.from({ length: heightPx }, () => Buffer.from(row)));
}

type Shown = Parameters<typeof encodeJpeg>[0];
const shown = new Uint8ClampedArray(paintHalves(64, 32));
const halves = { data: shown, width: 64, height: 32 } as Shown;

beforeAll(async () => {
  await initDecoder(options('@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm'));
  await initEncoder(options('@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm'));
  await initWebp(options('@jsquash/webp/codec/enc/webp_enc.wasm'));
});

async function remake(bytes: Buffer) {
  const clean = cleanPicture(bytes);
  const made = clean && (await remakePicture(clean));
  if (made === undefined) return undefined;
  const { width, height, data } = await decodeJpeg(new Uint8Array(made).buffer);
  const read = (column: number, row: number) => {
    const at = (row * width + column) * 4;
    const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3);
    const is = (want: number, got: number) => Math.abs(want - got) < 40;
    if (is(200, red) && is(0, green) && is(0, blue)) return 'red';
    if (is(0, red) && is(0, green) && is(200, blue)) return 'blue';
    return is(255, red) && is(255, green) && is(255, blue) ? 'white' : `${red},${green},${blue}`;
  };
  return { made, width, height, read };
}

/** A part with a camera's words: which way is up. */
function addOrientation(jpeg: Buffer, orientation: number): Buffer {
  const part = Buffer.from(
    'ffe100224578696600004d4d002a00000008000101120003000000010000000000000000',
    'hex',
  );
  part.writeUInt16BE(orientation, 28);
  return Buffer.concat([jpeg.subarray(0, 2), part, jpeg.subarray(2)]);
}

test('each kind of picture is shown as it was sent', async () => {
  const jpeg = Buffer.from(await encodeJpeg(halves));
  const webp = Buffer.from(await encodeWebp(halves));
  for (const sent of [paintPng(64, paintHalves(64, 32)), jpeg, webp]) {
    const kept = await remake(sent);
    expect([kept?.width, kept?.height]).toEqual([64, 32]);
    expect([kept?.read(8, 16), kept?.read(56, 16)]).toEqual(['red', 'blue']);
    expect(kept?.made.subarray(0, 2).toString('hex')).toBe('ffd8');
  }
});

test('a picture of a turned camera stands upright and says nothing of the camera', async () => {
  const jpeg = Buffer.from(await encodeJpeg(halves, { quality: 90 }));
  const kept = await remake(addOrientation(jpeg, 6));
  // A quarter to the right: what was left is above.
  expect([kept?.width, kept?.height]).toEqual([32, 64]);
  expect([kept?.read(16, 8), kept?.read(16, 56)]).toEqual(['red', 'blue']);
  expect(kept?.made.includes('Exif')).toBe(false);
});

test('what is hidden in dots that nobody sees, or in parts that are kept, is gone', async () => {
  const hidden = 'call 112 for the rest';
  const dots = new Uint8Array(64 * 32 * 4);
  dots.set(Buffer.from(hidden), 64 * 4);
  const kept = await remake(paintPng(64, dots));
  expect(kept?.read(20, 1)).toBe('white');
  const profile = Buffer.from(`....ICC_PROFILE\0${hidden}`, 'latin1');
  profile.writeUInt16BE(0xffe2, 0);
  profile.writeUInt16BE(profile.length - 2, 2);
  const jpeg = Buffer.from(await encodeJpeg(halves));
  const sent = Buffer.concat([jpeg.subarray(0, 2), profile, jpeg.subarray(2)]);
  expect(cleanPicture(sent)?.content.includes(hidden)).toBe(true);
  expect((await remake(sent))?.made.includes(hidden)).toBe(false);
});

test('a picture above 16 million dots becomes smaller by whole steps', async () => {
  const kept = await remake(paintPng(8_200, paintHalves(8_200, 2_001)));
  expect([kept?.width, kept?.height]).toEqual([4_100, 1_000]);
  expect([kept?.read(1_000, 999), kept?.read(3_000, 0)]).toEqual(['red', 'blue']);
});

test('parts of a picture with no picture in them are refused, the next one is not', async () => {
  const png = paintPng(64, paintHalves(64, 32));
  const broken = Buffer.from(png);
  broken.fill(0x5a, png.length - 60, png.length - 20);
  expect(cleanPicture(broken)).toBeDefined();
  const [refused, taken] = await Promise.all([remake(broken), remake(png)]);
  expect(refused).toBeUndefined();
  expect(taken?.read(8, 16)).toBe('red');
});
