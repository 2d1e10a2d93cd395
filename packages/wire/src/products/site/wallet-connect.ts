// Connecting a web3 wallet by a code to scan, as the exchange's pages ask for it. Paths are the
// specification's. Not here: what a connected wallet holds. Read by the site product and pages.
import { defineRoute } from '../../route.ts';
import { z } from '../../z.ts';

const open = { method: 'GET', role: 'public', owner: 'none', rate: 'read' } as const;

/** A wallet that is connected. */
export const connectedWallet = z.object({
  accountId: z.string(),
  accountName: z.string(),
  /** Colour of its face, 0 to 9. */
  colorId: z.number().int().min(0).max(9),
  walletName: z.string(),
  device: z.string(),
  ip: z.string(),
});
export type ConnectedWallet = z.infer<typeof connectedWallet>;

/** Calls of connecting. As long as no wallet can be connected, each is refused with 20102. */
export const walletConnectRoutes = {
  walletCode: defineRoute({
    ...open,
    path: '/hk-web/web3/wallet/generate/qrcode',
    summary: 'A token for the code that a wallet scans; it is good for a while and once.',
    answer: z.object({ qrCodeToken: z.string() }),
  }),
  walletScan: defineRoute({
    ...open,
    path: '/hk-web/web3/wallet/scan/login',
    summary:
      'Whether a wallet has scanned the code: 200 with the wallet, 10029 once it is too old.',
    query: z.object({ qrCodeToken: z.string().min(1).max(128) }),
    answer: connectedWallet,
  }),
} as const;
