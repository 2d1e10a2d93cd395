// The site's pages on the edge: who asks for one, how many they may ask for, and what they stand
// on. It renders nothing (pages/ does). Called by edge-process.ts.

import { readLocale } from '@isobath/texts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { countAs } from '../base/addresses/index.ts';
import type { Users } from '../base/credentials/index.ts';
import type { RouteHandler } from '../base/product/index.ts';
import type { GateSigns } from '../base/switches/index.ts';
import { readCaller } from '../edge/caller.ts';
import { createInProcessClient } from '../edge/client.ts';
import { markVisitor } from '../edge/cookies.ts';
import { answerUnknownPath, isCallPath, type SharedEdge } from '../edge/http.ts';
import { createLimits, defaultLimits } from '../edge/limits.ts';
import { readWaitMs } from '../edge/lookups.ts';
import {
  type BuiltSite,
  mountConsole,
  mountOutside,
  mountPages,
  type OutsideOptions,
} from '../pages/index.ts';
import type { Maintenance } from '../products/site/index.ts';

/** What pages stand on. */
export interface PageParts {
  readonly built: BuiltSite;
  readonly edge: SharedEdge;
  /** Unguarded: in maintenance the page that says how things are is rendered all the same. */
  readonly handlers: readonly RouteHandler[];
  /** For the language they saved. */
  readonly readUser: Users['read'];
  readonly readMaintenance: () => Maintenance;
  readonly findRegion: GateSigns['findRegion'];
  /** Addresses of scripts of others that pages may load. */
  readonly outside: OutsideOptions;
}

/**
 * By weight (pages/mount.ts). At once, 120 pages that have to be rendered: more than anybody reads,
 * and than a page asks for while its links are looked at. In the long run a tenth of a processor.
 */
const PAGE_LIMIT = { burst: 480, perSecond: 10 };

/** Serve the console, documents of others, and the pages. */
export function servePages(app: FastifyInstance, parts: PageParts): void {
  const answerUnknownCall = (request: FastifyRequest, reply: FastifyReply) =>
    answerUnknownPath(parts.edge, request, reply);
  mountConsole(app, { isCallPath, answerUnknownCall });
  mountOutside(app, parts.outside);
  serveSite(app, parts);
}

/** Serve the pages alone. */
export function serveSite(
  app: FastifyInstance,
  { built, edge, handlers, readUser, readMaintenance, findRegion }: Omit<PageParts, 'outside'>,
): void {
  const answerUnknownCall = (request: FastifyRequest, reply: FastifyReply) =>
    answerUnknownPath(edge, request, reply);
  const limits = createLimits({ ...defaultLimits, read: PAGE_LIMIT });
  mountPages(app, built, {
    lookUp: ({ raw }, isOfGuests) => edge.lookups.read(raw, isOfGuests),
    // A page is rendered where orders are taken: nobody may ask for them without end.
    takePage: ({ raw }, weight) =>
      edge.peers.isLocal(raw)
        ? 0
        : limits.take(
            edge.lookups.findAccount(raw, false) ?? countAs(edge.peers.readAddress(raw)),
            { rate: 'read', weight },
            edge.readNowMs(),
          ),
    readWaitMs,
    origin: edge.ownOrigin,
    mode: edge.mode,
    isCallPath,
    readMaintenance,
    report: edge.report,
    answerUnknownCall,
    identify: async (request, reply, isOfGuests) => {
      const prefix = new URL(request.url, edge.ownOrigin).pathname.split('/')[1] ?? '';
      const session = await edge.lookups.read(request.raw, isOfGuests);
      const { caller, newVisitorId } = readCaller(session, {
        headers: request.headers,
        ip: edge.peers.readAddress(request.raw),
        requestId: request.id,
        prefix,
      });
      // With the page itself: of the calls that it makes at once each would bring another mark, and
      // what was done under one that is replaced is shown to nobody.
      if (edge.mode === 'sandbox') markVisitor(reply, newVisitorId);
      const client = createInProcessClient(handlers, caller, edge.translate);
      // Asked for only where an address names no language.
      const savedLocale =
        caller.ownerId > 0 && readLocale(prefix) === null
          ? ((await readUser(caller.ownerId))?.locale ?? '')
          : '';
      const isLimited = findRegion(caller.ip).mode !== 'open';
      return { client, isSignedIn: caller.ownerId > 0, isLimited, savedLocale };
    },
  });
}
