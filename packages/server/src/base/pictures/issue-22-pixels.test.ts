import { isDecodable, PICTURE_PIXELS_MAX } from '@isobath/wire/picture-size';
import { expect, test } from 'vitest';
import { takeFile } from '../../products/service/files.ts';
import { cleanPicture } from './index.ts';

const SIDE_PX = 30_000;

function chunk(name: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(data.length);
  head.write(name, 4, 'latin1');
  return Buffer.concat([head, data, Buffer.alloc(4)]);
}

function makePng(widthPx: number, heightPx: number, dots: Buffer): Buffer {
  const size = Buffer.alloc(13);
  size.writeUInt32BE(widthPx, 0);
  size.writeUInt32BE(heightPx, 4);
  size.set([1, 0], 8);
  const start = Buffer.from('89504e470d0a1a0a', 'hex');
  const parts = [chunk('IHDR', size), chunk('IDAT', dots), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([start, ...parts]);
}

function makeJpeg(widthPx: number, heightPx: number, before = ''): Buffer {
  const frame = Buffer.from('ffc0000b080000000001011100', 'hex');
  frame.writeUInt16BE(heightPx, 5);
  frame.writeUInt16BE(widthPx, 7);
  const scan = Buffer.from('ffda0008010100003f0011ffd9', 'hex');
  return Buffer.concat([Buffer.from(`ffd8${before}`, 'hex'), frame, scan]);
}

function makeWebp(kind: 'VP8X' | 'VP8L' | 'VP8 ', widthPx: number, heightPx: number): Buffer {
  const data = Buffer.alloc(20);
  if (kind === 'VP8X') {
    data.writeUIntLE(widthPx - 1, 4, 3);
    data.writeUIntLE(heightPx - 1, 7, 3);
  } else if (kind === 'VP8L') {
    data.writeUInt32LE(((widthPx - 1) | ((heightPx - 1) << 14)) >>> 0, 1);
  } else {
    data.writeUInt16LE(widthPx, 6);
    data.writeUInt16LE(heightPx, 8);
  }
  const head = Buffer.from(`RIFF\0\0\0\0WEBP${kind}\0\0\0\0`, 'latin1');
  head.writeUInt32LE(data.length + 12, 4);
  head.writeUInt32LE(data.length, 16);
  return Buffer.concat([head, data]);
}

test('a file of a hundred kilobytes that would unpack to 900 million dots is no picture', () => {
  // What is in its dots is never looked at: so many bytes are what zlib makes of that many zeros.
  const bomb = makePng(SIDE_PX, SIDE_PX, Buffer.alloc(109_000));
  expect(isDecodable(bomb)).toBe(false);
  expect(cleanPicture(bomb)).toBeUndefined();
  // Nor does customer service take it as anything else.
  expect(takeFile(bomb)).toBeUndefined();
});

const dots = Buffer.from('dots');

test.each([
  ['png', makePng(8_000, 6_000, dots), makePng(8_000, 6_300, dots)],
  ['png without height', makePng(10, 10, dots), makePng(10, 0, dots)],
  ['jpeg', makeJpeg(8_000, 6_000), makeJpeg(60_000, 60_000)],
  // Bytes that fill up before the frame hide it from who reads lengths alone.
  ['jpeg with filling', makeJpeg(80, 60, 'fffffffe0004aaaa'), makeJpeg(60_000, 60_000, 'ffffff')],
  ['webp', makeWebp('VP8 ', 7_000, 7_000), makeWebp('VP8 ', 16_383, 16_383)],
  ['webp without loss', makeWebp('VP8L', 7_000, 7_000), makeWebp('VP8L', 16_384, 16_384)],
  ['webp in parts', makeWebp('VP8X', 7_000, 7_000), makeWebp('VP8X', 2 ** 24, 2 ** 24)],
])('of every kind as many dots as can be decoded are taken, and no more: %s', (_, good, bad) => {
  expect(isDecodable(good)).toBe(true);
  expect(cleanPicture(good)).toBeDefined();
  expect(isDecodable(bad)).toBe(false);
  expect(cleanPicture(bad)).toBeUndefined();
});

test('what a browser holds for the largest is two hundred megabytes', () => {
  expect(PICTURE_PIXELS_MAX * 4).toBe(200_000_000);
});
