// Connecting a wallet by a code to scan: there is no wallet to connect yet, and whoever asks is
// told so. Not here: what pages do with the answers (web/src/shell/wallet).
import { walletConnectRoutes } from '@isobath/wire';
import { refuse, type RouteHandler, serve } from '../../base/product/index.ts';

/** Handlers of connecting. */
export function createWalletConnectRoutes(): RouteHandler[] {
  return Object.values(walletConnectRoutes).map((route) =>
    serve(route, () => Promise.reject(refuse('wallet_unavailable'))),
  );
}
