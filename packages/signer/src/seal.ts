// The seed at rest: AES-256-GCM under a key that scrypt makes of the passphrase.
// Not here: what the seed is for (keys.ts).
import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto';
import { z } from 'zod';

/** Work of scrypt: 128 MiB and about half a second for each guess. */
export const SCRYPT_COST = 2 ** 17;
const COST_MAX = 2 ** 20;
const BLOCK_SIZE = 8;
const PASSPHRASE_LENGTH_MIN = 12;

const hex = z.string().regex(/^([0-9a-f]{2})+$/);

const sealedShape = z.strictObject({
  version: z.literal(1),
  cost: z.int().min(2).max(COST_MAX),
  salt: hex.length(64),
  nonce: hex.length(24),
  sealed: hex,
  tag: hex.length(32),
});

/** A sealed seed, as the file has it. */
export type Sealed = z.infer<typeof sealedShape>;

function makeKey(passphrase: string, salt: Buffer, cost: number): Buffer {
  const maxmem = 256 * BLOCK_SIZE * cost;
  return scryptSync(passphrase.normalize('NFKC'), salt, 32, {
    N: cost,
    r: BLOCK_SIZE,
    p: 1,
    maxmem,
  });
}

function nameData(cost: number): Buffer {
  return Buffer.from(`isobath seed 1 ${cost}`);
}

/** Seal a secret. @throws when the passphrase is shorter than 12 characters. */
export function seal(secret: Uint8Array, passphrase: string, cost = SCRYPT_COST): Sealed {
  if (passphrase.length < PASSPHRASE_LENGTH_MIN) {
    throw new Error(`the passphrase is shorter than ${PASSPHRASE_LENGTH_MIN} characters`);
  }
  const [salt, nonce] = [randomBytes(32), randomBytes(12)];
  const cipher = createCipheriv('aes-256-gcm', makeKey(passphrase, salt, cost), nonce);
  cipher.setAAD(nameData(cost));
  const sealed = Buffer.concat([cipher.update(secret), cipher.final()]);
  return {
    version: 1,
    cost,
    salt: salt.toString('hex'),
    nonce: nonce.toString('hex'),
    sealed: sealed.toString('hex'),
    tag: cipher.getAuthTag().toString('hex'),
  };
}

/** Open what was sealed. @throws when the passphrase is another one or the file was changed. */
export function unseal(file: unknown, passphrase: string): Buffer {
  const { cost, salt, nonce, sealed, tag } = sealedShape.parse(file);
  const key = makeKey(passphrase, Buffer.from(salt, 'hex'), cost);
  const options = { authTagLength: 16 };
  const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(nonce, 'hex'), options);
  decipher.setAAD(nameData(cost));
  decipher.setAuthTag(Buffer.from(tag, 'hex'));
  try {
    return Buffer.concat([decipher.update(Buffer.from(sealed, 'hex')), decipher.final()]);
  } catch {
    throw new Error('the passphrase does not open the seed');
  }
}
