// Pictures of documents made anew: decoded, and encoded from their dots alone, so that nothing a
// sender put between them stays. In a thread of its own for each picture, one at a time: decoders
// are WebAssembly (docs/adr/0059), what a hostile file does to one ends with it, and the memory of
// a large picture is given back. Not for logos and profile photos, which `cleanPicture` keeps as
// they were drawn. Called by products/identity/files.ts.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { CleanPicture } from './clean.ts';

/** Time to give up on: a large picture takes one to three seconds. */
const GIVE_UP_MS = 60_000;

async function remakeNow(picture: CleanPicture): Promise<Buffer | undefined> {
  const worker = new Worker(new URL('remaking-thread.ts', import.meta.url), {
    workerData: picture,
  });
  try {
    const signal = AbortSignal.timeout(GIVE_UP_MS);
    const [content] = (await once(worker, 'message', { signal })) as [Uint8Array | undefined];
    return content === undefined ? undefined : Buffer.from(content);
  } catch {
    // The thread ended without a word, or came to no end: no picture that anybody can look at.
    return undefined;
  } finally {
    await worker.terminate();
  }
}

let last: Promise<unknown> = Promise.resolve();

/**
 * Make a clean picture anew.
 *
 * @returns a JPEG of at most 16 million dots, upright, transparent dots white; undefined when the
 * picture cannot be decoded.
 */
export function remakePicture(picture: CleanPicture): Promise<Buffer | undefined> {
  const made = last.then(() => remakeNow(picture));
  last = made;
  return made;
}
