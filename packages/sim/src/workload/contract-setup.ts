// The indexes and contracts of a run, as they are listed before anybody trades. Not here: what is
// done with them (prices.ts). Called by setup.ts and prices.ts.
import type {
  AssetId,
  Command,
  CommandEnvelope,
  ContractTerms,
  IndexId,
  InstrumentId,
  RiskTier,
} from '@isobath/core';
import { CommandKind } from '@isobath/core/command';
import { InstrumentKind } from '@isobath/core/words';

/** The settle asset of contracts. */
export const settleAssetId = 300 as AssetId;
/** The indexes of a run. */
export const indexIds = [1, 2] as unknown as readonly IndexId[];
/** The contracts of a run, the last one for delivery. */
export const contractIds = [501, 502, 503] as unknown as readonly InstrumentId[];
/** The same rate for all levels. */
export const rates = (ppm: number): number[] => Array.from({ length: 16 }, () => ppm);

/** Usual terms of a contract: 10^-8 units, one decimal of prices, three of lots. */
export const usualTerms: ContractTerms = {
  priceTicksMin: 1,
  priceTicksMax: 2_000_000,
  sizeLotsMin: 1,
  sizeLotsMax: 1_000_000,
  marketSizeLotsMax: 1_000_000,
  notionalUnitsMin: 500_000_000n,
  bandLowPpm: 950_000,
  bandHighPpm: 1_050_000,
  marketGuardBps: 500,
  openOrdersCountMax: 200,
  stopOrdersCountMax: 10,
  icebergPartsCountMax: 10,
  trailingDeltaBpsMin: 10,
  trailingDeltaBpsMax: 2_000,
  amendsCountMax: 10,
  closeOutUnitsMax: 0n,
  selfTradeModesMask: 126,
  selfTradeModeDefault: 2,
  tradeArea: 1,
  pieceLots: 1,
  expiryAtMs: 0,
  markClampPpm: 20_000,
  positionLotsMax: 10_000_000,
  openInterestLotsMax: 100_000_000,
  impactNotionalUnits: 2_000_000_000_000n,
  fundingHours: 1,
  fundingCapE8: 300_000,
  liquidationFeePpm: 3_000,
  deliveryFeePpm: 300,
  profitUsePpm: 500_000,
  withdrawFloorPpm: 100_000,
  makerPpm: rates(400),
  takerPpm: rates(600),
};

/** Tiers as they usually are. */
export const usualTiers: readonly RiskTier[] = [
  { capUnits: 5_000_000_000_000n, mmrPpm: 4_000, maxLeverage: 125 },
  { capUnits: 25_000_000_000_000n, mmrPpm: 5_000, maxLeverage: 100 },
  { capUnits: 100_000_000_000_000n, mmrPpm: 10_000, maxLeverage: 50 },
  { capUnits: 1_000_000_000_000_000n, mmrPpm: 25_000, maxLeverage: 20 },
];
const decimals = { priceDecimals: 1, lotDecimals: 3 };

/** The commands that list indexes and contracts before a run begins. */
export function listContracts(by: CommandEnvelope): Command[] {
  const startMs = by.issuedAtMs;
  const asset = { assetId: settleAssetId, scale: 8, isMock: false };
  const index = { decimals: 3, outlierPpm: 30_000, isSimulated: true };
  const makeContract = (at: number, terms: Partial<ContractTerms>): Command => ({
    kind: CommandKind.defineContract,
    ...by,
    ...usualTerms,
    ...decimals,
    ...terms,
    instrumentId: contractIds[at] as InstrumentId,
    indexId: indexIds[at % 2] as IndexId,
    instrumentKind: at === 2 ? InstrumentKind.delivery : InstrumentKind.perpetual,
    settleAssetId,
    pool: 1,
  });
  return [
    { kind: CommandKind.defineAsset, ...by, ...asset },
    ...indexIds.map((indexId, at): Command => {
      return { kind: CommandKind.defineIndex, ...by, ...index, indexId, componentsMin: at + 1 };
    }),
    makeContract(0, {}),
    makeContract(1, { markClampPpm: 50_000, fundingHours: 2 }),
    makeContract(2, { expiryAtMs: startMs + 30 * 86_400_000 }),
    ...contractIds.slice(0, 2).map((instrumentId): Command => {
      return {
        kind: CommandKind.setRiskTiers,
        ...by,
        instrumentId,
        tiers: usualTiers,
        isForced: false,
      };
    }),
  ];
}
