// What a picture is, by its bytes alone: kind and size in pixels. No decoding, no library; a file
// that says otherwise in its name or header field is not believed. Called by photos.ts.

/** A picture that browsers show. */
export interface Picture {
  readonly mediaType: 'image/png' | 'image/jpeg' | 'image/webp';
  readonly widthPx: number;
  readonly heightPx: number;
}

const PNG_START = '89504e470d0a1a0a';

function readPng(bytes: Buffer): Picture | undefined {
  if (bytes.length < 33 || bytes.toString('hex', 0, 8) !== PNG_START) return undefined;
  if (bytes.toString('latin1', 12, 16) !== 'IHDR') return undefined;
  return {
    mediaType: 'image/png',
    widthPx: bytes.readUInt32BE(16),
    heightPx: bytes.readUInt32BE(20),
  };
}

/** Whether a JPEG marker begins a frame, whose header holds the size. */
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

function readJpeg(bytes: Buffer): Picture | undefined {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return undefined;
  let at = 2;
  while (at + 9 < bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0;
    if (isFrame(marker)) {
      return {
        mediaType: 'image/jpeg',
        heightPx: bytes.readUInt16BE(at + 5),
        widthPx: bytes.readUInt16BE(at + 7),
      };
    }
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return undefined;
}

function readWebp(bytes: Buffer): Picture | undefined {
  const word = (at: number) => bytes.toString('latin1', at, at + 4);
  if (bytes.length < 30 || word(0) !== 'RIFF' || word(8) !== 'WEBP') return undefined;
  const mediaType = 'image/webp';
  if (word(12) === 'VP8X') {
    return {
      mediaType,
      widthPx: bytes.readUIntLE(24, 3) + 1,
      heightPx: bytes.readUIntLE(27, 3) + 1,
    };
  }
  if (word(12) === 'VP8L') {
    const bits = bytes.readUInt32LE(21);
    return { mediaType, widthPx: (bits & 0x3fff) + 1, heightPx: ((bits >>> 14) & 0x3fff) + 1 };
  }
  if (word(12) !== 'VP8 ') return undefined;
  return {
    mediaType,
    widthPx: bytes.readUInt16LE(26) & 0x3fff,
    heightPx: bytes.readUInt16LE(28) & 0x3fff,
  };
}

/** Say what picture these bytes are; undefined for anything but PNG, JPEG and WebP. */
export function readPicture(bytes: Buffer): Picture | undefined {
  return readPng(bytes) ?? readJpeg(bytes) ?? readWebp(bytes);
}
