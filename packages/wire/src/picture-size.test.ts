import { expect, test } from 'vitest';
import { readPicture } from './picture-size.ts';

const pngHead = (widthPx: number, heightPx: number) => {
  const bytes = Buffer.alloc(40);
  bytes.write('89504e470d0a1a0a0000000d49484452', 'hex');
  bytes.writeUInt32BE(widthPx, 16);
  bytes.writeUInt32BE(heightPx, 20);
  return bytes;
};

test('pictures are known by their bytes', () => {
  expect(readPicture(pngHead(256, 128))).toEqual({
    mediaType: 'image/png',
    widthPx: 256,
    heightPx: 128,
  });
  const jpeg = Buffer.from('ffd8ffe000040000ffc0001108004000200301220002110103110100', 'hex');
  expect(readPicture(jpeg)).toEqual({ mediaType: 'image/jpeg', widthPx: 32, heightPx: 64 });
  const webp = Buffer.alloc(40);
  webp.write('RIFF\u0000\u0000\u0000\u0000WEBPVP8X', 'latin1');
  webp.writeUIntLE(255, 24, 3);
  webp.writeUIntLE(99, 27, 3);
  expect(readPicture(webp)).toEqual({ mediaType: 'image/webp', widthPx: 256, heightPx: 100 });
});

test.each([
  Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"></svg>'),
  Buffer.from('GIF89a0000000000000000000000000000000000'),
  Buffer.from('ffd8', 'hex'),
  Buffer.from('ffd8ffe0ffff0000', 'hex'),
  Buffer.alloc(0),
])('other files are no pictures', (bytes) => {
  expect(readPicture(bytes)).toBeUndefined();
});
