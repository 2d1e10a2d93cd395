// Calls about listen keys: each is one act of the room that keeps them.
import { apiUserStreamRoutes } from '@isobath/wire';
import { DialectError } from '../../../base/dialect/index.ts';
import type { ListenKeys } from '../../../base/listen-keys/index.ts';
import { type RouteHandler, serve } from '../../../base/product/index.ts';

/** Handlers of the calls. */
export function createListenKeyRoutes(listenKeys: ListenKeys): RouteHandler[] {
  return [
    serve(apiUserStreamRoutes.startUserStream, async ({ caller }) => ({
      listenKey: await listenKeys.create({ ownerId: caller.ownerId, keyId: caller.sessionId }),
    })),
    serve(apiUserStreamRoutes.keepUserStream, async ({ caller, query }) => {
      const isKnown = await listenKeys.extend(caller.ownerId, query.listenKey);
      if (!isKnown) throw new DialectError('listen_key_unknown');
      return {};
    }),
    serve(apiUserStreamRoutes.endUserStream, async ({ caller, query }) => {
      const isKnown = await listenKeys.end(caller.ownerId, query.listenKey);
      if (!isKnown) throw new DialectError('listen_key_unknown');
      return {};
    }),
  ];
}
