// A mark outside the database: how far the journal had come, at most a second ago. A journal that
// is shorter was shortened behind our back (an older copy put in its place), and then nothing
// starts until the operator says by number that they accept the loss. It holds no truth of its own.
import { existsSync } from 'node:fs';
import { appendFile, open, readFile, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { EXIT, Refusal } from '../../base/process/exit.ts';
import type { Clock, JournalHead } from '../ports.ts';
import { isSameHash, sealText, type ChainKey } from './chain.ts';

const INTERVAL_MS = 1_000;

/** A place to keep the mark. */
export interface MarkStore {
  read(): Promise<JournalHead | undefined>;
  write(head: JournalHead): Promise<void>;
}

/** The mark in a file of the data folder. */
export class MarkFile implements MarkStore {
  readonly #path: string;
  readonly #key: ChainKey;

  constructor(dataFolder: string, key: ChainKey) {
    this.#path = join(dataFolder, 'journal.mark');
    this.#key = key;
  }

  /** @errors Refusal 65 when the file is there but not as it was written. */
  async read(): Promise<JournalHead | undefined> {
    if (!existsSync(this.#path)) return undefined;
    const [sequence, hash, seal] = (await readFile(this.#path, 'utf8')).trim().split(' ');
    const head = { lastSequence: Number(sequence), lastHash: Buffer.from(hash ?? '', 'hex') };
    if (seal === this.#seal(head)) return head;
    throw new Refusal(
      EXIT.journalDamaged,
      `The mark ${this.#path} was changed by another hand: restore it, or accept the end of the ` +
        'journal as it is with: npm run isobath -- accept-loss SEQUENCE',
    );
  }

  async write(head: JournalHead): Promise<void> {
    const hash = Buffer.from(head.lastHash).toString('hex');
    const fresh = `${this.#path}.new`;
    const file = await open(fresh, 'w', 0o600);
    try {
      await file.writeFile(`${head.lastSequence} ${hash} ${this.#seal(head)}\n`);
      await file.datasync();
    } finally {
      await file.close();
    }
    await rename(fresh, this.#path);
    await syncFolder(dirname(this.#path));
  }

  /** Write down that a loss was accepted; never changed afterwards. */
  async recordAcceptance(line: string): Promise<void> {
    await appendFile(join(dirname(this.#path), 'journal.accepted'), `${line}\n`, { mode: 0o600 });
  }

  #seal(head: JournalHead): string {
    const seal = sealText(this.#key, `mark1 ${head.lastSequence}`, head.lastHash);
    return Buffer.from(seal).toString('hex');
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Keeps the mark fresh while the journal grows, and does nothing while it rests. */
export class Marker {
  readonly #store: MarkStore;
  readonly #clock: Clock;
  #head: JournalHead | undefined;
  #writing: Promise<void> = Promise.resolve();
  #stopWaiting: (() => void) | undefined;

  constructor(store: MarkStore, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  /** The journal has come so far. */
  set(head: JournalHead): void {
    this.#head = head;
    this.#stopWaiting ??= this.#clock.wakeAfter(INTERVAL_MS, () => void this.flush());
  }

  /** Write now what is not written yet. */
  flush(): Promise<void> {
    this.#stopWaiting?.();
    this.#stopWaiting = undefined;
    const head = this.#head;
    this.#head = undefined;
    if (head === undefined) return this.#writing;
    // A mark that cannot be written (no room) is old, never wrong: the journal goes on.
    this.#writing = this.#writing.then(() => this.#store.write(head)).catch(() => {});
    return this.#writing;
  }
}

/**
 * Refuse a journal that is shorter than it was.
 *
 * @errors Refusal 65.
 */
export function checkMarkLength(mark: JournalHead | undefined, head: JournalHead): void {
  if (mark === undefined || mark.lastSequence <= head.lastSequence) return;
  const lost = mark.lastSequence - head.lastSequence;
  throw new Refusal(
    EXIT.journalDamaged,
    `The journal ends at sequence ${head.lastSequence} but had come to ${mark.lastSequence}: ` +
      `${lost} commands are lost. Restore a newer backup, or accept the loss with: ` +
      `npm run isobath -- accept-loss ${head.lastSequence}`,
  );
}

/**
 * Refuse a sound journal that is another one than the mark was of.
 *
 * @param rowEndHash - hash of the row that ends at a sequence, undefined without such a row.
 * @errors Refusal 65.
 */
export async function checkMarkHash(
  mark: JournalHead | undefined,
  head: JournalHead,
  rowEndHash: (sequence: number) => Promise<Uint8Array | undefined>,
): Promise<void> {
  if (mark === undefined || mark.lastSequence === 0) return;
  const found = await rowEndHash(mark.lastSequence);
  if (found && isSameHash(found, mark.lastHash)) return;
  throw new Refusal(
    EXIT.journalDamaged,
    `The journal is not the one that had come to sequence ${mark.lastSequence}: restore the ` +
      `right one, or accept it with: npm run isobath -- accept-loss ${head.lastSequence}`,
  );
}
