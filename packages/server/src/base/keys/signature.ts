// Whether a text was signed with a key: HMAC-SHA256 in hexadecimal or Ed25519 in base64. It knows
// no request: base/dialect says which text was signed.
import { createPublicKey, hash, type KeyObject, verify } from 'node:crypto';

/** A shared secret: the blocks that its two hashes begin with. */
interface SharedKey {
  readonly kind: 'hmac';
  readonly innerPad: string;
  readonly outerPad: string;
}

/** What a signature is checked against, opened once: reading a key takes longer than checking. */
export type SigningKey = SharedKey | { readonly kind: 'ed25519'; readonly key: KeyObject };

const BLOCK_BYTES = 64;
const SHARED_SECRET = /^[A-Za-z0-9]{64}$/;

/** The secret's block, each letter changed by the same bits: still ASCII, one byte a letter. */
function makePad(secret: string, bits: number): string {
  return String.fromCharCode(...Array.from(secret, (letter) => letter.charCodeAt(0) ^ bits));
}

/**
 * Open a key.
 *
 * @param text - the shared secret, 64 letters and digits as we make them; or the public half as
 *   PEM.
 * @errors RangeError for another secret: it would need more than one block or another filling.
 */
export function openSigningKey(kind: SigningKey['kind'], text: string): SigningKey {
  if (kind === 'ed25519') return { kind, key: createPublicKey(text) };
  if (!SHARED_SECRET.test(text)) throw new RangeError('a shared secret fills no block');
  return { kind, innerPad: makePad(text, 0x36), outerPad: makePad(text, 0x5c) };
}

/** The outer hash's block and the inner digest behind it. */
const outer = Buffer.alloc(BLOCK_BYTES + 32);

/** HMAC-SHA256 by two plain hashes: the library's own makes an object a call, twice as dear. */
function makeHmac(payload: string, { innerPad, outerPad }: SharedKey): string {
  outer.write(outerPad, 0, 'latin1');
  outer.write(hash('sha256', innerPad + payload, 'latin1'), BLOCK_BYTES, 'latin1');
  return hash('sha256', outer, 'hex');
}

function isHmacOf(payload: string, key: SharedKey, signature: string): boolean {
  if (signature.length !== 64) return false;
  const expected = makeHmac(payload, key);
  const given = signature.toLowerCase();
  // Every letter is looked at, wherever the first difference is.
  let difference = 0;
  for (let at = 0; at < 64; at += 1) difference |= expected.charCodeAt(at) ^ given.charCodeAt(at);
  return difference === 0;
}

function isEd25519Of(payload: string, publicKey: KeyObject, signature: string): boolean {
  const bytes = Buffer.from(signature, 'base64');
  return bytes.length === 64 && verify(null, Buffer.from(payload), publicKey, bytes);
}

/** Check a signature; the time it takes does not depend on where an HMAC differs. */
export function checkSignature(key: SigningKey, payload: string, signature: string): boolean {
  return key.kind === 'hmac'
    ? isHmacOf(payload, key, signature)
    : isEd25519Of(payload, key.key, signature);
}

/**
 * Read the public half of an Ed25519 key as people paste it: PEM, or its base64 alone.
 *
 * @returns PEM in its usual form, undefined when it is no such key.
 */
export function parsePublicKey(text: string): string | undefined {
  const body = text.replace(/-----(BEGIN|END) PUBLIC KEY-----/g, '').replace(/\s+/g, '');
  if (!/^[A-Za-z0-9+/]{40,100}={0,2}$/.test(body)) return undefined;
  try {
    const key = createPublicKey({ key: Buffer.from(body, 'base64'), format: 'der', type: 'spki' });
    if (key.asymmetricKeyType !== 'ed25519') return undefined;
    return key.export({ format: 'pem', type: 'spki' }).toString();
  } catch {
    return undefined;
  }
}
