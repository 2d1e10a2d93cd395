// Listen keys: unguessable names under which a person's stream can be read for an hour at a time,
// as older programs of the trading dialect do. They are streams of the stream hub, and end with the
// API key that made them. Kept through a restart; only hashes are stored. Made and ended by the
// dialect's calls.
import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { Database } from '../db/index.ts';
import type { StreamHub, UserHub } from '../feed/index.ts';

/** Whose key it is. */
export interface ListenKeyOwner {
  readonly ownerId: number;
  /** The API key that asks. */
  readonly keyId: number;
}

/** The keys of this installation. */
export interface ListenKeys {
  /** Read the stored ones. Call before the first connection. */
  load(): Promise<void>;
  /**
   * The key that an API key has, for one more hour, or a new one; those of the owner's other API
   * keys stay.
   */
  createOrExtend(owner: ListenKeyOwner): Promise<string>;
  /** One more hour. @returns false when there is no such key of that owner. */
  extend(ownerId: number, listenKey: string): Promise<boolean>;
  /** End it. @returns false when there is no such key of that owner. */
  end(ownerId: number, listenKey: string): Promise<boolean>;
  /** End all that an API key made: it was revoked or changed. */
  endOfKey(keyId: number): Promise<void>;
  /** End those that ran out; called each second, since readers are told and closed by it. */
  prune(): Promise<void>;
}

/** What the keys stand on. */
export interface ListenKeyParts {
  readonly database: Database;
  readonly streams: StreamHub;
  readonly users: UserHub;
  readonly readNowMs: () => number;
  /** Texts of keys are made with it. */
  readonly secret: string;
  /** When an API key ends: 0 when it has or may not read, infinite when it does not. */
  readonly readKeyEndMs: (owner: ListenKeyOwner) => Promise<number>;
}

interface Entry {
  readonly ownerId: number;
  readonly keyId: number;
  /** Empty for one whose text cannot be made again. */
  readonly seed: string;
  expiresAtMs: number;
}

/** How long a key lives unless it is kept. */
export const LISTEN_KEY_LIFE_MS = 3_600_000;
const SEED_BYTES = 24;
const KEYS_OF_OWNER_MAX = 50;
/** Base64url of the bytes: no other text can be one. */
const SHAPE = /^[A-Za-z0-9_-]{64}$/;

function hash(listenKey: string): string {
  return createHash('sha256').update(listenKey).digest('hex');
}

class Keys implements ListenKeys {
  readonly #parts: ListenKeyParts;
  readonly #entries = new Map<string, Entry>();
  /** Names that are being read, by hash: to tell their readers of the end. */
  readonly #open = new Map<string, { name: string; stop: () => void }>();
  /** Keys on their way, by API key: who asks twice at once gets one. */
  readonly #coming = new Map<number, Promise<string>>();

  constructor(parts: ListenKeyParts) {
    this.#parts = parts;
    parts.streams.addSource({
      has: (name) => this.#find(name) !== undefined,
      opened: (name) => this.#listen(name),
      closed: (name) => this.#leave(name),
      readFirst: () => [],
    });
  }

  #find(listenKey: string): Entry | undefined {
    if (!SHAPE.test(listenKey)) return undefined;
    const entry = this.#entries.get(hash(listenKey));
    return entry !== undefined && entry.expiresAtMs > this.#parts.readNowMs() ? entry : undefined;
  }

  #listen(name: string): void {
    const entry = this.#find(name);
    if (entry === undefined) return;
    const { streams, users } = this.#parts;
    const stop = users.listen(entry.ownerId, {
      hear: (message) => streams.publish(name, [message]),
      missed: () => this.#breakOff(name),
    });
    this.#open.set(hash(name), { name, stop });
  }

  #leave(name: string): void {
    const key = hash(name);
    this.#open.get(key)?.stop();
    this.#open.delete(key);
  }

  /** The key stays: its reader opens it again, and asks for what they do not know. */
  #breakOff(name: string): void {
    const { streams, readNowMs } = this.#parts;
    const atMs = readNowMs();
    streams.end(name, (time) => ({ e: 'eventStreamTerminated', E: time(atMs) }));
  }

  async load(): Promise<void> {
    const rows = await this.#parts.database.query<{
      listen_key_hash: string;
      owner_id: number;
      key_id: number;
      expires_at_ms: number;
      seed: string;
    }>('SELECT * FROM listen_keys WHERE expires_at_ms > $1', [this.#parts.readNowMs()]);
    for (const row of rows) {
      this.#entries.set(row.listen_key_hash, {
        ownerId: row.owner_id,
        keyId: row.key_id,
        expiresAtMs: row.expires_at_ms,
        seed: row.seed,
      });
    }
  }

  /** An hour from now, but not beyond the API key. */
  async #readEndMs(owner: ListenKeyOwner): Promise<number> {
    const endMs = await this.#parts.readKeyEndMs(owner);
    return Math.min(endMs, this.#parts.readNowMs() + LISTEN_KEY_LIFE_MS);
  }

  #makeText(seed: string): string {
    return createHmac('sha384', this.#parts.secret)
      .update(`listen key ${seed}`)
      .digest('base64url');
  }

  createOrExtend(owner: ListenKeyOwner): Promise<string> {
    const coming = this.#coming.get(owner.keyId);
    if (coming !== undefined) return coming;
    const next = this.#extendOwn(owner).finally(() => this.#coming.delete(owner.keyId));
    this.#coming.set(owner.keyId, next);
    return next;
  }

  #findOwn(owner: ListenKeyOwner): string | undefined {
    for (const { ownerId, keyId, seed } of this.#entries.values()) {
      if (ownerId !== owner.ownerId || keyId !== owner.keyId || seed === '') continue;
      const listenKey = this.#makeText(seed);
      if (this.#find(listenKey) !== undefined) return listenKey;
    }
    return undefined;
  }

  async #extendOwn(owner: ListenKeyOwner): Promise<string> {
    const listenKey = this.#findOwn(owner);
    const isExtended = listenKey !== undefined && (await this.extend(owner.ownerId, listenKey));
    return isExtended ? listenKey : this.#create(owner);
  }

  async #create({ ownerId, keyId }: ListenKeyOwner): Promise<string> {
    const own = [...this.#entries].filter(([, entry]) => entry.ownerId === ownerId);
    // The oldest makes room: a program that never ends its keys must not fill the table.
    if (own.length >= KEYS_OF_OWNER_MAX) await this.#remove(own[0][0]);
    const seed = randomBytes(SEED_BYTES).toString('base64url');
    const listenKey = this.#makeText(seed);
    const key = hash(listenKey);
    // Known before the API key is looked at: one that ends meanwhile takes it along.
    const entry = { ownerId, keyId, seed, expiresAtMs: Infinity };
    this.#entries.set(key, entry);
    entry.expiresAtMs = await this.#readEndMs(entry);
    if (!this.#entries.has(key)) return listenKey;
    await this.#parts.database.execute('INSERT INTO listen_keys VALUES ($1, $2, $3, $4, $5)', [
      key,
      ownerId,
      keyId,
      entry.expiresAtMs,
      seed,
    ]);
    if (!this.#entries.has(key)) await this.#remove(key);
    return listenKey;
  }

  async extend(ownerId: number, listenKey: string): Promise<boolean> {
    const entry = this.#find(listenKey);
    if (entry === undefined || entry.ownerId !== ownerId) return false;
    const expiresAtMs = await this.#readEndMs(entry);
    if (this.#find(listenKey) === undefined) return false;
    entry.expiresAtMs = expiresAtMs;
    await this.#parts.database.execute(
      'UPDATE listen_keys SET expires_at_ms = $2 WHERE listen_key_hash = $1',
      [hash(listenKey), expiresAtMs],
    );
    return true;
  }

  async end(ownerId: number, listenKey: string): Promise<boolean> {
    const entry = this.#find(listenKey);
    if (entry === undefined || entry.ownerId !== ownerId) return false;
    await this.#remove(hash(listenKey));
    return true;
  }

  async endOfKey(keyId: number): Promise<void> {
    for (const [key, entry] of this.#entries) if (entry.keyId === keyId) await this.#remove(key);
  }

  async prune(): Promise<void> {
    const nowMs = this.#parts.readNowMs();
    for (const [key, entry] of this.#entries) {
      if (entry.expiresAtMs <= nowMs) await this.#remove(key);
    }
  }

  async #remove(key: string): Promise<void> {
    this.#entries.delete(key);
    const open = this.#open.get(key);
    if (open !== undefined) {
      const atMs = this.#parts.readNowMs();
      this.#parts.streams.end(open.name, (time) => ({
        e: 'listenKeyExpired',
        E: time(atMs),
        listenKey: open.name,
      }));
    }
    await this.#parts.database.execute('DELETE FROM listen_keys WHERE listen_key_hash = $1', [key]);
  }
}

/** Open the room and offer its streams. */
export function createListenKeys(parts: ListenKeyParts): ListenKeys {
  return new Keys(parts);
}
