// The code that a wallet scans, and the asking whether it was: first 2 s after the code is drawn,
// then every 30 s, until it was or the code is too old. Only while the dialog is open.
import { ApiError } from '@isobath/sdk';
import { businessCodes, type ConnectedWallet, walletConnectRoutes } from '@isobath/wire';
import { useCallback, useEffect, useState } from 'react';
import { browserClient } from '../../base/client.ts';

const firstAfterMs = 2_000;
const thenEveryMs = 30_000;
/** The number as in the table of codes, not the table: it would weigh here. */
const EXPIRED = 10_029;

/** How far connecting has come. */
export type Connection =
  | { readonly state: 'loading' }
  | { readonly state: 'failed' }
  | { readonly state: 'waiting' | 'expired'; readonly token: string };

/** @param handlers - onConnected: a wallet scanned the code; onRefused: it cannot be done here. */
export function useConnection(handlers: {
  onConnected: (wallet: ConnectedWallet) => void;
  onRefused: () => void;
}): { readonly connection: Connection; readonly refresh: () => void } {
  const [connection, setConnection] = useState<Connection>({ state: 'loading' });
  const { onConnected, onRefused } = handlers;

  const refresh = useCallback(() => {
    setConnection({ state: 'loading' });
    browserClient()
      .call(walletConnectRoutes.walletCode)
      .then(({ qrCodeToken }) => setConnection({ state: 'waiting', token: qrCodeToken }))
      .catch((error: unknown) => {
        setConnection({ state: 'failed' });
        // The whole page tells that it is not offered: two dialogs would be one too many.
        const isRefused =
          error instanceof ApiError && error.code === businessCodes.moduleUnavailable;
        if (isRefused) onRefused();
      });
  }, [onRefused]);
  useEffect(refresh, [refresh]);

  const token = connection.state === 'waiting' ? connection.token : '';
  useEffect(() => {
    if (token === '') return undefined;
    const leave = new AbortController();
    let timer: ReturnType<typeof setTimeout>;
    const look = async () => {
      try {
        const input = { query: { qrCodeToken: token }, signal: leave.signal };
        onConnected(await browserClient().call(walletConnectRoutes.walletScan, input));
      } catch (error) {
        if (leave.signal.aborted) return;
        const isOver = error instanceof ApiError && error.code === EXPIRED;
        if (isOver) setConnection({ state: 'expired', token });
        else timer = setTimeout(() => void look(), thenEveryMs);
      }
    };
    timer = setTimeout(() => void look(), firstAfterMs);
    return () => {
      leave.abort();
      clearTimeout(timer);
    };
  }, [token, onConnected]);
  return { connection, refresh };
}
