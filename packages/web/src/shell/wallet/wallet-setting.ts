// The wallet that is connected in this browser: what the exchange told when it was scanned.
import type { ConnectedWallet } from '@isobath/wire';
import { defineSetting } from '../../base/settings.ts';

/** The wallet, null as long as none is connected. */
export const walletSetting = defineSetting<ConnectedWallet | null>(
  'wallet',
  null,
  (value) => value === null || typeof (value as ConnectedWallet).accountId === 'string',
);
