// Whether a text was signed with a key: HMAC-SHA256 in hexadecimal or Ed25519 in base64. It knows
// no request: base/dialect says which text was signed.
import { createHmac, createPublicKey, createSecretKey, type KeyObject, verify } from 'node:crypto';

/** What a signature is checked against, opened once: reading a key takes longer than checking. */
export interface SigningKey {
  readonly kind: 'hmac' | 'ed25519';
  readonly key: KeyObject;
}

/** Open a key. @param text - the shared secret, or the public half as PEM. */
export function openSigningKey(kind: SigningKey['kind'], text: string): SigningKey {
  return { kind, key: kind === 'hmac' ? createSecretKey(text, 'utf8') : createPublicKey(text) };
}

function isHmacOf(payload: string, secret: KeyObject, signature: string): boolean {
  if (signature.length !== 64) return false;
  const expected = createHmac('sha256', secret).update(payload).digest('hex');
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
export function checkSignature(
  { kind, key }: SigningKey,
  payload: string,
  signature: string,
): boolean {
  return kind === 'hmac' ? isHmacOf(payload, key, signature) : isEd25519Of(payload, key, signature);
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
