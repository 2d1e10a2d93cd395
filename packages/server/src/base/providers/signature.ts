// How a provider signs what it sends: `t=<unix seconds>,v1=<hexadecimal>` with v1 the HMAC-SHA256
// of `t.body` under a secret that both have. Several v1 may stand in one header, and two secrets
// are good at once, so that neither side has to change at the same moment as the other.
// Not what is believed: a signed body is a hint (docs/run/identity.md).
import { createHmac, timingSafeEqual } from 'node:crypto';

/** Header that the signature of a body stands in, in small letters. */
export const SIGNATURE_HEADER = 'webhook-signature';

/** How far the clocks of both may be apart, seconds. */
const AGE_MAX_S = 300;
const PARTS_MAX = 10;
const HASH_TEXT = /^[0-9a-f]{64}$/;
const TIME_TEXT = /^\d{1,12}$/;

/** A body as it came, with its header. */
export interface SignedText {
  /** Of `webhook-signature`, "" without one. */
  readonly signature: string;
  /** The body exactly as it came. */
  readonly text: string;
}

const hash = (secret: string, atS: string, text: string): Buffer =>
  createHmac('sha256', secret).update(`${atS}.${text}`).digest();

/** What belongs into the header. @param atS - seconds since 1970. */
export function signText(secret: string, atS: number, text: string): string {
  return `t=${atS},v1=${hash(secret, String(atS), text).toString('hex')}`;
}

/** The time and the hashes of a header, undefined for what is none. */
function parseSignature(signature: string): { atS: string; hashes: Buffer[] } | undefined {
  const parts = signature.split(',', PARTS_MAX + 1).map((part) => part.split('='));
  if (parts.length > PARTS_MAX || parts.some(({ length }) => length !== 2)) return undefined;
  const times = parts.filter(([name]) => name === 't').map(([, value]) => value ?? '');
  const values = parts.filter(([name]) => name === 'v1').map(([, value]) => value ?? '');
  const [atS] = times;
  if (atS === undefined || times.length > 1 || !TIME_TEXT.test(atS)) return undefined;
  return { atS, hashes: values.filter((v) => HASH_TEXT.test(v)).map((v) => Buffer.from(v, 'hex')) };
}

/**
 * Whether a body was signed with one of the secrets, at most 300 s ago or ahead. Every pair is
 * compared whole, whichever fits.
 */
export function isSigned(
  { signature, text }: SignedText,
  secrets: readonly string[],
  nowMs: number,
): boolean {
  const parsed = parseSignature(signature);
  if (parsed === undefined) return false;
  if (Math.abs(nowMs / 1000 - Number(parsed.atS)) > AGE_MAX_S) return false;
  let isFound = false;
  for (const secret of secrets) {
    const expected = hash(secret, parsed.atS, text);
    for (const given of parsed.hashes) {
      if (timingSafeEqual(given, expected)) isFound = true;
    }
  }
  return isFound;
}
