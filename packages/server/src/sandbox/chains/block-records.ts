// The blocks that a keeper has made, in a file: one line a block, one line for each time that
// blocks were given up. Written and flushed before anybody may read the block.
// It knows no chain. Called by the nodes of this folder.

import {
  closeSync,
  fdatasyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  writeSync,
} from 'node:fs';

/** What is needed to make a block again. */
export interface BlockRecord {
  readonly height: number;
  readonly hash: string;
  /** EVM: seconds and raw transactions of it in its order. */
  readonly timeSeconds?: number;
  readonly transactions?: readonly string[];
  /** Bitcoin family: the block itself. */
  readonly raw?: string;
}

interface GivenUp {
  /** Blocks above this height are no more. */
  readonly backTo: number;
}

/** The file and what it says. */
export class BlockRecords {
  #file: number | undefined;
  readonly #blocks: BlockRecord[] = [];

  constructor(path: string) {
    for (const line of readLines(path)) this.#take(line);
    this.#file = openSync(path, 'a', 0o600);
    ftruncateSync(this.#file, measureWholeLines(path));
  }

  /** Blocks that are valid, by height from the first one that was made. */
  get blocks(): readonly BlockRecord[] {
    return this.#blocks;
  }

  /** The last block; undefined when none was made. */
  get last(): BlockRecord | undefined {
    return this.#blocks.at(-1);
  }

  /** Blocks above a height, oldest first. */
  above(height: number): readonly BlockRecord[] {
    return this.#blocks.filter((block) => block.height > height);
  }

  /** Save blocks; with `backTo` those above it are given up first, at the same instant. */
  save(blocks: readonly BlockRecord[], backTo?: number): void {
    const lines: (BlockRecord | GivenUp)[] = [...blocks];
    if (backTo !== undefined) lines.unshift({ backTo });
    const text = lines.map((line) => JSON.stringify(line)).join('\t');
    if (this.#file === undefined) throw new Error('the file of blocks is closed');
    writeSync(this.#file, `${text}\n`);
    fdatasyncSync(this.#file);
    for (const line of lines) this.#take(line);
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }

  #take(line: BlockRecord | GivenUp): void {
    if ('backTo' in line) {
      while ((this.last?.height ?? 0) > line.backTo) this.#blocks.pop();
    } else {
      this.#blocks.push(line);
    }
  }
}

/** Bytes up to the end of the last whole line: what follows would spoil the next one. */
const measureWholeLines = (path: string) => readFileSync(path).lastIndexOf(0x0a) + 1;

/** Whole lines only: one that a kill cut short was never promised to anybody. */
function readLines(path: string): (BlockRecord | GivenUp)[] {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
  return text
    .slice(0, text.lastIndexOf('\n') + 1)
    .split('\n')
    .filter((line) => line !== '')
    .flatMap((line) => line.split('\t'))
    .map((part) => JSON.parse(part) as BlockRecord | GivenUp);
}
