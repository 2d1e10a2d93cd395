import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts small secrets with one key. */
export interface Seal {
  /** AES-256-GCM: nonce, tag, text. */
  close(plain: string): Buffer;
  /** @throws when it was altered or another key closed it. */
  open(sealed: Buffer): string;
  /** HMAC-SHA-256 of a text so short that whoever has its plain hash could find it by trying. */
  hash(plain: string): Buffer;
}

/** Make a seal. @param key - 64 hexadecimal digits. */
export function createSeal(key: string): Seal {
  const secret = Buffer.from(key, 'hex');
  const hashKey = createHmac('sha256', secret).update('hashes of short texts').digest();
  return {
    hash: (plain) => createHmac('sha256', hashKey).update(plain).digest(),
    close(plain) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', secret, nonce);
      const text = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), text]);
    },
    open(sealed) {
      const nonce = sealed.subarray(0, NONCE_BYTES);
      const decipher = createDecipheriv('aes-256-gcm', secret, nonce);
      decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      const text = sealed.subarray(NONCE_BYTES + TAG_BYTES);
      return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8');
    },
  };
}

/** SHA-256 of a random token or of a code with its token, for storing. */
export function hashSecret(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
