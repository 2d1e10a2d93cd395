import type { IncomingHttpHeaders } from 'node:http';

/**
 * Whether a changing request comes from one of our own pages or from a program that sends our
 * header on purpose. A foreign page can do neither: it cannot set the header without a preflight we
 * never answer.
 *
 * @param ownOrigin - such as `http://127.0.0.1:4870`.
 * @param hasSession - a request with a session cookie must also prove its origin.
 */
export function isOwnRequest(
  headers: IncomingHttpHeaders,
  ownOrigin: string,
  hasSession: boolean,
): boolean {
  if (headers['x-requested-with'] !== 'isobath') return false;
  const { origin } = headers;
  const site = headers['sec-fetch-site'];
  if (origin !== undefined && origin !== ownOrigin && site !== 'same-origin') return false;
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
  return !hasSession || site === 'same-origin' || origin === ownOrigin;
}
