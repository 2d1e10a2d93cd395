import { crc32, deflateSync } from 'node:zlib';

/** The smallest whole picture: one dark point. For tests that send one. */
export const smallPng = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk' +
    'YPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

function makeChunk(name: string, data: Buffer): Buffer {
  const chunk = Buffer.alloc(12 + data.length);
  chunk.writeUInt32BE(data.length);
  chunk.write(name, 4, 'latin1');
  data.copy(chunk, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + data.length)), 8 + data.length);
  return chunk;
}

/** A PNG that shows dots of four bytes each: red, green, blue, how much is seen. */
export function paintPng(widthPx: number, dots: Uint8Array): Buffer<ArrayBuffer> {
  const rowBytes = widthPx * 4;
  const heightPx = dots.length / rowBytes;
  const head = Buffer.alloc(13);
  head.writeUInt32BE(widthPx, 0);
  head.writeUInt32BE(heightPx, 4);
  head.set([8, 6], 8);
  const rows = Array.from({ length: heightPx }, (_, row) => [
    Buffer.alloc(1),
    dots.subarray(row * rowBytes, (row + 1) * rowBytes),
  ]);
  const chunks = [
    makeChunk('IHDR', head),
    makeChunk('IDAT', deflateSync(Buffer.concat(rows.flat()))),
    makeChunk('IEND', Buffer.alloc(0)),
  ];
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...chunks]);
}

/** A square PNG in all its parts; nobody looks into its dots. */
export function makePng(sidePx: number, dots = Buffer.from('dots')): Buffer<ArrayBuffer> {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(sidePx, 0);
  head.writeUInt32BE(sidePx, 4);
  const chunks = [makeChunk('IHDR', head), makeChunk('IDAT', dots)];
  const start = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([start, ...chunks, makeChunk('IEND', Buffer.alloc(0))]);
}
