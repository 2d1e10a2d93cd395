// Coins as networks list them, for clients that load everything at once. Called by the calls beside
// it.
import { formatDecimal } from '@isobath/core/math';
import type { Session } from '../../../base/db/index.ts';
import type { Coin } from '../../../base/market/index.ts';

/** A coin on a network. */
export interface ListedCoin {
  readonly networkId: number;
  readonly networkName: string;
  readonly family: string;
  readonly isOpen: boolean;
  readonly haltReason: string;
  readonly needed: number;
  readonly blockSeconds: number;
  readonly explorer: string;
  readonly assetId: number;
  readonly contract: string;
  readonly decimals: number;
  readonly depositRawMin: bigint;
  readonly isDepositOpen: boolean;
  readonly isWithdrawalOpen: boolean;
  readonly withdrawUnitsMin: bigint;
  readonly withdrawUnitsMax: bigint;
  readonly feeUnits: bigint;
}

interface Row {
  network_id: number;
  name: string;
  family: string;
  is_open: boolean;
  halt_reason: string;
  needed: number;
  block_seconds: number;
  explorer: string;
  asset_id: number;
  contract: string;
  decimals: number;
  deposit_raw_min: string;
  is_deposit_open: boolean;
  is_withdrawal_open: boolean;
  withdraw_units_min: string;
  withdraw_units_max: string;
  fee_units: string;
}

const MINUTE_SECONDS = 60;
/** Blocks in about which a network with finality says that one is final. */
const FINAL_BLOCKS = 64;
const ADDRESSES: Readonly<Record<string, string>> = {
  evm: '^(0x)[0-9A-Fa-f]{40}$',
  btc: '^(bc1[a-z0-9]{11,87}|[13][1-9A-HJ-NP-Za-km-z]{25,34})$',
  btc_regtest: '^(bcrt1[a-z0-9]{11,87}|[2mn][1-9A-HJ-NP-Za-km-z]{25,34})$',
};

/** All of them, by network and coin. */
export async function readListedCoins(session: Session): Promise<readonly ListedCoin[]> {
  const rows = await session.query<Row>(
    `SELECT network_id, name, family, state = 'open' AS is_open, halt_reason, needed,
       block_seconds, explorer, asset_id, contract, decimals, deposit_raw_min::text,
       is_deposit_open, is_withdrawal_open, withdraw_units_min::text, withdraw_units_max::text,
       fee_units::text
     FROM network_assets JOIN networks USING (network_id) ORDER BY network_id, asset_id`,
  );
  return rows.map((row) => ({
    networkId: row.network_id,
    networkName: row.name,
    family: row.family,
    isOpen: row.is_open,
    haltReason: row.halt_reason,
    needed: row.needed,
    blockSeconds: row.block_seconds,
    explorer: row.explorer,
    assetId: row.asset_id,
    contract: row.contract,
    decimals: row.decimals,
    depositRawMin: BigInt(row.deposit_raw_min),
    isDepositOpen: row.is_deposit_open,
    isWithdrawalOpen: row.is_withdrawal_open,
    withdrawUnitsMin: BigInt(row.withdraw_units_min),
    withdrawUnitsMax: BigInt(row.withdraw_units_max),
    feeUnits: BigInt(row.fee_units),
  }));
}

/** A coin's network as the dialect has it. */
export function showListedCoin(listed: ListedCoin, coin: Coin, names: ReadonlyMap<number, string>) {
  const { isOpen, haltReason, explorer, decimals, needed } = listed;
  const why = isOpen ? '' : haltReason || 'not open';
  const blocks = needed === 0 ? FINAL_BLOCKS : needed;
  return {
    network: names.get(listed.networkId) ?? '',
    coin: coin.shortName,
    name: listed.networkName,
    isDefault: false,
    depositEnable: isOpen && listed.isDepositOpen,
    withdrawEnable: isOpen && listed.isWithdrawalOpen,
    depositDesc: why,
    withdrawDesc: why,
    specialTips: '',
    addressRegex: ADDRESSES[listed.family] ?? '',
    memoRegex: '',
    withdrawFee: formatDecimal(listed.feeUnits, coin.scale),
    withdrawMin: formatDecimal(listed.withdrawUnitsMin, coin.scale),
    withdrawMax: formatDecimal(listed.withdrawUnitsMax, coin.scale),
    // What is sent must be a whole number of parts on both sides.
    withdrawIntegerMultiple: formatDecimal(1n, Math.min(decimals, coin.scale)),
    depositDust: formatDecimal(listed.depositRawMin, decimals),
    minConfirm: blocks,
    unLockConfirm: blocks,
    sameAddress: false,
    estimatedArrivalTime: Math.ceil((blocks * listed.blockSeconds) / MINUTE_SECONDS),
    busy: false,
    contractAddressUrl: explorer === '' ? '' : `${explorer}/address/`,
    contractAddress: listed.contract,
  };
}
