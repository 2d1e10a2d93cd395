// Calls about listen keys: each is one act of the room that keeps them.
import { apiUserStreamRoutes } from '@isobath/wire';
import { BinanceError } from '../../../base/binance-api/index.ts';
import type { ListenKeys } from '../../../base/listen-keys/index.ts';
import { type Caller, type RouteHandler, serve } from '../../../base/product/index.ts';

/**
 * Handlers of the calls.
 *
 * @param canRead - whether a key of an owner may read their account: these calls are not signed,
 * and   name their key only.
 */
export function createListenKeyRoutes(
  listenKeys: ListenKeys,
  canRead: (ownerId: number, keyId: number) => Promise<boolean>,
): RouteHandler[] {
  async function checkCanRead({ ownerId, sessionId }: Caller): Promise<void> {
    if (!(await canRead(ownerId, sessionId))) throw new BinanceError('key_rejected');
  }
  return [
    serve(apiUserStreamRoutes.startUserStream, async ({ caller }) => {
      await checkCanRead(caller);
      const { ownerId, sessionId: keyId } = caller;
      return { listenKey: await listenKeys.createOrExtend({ ownerId, keyId }) };
    }),
    serve(apiUserStreamRoutes.keepUserStream, async ({ caller, query }) => {
      await checkCanRead(caller);
      const isKnown = await listenKeys.extend(caller.ownerId, query.listenKey);
      if (!isKnown) throw new BinanceError('listen_key_unknown');
      return {};
    }),
    serve(apiUserStreamRoutes.endUserStream, async ({ caller, query }) => {
      const isKnown = await listenKeys.end(caller.ownerId, query.listenKey);
      if (!isKnown) throw new BinanceError('listen_key_unknown');
      return {};
    }),
  ];
}
