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
  return chunk;
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
