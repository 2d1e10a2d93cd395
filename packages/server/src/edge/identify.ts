// Who makes a call, once its body is there: a person, an operator on paths of the back office, or a
// guest. Whom it counts for was decided before (gate.ts). Called by http.ts.
import type { Route } from '@isobath/wire';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../base/product/index.ts';
import { readCaller } from './caller.ts';
import { markVisitor } from './cookies.ts';
import { isForGuests } from './gate.ts';
import type { Lookups } from './lookups.ts';
import { keepForPage } from './page-account.ts';
import { directPeers, type Peers } from './peers.ts';

/** What identifying stands on. */
export interface IdentifyParts {
  readonly lookups: Lookups;
  readonly mode: 'sandbox' | 'production';
  readonly peers?: Peers;
}

/**
 * Find out who calls. On paths of the back office nobody is a person who trades, whatever the other
 * cookie says. The session is asked for again: it may have ended while the body came.
 */
export async function identify(
  { lookups, mode, peers = directPeers }: IdentifyParts,
  { path, rate, role, isWebhook }: Route,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
): Promise<Caller> {
  const { raw } = request;
  const isOffice = path.startsWith('/admin/');
  const isOfGuests = isForGuests({ rate, role });
  const isNobody = isOffice || isWebhook === true;
  const found = isNobody ? undefined : await lookups.read(raw, isOfGuests);
  const session = keepForPage(found, request.headers['x-account']);
  const operator = isOffice ? await lookups.readOperator(raw, isOfGuests) : undefined;
  const { caller, newVisitorId } = readCaller(session, {
    headers: request.headers,
    ip: peers.readAddress(raw),
    requestId: request.id,
    prefix: '',
  });
  // A guest who does something is known again by the browser; the sandbox knows whoever looks.
  const isMarked = isWebhook !== true && (mode === 'sandbox' || request.method === 'POST');
  // Where people sign in the mark is given anew: it would be over long before the browser is.
  if (rate === 'credential') markVisitor(reply, caller.visitorId);
  else if (isMarked) markVisitor(reply, newVisitorId);
  return operator === undefined ? caller : { ...caller, operator };
}
