// The indexes, contracts and tiers of an installation, by the ordinary commands; once, also where
// the coins were seeded long ago. The contracts stay in PRE_OPEN: their prices are there, nobody
// can trade them yet. Called by sandbox-process.ts.
import {
  type AssetId,
  CommandKind,
  type ContractTerms,
  type IndexId,
  InstrumentKind,
  type InstrumentId,
  type RiskTier,
  SelfTradeMode,
} from '@isobath/core';
import type { CommandClient } from '../base/commands/index.ts';
import type { Database } from '../base/db/index.ts';
import {
  type ContractRow,
  contractRows,
  findQuarterEnd,
  type IndexRow,
  indexRows,
  nameContract,
} from './contract-listing.ts';
import { coinRows } from './listing.ts';
import { MODES_MASK } from './seed.ts';
import { createSendAsOperator, type SendAsOperator } from './send-as-operator.ts';

/** The name under which the sandbox's reference is a source of indexes. */
export const SANDBOX_SOURCE = 'sandbox';

/** Number of this seed beside the listing of coins and markets. */
const CONTRACTS_SEED = 2;
const QUOTE = 'USDT';
/** Pool of insurance and liquidator of these contracts. */
const POOL = 1;
/** A price may rise so much above the listed one. */
const PRICE_TIMES_MAX = 20;
/** All open positions together may be so many times the largest one. */
const OPEN_INTEREST_TIMES = 20;
const NOTIONAL_MIN_USD = 5;
const SUBTICKS = 100;
const OUTLIER_PPM = 30_000;

/** Rates of VIP 0..15 in ppm. */
const MAKER_PPM = Array.from({ length: 16 }, (_unused, level) => 400 - 20 * level);
const TAKER_PPM = Array.from({ length: 16 }, (_unused, level) => 600 - 20 * level);

/** What seeding contracts stands on. */
export interface ContractSeedParts {
  readonly commandClient: CommandClient;
  readonly database: Database;
  readonly nowMs: number;
}

const [quoteId, , , quoteScale] = coinRows.find(([, name]) => name === QUOTE)!;
const toUnits = (usd: number): bigint => BigInt(usd) * 10n ** BigInt(quoteScale);

function listTiers({ tiers }: IndexRow): RiskTier[] {
  return tiers.map(([capUsd, mmrPpm, maxLeverage]) => ({
    capUnits: toUnits(capUsd) as RiskTier['capUnits'],
    mmrPpm,
    maxLeverage,
  }));
}

/** The largest position that its last tier carries, in lots, and within what is exact. */
function findPositionMax(row: IndexRow, usd: number, priceTicksMax: number): number {
  const capUsd = row.tiers[row.tiers.length - 1][0];
  const exactMax = Math.floor((2 ** 53 - 1) / (priceTicksMax * SUBTICKS));
  return Math.min(exactMax, Math.floor((capUsd / usd) * 10 ** row.lotDecimals));
}

function makeTerms(row: IndexRow, expiryAtMs: number): ContractTerms {
  const usd = coinRows.find(([, name]) => name === row.base)?.[4] ?? 1;
  const [, mmrPpm, maxLeverage] = row.tiers[0];
  const priceTicksMax = Math.ceil(usd * 10 ** row.priceDecimals) * PRICE_TIMES_MAX;
  const positionLotsMax = findPositionMax(row, usd, priceTicksMax);
  return {
    priceTicksMin: 1,
    priceTicksMax,
    sizeLotsMin: 1,
    sizeLotsMax: positionLotsMax,
    marketSizeLotsMax: positionLotsMax,
    notionalUnitsMin: toUnits(NOTIONAL_MIN_USD) as ContractTerms['notionalUnitsMin'],
    bandLowPpm: 950_000,
    bandHighPpm: 1_050_000,
    marketGuardBps: 500,
    openOrdersCountMax: 500,
    stopOrdersCountMax: 50,
    icebergPartsCountMax: 10,
    trailingDeltaBpsMin: 10,
    trailingDeltaBpsMax: 2_000,
    amendsCountMax: 10,
    closeOutUnitsMax: toUnits(NOTIONAL_MIN_USD) as ContractTerms['closeOutUnitsMax'],
    selfTradeModesMask: MODES_MASK,
    selfTradeModeDefault: SelfTradeMode.expireMaker,
    tradeArea: 1,
    pieceLots: row.pieceLots,
    expiryAtMs,
    markClampPpm: Math.floor(1_000_000 / maxLeverage),
    positionLotsMax,
    openInterestLotsMax: positionLotsMax * OPEN_INTEREST_TIMES,
    impactNotionalUnits: toUnits(row.impactUsd) as ContractTerms['impactNotionalUnits'],
    fundingHours: 8,
    // 75 % of the first tier's maintenance rate, from ppm to 10^-8.
    fundingCapE8: mmrPpm * 75,
    liquidationFeePpm: 3_000,
    deliveryFeePpm: 300,
    profitUsePpm: 500_000,
    withdrawFloorPpm: 100_000,
    makerPpm: MAKER_PPM,
    takerPpm: TAKER_PPM,
  };
}

async function defineIndexes(database: Database, send: SendAsOperator): Promise<void> {
  for (const { indexId, base, priceDecimals } of indexRows) {
    await database.execute(
      'INSERT INTO index_names (index_id, base, quote) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
      [indexId, base, QUOTE],
    );
    await database.execute(
      `INSERT INTO index_sources (index_id, source, weight) VALUES ($1, $2, 1)
       ON CONFLICT DO NOTHING`,
      [indexId, SANDBOX_SOURCE],
    );
    await send({
      kind: CommandKind.defineIndex,
      indexId: indexId as IndexId,
      decimals: priceDecimals + 2,
      componentsMin: 1,
      outlierPpm: OUTLIER_PPM,
      isSimulated: true,
    });
  }
}

async function listContract(
  [instrumentId, base, isDelivery]: ContractRow,
  { database, nowMs }: ContractSeedParts,
  send: SendAsOperator,
): Promise<void> {
  const row = indexRows.find((one) => one.base === base)!;
  const expiryAtMs = isDelivery ? findQuarterEnd(nowMs) : 0;
  await database.execute(
    `INSERT INTO contract_names (instrument_id, contract_code, base, quote)
     VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING`,
    [instrumentId, nameContract(base, expiryAtMs), base, QUOTE],
  );
  await send({
    kind: CommandKind.defineContract,
    instrumentId: instrumentId as InstrumentId,
    indexId: row.indexId as IndexId,
    instrumentKind: isDelivery ? InstrumentKind.delivery : InstrumentKind.perpetual,
    settleAssetId: quoteId as AssetId,
    pool: POOL,
    priceDecimals: row.priceDecimals,
    lotDecimals: row.lotDecimals,
    ...makeTerms(row, expiryAtMs),
  });
  await send({
    kind: CommandKind.setRiskTiers,
    instrumentId: instrumentId as InstrumentId,
    tiers: listTiers(row),
    isForced: false,
  });
}

/** Seed what is missing, unless it was seeded before. @returns whether it was done now. */
export async function seedContracts(parts: ContractSeedParts): Promise<boolean> {
  const { database, commandClient } = parts;
  const done = await database.query('SELECT FROM sandbox_seeds WHERE listing = $1', [
    CONTRACTS_SEED,
  ]);
  if (done.length > 0) return false;
  const send = createSendAsOperator(commandClient);
  await defineIndexes(database, send);
  for (const row of contractRows) await listContract(row, parts, send);
  await database.execute(
    `INSERT INTO sandbox_seeds (listing, trader_accounts) VALUES ($1, '{}') ON CONFLICT DO NOTHING`,
    [CONTRACTS_SEED],
  );
  return true;
}
