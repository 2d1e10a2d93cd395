// Local chains of a sandbox and the wallet outside the exchange, on the wire: what they are, and
// what is asked of them. Ours; a production has none of it.
import { decimalText, timeMs, wholeText } from '../../money.ts';
import { defineRoute } from '../../route.ts';
import { z } from '../../z.ts';
import { addressText, amount, coinId, networkId, read, write } from './fields.ts';

/** Most blocks that are made at once. */
export const LOCAL_BLOCKS_MAX = 50;

/** A local chain, as it was seen last. */
export const localChain = z.object({
  networkId: z.number().int(),
  name: z.string(),
  height: z.number().int(),
  /** Most blocks that may be replaced: so few that no deposit vanishes which was credited. */
  replaceableCount: z.number().int(),
  /** Of the wallet outside the exchange. */
  outsideAddress: z.string(),
  holdings: z.array(z.object({ coinId: z.number().int(), amount: decimalText })),
  seenAt: timeMs,
});
export type LocalChain = z.infer<typeof localChain>;

/** What was asked of a local chain, and what became of it. */
export const chainRequest = z.object({
  id: wholeText,
  at: timeMs,
  networkId: z.number().int(),
  kind: z.enum(['send', 'mine', 'reorganise']),
  /** 0 for blocks. */
  coinId: z.number().int(),
  /** Of a coin; "0" for blocks. */
  amount: decimalText,
  address: z.string(),
  /** Blocks; 0 for a payment. */
  count: z.number().int(),
  txHash: z.string(),
  state: z.enum(['waiting', 'taken', 'done', 'failed']),
  /** Of a failure: `address`, `balance` or `other`; else "". */
  reason: z.string(),
});
export type ChainRequest = z.infer<typeof chainRequest>;

/** Routes of local chains. */
export const localChainRoutes = {
  read: defineRoute({
    ...read,
    owner: 'none',
    path: '/hk-web/sandbox/chains',
    summary: 'Sandbox only: local chains, the wallet outside, and the newest requests.',
    answer: z.object({ chains: z.array(localChain), requests: z.array(chainRequest) }),
  }),
  send: defineRoute({
    ...write,
    owner: 'none',
    path: '/hk-web/sandbox/chains/send',
    summary: 'Sandbox only: the wallet outside pays an address.',
    body: z.object({ networkId, coinId, address: addressText, amount }),
    answer: z.object({ requestId: wholeText }),
  }),
  mine: defineRoute({
    ...write,
    owner: 'none',
    path: '/hk-web/sandbox/chains/mine',
    summary: 'Sandbox only: make blocks.',
    body: z.object({ networkId, count: z.coerce.number().int().min(1).max(LOCAL_BLOCKS_MAX) }),
    answer: z.object({ requestId: wholeText }),
  }),
  reorganise: defineRoute({
    ...write,
    owner: 'none',
    path: '/hk-web/sandbox/chains/reorganise',
    summary: 'Sandbox only: replace the last blocks, with or without the last payment.',
    body: z.object({
      networkId,
      count: z.coerce.number().int().min(1).max(LOCAL_BLOCKS_MAX),
      isLastLeftOut: z.boolean().default(false),
    }),
    answer: z.object({ requestId: wholeText }),
  }),
} as const;
