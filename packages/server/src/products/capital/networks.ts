// Networks and what is listed on them, as people see them. Read from the tables at each question:
// operators and custody change them.
// Called by the calls of this product.

import { formatDecimal } from '@isobath/core/math';
import type { CapitalNetwork } from '@isobath/wire';
import type { Session } from '../../base/db/index.ts';

/** A network. */
export interface Network {
  readonly networkId: number;
  readonly name: string;
  readonly family: string;
  /** Blocks until a deposit counts; 0 = once its block is final. */
  readonly needed: number;
  readonly blockSeconds: number;
  readonly isMemoNeeded: boolean;
  readonly explorer: string;
  readonly state: 'starting' | 'absent' | 'open' | 'halted';
  readonly haltReason: string;
}

/** A coin on a network. */
export interface NetworkAsset {
  readonly networkId: number;
  readonly assetId: number;
  readonly contract: string;
  readonly decimals: number;
  readonly depositRawMin: bigint;
  readonly isDepositOpen: boolean;
  readonly isWithdrawalOpen: boolean;
  readonly withdrawUnitsMin: bigint;
  readonly withdrawUnitsMax: bigint;
  /** The fixed part. */
  readonly feeUnits: bigint;
}

interface Row {
  network_id: number;
  name: string;
  family: string;
  needed: number;
  block_seconds: number;
  is_memo_needed: boolean;
  explorer: string;
  state: Network['state'];
  halt_reason: string;
}

interface AssetRow {
  network_id: number;
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

/** About how long it takes until a block of a network with finality is final. */
const FINAL_SECONDS = 900;

/** All networks, and all that is listed on them. */
export async function readNetworks(
  session: Session,
): Promise<{ readonly networks: readonly Network[]; readonly assets: readonly NetworkAsset[] }> {
  const [rows, assetRows] = await Promise.all([
    session.query<Row>(
      `SELECT network_id, name, family, needed, block_seconds, is_memo_needed, explorer, state,
         halt_reason FROM networks ORDER BY network_id`,
    ),
    session.query<AssetRow>(
      `SELECT network_id, asset_id, contract, decimals, deposit_raw_min::text, is_deposit_open,
         is_withdrawal_open, withdraw_units_min::text, withdraw_units_max::text, fee_units::text
       FROM network_assets ORDER BY network_id, asset_id`,
    ),
  ]);
  return {
    networks: rows.map((row) => ({
      networkId: row.network_id,
      name: row.name,
      family: row.family,
      needed: row.needed,
      blockSeconds: row.block_seconds,
      isMemoNeeded: row.is_memo_needed,
      explorer: row.explorer,
      state: row.state,
      haltReason: row.halt_reason,
    })),
    assets: assetRows.map((row) => ({
      networkId: row.network_id,
      assetId: row.asset_id,
      contract: row.contract,
      decimals: row.decimals,
      depositRawMin: BigInt(row.deposit_raw_min),
      isDepositOpen: row.is_deposit_open,
      isWithdrawalOpen: row.is_withdrawal_open,
      withdrawUnitsMin: BigInt(row.withdraw_units_min),
      withdrawUnitsMax: BigInt(row.withdraw_units_max),
      feeUnits: BigInt(row.fee_units),
    })),
  };
}

/** The least that counts as a deposit, in whole coins. */
export const showDepositMin = ({ depositRawMin, decimals }: NetworkAsset): string =>
  formatDecimal(depositRawMin, decimals);

/** A network as the wire has it. @param asset - the coin that was asked for. */
export function showNetwork(
  network: Network,
  assets: readonly NetworkAsset[],
  asset: NetworkAsset | undefined,
): CapitalNetwork {
  const isOpen = network.state === 'open';
  const asked = asset === undefined ? assets : [asset];
  const own = asked.filter(({ networkId }) => networkId === network.networkId);
  const { needed, blockSeconds } = network;
  return {
    networkId: network.networkId,
    name: network.name,
    family: network.family,
    confirmations: needed,
    arrivalSeconds: needed === 0 ? FINAL_SECONDS : needed * blockSeconds,
    minRecharge: asset === undefined ? '' : showDepositMin(asset),
    memoNeeded: network.isMemoNeeded,
    rechargeAble: isOpen && own.some(({ isDepositOpen }) => isDepositOpen),
    withdrawAble: isOpen && own.some(({ isWithdrawalOpen }) => isWithdrawalOpen),
    suspendedReason: network.state === 'halted' ? network.haltReason : isOpen ? '' : network.state,
    explorer: network.explorer,
  };
}
