// Files of a backup that only who has its key can read. A pass phrase becomes a key by scrypt, each
// file has one of its own by HKDF with its name, and goes in pieces of 64 KiB, each sealed with
// AES-256-GCM under its number and whether it is the last: a byte changed, a piece moved, left out
// or cut off, or a file put in another's place is found. Called by backup.ts.
//
// A file: eight letters, 16 bytes that all files of the backup share, 16 of its own; then pieces,
// each with 16 bytes of proof behind it, the last one shorter than the others or empty.

import {
  createCipheriv,
  createDecipheriv,
  hkdfSync,
  randomBytes,
  scrypt,
  timingSafeEqual,
} from 'node:crypto';
import { open } from 'node:fs/promises';
import { Transform, type TransformCallback } from 'node:stream';
import { promisify } from 'node:util';
import type { BackupSealing } from '../base/db/index.ts';
import { EXIT, Refusal } from '../base/process/exit.ts';

/** Ending of a sealed file. */
export const SEALED = '.sealed';
const START = Buffer.from('ISOBSEA1');
const SALT_BYTES = 16;
const HEAD_BYTES = START.length + 2 * SALT_BYTES;
const PIECE_BYTES = 65_536;
const TAG_BYTES = 16;
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
/** 128 MiB and half a second for each guess. */
const COST = { N: 2 ** 17, r: 8, p: 1, maxmem: 2 ** 28 };
const PHRASE_LENGTH_MIN = 16;

const derive = promisify<string, Buffer, number, typeof COST, Buffer>(scrypt);

/** The file cannot be opened: another key, or not the bytes that were written. */
export class NotOpened extends Error {
  override readonly name = 'NotOpened';

  constructor(file: string) {
    super(`${file} cannot be opened with this key`);
  }
}

/**
 * The key of a backup.
 *
 * @param salt - of a backup that is there; absent for a new one.
 * @errors Refusal 64 when the pass phrase is too short to be kept from guessing.
 */
export async function makeSealing(
  phrase: string,
  salt: Buffer = randomBytes(SALT_BYTES),
): Promise<BackupSealing> {
  const plain = phrase.normalize('NFKC');
  if ([...plain].length < PHRASE_LENGTH_MIN) {
    throw new Refusal(
      EXIT.usage,
      `The key of a backup needs ${PHRASE_LENGTH_MIN} characters: take a longer one.`,
    );
  }
  const key = await derive(plain, salt, KEY_BYTES, COST);
  return {
    suffix: SEALED,
    seal: (name) => new Sealer(key, salt, name),
    open: (name) => new Opener(key, salt, name),
  };
}

/**
 * The key of a backup that is there.
 *
 * @param file - one of its sealed files.
 * @errors NotOpened when it is none.
 */
export async function makeSealingOf(phrase: string, file: string): Promise<BackupSealing> {
  const handle = await open(file);
  const head = Buffer.alloc(HEAD_BYTES);
  try {
    const { bytesRead } = await handle.read(head, 0, HEAD_BYTES, 0);
    if (bytesRead < HEAD_BYTES || !head.subarray(0, START.length).equals(START)) {
      throw new NotOpened(file);
    }
  } finally {
    await handle.close();
  }
  return makeSealing(phrase, head.subarray(START.length, START.length + SALT_BYTES));
}

function keyOf(key: Buffer, salt: Buffer, name: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, salt, `isobath backup ${name}`, KEY_BYTES));
}

function nonceOf(piece: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(NONCE_BYTES);
  nonce.writeUIntBE(piece, 4, 6);
  nonce.writeUInt8(isLast ? 1 : 0, NONCE_BYTES - 1);
  return nonce;
}

/** Cuts what comes into pieces; the last is known only at the end. */
abstract class Cutter extends Transform {
  readonly #pieceBytes: number;
  #held: Buffer = Buffer.alloc(0);
  #piece = 0;

  constructor(pieceBytes: number) {
    super();
    this.#pieceBytes = pieceBytes;
  }

  override _transform(chunk: Buffer, _encoding: string, done: TransformCallback): void {
    this.#held = this.#held.length === 0 ? chunk : Buffer.concat([this.#held, chunk]);
    try {
      this.#held = this.takeHead(this.#held);
      let at = 0;
      while (this.isBegun && this.#held.length - at > this.#pieceBytes) {
        this.push(this.turn(this.#held.subarray(at, at + this.#pieceBytes), this.#next(false)));
        at += this.#pieceBytes;
      }
      this.#held = this.#held.subarray(at);
      done();
    } catch (error) {
      done(error as Error);
    }
  }

  override _flush(done: TransformCallback): void {
    try {
      this.takeHead(Buffer.alloc(0));
      this.push(this.turn(this.#held, this.#next(true)));
      done();
    } catch (error) {
      done(error as Error);
    }
  }

  #next(isLast: boolean): Buffer {
    const nonce = nonceOf(this.#piece, isLast);
    this.#piece += 1;
    return nonce;
  }

  /** Whether pieces may come. */
  protected abstract readonly isBegun: boolean;
  /** What stands before the first piece. @returns what is left of it. */
  protected abstract takeHead(held: Buffer): Buffer;
  protected abstract turn(piece: Buffer, nonce: Buffer): Buffer;
}

class Sealer extends Cutter {
  readonly #key: Buffer;
  #head: Buffer | undefined;

  constructor(key: Buffer, salt: Buffer, name: string) {
    super(PIECE_BYTES);
    const own = randomBytes(SALT_BYTES);
    this.#key = keyOf(key, own, name);
    this.#head = Buffer.concat([START, salt, own]);
  }

  protected readonly isBegun = true;

  protected takeHead(held: Buffer): Buffer {
    if (this.#head !== undefined) this.push(this.#head);
    this.#head = undefined;
    return held;
  }

  protected turn(piece: Buffer, nonce: Buffer): Buffer {
    const cipher = createCipheriv('aes-256-gcm', this.#key, nonce);
    return Buffer.concat([cipher.update(piece), cipher.final(), cipher.getAuthTag()]);
  }
}

class Opener extends Cutter {
  readonly #master: Buffer;
  readonly #salt: Buffer;
  readonly #name: string;
  #key: Buffer | undefined;

  constructor(key: Buffer, salt: Buffer, name: string) {
    super(PIECE_BYTES + TAG_BYTES);
    this.#master = key;
    this.#salt = salt;
    this.#name = name;
  }

  protected get isBegun(): boolean {
    return this.#key !== undefined;
  }

  protected takeHead(held: Buffer): Buffer {
    if (this.#key !== undefined || held.length < HEAD_BYTES) return held;
    const shared = Buffer.concat([START, this.#salt]);
    if (!timingSafeEqual(held.subarray(0, shared.length), shared)) throw new NotOpened(this.#name);
    this.#key = keyOf(this.#master, held.subarray(shared.length, HEAD_BYTES), this.#name);
    return held.subarray(HEAD_BYTES);
  }

  protected turn(piece: Buffer, nonce: Buffer): Buffer {
    if (this.#key === undefined || piece.length < TAG_BYTES) throw new NotOpened(this.#name);
    const end = piece.length - TAG_BYTES;
    const cipher = createDecipheriv('aes-256-gcm', this.#key, nonce, { authTagLength: TAG_BYTES });
    cipher.setAuthTag(piece.subarray(end));
    try {
      return Buffer.concat([cipher.update(piece.subarray(0, end)), cipher.final()]);
    } catch {
      throw new NotOpened(this.#name);
    }
  }
}
