// Stands in for node:zlib: bytes stay as they are and come back a moment later, so that no thread
// of this machine decides the order of events. What is packed here is unpacked here.
// Chosen by hooks.ts.
import { theWorld } from '../world.ts';

type Done = (error: Error | null, bytes?: Buffer) => void;

function answer(bytes: Uint8Array, done: Done): void {
  const copy = Buffer.from(bytes);
  theWorld().scheduler.after(0.05, () => done(null, copy));
}

/** Pack; whatever is asked. */
export function deflateRaw(bytes: Uint8Array, _options: object, done: Done): void {
  answer(bytes, done);
}

/** The same for who has no wishes. */
export function zstdCompress(bytes: Uint8Array, done: Done): void {
  answer(bytes, done);
}

/** Unpack a moment later. */
export function inflateRaw(bytes: Uint8Array, done: Done): void {
  answer(bytes, done);
}

/** Unpack at once. */
export function inflateRawSync(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes);
}

export { inflateRawSync as zstdDecompressSync };
