// Which host serves what when the back office has an address of its own: there the console, its
// calls and what both need, everything else elsewhere, and nothing of the one on the other. A
// script that got into a page of the site is then a stranger to the console. Called by http.ts.
import type { FastifyInstance } from 'fastify';
import { refuse } from '../base/product/index.ts';

/** The addresses, such as `https://office.example`. */
export interface OfficeAddress {
  readonly ownOrigin: string;
  /** undefined: the back office is at the address of the site. */
  readonly officeOrigin?: string | undefined;
}

const OFFICE = /^\/admin(\/|$|\?)/;
/** What both addresses serve: how things are, and public values such as the name of the house. */
const SHARED = /^\/(health\/|version$|metrics$|hk-web\/public\/)/;

/** Whether a request names the back office's own address; false where it has none. */
export function isAtOffice({ officeOrigin }: OfficeAddress, host: string | undefined): boolean {
  return officeOrigin !== undefined && host === new URL(officeOrigin).host;
}

/** The origin whose pages may call a path. */
export function originOf({ ownOrigin, officeOrigin }: OfficeAddress, path: string): string {
  return OFFICE.test(path) ? (officeOrigin ?? ownOrigin) : ownOrigin;
}

/** Keep the two addresses apart; nothing to do when there is one. */
export function keepOfficeApart(app: FastifyInstance, address: OfficeAddress): void {
  if (address.officeOrigin === undefined) return;
  app.addHook('onRequest', async (request, reply) => {
    const isThere = isAtOffice(address, request.headers.host);
    if (isThere && request.url === '/') return reply.redirect('/admin');
    if (SHARED.test(request.url)) return undefined;
    if (isThere !== OFFICE.test(request.url)) throw refuse('not_found');
    return undefined;
  });
}
