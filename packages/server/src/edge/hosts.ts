// Which host serves what when the back office has an address of its own: there the console, its
// calls and what both need, everything else at the site's, and nothing of the one on the other. A
// script that got into a page of the site is then a stranger to the console. This is the one place
// that decides it: for calls and pages by the route that was found (http.ts), for WebSockets by the
// door (upgrades.ts), for the short way of the trading API by saying no (dialect/direct.ts).
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** The addresses, such as `https://office.example`. */
export interface HostAddresses {
  readonly ownOrigin: string;
  /** undefined: the back office is at the address of the site. */
  readonly officeOrigin?: string | undefined;
}

/** What of a request says which host is meant. */
export interface HostSigns {
  /** The request's target as it came. */
  readonly url?: string | undefined;
  readonly headers: IncomingHttpHeaders;
  /** Names and values in turn; absent: no header came twice. */
  readonly rawHeaders?: readonly string[];
}

const OFFICE = /^\/admin(\/|$)/;
/** What both addresses serve: public values such as the name of the house. */
const SHARED = /^\/hk-web\/public\//;
/** How things are: supervisors ask by the machine's address, under no name of ours. */
const OF_ANY_HOST = /^\/(health\/(live|ready|endpoints)|version|metrics)$/;
const HOST_TEXT = /^(?:[a-z0-9_.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;
const LOOPBACK = /^(?:localhost|127\.0\.0\.1|\[::1\])(?=:\d+$|$)/;

/** The one Host of a request as addresses write it, "" when it has none or two. */
function readHostText({ headers, rawHeaders = [] }: HostSigns, { protocol }: URL): string {
  const count = rawHeaders.filter((text, at) => at % 2 === 0 && /^host$/i.test(text)).length;
  const { host = '' } = headers;
  if (count > 1 || !HOST_TEXT.test(host)) return '';
  const address = `${protocol}//${host}`;
  return URL.canParse(address) ? new URL(address).host : '';
}

/** This machine has three names for itself. */
const writeLocal = (host: string): string => host.replace(LOOPBACK, 'localhost');

/** Decides what is served at which host. */
export interface Hosts {
  /**
   * Whether a request may have what is served at a path. A target that is no path is refused: it
   * names a host that need not be the header's.
   *
   * @param path - as the route that was found writes it, or decoded; never as it came.
   */
  isServed(request: HostSigns, path: string): boolean;
  /** Whether a request names the back office's own host. */
  isAtOffice(request: HostSigns): boolean;
}

/** Read the addresses once. */
export function createHosts({ ownOrigin, officeOrigin }: HostAddresses): Hosts {
  const isPath = (url: string | undefined) => url?.startsWith('/') === true;
  if (officeOrigin === undefined) {
    return { isServed: ({ url }) => isPath(url), isAtOffice: () => false };
  }
  const site = new URL(ownOrigin);
  const office = new URL(officeOrigin);
  const siteHost = writeLocal(site.host);
  const isAtOffice = (request: HostSigns) => readHostText(request, office) === office.host;
  const isAtSite = (request: HostSigns) =>
    !isAtOffice(request) && writeLocal(readHostText(request, site)) === siteHost;
  return {
    isAtOffice,
    isServed(request, path) {
      if (!isPath(request.url)) return false;
      if (OF_ANY_HOST.test(path)) return true;
      if (SHARED.test(path)) return isAtOffice(request) || isAtSite(request);
      return OFFICE.test(path) ? isAtOffice(request) : isAtSite(request);
    },
  };
}

/** The origin whose pages may call a path. @param path - as in `isServed`. */
export function originOf({ ownOrigin, officeOrigin }: HostAddresses, path: string): string {
  return OFFICE.test(path) ? (officeOrigin ?? ownOrigin) : ownOrigin;
}

/** A path as it came, without its query, in the letters that it means. */
function decodePath(url: string): string {
  const [path = ''] = url.split('?', 1);
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

/** The path of a request: as its route writes it, or decoded where a route takes any. */
export function pathOf({ url, routeOptions }: FastifyRequest): string {
  const found = routeOptions.url ?? '*';
  return found.endsWith('*') ? decodePath(url) : found;
}

/**
 * Answer nothing at the wrong host, before a body is read or a handler asked.
 *
 * @param answerUnknown - what a path gets that nothing serves.
 */
export function keepHostsApart(
  app: FastifyInstance,
  hosts: Hosts,
  answerUnknown: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>,
): void {
  app.addHook('onRequest', async (request, reply) => {
    // Where a route takes any path it is its place that counts, however the rest is written.
    if (hosts.isServed(request.raw, request.routeOptions.url ?? '/*')) return undefined;
    const isBare = pathOf(request) === '/' && hosts.isAtOffice(request.raw);
    return isBare ? reply.redirect('/admin') : answerUnknown(request, reply);
  });
}
