// The whole memory of an engine as bytes and back: of every region its used words, nothing else.
// Not here: when to take one, where to keep it, its hash (server/engine).
// Called by engine.ts.
//
// Bytes: for each region a header chunk (text: name, kind, count of words) and the words in chunks
// of at most 8 MiB, so that whoever writes them need not hold all of it twice.
import type { Memory, Region } from './memory.ts';

const chunkBytes = 8 * 1024 * 1024;
const magic = 'isobath-core-2';

/** The bytes are no snapshot of this release, or of an engine with other capacity. */
export class SnapshotError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'SnapshotError';
  }
}

function writeText(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

function readText(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes);
}

function viewBytes(region: Region, countWords: number): Uint8Array {
  const { buffer, byteOffset, BYTES_PER_ELEMENT } = region.words;
  return new Uint8Array(buffer, byteOffset, countWords * BYTES_PER_ELEMENT);
}

function writeHeader(region: Region, countWords: number): Uint8Array {
  return writeText(`${region.name} ${region.words.BYTES_PER_ELEMENT} ${countWords}`);
}

/**
 * Copy the used part of every region.
 *
 * @param shape - words that must be equal in the engine that loads it: its capacity, where that
 *   matters.
 * @yields chunks whose bytes do not change any more.
 */
export function* saveRegions(memory: Memory, shape: string): Generator<Uint8Array> {
  for (const settle of memory.settles) settle();
  yield writeText(`${magic} ${memory.regions.length} ${shape}`);
  for (const region of memory.regions) {
    const countWords = region.countUsed();
    yield writeHeader(region, countWords);
    const bytes = viewBytes(region, countWords);
    for (let from = 0; from < bytes.length; from += chunkBytes) {
      yield bytes.slice(from, from + chunkBytes);
    }
  }
}

/** Make every word that means something 0, as it was when its region was taken. */
export function clearRegions(memory: Memory): void {
  // All counts are asked before any is gone.
  const used = memory.regions.map((region) => region.countUsed());
  for (const [place, region] of memory.regions.entries()) region.words.fill(0, 0, used[place]);
  for (const rebuild of memory.rebuilds) rebuild();
}

/** What a snapshot must be like to be taken. */
export interface SnapshotTerms {
  /** As it was given to `saveRegions`. */
  readonly shape: string;
  /** How many regions eras before had: the first of them; what has come since is empty. */
  readonly earlierCounts: readonly number[];
}

/**
 * Copy a snapshot back into the memory of an engine that has done no step yet or was cleared. One
 * of an era before is taken as it is.
 *
 * @throws SnapshotError when the chunks are not what `saveRegions` made for such an engine; the
 *   memory must not be used then.
 */
export function loadRegions(
  memory: Memory,
  { shape, earlierCounts }: SnapshotTerms,
  chunks: Iterable<Uint8Array>,
): void {
  const source = chunks[Symbol.iterator]();
  const take = (): Uint8Array => {
    const next = source.next();
    if (next.done === true) throw new SnapshotError('the snapshot ends too early');
    return next.value;
  };
  const head = readText(take().subarray(0, 1024));
  const counts = [memory.regions.length, ...earlierCounts];
  const regionsCount = counts.find((count) => head === `${magic} ${count} ${shape}`);
  if (regionsCount === undefined) {
    throw new SnapshotError(`a snapshot of another kind: ${head}`);
  }
  for (const region of memory.regions.slice(0, regionsCount)) loadRegion(region, take);
  if (source.next().done !== true) throw new SnapshotError('the snapshot has chunks too many');
  for (const rebuild of memory.rebuilds) rebuild();
}

function loadRegion(region: Region, take: () => Uint8Array): void {
  const header = readText(take().subarray(0, 1024));
  const countWords = Number(header.split(' ')[2]);
  const isOurs = Number.isInteger(countWords) && countWords <= region.words.length;
  if (!isOurs || header !== readText(writeHeader(region, countWords))) {
    throw new SnapshotError(`region ${region.name} is told as ${header}`);
  }
  const bytes = viewBytes(region, countWords);
  for (let from = 0; from < bytes.length; from += chunkBytes) {
    const chunk = take();
    if (chunk.length !== Math.min(chunkBytes, bytes.length - from)) {
      throw new SnapshotError(`region ${region.name} has a chunk of ${chunk.length} bytes`);
    }
    bytes.set(chunk, from);
  }
}
