// Takes secrets out of texts on their way to a log: those that are known by value, and whatever
// looks like one. Used by everything that writes to a log.

/** Values that were read as secrets by this process. */
const known = new Set<string>();
const LEAST_LENGTH = 6;

/** From now on this text appears in no log. Short ones would take too much with them. */
export function keepSecret(text: string): void {
  if (text.length >= LEAST_LENGTH) known.add(text);
}

/** Keep the password of an address out of logs, as it is written there and as it is meant. */
export function keepAddressSecret(address: string): void {
  if (!URL.canParse(address)) return;
  const { password } = new URL(address);
  keepSecret(password);
  try {
    keepSecret(decodeURIComponent(password));
  } catch {
    // It is no percent code: as written is as meant.
  }
}

const HIDDEN = '***';
const NAMES =
  'password|passphrase|secret|token|signature|authorization|cookie|set-cookie|api-?key|' +
  'x-mbx-apikey|listen-?key|private-?key|credential|otp|mailCode|ticket';
/** `name=value`, `name: value`, `"name":"value"`. */
const NAMED = new RegExp(
  `((?:\\b|[-_])[a-z]*?(?:${NAMES})["']?\\s*[=:]\\s*)("[^"]*"|'[^']*'|[^\\s,;&"'}\\])]+)`,
  'gi',
);
const BEARER = /\b(Bearer|Basic)\s+[\w.~+/=-]+/gi;
const USER_OF_ADDRESS = /(\b[a-z][a-z+.-]*:\/\/)[^/@\s"']+@/gi;
/** Keys and cookies of ours: long, of capital and small letters. Hashes in hexadecimal stay. */
const LONG = /[A-Za-z0-9_-]{40,}/g;

const looksRandom = (text: string) => /[a-z]/.test(text) && /[A-Z]/.test(text) && /\d/.test(text);

/** The text without anything secret. */
export function hideSecrets(text: string): string {
  let shown = text;
  for (const secret of known) shown = shown.replaceAll(secret, HIDDEN);
  return shown
    .replace(USER_OF_ADDRESS, `$1${HIDDEN}@`)
    .replace(BEARER, `$1 ${HIDDEN}`)
    .replace(NAMED, `$1${HIDDEN}`)
    .replace(LONG, (found) => (looksRandom(found) ? HIDDEN : found));
}
