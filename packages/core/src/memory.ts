// The core's memory as named regions of typed arrays, so that a snapshot can copy what is used of
// each and nothing else. Not here: what the words mean (each owner of a region knows its own).
// Called by every createX of the core once, and by snapshot.ts.
//
// A region is taken once, at its final length. The system commits its pages when they are first
// written, so a long unused region costs nothing; never fill one.

/** One named piece of memory and how many of its words mean something. */
export interface Region {
  readonly name: string;
  readonly words: Float64Array | Int32Array;
  /** Words in use, counted from the start. */
  readonly countUsed: () => number;
}

/** What to call after a snapshot was copied back, to rebuild what is only derived from it. */
export type AfterLoad = () => void;

/** What to call before a snapshot is copied, to write back what is kept elsewhere meanwhile. */
export type BeforeSave = () => void;

/** Hands out regions and remembers them. */
export interface Memory {
  /** A region of floats. */
  readonly float64: (name: string, length: number, countUsed: () => number) => Float64Array;
  /** A region of 32-bit integers. */
  readonly int32: (name: string, length: number, countUsed: () => number) => Int32Array;
  /** A region that is a part of an array already made. */
  readonly view: (name: string, words: Float64Array, countUsed: () => number) => void;
  /** Rebuild derived things after a load, in the order of registration. */
  readonly onLoad: (rebuild: AfterLoad) => void;
  /** Write back into regions before they are copied. */
  readonly onSave: (settle: BeforeSave) => void;
  /** Every region in the order of creation, the same in every process of a release. */
  readonly regions: readonly Region[];
  /** Everything that was given to `onLoad`. */
  readonly rebuilds: readonly AfterLoad[];
  /** Everything that was given to `onSave`. */
  readonly settles: readonly BeforeSave[];
}

/** The smallest power of two that is not below a count. */
export function powerAbove(count: number): number {
  return 2 ** (32 - Math.clz32(Math.max(1, count) - 1));
}

// The allocator gives what is larger than 32 MiB pages of its own, at whose beginning it keeps 16
// bytes for itself. Behind so much more, rows of 64 bytes are lines of the cache and not halves of
// two, and rows of 32 bytes never lie in two. What is not touched of such pages costs nothing.
const alignedFromBytes = 2 * 1024 * 1024;
const ownPagesBytes = 33 * 1024 * 1024;
const toNextLineBytes = 48;

function makeWords(bytes: number): { readonly buffer: ArrayBuffer; readonly offset: number } {
  if (bytes < alignedFromBytes) return { buffer: new ArrayBuffer(bytes), offset: 0 };
  const capacity = Math.max(bytes + toNextLineBytes, ownPagesBytes);
  return { buffer: new ArrayBuffer(capacity), offset: toNextLineBytes };
}

/**
 * An array whose words lie outside the garbage-collected heap, however short it is: the compiler
 * puts the address of such words into the code, while words inside the heap may move.
 */
export function makeFloats(length: number): Float64Array {
  const { buffer, offset } = makeWords(length * Float64Array.BYTES_PER_ELEMENT);
  return new Float64Array(buffer, offset, length);
}

/** The same for 32-bit integers. */
export function makeInts(length: number): Int32Array {
  const { buffer, offset } = makeWords(length * Int32Array.BYTES_PER_ELEMENT);
  return new Int32Array(buffer, offset, length);
}

/** The same words as 32-bit integers, two each. */
export function viewInts(words: Float64Array): Int32Array {
  return new Int32Array(words.buffer, words.byteOffset, words.length * 2);
}

/** So few that a function called for each of them is compiled after some, not at the end. */
const pieceWords = 1_024;

function clearPiece(words: Float64Array | Int32Array, from: number, to: number): void {
  for (let at = from; at < to; at += 1) if (words[at] !== 0) words[at] = 0;
}

/**
 * Make all words 0, writing to none that is: reading commits no page that nobody has written to.
 */
export function clearWords(words: Float64Array | Int32Array): void {
  const { length } = words;
  for (let from = 0; from < length; from += pieceWords) {
    clearPiece(words, from, Math.min(length, from + pieceWords));
  }
}

/** Make an empty memory; one for each engine. */
export function createMemory(): Memory {
  const regions: Region[] = [];
  const rebuilds: AfterLoad[] = [];
  const settles: BeforeSave[] = [];
  return {
    float64(name, length, countUsed) {
      const words = makeFloats(length);
      regions.push({ name, words, countUsed });
      return words;
    },
    int32(name, length, countUsed) {
      const words = makeInts(length);
      regions.push({ name, words, countUsed });
      return words;
    },
    view(name, words, countUsed) {
      regions.push({ name, words, countUsed });
    },
    onLoad(rebuild) {
      rebuilds.push(rebuild);
    },
    onSave(settle) {
      settles.push(settle);
    },
    regions,
    rebuilds,
    settles,
  };
}
