// What is published of a proof: one JSON text, whose SHA-256 stands in the chain of acts and in
// every person's path. Format and checks are told in docs/guide/reserves.md; tools/
// verify-liabilities.mjs checks it without a line of this. Used by prove.ts.
import { createHash } from 'node:crypto';
import { calculateRawPerUnit, calculateUnitsPerRaw, cutToUnits } from '../../base/custody/index.ts';
import type { OwnAddress } from '../../base/custody/index.ts';

/** Names the format. */
export const BUNDLE_FORMAT = 'isobath-reserves-1';
const PPM = 1_000_000n;

/** One coin: sums in units as text, the ledger's decimals. */
export interface BundleCoin {
  readonly assetId: number;
  readonly asset: string;
  readonly scale: number;
  readonly liabilities: {
    readonly root: string;
    readonly sum: string;
    /** Floors above the leaves. */
    readonly depth: number;
  };
  readonly debts: string;
  readonly holdings: string;
  /** Holdings in millionths of liabilities, cut; "" where nothing is owed. */
  readonly coverPpm: string;
}

/** What a network holds of a coin, as of the last block that chain and books were compared at. */
export interface BundleHolding {
  readonly networkId: number;
  readonly network: string;
  readonly family: string;
  readonly genesisHash: string;
  readonly assetId: number;
  /** "" = the network's own coin. */
  readonly contract: string;
  readonly decimals: number;
  readonly height: number;
  readonly blockHash: string;
  /** UTC milliseconds. */
  readonly comparedAt: number;
  /** Whole raw units of the chain. */
  readonly raw: string;
}

/** The whole of it. */
export interface Bundle {
  readonly format: typeof BUNDLE_FORMAT;
  readonly mode: 'sandbox' | 'production';
  /** UTC milliseconds. */
  readonly at: number;
  readonly sequence: number;
  readonly coins: readonly BundleCoin[];
  readonly reserves: readonly BundleHolding[];
  /** Ed25519 public key in hex that statements are checked with, "" without any address. */
  readonly statementKey: string;
  readonly addresses: readonly OwnAddress[];
}

/** A comparison as the tables have it: `holdings` in raw units times units a raw unit. */
export interface ComparedHolding extends Omit<BundleHolding, 'raw'> {
  readonly holdings: string;
}

/** Raw units that a comparison found. */
export function readRaw({ holdings, decimals }: ComparedHolding, scale: number): bigint {
  return BigInt(holdings) / calculateUnitsPerRaw({ decimals, scale });
}

/**
 * Units of a coin over all its networks; what is finer than a unit is cut off their sum.
 *
 * @param holdings - of this coin alone.
 */
export function sumHoldings(holdings: readonly ComparedHolding[], scale: number): bigint {
  const finest = Math.max(scale, ...holdings.map(({ decimals }) => decimals));
  const total = holdings.reduce((sum, one) => {
    const perFinest = calculateRawPerUnit({ decimals: finest, scale: one.decimals });
    return sum + readRaw(one, scale) * perFinest;
  }, 0n);
  return cutToUnits(total, { decimals: finest, scale });
}

/** Holdings in millionths of what is owed, "" where nothing is. */
export function calculateCover(holdings: bigint, liabilities: bigint): string {
  return liabilities === 0n ? '' : String((holdings * PPM) / liabilities);
}

/** The text as it is published, and its hash. */
export function writeBundle(bundle: Bundle): { readonly text: string; readonly hash: Buffer } {
  const text = JSON.stringify(bundle);
  return { text, hash: createHash('sha256').update(text).digest() };
}
