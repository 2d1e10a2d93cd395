// What the browser itself says of a passkey and of the signer's words: the fingerprint of what its
// own authenticator made, and whether the key of statements signed a text. Neither asks the server.
// Used by EnrolView.tsx and ItemDialog.tsx.
import { groupFingerprint, type OfficerItem, writeDescribed, writeOfficer } from '@isobath/wire';
import { base64URLStringToBuffer, bufferToBase64URLString } from '@simplewebauthn/browser';

/** Where the key begins in what an authenticator says of a new passkey. */
const ID_LENGTH_AT = 53;
const ID_AT = 55;
/** COSE: ES256 is a map of five, EdDSA of four; whatever follows is no part of the key. */
const keyLengths: Readonly<Record<number, number>> = { 0xa5: 77, 0xa4: 42 };

const toBytes = (hex: string) =>
  Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
const toHex = (bytes: ArrayBuffer) =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');

async function hashText(text: string): Promise<string> {
  return toHex(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
}

/** A hash in hex as browsers hand challenges over. */
export const writeChallenge = (hash: string): string =>
  bufferToBase64URLString(toBytes(hash).buffer);

/** The COSE key in authenticator data, in base64url; "" for one of another kind. */
function readKey(authenticatorData: string): string {
  const bytes = new Uint8Array(base64URLStringToBuffer(authenticatorData));
  const idLength = ((bytes[ID_LENGTH_AT] ?? 0) << 8) | (bytes[ID_LENGTH_AT + 1] ?? 0);
  const from = ID_AT + idLength;
  const length = keyLengths[bytes[from] ?? 0] ?? 0;
  return bufferToBase64URLString(bytes.slice(from, from + length).buffer);
}

/** The fingerprint of a passkey that this browser has made. */
export async function readOwnFingerprint(
  officerId: string,
  made: { readonly id: string; readonly response: { readonly authenticatorData?: string } },
): Promise<string> {
  const publicKey = readKey(made.response.authenticatorData ?? '');
  return groupFingerprint(
    await hashText(writeOfficer({ officerId, credentialId: made.id, publicKey })),
  );
}

/** Whether the signer said a text: `unknown` in a browser without Ed25519. */
export async function checkWords(
  item: Pick<OfficerItem, 'kind' | 'text' | 'hash' | 'signature'>,
  statementKey: string,
): Promise<'good' | 'bad' | 'unknown'> {
  if (!item.text.endsWith(`\nhash ${item.hash}`)) return 'bad';
  let key: CryptoKey;
  try {
    key = await crypto.subtle.importKey('raw', toBytes(statementKey), 'Ed25519', false, ['verify']);
  } catch {
    return 'unknown';
  }
  const text = new TextEncoder().encode(writeDescribed(item));
  const isGood = await crypto.subtle.verify('Ed25519', key, toBytes(item.signature), text);
  return isGood ? 'good' : 'bad';
}
