// What may be signed at most: absolute caps for each asset, ceilings of fees, officers, cold
// addresses. A file in the signer's folder, and the same text in its log; the log decides.
// Not here: counting (limits.ts), who may change it (officers.ts).

import { z } from 'zod';
import { isEvmAddress, readScript, type UtxoFamily } from './addresses.ts';
import { hashText, writeCanonical } from './canonical.ts';

const amount = z.string().regex(/^(0|[1-9]\d{0,77})$/);
const base64url = z.string().regex(/^[A-Za-z0-9_-]{1,2048}$/);
const count = z.int().min(0).max(1_000_000);
const word = z.string().regex(/^[A-Za-z0-9._-]{1,64}$/);

const caps = {
  symbol: z.string().regex(/^[A-Za-z0-9.]{1,20}$/),
  decimals: z.int().min(0).max(36),
  perTransactionRaw: amount,
  perHourRaw: amount,
  perDayRaw: amount,
  perHourCount: count,
  /** A payment of more than this needs two officers. */
  approveAboveRaw: amount,
};

const evmNetwork = z.strictObject({
  network: z.int().min(1).max(0xffff),
  family: z.literal('evm'),
  chainId: z.int().min(1),
  gasLimitMax: z.int().min(21_000).max(1_000_000),
  maxFeePerGasMax: amount,
  maxPriorityFeePerGasMax: amount,
  /** Sum of the worst cases of all fees in a rolling day. */
  feePerDayRaw: amount,
  gas: z.strictObject({ unitsPerTransfer: count, perDayRaw: amount, perHourCount: count }),
  coldAddresses: z.array(z.string().refine(isEvmAddress)).max(20),
  assets: z.array(z.strictObject({ token: z.string().refine(isEvmAddress).nullable(), ...caps })),
});

const utxoNetwork = z.strictObject({
  network: z.int().min(1).max(0xffff),
  family: z.enum(['btc', 'ltc', 'btc_regtest', 'ltc_regtest']),
  /** Raw units a vB. */
  feeRateMax: count,
  feePerTransactionRaw: amount,
  feePerDayRaw: amount,
  coldAddresses: z.array(z.string().max(100)).max(20),
  assets: z.array(z.strictObject({ token: z.null(), ...caps })).length(1),
});

const officer = z.strictObject({
  officerId: word,
  credentialId: base64url,
  /** COSE key, base64url. */
  publicKey: base64url,
});

function isUnique(values: readonly (string | number)[]): boolean {
  return new Set(values).size === values.length;
}

/** The shape of a policy; networks, assets, officers, credentials and keys stand there once. */
export const policyShape = z
  .strictObject({
    version: z.literal(1),
    /** Where passkeys of officers are valid. */
    site: z.strictObject({ rpId: z.string().max(253), origin: z.string().max(300) }),
    officers: z.array(officer).max(20),
    networks: z
      .array(z.discriminatedUnion('family', [evmNetwork, utxoNetwork]))
      .min(1)
      .max(50),
  })
  .refine(({ networks }) => isUnique(networks.map(({ network }) => network)), 'network twice')
  .refine(
    ({ officers }) =>
      isUnique(officers.map(({ officerId }) => officerId)) &&
      isUnique(officers.map(({ credentialId }) => credentialId)) &&
      isUnique(officers.map(({ publicKey }) => publicKey)),
    'officer, credential or key twice',
  )
  .refine(({ officers }) => officers.length !== 1, 'one officer alone can approve nothing')
  .refine(
    ({ networks }) =>
      networks.every(({ assets }) => isUnique(assets.map(({ token }) => token ?? 'native'))),
    'asset twice',
  )
  .refine(
    ({ networks }) =>
      networks.every(
        ({ family, coldAddresses }) =>
          family === 'evm' ||
          coldAddresses.every((to) => readScript(family as UtxoFamily, to) !== undefined),
      ),
    'a cold address is none of its chain',
  );

/** A policy that has the right shape. */
export type Policy = z.infer<typeof policyShape>;

/** One network of a policy. */
export type NetworkPolicy = Policy['networks'][number];

/** An EVM network of a policy. */
export type EvmPolicy = z.infer<typeof evmNetwork>;

/** A network of outputs of a policy. */
export type UtxoPolicy = z.infer<typeof utxoNetwork>;

/** Caps of one asset. */
export type AssetPolicy = NetworkPolicy['assets'][number];

/** One officer and its passkey. */
export type Officer = Policy['officers'][number];

/** The hash by which a policy is known, in hex. */
export function hashPolicy(policy: Policy): string {
  return hashText(`isobath policy\n${writeCanonical(policy)}`);
}

/**
 * What a new installation begins with, in whole coins of the asset: at most in a transaction, a
 * rolling hour, a rolling day, and what needs two officers.
 */
export const CAP_SEEDS = {
  USDT: { perTransaction: '50000', perHour: '100000', perDay: '500000', approveAbove: '10000' },
  BTC: { perTransaction: '1', perHour: '2', perDay: '10', approveAbove: '0.2' },
  ETH: { perTransaction: '20', perHour: '40', perDay: '200', approveAbove: '4' },
} as const;
