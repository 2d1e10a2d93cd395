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
  const isOwn = isOwnOrigin(origin, ownOrigin);
  if (origin !== undefined && !isOwn && site !== 'same-origin') return false;
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
  return !hasSession || site === 'same-origin' || isOwn;
}

const loopback = /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?=:\d+$|$)/;

/**
 * Whether an origin is our own. This machine has three names for itself; whoever types another one
 * than the printed is no stranger.
 */
export function isOwnOrigin(origin: string | undefined, ownOrigin: string): boolean {
  if (origin === undefined) return false;
  return (
    origin.replace(loopback, 'http://localhost') === ownOrigin.replace(loopback, 'http://localhost')
  );
}
