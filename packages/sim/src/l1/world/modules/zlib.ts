// Stands in for node:zlib: the same work, done at once and answered a moment later, so that no
// thread of this machine decides the order of events. Chosen by hooks.ts.
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { theWorld } from '../world.ts';

type Done = (error: Error | null, bytes?: Buffer) => void;

function answer(work: () => Buffer, done: Done): void {
  theWorld().scheduler.after(0.05, () => {
    let bytes: Buffer;
    try {
      bytes = work();
    } catch (error) {
      return done(error as Error);
    }
    done(null, bytes);
  });
}

/** Compress; level 1, whatever is asked: only the time it takes would differ. */
export function deflateRaw(bytes: Uint8Array, _options: object, done: Done): void {
  const copy = Buffer.from(bytes);
  answer(() => deflateRawSync(copy, { level: 1 }), done);
}

/** Expand a moment later. */
const inflateLater = (bytes: Uint8Array, done: Done): void =>
  answer(() => inflateRawSync(bytes), done);

export { inflateLater as inflateRaw, inflateRawSync };
