// Pictures as they are kept: the parts that are looked at, and none of those that tell of camera,
// place, owner or anything hidden behind the end. No decoding, no library: a file whose parts do
// not add up is no picture, nor is one that would unpack to more than anybody's browser can hold.
// Called by every room that takes pictures.
import { isDecodable } from '@isobath/wire/picture-size';

/** A picture that may be kept and shown. */
export interface CleanPicture {
  readonly type: 'image/png' | 'image/jpeg' | 'image/webp';
  readonly content: Buffer;
}

const PNG_START = Buffer.from('89504e470d0a1a0a', 'hex');
/** Chunks that change what is seen; words, times and cameras are in the others. */
const PNG_KEPT = new Set(
  'IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB iCCP sBIT bKGD pHYs acTL fcTL fdAT'.split(' '),
);
const PNG_CHUNK_REST = 12;

function cleanPng(bytes: Buffer): Buffer | undefined {
  const kept: Buffer[] = [PNG_START];
  for (let at = PNG_START.length; at + PNG_CHUNK_REST <= bytes.length; ) {
    const end = at + PNG_CHUNK_REST + bytes.readUInt32BE(at);
    const name = bytes.toString('latin1', at + 4, at + 8);
    if (end > bytes.length || (kept.length === 1) !== (name === 'IHDR')) return undefined;
    if (PNG_KEPT.has(name)) kept.push(bytes.subarray(at, end));
    if (name === 'IEND') return Buffer.concat(kept);
    at = end;
  }
  return undefined;
}

const WEBP_KEPT = new Set(['VP8X', 'VP8 ', 'VP8L', 'ALPH', 'ANIM', 'ANMF', 'ICCP']);
/** Bits of VP8X that promise a camera's words and a description. */
const WEBP_WORDS_FLAGS = 0x0c;
const WEBP_HEAD = 12;

function cleanWebp(bytes: Buffer): Buffer | undefined {
  const whole = bytes.readUInt32LE(4) + 8;
  if (whole > bytes.length) return undefined;
  const kept: Buffer[] = [];
  for (let at = WEBP_HEAD; at + 8 <= whole; ) {
    const name = bytes.toString('latin1', at, at + 4);
    const size = bytes.readUInt32LE(at + 4);
    const end = at + 8 + size + (size % 2);
    if (end > whole) return undefined;
    if (WEBP_KEPT.has(name)) {
      const chunk = Buffer.from(bytes.subarray(at, end));
      if (name === 'VP8X' && size > 0) chunk.writeUInt8(chunk.readUInt8(8) & ~WEBP_WORDS_FLAGS, 8);
      kept.push(chunk);
    }
    at = end;
  }
  if (kept.length === 0) return undefined;
  const body = Buffer.concat(kept);
  const head = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1');
  head.writeUInt32LE(body.length + 4, 4);
  return Buffer.concat([head, body]);
}

const JPEG = { start: 0xd8, end: 0xd9, scan: 0xda, application: 0xe0, adobe: 0xee, words: 0xfe };
/** A first part of 16 bytes has no small picture in it. */
const JFIF_LENGTH = 16;

/** Whether the data of a scan goes on at this byte pair: an escaped 255, or a restart. */
const isScanData = (next: number) => next === 0 || (next >= 0xd0 && next <= 0xd7);

function findScanEnd(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1];
    if (next !== undefined && next !== 0xff && !isScanData(next)) return at;
  }
  return -1;
}

/** Which way up a camera was held, 1 to 8; 1 when the part does not say. */
function readOrientation(part: Buffer): number {
  const tiff = part.subarray(10);
  const isLittle = tiff.toString('latin1', 0, 2) === 'II';
  const word = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  try {
    const first = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
    for (let entry = 0; entry < word(first); entry += 1) {
      const at = first + 2 + entry * 12;
      if (word(at) === 0x0112) return word(at + 8);
    }
  } catch {
    // Cut short: it says nothing.
  }
  return 1;
}

/** The one word of a camera that is kept: without it pictures lie on their side. */
function makeOrientation(orientation: number): Buffer {
  const part = Buffer.from(
    'ffe100224578696600004d4d002a00000008000101120003000000010000000000000000',
    'hex',
  );
  part.writeUInt16BE(orientation, 28);
  return part;
}

/** What of a part stays: colours do, words of a camera shrink to which way is up. */
function keepJpegPart(part: Buffer, marker: number): Buffer | undefined {
  const begins = (text: string) => part.toString('latin1', 4, 4 + text.length) === text;
  if (marker === JPEG.words) return undefined;
  if (marker < JPEG.application || marker > JPEG.application + 15) return part;
  if (marker === JPEG.application) {
    return begins('JFIF\0') && part.length === JFIF_LENGTH + 2 ? part : undefined;
  }
  if (marker === JPEG.application + 1 && begins('Exif\0\0')) {
    const orientation = readOrientation(part);
    return orientation >= 2 && orientation <= 8 ? makeOrientation(orientation) : undefined;
  }
  if (marker === JPEG.application + 2) return begins('ICC_PROFILE\0') ? part : undefined;
  return marker === JPEG.adobe && begins('Adobe') ? part : undefined;
}

function cleanJpeg(bytes: Buffer): Buffer | undefined {
  const kept: Buffer[] = [bytes.subarray(0, 2)];
  let hasScan = false;
  for (let at = 2; at + 2 <= bytes.length && bytes[at] === 0xff; ) {
    const marker = bytes[at + 1] ?? 0;
    if (marker === JPEG.end) {
      kept.push(bytes.subarray(at, at + 2));
      return hasScan ? Buffer.concat(kept) : undefined;
    }
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (at + 4 > bytes.length) return undefined;
    let end = at + 2 + bytes.readUInt16BE(at + 2);
    if (end < at + 4 || end > bytes.length) return undefined;
    if (marker === JPEG.scan) {
      hasScan = true;
      end = findScanEnd(bytes, end);
      if (end === -1) return undefined;
    }
    const part = keepJpegPart(bytes.subarray(at, end), marker);
    if (part !== undefined) kept.push(part);
    at = end;
  }
  return undefined;
}

/**
 * Take a picture without anything that is not seen in it.
 *
 * @returns undefined for anything but a whole PNG, JPEG or WebP of a size that can be decoded.
 */
export function cleanPicture(bytes: Buffer): CleanPicture | undefined {
  const made = (type: CleanPicture['type'], content: Buffer | undefined) =>
    content === undefined || !isDecodable(content) ? undefined : { type, content };
  if (bytes.subarray(0, 8).equals(PNG_START)) return made('image/png', cleanPng(bytes));
  if (bytes.length > 4 && bytes.readUInt16BE(0) === 0xff00 + JPEG.start) {
    return made('image/jpeg', cleanJpeg(bytes));
  }
  const word = (at: number) => bytes.toString('latin1', at, at + 4);
  const isWebp = bytes.length >= WEBP_HEAD + 8 && word(0) === 'RIFF' && word(8) === 'WEBP';
  return isWebp ? made('image/webp', cleanWebp(bytes)) : undefined;
}
