// Keys of the trading API: rows, a cache of those in use, and word to sockets when one ends. It
// knows no request and no permission's meaning; the keys product makes and ends keys after its own
// checks, base/dialect lets callers in with them.
import { randomBytes } from 'node:crypto';
import type { KeyPermission } from '@isobath/wire';
import type { Seal } from '../credentials/index.ts';
import type { Database } from '../db/index.ts';
import { openSigningKey, parsePublicKey, type SigningKey } from './signature.ts';

/** A key, without what it signs with. Times are UTC milliseconds. */
export interface ApiKey {
  /** Goes into commands in the place of a session. */
  readonly keyId: number;
  readonly apiKey: string;
  readonly ownerId: number;
  readonly kind: 'hmac' | 'ed25519';
  readonly label: string;
  readonly permissions: readonly KeyPermission[];
  /** Addresses and ranges; empty = from everywhere. */
  readonly ipList: readonly string[];
  readonly createdAtMs: number;
  /** 0 = does not expire. */
  readonly expiresAtMs: number;
  /** 0 = never used. */
  readonly lastUsedAtMs: number;
  readonly lastUsedIp: string;
}

/** What a new key is made of. */
export interface NewApiKey {
  readonly ownerId: number;
  readonly label: string;
  readonly permissions: readonly KeyPermission[];
  readonly ipList: readonly string[];
  /** 0 = does not expire; a key without addresses always does, after 90 days at the latest. */
  readonly expiresAtMs: number;
  /** Public half of an Ed25519 pair; absent: a shared secret is made. */
  readonly publicKey?: string | undefined;
}

/** Keys of the whole installation. */
export interface ApiKeys {
  /**
   * Make a key.
   *
   * @returns the key, and the secret that is shown this once ("" for Ed25519); undefined when the
   *   public key is none.
   */
  create(request: NewApiKey): Promise<{ key: ApiKey; secret: string } | undefined>;
  /** The key of that name, undefined when unknown, revoked or expired. */
  find(apiKey: string): Promise<ApiKey | undefined>;
  /** A key as `find` gives it, with what it signs with. */
  read(apiKey: string): Promise<SignedKey | undefined>;
  /** The same at once, when it was read a moment ago; undefined: ask `read`. */
  readKnown(apiKey: string): SignedKey | undefined;
  /** Keys of an owner that are not revoked, newest first; expired ones are among them. */
  list(ownerId: number): Promise<ApiKey[]>;
  /** Change label, permissions or addresses. @returns false when the key is not theirs. */
  change(key: { ownerId: number; keyId: number }, change: KeyChange): Promise<boolean>;
  /** End a key. @returns false when it is not theirs or already ended. */
  revoke(ownerId: number, keyId: number): Promise<boolean>;
  /** End all keys of an owner. @returns how many there were. */
  revokeAll(ownerId: number): Promise<number>;
  /** Let sockets of all keys of an owner end; what may come in again is asked anew. */
  hang(ownerId: number): Promise<void>;
  /** Take the right to withdraw from every key of an owner. */
  dropWithdrawals(ownerId: number): Promise<void>;
  /** Remember that a key was used; written at most once in ten seconds. */
  touch(key: ApiKey, ip: string): void;
  /** End those that ran out and were used here; called each second. */
  endExpired(): void;
  /** Told every key that was revoked or changed here, or that ran out. */
  onEnded(listener: (keyId: number) => void): void;
}

/** What of a key can change. */
export type KeyChange = Pick<NewApiKey, 'label' | 'permissions' | 'ipList' | 'expiresAtMs'>;

interface Row {
  key_id: number;
  api_key: string;
  owner_id: number;
  kind: 'hmac' | 'ed25519';
  sealed_secret: Buffer | null;
  public_key: string | null;
  label: string;
  permissions: KeyPermission[];
  ip_list: string[];
  created_at: Date;
  expires_at: Date | null;
  last_used_at: Date | null;
  last_used_ip: string;
}

/** A key and what its signatures are checked against. */
export interface SignedKey {
  readonly key: ApiKey;
  readonly signing: SigningKey;
}

interface Entry extends SignedKey {
  readonly readAtMs: number;
  usedAtMs: number;
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const NAME_LENGTH = 64;
/** Read again after this long, so that a key ended by another process ends here too. */
const CACHE_MS = 3_000;
const CACHE_COUNT_MAX = 20_000;
/** Not used for so long it is not read again with the others. */
const UNUSED_MS = 60_000;
const TOUCH_EVERY_MS = 10_000;

/** 64 letters and digits, each equally likely. */
function makeText(): string {
  let text = '';
  while (text.length < NAME_LENGTH) {
    for (const byte of randomBytes(NAME_LENGTH)) {
      if (byte < LETTERS.length * 4 && text.length < NAME_LENGTH) text += LETTERS[byte >> 2];
    }
  }
  return text;
}

function fromRow(row: Row): ApiKey {
  return {
    keyId: row.key_id,
    apiKey: row.api_key,
    ownerId: row.owner_id,
    kind: row.kind,
    label: row.label,
    permissions: row.permissions,
    ipList: row.ip_list,
    createdAtMs: row.created_at.getTime(),
    expiresAtMs: row.expires_at?.getTime() ?? 0,
    lastUsedAtMs: row.last_used_at?.getTime() ?? 0,
    lastUsedIp: row.last_used_ip,
  };
}

/** Open the room. `seal` closes shared secrets; `report` is told when a last use is not written. */
export function createApiKeys(parts: {
  readonly database: Database;
  readonly seal: Seal;
  readonly readNowMs: () => number;
  readonly report: (error: unknown) => void;
  /** Whether an owner's keys are refused for now. */
  readonly isFrozen?: (ownerId: number) => boolean;
}): ApiKeys {
  const { database, seal, readNowMs, isFrozen = () => false } = parts;
  const cache = new Map<string, Entry>();
  const touchedAtMs = new Map<number, number>();
  const listeners: ((keyId: number) => void)[] = [];
  /** When keys that were read here run out, by key. */
  const endsAtMs = new Map<number, number>();
  let readingAgain: Promise<void> | undefined;
  /** How many keys were changed or ended here. */
  let endedCount = 0;

  function openSigning(row: Row): SigningKey {
    const text =
      row.kind === 'hmac' ? seal.open(row.sealed_secret as Buffer) : (row.public_key as string);
    return openSigningKey(row.kind, text);
  }

  /** Read keys as they are stored; what they sign with never changes. */
  async function readKeys(names: readonly string[]): Promise<void> {
    const startedAt = endedCount;
    const rows = await database.query<Row>(
      {
        name: 'api-keys-read',
        text: 'SELECT * FROM api_keys WHERE api_key = ANY($1) AND revoked_at IS NULL',
      },
      [names],
    );
    const known = new Map(names.map((name) => [name, cache.get(name)]));
    for (const name of names) cache.delete(name);
    // One that was ended meanwhile may be among the rows as it was before.
    if (startedAt !== endedCount) return readKeys(names);
    const nowMs = readNowMs();
    for (const row of rows) {
      if (row.expires_at !== null) endsAtMs.set(row.key_id, row.expires_at.getTime());
      const before = known.get(row.api_key);
      if (cache.size >= CACHE_COUNT_MAX) cache.delete(cache.keys().next().value as string);
      cache.set(row.api_key, {
        key: fromRow(row),
        signing: before?.signing ?? openSigning(row),
        readAtMs: nowMs,
        usedAtMs: before?.usedAtMs ?? nowMs,
      });
    }
  }

  /** Those in use are read again together: a question for each would come every instant. */
  async function readAgain(): Promise<void> {
    const nowMs = readNowMs();
    const names: string[] = [];
    for (const [name, { readAtMs, usedAtMs }] of cache) {
      if (nowMs - usedAtMs > UNUSED_MS) cache.delete(name);
      else if (nowMs - readAtMs > CACHE_MS / 2) names.push(name);
    }
    await readKeys(names);
  }

  function isExpired({ key }: Entry, nowMs: number): boolean {
    return key.expiresAtMs > 0 && key.expiresAtMs <= nowMs;
  }

  function isOver(entry: Entry, nowMs: number): boolean {
    return isExpired(entry, nowMs) || isFrozen(entry.key.ownerId);
  }

  function readKnown(apiKey: string): Entry | undefined {
    const entry = cache.get(apiKey);
    if (entry === undefined) return undefined;
    const nowMs = readNowMs();
    if (nowMs - entry.readAtMs > CACHE_MS || isOver(entry, nowMs)) return undefined;
    entry.usedAtMs = nowMs;
    return entry;
  }

  async function readEntry(apiKey: string): Promise<Entry | undefined> {
    const nowMs = readNowMs();
    let entry = cache.get(apiKey);
    if (entry !== undefined) {
      entry.usedAtMs = nowMs;
      if (nowMs - entry.readAtMs > CACHE_MS) {
        await (readingAgain ??= readAgain().finally(() => (readingAgain = undefined)));
        entry = cache.get(apiKey);
      }
    }
    if (entry === undefined) {
      await readKeys([apiKey]);
      entry = cache.get(apiKey);
    }
    return entry === undefined || isOver(entry, nowMs) ? undefined : entry;
  }

  function forget(keyId: number): void {
    endedCount += 1;
    endsAtMs.delete(keyId);
    for (const [name, entry] of cache) if (entry.key.keyId === keyId) cache.delete(name);
    for (const listener of listeners) listener(keyId);
  }

  return {
    async create(request) {
      const publicKey = request.publicKey === undefined ? null : parsePublicKey(request.publicKey);
      if (publicKey === undefined) return undefined;
      const secret = publicKey === null ? makeText() : '';
      const rows = await database.query<Row>(
        `INSERT INTO api_keys (api_key, owner_id, kind, sealed_secret, public_key, label,
           permissions, ip_list, created_at, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) RETURNING *`,
        [
          makeText(),
          request.ownerId,
          publicKey === null ? 'hmac' : 'ed25519',
          publicKey === null ? seal.close(secret) : null,
          publicKey,
          request.label,
          request.permissions,
          request.ipList,
          new Date(readNowMs()),
          request.expiresAtMs === 0 ? null : new Date(request.expiresAtMs),
        ],
      );
      return { key: fromRow(rows[0]), secret };
    },
    find: async (apiKey) => (await readEntry(apiKey))?.key,
    read: readEntry,
    readKnown,
    async list(ownerId) {
      const rows = await database.query<Row>(
        'SELECT * FROM api_keys WHERE owner_id = $1 AND revoked_at IS NULL ORDER BY key_id DESC',
        [ownerId],
      );
      return rows.map(fromRow);
    },
    async change({ ownerId, keyId }, change) {
      const count = await database.execute(
        `UPDATE api_keys SET label = $3, permissions = $4, ip_list = $5, expires_at = $6
         WHERE owner_id = $1 AND key_id = $2 AND revoked_at IS NULL`,
        [
          ownerId,
          keyId,
          change.label,
          change.permissions,
          change.ipList,
          change.expiresAtMs === 0 ? null : new Date(change.expiresAtMs),
        ],
      );
      if (count > 0) forget(keyId);
      return count > 0;
    },
    async revoke(ownerId, keyId) {
      const count = await database.execute(
        `UPDATE api_keys SET revoked_at = $3
         WHERE owner_id = $1 AND key_id = $2 AND revoked_at IS NULL`,
        [ownerId, keyId, new Date(readNowMs())],
      );
      if (count > 0) forget(keyId);
      return count > 0;
    },
    async revokeAll(ownerId) {
      const rows = await database.query<{ key_id: number }>(
        `UPDATE api_keys SET revoked_at = $2 WHERE owner_id = $1 AND revoked_at IS NULL
         RETURNING key_id`,
        [ownerId, new Date(readNowMs())],
      );
      for (const row of rows) forget(row.key_id);
      return rows.length;
    },
    async hang(ownerId) {
      const rows = await database.query<{ key_id: number }>(
        'SELECT key_id FROM api_keys WHERE owner_id = $1 AND revoked_at IS NULL',
        [ownerId],
      );
      for (const row of rows) forget(row.key_id);
    },
    async dropWithdrawals(ownerId) {
      const rows = await database.query<{ key_id: number }>(
        `UPDATE api_keys SET permissions = array_remove(permissions, 'withdraw')
         WHERE owner_id = $1 AND 'withdraw' = ANY(permissions) RETURNING key_id`,
        [ownerId],
      );
      for (const row of rows) forget(row.key_id);
    },
    touch(key, ip) {
      const nowMs = readNowMs();
      if (nowMs - (touchedAtMs.get(key.keyId) ?? 0) < TOUCH_EVERY_MS) return;
      touchedAtMs.set(key.keyId, nowMs);
      database
        .execute('UPDATE api_keys SET last_used_at = $2, last_used_ip = $3 WHERE key_id = $1', [
          key.keyId,
          new Date(nowMs),
          ip,
        ])
        .catch(parts.report);
    },
    endExpired() {
      const nowMs = readNowMs();
      for (const [keyId, endMs] of endsAtMs) if (endMs <= nowMs) forget(keyId);
    },
    onEnded(listener) {
      listeners.push(listener);
    },
  };
}
