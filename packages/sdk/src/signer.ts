// Signatures of an API key, made with what browsers and Node both have. A secret or private key
// stays inside its signer. Not here: what is signed (http.ts).

/** Signs requests with an API key. */
export interface ApiKeySigner {
  readonly apiKey: string;
  /** Signature of a text as the trading API takes it. */
  sign(text: string): Promise<string>;
}

const encode = (text: string) => new TextEncoder().encode(text);

/**
 * A signer for a key with a shared secret.
 *
 * @example
 * const signer = createHmacSigner({ apiKey: KEY, secret: SECRET });
 */
export function createHmacSigner(key: {
  readonly apiKey: string;
  readonly secret: string;
}): ApiKeySigner {
  const usages: ['sign'] = ['sign'];
  const hash = { name: 'HMAC', hash: 'SHA-256' };
  const secret = crypto.subtle.importKey('raw', encode(key.secret), hash, false, usages);
  return {
    apiKey: key.apiKey,
    async sign(text) {
      const bytes = new Uint8Array(await crypto.subtle.sign('HMAC', await secret, encode(text)));
      return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
    },
  };
}

/**
 * A signer for an Ed25519 key.
 *
 * @param key - with the private key as text (`-----BEGIN PRIVATE KEY-----`), which never leaves.
 */
export function createEd25519Signer(key: {
  readonly apiKey: string;
  readonly privateKey: string;
}): ApiKeySigner {
  const base64 = key.privateKey.replace(/-----[^-]+-----|\s/g, '');
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const imported = crypto.subtle.importKey('pkcs8', bytes, 'Ed25519', false, ['sign']);
  return {
    apiKey: key.apiKey,
    async sign(text) {
      const signed = await crypto.subtle.sign('Ed25519', await imported, encode(text));
      return btoa(String.fromCharCode(...new Uint8Array(signed)));
    },
  };
}
