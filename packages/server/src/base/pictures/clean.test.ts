import { expect, test } from 'vitest';
import { cleanPicture } from './index.ts';

const secret = 'at home, 52.5200 north';

function pngChunk(name: string, data: Buffer | string): Buffer {
  const body = Buffer.from(data);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length);
  head.write(name, 4, 'latin1');
  return Buffer.concat([head, body, Buffer.alloc(4)]);
}
function jpegPart(marker: number, data: Buffer | string): Buffer {
  const body = Buffer.from(data);
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([head, body]);
}
function webpChunk(name: string, data: Buffer | string): Buffer {
  const body = Buffer.from(data);
  const head = Buffer.alloc(8);
  head.write(name, 'latin1');
  head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, body, Buffer.alloc(body.length % 2)]);
}
function webp(...chunks: Buffer[]): Buffer {
  const body = Buffer.concat([Buffer.from('WEBP'), ...chunks]);
  const head = Buffer.from('RIFF\0\0\0\0', 'latin1');
  head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, body]);
}
/** A camera's words: which way is up, then where it was. */
function exif(orientation: number): Buffer {
  const tiff = Buffer.from('4d4d002a0000000800010112000300000001000000000000', 'hex');
  tiff.writeUInt16BE(orientation, 18);
  return jpegPart(
    0xe1,
    Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff, Buffer.from(secret)]),
  );
}

const pngStart = Buffer.from('89504e470d0a1a0a', 'hex');
const png = Buffer.concat([
  pngStart,
  pngChunk('IHDR', '\0\0\0x\0\0\0xx'.padEnd(13)),
  pngChunk('IDAT', 'seen'),
]);
const pngEnd = pngChunk('IEND', '');
const jpegStart = Buffer.from('ffd8', 'hex');
const frame = jpegPart(0xc0, Buffer.from('080004000401110000', 'hex'));
const scan = Buffer.concat([jpegPart(0xda, Buffer.alloc(6)), Buffer.from('0102ff00ffd003', 'hex')]);
const jpegEnd = Buffer.from('ffd9', 'hex');
const vp8 = webpChunk('VP8 ', 'seen: 4\x00004\x00');

test('words, places and what hangs behind the end are left out, what is seen stays', () => {
  const hidden = Buffer.from(secret);
  const published = [
    Buffer.concat([png, pngChunk('tEXt', secret), pngChunk('eXIf', secret), pngEnd, hidden]),
    Buffer.concat([
      jpegStart,
      exif(1),
      jpegPart(0xfe, secret),
      frame,
      scan,
      exif(1),
      jpegEnd,
      hidden,
    ]),
    Buffer.concat([webp(vp8, webpChunk('EXIF', secret), webpChunk('XMP ', secret)), hidden]),
  ];
  const plain = [
    Buffer.concat([png, pngEnd]),
    Buffer.concat([jpegStart, frame, scan, jpegEnd]),
    webp(vp8),
  ];
  expect(published.map((one) => cleanPicture(one)?.content)).toEqual(plain);
  expect(plain.map((one) => cleanPicture(one)?.content)).toEqual(plain);
  expect(plain.map((one) => cleanPicture(one)?.type)).toEqual([
    'image/png',
    'image/jpeg',
    'image/webp',
  ]);
});

test('a picture that was held sideways still says so, and nothing more', () => {
  const taken = Buffer.concat([jpegStart, exif(6), frame, scan, jpegEnd]);
  const content = cleanPicture(taken)?.content ?? Buffer.alloc(0);
  expect(content.includes(secret)).toBe(false);
  expect(content.subarray(2, 12).toString('latin1')).toContain('Exif');
  expect(content.readUInt16BE(30)).toBe(6);
  expect(cleanPicture(content)?.content).toEqual(content);
});

test('the flags of a WebP promise no words that are gone', () => {
  const flags = (value: number) => webpChunk('VP8X', Buffer.from([value, ...Array(9).fill(0)]));
  const content = cleanPicture(webp(flags(0x3c), vp8, webpChunk('EXIF', secret)))?.content;
  expect(content).toEqual(webp(flags(0x30), vp8));
});

test.each([
  ['cut short', png],
  ['a photograph cut short', Buffer.concat([jpegStart, frame, scan])],
  ['a photograph of nothing', Buffer.concat([jpegStart, frame, jpegEnd])],
  ['a part that is longer than the file', Buffer.from('ffd8ffe0ffff0000', 'hex')],
  ['a small picture cut short', webp(vp8).subarray(0, 20)],
  ['a page that calls itself one', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['nothing', Buffer.alloc(0)],
])('%s is no picture', (_what, bytes) => {
  expect(cleanPicture(bytes)).toBeUndefined();
});
