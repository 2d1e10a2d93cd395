// What goes over the engine's socket: frames of a length, a kind, a number and a body. It knows
// neither commands nor events beyond their bytes. Used by socket-server.ts and client.ts alike.

/** Kinds of frames; below 64 from client to engine, the others back. */
export const FrameKind = {
  submit: 1,
  subscribe: 2,
  ask: 3,
  nudge: 4,
  outcome: 65,
  refused: 66,
  words: 67,
  failed: 68,
  answer: 69,
  row: 70,
} as const;

/** One frame; `id` ties an answer to what it answers. */
export interface Frame {
  readonly kind: number;
  readonly id: number;
  readonly body: Buffer;
}

/** A frame among the bytes it came with; it is another one as soon as the next is met. */
export class PassingFrame implements Frame {
  kind = 0;
  id = 0;
  /** Its body is what lies between `from` and `to`. */
  bytes: Buffer = Buffer.alloc(0);
  from = 0;
  to = 0;

  get body(): Buffer {
    return this.bytes.subarray(this.from, this.to);
  }
}

const HEADER_BYTES = 9;
/** More than all events of the largest step and of the batch it ends: 71 million words. */
const FRAME_BYTES_MAX = 1024 * 1024 * 1024;

/** A frame as bytes. */
export function writeFrame(kind: number, id: number, ...parts: readonly Uint8Array[]): Buffer {
  let length = 5;
  for (const part of parts) length += part.length;
  const frame = Buffer.allocUnsafe(length + 4);
  frame.writeUInt32LE(length, 0);
  frame[4] = kind;
  frame.writeUInt32LE(id, 5);
  let place = HEADER_BYTES;
  for (const part of parts) {
    frame.set(part, place);
    place += part.length;
  }
  return frame;
}

/** Two numbers as a body's first sixteen bytes. */
export function writePair(first: number, second: number): Buffer {
  const bytes = Buffer.allocUnsafe(16);
  bytes.writeDoubleLE(first, 0);
  bytes.writeDoubleLE(second, 8);
  return bytes;
}

/** The words of a body behind its first `offset` bytes, copied. */
export function readWords(body: Buffer, offset: number): Float64Array {
  const words = new Float64Array((body.length - offset) / 8);
  new Uint8Array(words.buffer).set(body.subarray(offset));
  return words;
}

/** Puts frames together from what a socket brings. */
export class FrameReader {
  #rest: Buffer = Buffer.alloc(0);
  #parts: Buffer[] = [];
  #partsBytes = 0;
  #wanted = 4;
  /** One for all: there are more frames than anything else here. */
  readonly #frame = new PassingFrame();

  /**
   * Take bytes and show every frame that is whole now.
   *
   * @errors RangeError when a frame has an impossible length.
   */
  push(chunk: Buffer, meet: (frame: PassingFrame) => void): void {
    this.#parts.push(chunk);
    this.#partsBytes += chunk.length;
    if (this.#rest.length + this.#partsBytes < this.#wanted) return;
    let bytes = this.#parts.length === 1 && this.#rest.length === 0 ? chunk : this.#join();
    this.#parts = [];
    this.#partsBytes = 0;
    let place = 0;
    this.#wanted = 4;
    while (bytes.length - place >= 4) {
      const length = bytes.readUInt32LE(place);
      if (length < 5 || length > FRAME_BYTES_MAX) throw new RangeError('a frame has no length');
      if (bytes.length - place < length + 4) {
        this.#wanted = length + 4;
        break;
      }
      const end = place + 4 + length;
      const frame = this.#frame;
      frame.kind = bytes[place + 4];
      frame.id = bytes.readUInt32LE(place + 5);
      frame.bytes = bytes;
      frame.from = place + HEADER_BYTES;
      frame.to = end;
      meet(frame);
      place = end;
    }
    bytes = bytes.subarray(place);
    this.#rest = bytes;
  }

  #join(): Buffer {
    return Buffer.concat([this.#rest, ...this.#parts]);
  }
}
