// Ranges of the fields of the commands of contracts and prices, in the order of their places:
// inherited limits first, then the command's own. Not here: checks against state. Read by the
// handlers of this folder.
import type {
  ApplyPrices,
  ContractTerms,
  DefineContract,
  DefineIndex,
  IndexPrice,
  RiskTier,
  SetRiskTiers,
  UpdateContract,
} from '../command.ts';
import { isSixteenRates, limitChecks } from '../instruments/checks.ts';
import { type FieldChecks, findOffRange, flag, units, whole } from '../ranges.ts';
import { InstrumentKind } from '../words.ts';
import { tiersCountMax } from './contract-table.ts';

const ticksMax = 2 ** 31 - 1;
const lotsMax = 2 ** 52;
const subticks = 100;
const part = whole(1, 999_999);
const share = whole(0, 1_000_000);
const decimals = whole(0, 18);
const pricesMax = 256;
const hashMax = 2 ** 52 - 1;
const hours: readonly unknown[] = [1, 2, 4, 8];

const termChecks: FieldChecks<ContractTerms> = [
  ...(limitChecks as FieldChecks<ContractTerms>),
  ['pieceLots', whole(1, lotsMax)],
  ['expiryAtMs', whole()],
  ['markClampPpm', part],
  ['positionLotsMax', whole(1, lotsMax)],
  ['openInterestLotsMax', whole(1, lotsMax)],
  ['impactNotionalUnits', units(1n)],
  ['fundingHours', (value) => hours.includes(value)],
  ['fundingCapE8', whole(0, 100_000_000)],
  ['liquidationFeePpm', share],
  ['deliveryFeePpm', share],
  ['profitUsePpm', share],
  ['withdrawFloorPpm', share],
  ['makerPpm', isSixteenRates],
  ['takerPpm', isSixteenRates],
];

/** Fields of DefineContract. */
export const defineContractChecks: FieldChecks<DefineContract> = [
  ...(termChecks as FieldChecks<DefineContract>),
  ['instrumentId', whole(1)],
  ['indexId', whole()],
  [
    'instrumentKind',
    (kind) => kind === InstrumentKind.perpetual || kind === InstrumentKind.delivery,
  ],
  ['settleAssetId', whole()],
  ['pool', whole(0, 2 ** 31 - 1)],
  ['priceDecimals', decimals],
  ['lotDecimals', decimals],
];

/** Fields of UpdateContract. */
export const updateContractChecks: FieldChecks<UpdateContract> = [
  ...(termChecks as FieldChecks<UpdateContract>),
  ['instrumentId', whole()],
  ['priceDecimals', decimals],
  ['lotDecimals', decimals],
];

const tierChecks: FieldChecks<RiskTier> = [
  ['capUnits', units(1n)],
  ['mmrPpm', part],
  ['maxLeverage', whole(1, 1000)],
];

function isTierList(list: unknown): boolean {
  if (!Array.isArray(list) || list.length < 1 || list.length > tiersCountMax) return false;
  return (list as RiskTier[]).every((tier) => findOffRange(tier, tierChecks) < 0);
}

/** Fields of SetRiskTiers. */
export const riskTiersChecks: FieldChecks<SetRiskTiers> = [
  ['instrumentId', whole()],
  ['tiers', isTierList],
  ['isForced', flag],
];

/** Fields of DefineIndex. */
export const defineIndexChecks: FieldChecks<DefineIndex> = [
  ['indexId', whole(1)],
  ['decimals', whole(2, 20)],
  ['componentsMin', whole(1, 100)],
  ['outlierPpm', part],
  ['isSimulated', flag],
];

const priceChecks: FieldChecks<IndexPrice> = [
  ['indexId', whole(1)],
  ['snapshotId', whole()],
  ['priceSub', whole(0, ticksMax * subticks)],
  ['liveCount', whole(0, 1000)],
  ['componentsHash', whole(0, hashMax)],
];

/** Every price in its ranges, and each index once, by rising number. */
function isPriceList(list: unknown): boolean {
  if (!Array.isArray(list) || list.length > pricesMax) return false;
  const prices = list as IndexPrice[];
  const areInside = prices.every((price) => findOffRange(price, priceChecks) < 0);
  return (
    areInside && prices.every(({ indexId }, at) => at === 0 || indexId > prices[at - 1].indexId)
  );
}

/** Fields of ApplyPrices. */
export const applyPricesChecks: FieldChecks<ApplyPrices> = [
  ['observedAtMs', whole()],
  ['prices', isPriceList],
];
