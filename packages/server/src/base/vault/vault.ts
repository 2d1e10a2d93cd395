// Closes forms, files and declarations of people, each with a random key: AES-256-GCM in chunks of
// 64 KiB, the key itself closed by a master key that has a version. The master key is made when the
// first thing is closed and kept closed by the installation's credential key, which stands in no
// database. Whoever has disk and database alone reads noise; whoever deletes a wrapped key has
// deleted the file. The master keys stand in a table of verification (identity_master_keys).
// Not here: where the parts are kept. Used by products that keep what people write of themselves.
import { strict as assert } from 'node:assert';
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Seal } from '../credentials/index.ts';
import type { Database } from '../db/index.ts';

/** Something closed. */
export interface Closed {
  readonly chunks: readonly Buffer[];
  readonly wrappedKey: Buffer;
  /** Of the master key. */
  readonly keyVersion: number;
}

/** What a thing is: part of what is authenticated, so that none can be put in place of another. */
export interface About {
  readonly ownerId: number;
  readonly kind: string;
}

/** Closes and opens. */
export interface Vault {
  close(plain: Buffer, about: About): Promise<Closed>;
  /** @throws when a part was altered, is missing, or stands in another's place. */
  open(closed: Closed, about: About): Promise<Buffer>;
  /** Close data that fit one chunk. */
  closeData(data: unknown, about: About): Promise<ClosedData>;
  openData(closed: ClosedData, about: About): Promise<unknown>;
}

/** Closed data, as columns of a row have them. */
export interface ClosedData {
  readonly sealed: Buffer;
  readonly wrapped_key: Buffer;
  readonly key_version: number;
}

const CHUNK_BYTES = 64 * 1024;
const KEY_BYTES = 32;
const NONE = Buffer.alloc(0);
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const FIRST_VERSION = 1;
const KEY_LOCK = 4_870_048;

interface Part {
  readonly key: Buffer;
  readonly nonce: Buffer;
  readonly data: string;
}

function encrypt({ key, nonce, data }: Part, plain: Buffer): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(data));
  const text = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([text, cipher.getAuthTag()]);
}

function decrypt({ key, nonce, data }: Part, closed: Buffer): Buffer {
  const end = closed.length - TAG_BYTES;
  const decipher = createDecipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(data));
  decipher.setAuthTag(closed.subarray(end));
  return Buffer.concat([decipher.update(closed.subarray(0, end)), decipher.final()]);
}

/** A key closes one thing, so its chunks may count their nonces. */
function describePart(key: Buffer, about: About, [place, count]: readonly [number, number]): Part {
  const nonce = Buffer.alloc(NONCE_BYTES);
  nonce.writeUInt32BE(place, NONCE_BYTES - 4);
  const isLast = place === count - 1;
  return {
    key,
    nonce,
    data: `${about.ownerId} ${about.kind} ${place} ${isLast ? 'last' : 'more'}`,
  };
}

const describeKey = (master: Buffer, nonce: Buffer, about: About): Part => ({
  key: master,
  nonce,
  data: `key of ${about.ownerId} ${about.kind}`,
});

/** Open the vault. */
export function createVault(
  database: Database,
  seal: Pick<Seal, 'close' | 'open'>,
  readNowMs: () => number,
): Vault {
  const masters = new Map<number, Buffer>();

  async function readMasters(): Promise<void> {
    const rows = await database.query<{ version: number; sealed_key: Buffer }>(
      'SELECT version, sealed_key FROM identity_master_keys',
    );
    for (const { version, sealed_key: sealed } of rows) {
      masters.set(version, Buffer.from(seal.open(sealed), 'hex'));
    }
  }

  async function makeMaster(): Promise<void> {
    const key = randomBytes(KEY_BYTES).toString('hex');
    await database.transaction(async (session) => {
      await session.query('SELECT pg_advisory_xact_lock($1)', [KEY_LOCK]);
      await session.execute(
        `INSERT INTO identity_master_keys SELECT $1, $2, $3
         WHERE NOT EXISTS (SELECT FROM identity_master_keys)`,
        [FIRST_VERSION, seal.close(key), readNowMs()],
      );
    });
    await readMasters();
  }

  async function readMaster(version: number): Promise<Buffer> {
    if (!masters.has(version)) await readMasters();
    const master = masters.get(version);
    if (master === undefined) throw new Error(`no master key of version ${version}`);
    return master;
  }

  async function readNewest(): Promise<number> {
    if (masters.size === 0) await readMasters();
    if (masters.size === 0) await makeMaster();
    return Math.max(...masters.keys());
  }

  const vault: Vault = {
    async close(plain, about) {
      const keyVersion = await readNewest();
      const key = randomBytes(KEY_BYTES);
      const count = Math.max(1, Math.ceil(plain.length / CHUNK_BYTES));
      const chunks = Array.from({ length: count }, (_one, place) =>
        encrypt(
          describePart(key, about, [place, count]),
          plain.subarray(place * CHUNK_BYTES, (place + 1) * CHUNK_BYTES),
        ),
      );
      const nonce = randomBytes(NONCE_BYTES);
      const wrapped = encrypt(describeKey(await readMaster(keyVersion), nonce, about), key);
      return { chunks, wrappedKey: Buffer.concat([nonce, wrapped]), keyVersion };
    },
    async open({ chunks, wrappedKey, keyVersion }, about) {
      // Without any part nothing would be authenticated.
      assert(chunks.length > 0, 'nothing to open');
      const master = await readMaster(keyVersion);
      const nonce = wrappedKey.subarray(0, NONCE_BYTES);
      const key = decrypt(describeKey(master, nonce, about), wrappedKey.subarray(NONCE_BYTES));
      return Buffer.concat(
        chunks.map((chunk, place) =>
          decrypt(describePart(key, about, [place, chunks.length]), chunk),
        ),
      );
    },
    async closeData(data, about) {
      const { chunks, wrappedKey, keyVersion } = await vault.close(
        Buffer.from(JSON.stringify(data)),
        about,
      );
      assert(chunks.length === 1, 'data of more than one chunk');
      return { sealed: chunks[0] ?? NONE, wrapped_key: wrappedKey, key_version: keyVersion };
    },
    async openData({ sealed, wrapped_key: wrappedKey, key_version: keyVersion }, about) {
      const plain = await vault.open({ chunks: [sealed], wrappedKey, keyVersion }, about);
      return JSON.parse(plain.toString('utf8')) as unknown;
    },
  };
  return vault;
}
