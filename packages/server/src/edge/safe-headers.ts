// Headers that every answer has, by who reads it: pages, calls, programs. They depend on nothing
// but whether the way is https. Used by http.ts.

/** Headers of every answer; pages add their content security policy. */
const SAFE_HEADERS: readonly (readonly [string, string])[] = [
  ['x-content-type-options', 'nosniff'],
  ['referrer-policy', 'same-origin'],
  ['x-frame-options', 'DENY'],
  ['cross-origin-opener-policy', 'same-origin'],
  ['cross-origin-resource-policy', 'same-origin'],
  ['permissions-policy', 'camera=(), microphone=(), geolocation=(), payment=()'],
];

/** No browser shows the answers to programs: what tells it how to is left out there. */
const ofPrograms = {
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
};
const secure = { 'strict-transport-security': 'max-age=31536000; includeSubDomains' };

/** Headers of every answer, by who reads it. */
export function headersOf(isSecure: boolean) {
  const ofScheme: Readonly<Record<string, string>> = isSecure ? secure : {};
  const ofAll = { ...Object.fromEntries(SAFE_HEADERS), ...ofScheme };
  const ofEnvelopes = { ...ofPrograms, ...ofScheme };
  return { ofAll, ofCalls: { ...ofAll, ...ofEnvelopes }, ofPrograms: ofEnvelopes };
}

/** As lines of an answer that is written by hand. */
export function writeLines(headers: Readonly<Record<string, string>>): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return lines.join('');
}
