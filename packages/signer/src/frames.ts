// Frames: four bytes of length, most significant first, then JSON. Both ends read with this.
// Not here: what the JSON means (shapes.ts).

/** No frame is longer: fifty payments with a hundred assertions are a tenth of it. */
export const FRAME_BYTES_MAX = 1 << 20;

/** A frame with this content. */
export function encodeFrame(content: unknown): Buffer {
  const body = Buffer.from(JSON.stringify(content));
  if (body.length > FRAME_BYTES_MAX) throw new Error(`frame of ${body.length} bytes`);
  const frame = Buffer.allocUnsafe(4 + body.length);
  frame.writeUInt32BE(body.length);
  body.copy(frame, 4);
  return frame;
}

/**
 * Cuts what arrives into frames.
 * @throws when a length is out of bounds: what follows cannot be read any more.
 */
export class FrameReader {
  #rest: Buffer = Buffer.alloc(0);

  /** The frames that are whole now, as text. */
  push(chunk: Buffer): string[] {
    this.#rest = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    const frames: string[] = [];
    while (this.#rest.length >= 4) {
      const length = this.#rest.readUInt32BE();
      if (length > FRAME_BYTES_MAX) throw new Error(`frame of ${length} bytes`);
      if (this.#rest.length < 4 + length) break;
      frames.push(this.#rest.toString('utf8', 4, 4 + length));
      this.#rest = this.#rest.subarray(4 + length);
    }
    return frames;
  }
}
