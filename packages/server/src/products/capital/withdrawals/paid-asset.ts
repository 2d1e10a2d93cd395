// A coin on a network as withdrawals need it. Called by checks.ts.
import type { Session } from '../../../base/db/index.ts';
import type { Coin, MarketRegistry } from '../../../base/market/index.ts';
import { refuse } from '../../../base/product/index.ts';

/** A coin that goes out over a network. */
export interface PaidAsset {
  readonly coin: Coin;
  readonly networkId: number;
  readonly family: string;
  readonly isMemoNeeded: boolean;
  /** Decimals on the chain, and in the ledger. */
  readonly decimals: number;
  readonly scale: number;
  readonly unitsMin: bigint;
  readonly unitsMax: bigint;
  readonly feeUnits: bigint;
  readonly feePpm: number;
}

interface Row {
  family: string;
  is_memo_needed: boolean;
  decimals: number;
  units_min: string;
  units_max: string;
  fee_units: string;
  fee_ppm: number;
}

/** @throws network_suspended when it is halted, switched off, or not there. */
export async function readPaidAsset(
  session: Session,
  { coinId, networkId }: { readonly coinId: number; readonly networkId: number },
  markets: MarketRegistry,
): Promise<PaidAsset> {
  const [row] = await session.query<Row>(
    `SELECT family, is_memo_needed, decimals, withdraw_units_min::text AS units_min,
       withdraw_units_max::text AS units_max, fee_units::text, fee_ppm
     FROM network_assets JOIN networks USING (network_id)
     WHERE network_id = $1 AND asset_id = $2 AND state = 'open' AND is_withdrawal_open`,
    [networkId, coinId],
  );
  const coin = markets.coinById(coinId);
  if (row === undefined || coin === undefined) throw refuse('network_suspended');
  return {
    coin,
    networkId,
    family: row.family,
    isMemoNeeded: row.is_memo_needed,
    decimals: row.decimals,
    scale: coin.scale,
    unitsMin: BigInt(row.units_min),
    unitsMax: BigInt(row.units_max),
    feeUnits: BigInt(row.fee_units),
    feePpm: row.fee_ppm,
  };
}
