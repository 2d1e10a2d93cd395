// What the local chains of a sandbox are to the exchange: networks, the coins on them with minimums
// and fees, and the signer's first policy. It opens no chain.
// Called by the process of local chains.

import type { Policy } from '@isobath/signer/client';
import { readOfficerSite } from '../../base/credentials/passkey-site.ts';
import type { Database } from '../../base/db/index.ts';
import { getAddress } from 'viem';
import { coinRows } from '../listing.ts';
import type { LocalToken } from './evm-chain.ts';

/** Numbers of the local networks: also the scope of their accounts, so they never change. */
export const localNetworks = { evm: 101, bitcoin: 102 } as const;

const NAMES = {
  evm: { name: 'Local Ethereum', family: 'evm', chainId: 31_337, needed: 12, firstHeight: 0 },
  // Blocks before it make coins of the purse alone.
  bitcoin: {
    name: 'Local Bitcoin',
    family: 'btc_regtest',
    chainId: 0,
    needed: 3,
    firstHeight: 450,
  },
} as const;
/** A block each two seconds while somebody waits. */
const BLOCK_SECONDS = 2;

/** Name of a local chain. */
export type LocalChainName = keyof typeof localNetworks;

/** Terms of a coin, in whole coins: to count a deposit, of a withdrawal, of the signer. */
interface Terms {
  readonly depositMin: string;
  readonly withdrawMin: string;
  readonly withdrawMax: string;
  readonly fee: string;
  /** What the hot wallet begins with: its target. */
  readonly float: string;
  /** A transaction, a rolling hour, a rolling day, and what needs two officers. */
  readonly caps: readonly [string, string, string, string];
  /** From so much on a deposit needs more blocks. */
  readonly tier?: readonly [string, number];
}

const DOLLAR: Terms = {
  depositMin: '1',
  withdrawMin: '10',
  withdrawMax: '50000',
  fee: '1',
  float: '1000000',
  caps: ['50000', '100000', '500000', '10000'],
};
const TERMS: Readonly<Record<string, Terms>> = {
  USDT: DOLLAR,
  USDC: DOLLAR,
  ETH: {
    depositMin: '0.001',
    withdrawMin: '0.01',
    withdrawMax: '20',
    fee: '0.001',
    float: '500',
    caps: ['20', '40', '200', '4'],
  },
  LINK: {
    depositMin: '0.1',
    withdrawMin: '1',
    withdrawMax: '3500',
    fee: '0.1',
    float: '50000',
    caps: ['3500', '7000', '35000', '700'],
  },
  BTC: {
    depositMin: '0.0001',
    withdrawMin: '0.001',
    withdrawMax: '1',
    fee: '0.0001',
    float: '50',
    caps: ['1', '2', '10', '0.2'],
    tier: ['10', 6],
  },
};

/** Whole coins in the smallest parts of so many decimals. */
function toParts(coins: string, decimals: number): string {
  const [whole = '0', fraction = ''] = coins.split('.');
  if (fraction.length > decimals) throw new Error(`${coins} has more than ${decimals} decimals`);
  return BigInt(whole + fraction.padEnd(decimals, '0')).toString();
}

/** A coin of a local chain that the exchange lists. */
export interface LocalAsset {
  readonly symbol: string;
  readonly contract: string;
  readonly decimals: number;
  readonly codeHash: string;
}

/** A local chain as it was found. */
export interface FoundChain {
  readonly genesisHash: string;
  readonly tokens: readonly LocalToken[];
  /** Where too much of the hot wallet goes. */
  readonly cold?: string;
}

/** Coins of a chain that the exchange lists: its own one first. */
export function listAssets(name: LocalChainName, { tokens }: FoundChain): LocalAsset[] {
  const own = name === 'evm' ? { symbol: 'ETH', decimals: 18 } : { symbol: 'BTC', decimals: 8 };
  return [
    { ...own, contract: '', codeHash: '' },
    ...tokens
      .filter(({ symbol }) => TERMS[symbol] !== undefined)
      .map(({ address, ...token }) => ({ ...token, contract: address })),
  ];
}

/** What the hot wallet begins with of a coin, in raw units. */
export const readFloatRaw = ({ symbol, decimals }: LocalAsset): bigint =>
  BigInt(toParts(termsOf(symbol).float, decimals));

/** Parts of the float in hundredths: too little, as it should be, too much. */
const HOT_LEVELS = [40n, 100n, 160n] as const;

const termsOf = (symbol: string): Terms => {
  const terms = TERMS[symbol];
  if (terms === undefined) throw new Error(`no terms of ${symbol}`);
  return terms;
};

/**
 * Write a network and what is listed on it, unless they are there. What operators changed stays.
 * @param found - undefined where no node of it is on this machine.
 */
export async function writeNetwork(
  database: Database,
  name: LocalChainName,
  found: FoundChain | undefined,
): Promise<void> {
  const networkId = localNetworks[name];
  const { name: title, family, chainId, needed, firstHeight } = NAMES[name];
  await database.transaction(async (session) => {
    await session.execute(
      `INSERT INTO networks (network_id, name, family, chain_id, genesis_hash, needed,
         block_seconds, state, first_height)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
       ON CONFLICT (network_id) DO UPDATE SET
         genesis_hash = CASE WHEN networks.genesis_hash = '' THEN EXCLUDED.genesis_hash
           ELSE networks.genesis_hash END,
         state = CASE WHEN networks.state = 'halted' THEN 'halted' ELSE EXCLUDED.state END`,
      [
        networkId,
        title,
        family,
        chainId,
        found?.genesisHash ?? '',
        needed,
        BLOCK_SECONDS,
        found === undefined ? 'absent' : 'starting',
        firstHeight,
      ],
    );
    if (found === undefined) return;
    for (const { symbol, contract, decimals, codeHash } of listAssets(name, found)) {
      const [assetId, , , scale] = coinRows.find((row) => row[1] === symbol) ?? [];
      if (assetId === undefined || scale === undefined) throw new Error(`no coin ${symbol}`);
      const { depositMin, withdrawMin, withdrawMax, fee, float, tier, caps } = termsOf(symbol);
      const floatUnits = BigInt(toParts(float, scale));
      await session.execute(
        `INSERT INTO network_assets (network_id, asset_id, contract, decimals, code_hash,
           deposit_raw_min, tier_raw_min, tier_needed, withdraw_units_min, withdraw_units_max,
           fee_units, fee_ppm, hot_low_units, hot_target_units, hot_high_units,
           breaker_hour_units, breaker_day_units)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 0, $12, $13, $14, $15, $16)
         ON CONFLICT DO NOTHING`,
        [
          networkId,
          assetId,
          contract,
          decimals,
          codeHash,
          toParts(depositMin, decimals),
          tier === undefined ? null : toParts(tier[0], decimals),
          tier?.[1] ?? null,
          toParts(withdrawMin, scale),
          toParts(withdrawMax, scale),
          toParts(fee, scale),
          ...HOT_LEVELS.map((part) => String((floatUnits * part) / 100n)),
          // What people own here is little: the signer's own caps come first.
          ...caps.slice(1, 3).map((cap) => toParts(cap, scale)),
        ],
      );
    }
  });
}

/** List the cold address of a network, unless one is listed. */
export async function writeCold(
  database: Database,
  name: LocalChainName,
  address: string,
): Promise<void> {
  await database.execute(
    `INSERT INTO cold_addresses (network_id, address) VALUES ($1, $2) ON CONFLICT DO NOTHING`,
    [localNetworks[name], name === 'evm' ? getAddress(address) : address],
  );
}

const GWEI = 10n ** 9n;

const listCold = ({ cold }: FoundChain) => (cold === undefined ? [] : [cold]);

/** The first policy of a sandbox's signer: no officers yet, so what needs two waits. */
export function makePolicy(
  chains: readonly (readonly [LocalChainName, FoundChain])[],
  publicUrl: string,
): Policy {
  const networks = chains.map(([name, found]) => {
    const network = localNetworks[name];
    const assets = listAssets(name, found).map(({ symbol, contract, decimals }) => {
      const [transaction, hour, day, approval] = termsOf(symbol).caps;
      return {
        token: contract === '' ? null : contract,
        symbol,
        decimals,
        perTransactionRaw: toParts(transaction, decimals),
        perHourRaw: toParts(hour, decimals),
        perDayRaw: toParts(day, decimals),
        perHourCount: 1_000,
        approveAboveRaw: toParts(approval, decimals),
      };
    });
    if (name === 'bitcoin') {
      return {
        network,
        family: 'btc_regtest',
        feeRateMax: 200,
        feePerTransactionRaw: '1000000',
        feePerDayRaw: '10000000',
        coldAddresses: listCold(found),
        assets,
      };
    }
    return {
      network,
      family: 'evm',
      chainId: NAMES.evm.chainId,
      gasLimitMax: 100_000,
      maxFeePerGasMax: String(500n * GWEI),
      maxPriorityFeePerGasMax: String(50n * GWEI),
      feePerDayRaw: toParts('5', 18),
      gas: { unitsPerTransfer: 65_000, perDayRaw: toParts('5', 18), perHourCount: 1_000 },
      coldAddresses: listCold(found),
      assets,
    };
  });
  const site = readOfficerSite({ publicUrl });
  return { version: 1, site, officers: [], networks } as Policy;
}
