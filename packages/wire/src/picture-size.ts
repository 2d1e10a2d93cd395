// What a picture is, by its bytes alone: kind and size in pixels. No decoding: a file of a hundred
// kilobytes may unpack to gigabytes, so whoever decodes one asks here first. A name or a header
// field that says otherwise is not believed. Asked by the server for every picture it takes, and by
// the browser before it draws one.

/** A picture that browsers show. */
export interface Picture {
  readonly mediaType: 'image/png' | 'image/jpeg' | 'image/webp';
  readonly widthPx: number;
  readonly heightPx: number;
}

/** More pixels than the largest cameras of phones take are decoded by nobody: 4 bytes each. */
export const PICTURE_PIXELS_MAX = 50_000_000;

const PNG_START = '\x89PNG\r\n\x1a\n';
const PNG_HEAD_BYTES = 33;
const WEBP_HEAD_BYTES = 30;

/** Bytes with what is asked of them; what lies outside is 0. */
class Reader {
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get length(): number {
    return this.#bytes.length;
  }

  at(place: number): number {
    return this.#bytes[place] ?? 0;
  }

  /** A number of so many bytes, the greatest first. */
  big(from: number, count: number): number {
    let value = 0;
    for (let place = from; place < from + count; place += 1) value = value * 256 + this.at(place);
    return value;
  }

  /** The same, the smallest first. */
  little(from: number, count: number): number {
    let value = 0;
    for (let place = from + count - 1; place >= from; place -= 1) {
      value = value * 256 + this.at(place);
    }
    return value;
  }

  word(from: number, count = 4): string {
    return String.fromCharCode(...this.#bytes.subarray(from, from + count));
  }
}

function readPng(bytes: Reader): Picture | undefined {
  if (bytes.length < PNG_HEAD_BYTES || bytes.word(0, 8) !== PNG_START) return undefined;
  if (bytes.word(12) !== 'IHDR') return undefined;
  return { mediaType: 'image/png', widthPx: bytes.big(16, 4), heightPx: bytes.big(20, 4) };
}

/** Whether a JPEG marker begins a frame, whose header holds the size. */
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

function readJpeg(bytes: Reader): Picture | undefined {
  if (bytes.length < 4 || bytes.big(0, 2) !== 0xffd8) return undefined;
  let at = 2;
  while (at + 9 < bytes.length && bytes.at(at) === 0xff) {
    const marker = bytes.at(at + 1);
    // A part may be filled up in front.
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (isFrame(marker)) {
      const [heightPx, widthPx] = [bytes.big(at + 5, 2), bytes.big(at + 7, 2)];
      return { mediaType: 'image/jpeg', widthPx, heightPx };
    }
    at += 2 + bytes.big(at + 2, 2);
  }
  return undefined;
}

function readWebp(bytes: Reader): Picture | undefined {
  if (bytes.length < WEBP_HEAD_BYTES || bytes.word(0) !== 'RIFF') return undefined;
  if (bytes.word(8) !== 'WEBP') return undefined;
  const made = (widthPx: number, heightPx: number): Picture => {
    return { mediaType: 'image/webp', widthPx, heightPx };
  };
  const kind = bytes.word(12);
  if (kind === 'VP8X') return made(bytes.little(24, 3) + 1, bytes.little(27, 3) + 1);
  if (kind === 'VP8L') {
    const bits = bytes.little(21, 4);
    return made((bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1);
  }
  if (kind !== 'VP8 ') return undefined;
  return made(bytes.little(26, 2) & 0x3fff, bytes.little(28, 2) & 0x3fff);
}

/** Say what picture these bytes are; undefined for anything but PNG, JPEG and WebP. */
export function readPicture(bytes: Uint8Array): Picture | undefined {
  const reader = new Reader(bytes);
  return readPng(reader) ?? readJpeg(reader) ?? readWebp(reader);
}

/** Whether these bytes are a picture that may be decoded: it is one, and not too large. */
export function isDecodable(bytes: Uint8Array): boolean {
  const picture = readPicture(bytes);
  if (picture === undefined) return false;
  const pixels = picture.widthPx * picture.heightPx;
  return pixels > 0 && pixels <= PICTURE_PIXELS_MAX;
}
