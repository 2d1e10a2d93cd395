/**
 * Headers with which pages of other sites may read public data; nothing that signs in is read for
 * it.
 */
export const OPEN_HEADERS: Readonly<Record<string, string>> = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': '*',
};

/** Headers of the answer to what a browser asks before such a request. */
export const PREFLIGHT_HEADERS: Readonly<Record<string, string>> = {
  ...OPEN_HEADERS,
  'access-control-allow-methods': 'GET, HEAD, OPTIONS',
  'access-control-allow-headers': '*',
  'access-control-max-age': '86400',
};
