// Networks that take deposits, and addresses to deposit to, on the wire. Paths are the
// specification's; where it shows no fields, these are ours.
// Not here: what was deposited (records.ts). Read by server, sdk and pages.
import { decimalText, timeMs } from '../../money.ts';
import { defineRoute } from '../../route.ts';
import { z } from '../../z.ts';
import { coinId, networkId, read, remarkText, rowId, write } from './fields.ts';

/** A network with what a coin asks of it; without a coin, what is common to all of its coins. */
export const capitalNetwork = z.object({
  networkId: z.number().int(),
  name: z.string(),
  /** Chains whose addresses look alike: `evm`, `btc`, `ltc`, and these with `_regtest`. */
  family: z.string(),
  /** Blocks after which a deposit counts; 0 = once the block is final. */
  confirmations: z.number().int(),
  /** About how long that takes. */
  arrivalSeconds: z.number().int(),
  /** "" without a coin. */
  minRecharge: z.string(),
  memoNeeded: z.boolean(),
  rechargeAble: z.boolean(),
  withdrawAble: z.boolean(),
  /** Word of the reason, "" while both are possible. */
  suspendedReason: z.string(),
  /** Address of a page about a transaction, with `{tx}` in it; "" = there is none. */
  explorer: z.string(),
});
export type CapitalNetwork = z.infer<typeof capitalNetwork>;

/** An address of one's own to deposit to. */
export const depositAddress = z.object({
  addressId: z.number().int(),
  address: z.string(),
  remark: z.string(),
  /** Shown first, and the one that `coin_address` answers. */
  isSelected: z.boolean(),
  createdAt: timeMs,
  /** 0 = nothing was received. */
  lastUsedAt: timeMs,
});
export type DepositAddress = z.infer<typeof depositAddress>;

/** Routes of addresses to deposit to. */
export const depositRoutes = {
  networks: defineRoute({
    ...read,
    path: '/hk-web/capital/universal_address/networks',
    summary: 'Networks for deposits and withdrawals, of one coin or of all.',
    query: z.object({ coinId: coinId.optional() }),
    answer: z.array(capitalNetwork),
  }),
  coinAddress: defineRoute({
    ...write,
    path: '/hk-web/recharge/coin_address',
    summary: 'Where to deposit a coin on a network; a first address is given at the first call.',
    body: z.object({ coinId, networkId }),
    answer: z.object({
      addressId: z.number().int(),
      address: z.string(),
      /** "" = the network takes none. */
      memo: z.string(),
      /** The signer's signature of the address, in hexadecimal; its key is pinned here. */
      statement: z.string(),
      minRecharge: decimalText,
      confirmations: z.number().int(),
      /** Address of the coin's contract, "" for the network's own coin. */
      contract: z.string(),
    }),
  }),
  create: defineRoute({
    ...write,
    path: '/hk-web/recharge/address/create',
    summary: 'One more address of a network’s family, ten at most; it is selected.',
    body: z.object({ networkId, remark: remarkText.default('') }),
    answer: depositAddress,
  }),
  list: defineRoute({
    ...write,
    rate: 'read',
    path: '/hk-web/recharge/address/list',
    summary: 'The caller’s addresses of a network’s family, the selected one first.',
    body: z.object({ networkId }),
    answer: z.array(depositAddress),
  }),
  select: defineRoute({
    ...write,
    path: '/hk-web/recharge/address/selected',
    summary: 'Show this address first from now on; all keep receiving.',
    body: z.object({ addressId: rowId }),
    answer: depositAddress,
  }),
  remark: defineRoute({
    ...write,
    path: '/hk-web/recharge/address/remark',
    summary: 'Put a few words to an address.',
    body: z.object({ addressId: rowId, remark: remarkText }),
    answer: depositAddress,
  }),
  claim: defineRoute({
    ...write,
    path: '/hk-web/recharge/claim',
    summary: 'Ask for what came to one’s own address on a network or of a token not listed.',
    body: z.object({ networkId, txHash: z.string().trim().min(1).max(128) }),
    answer: z.object({ claimId: z.number().int() }),
  }),
} as const;
