// Ranges of the fields of the instruments' commands, in the order of their places: inherited limits
// first, then the command's own fields. Not here: checks against state (commands.ts).
// Read by the handlers of instruments/commands.ts.
import type {
  DefineInstrument,
  InstrumentLimits,
  SetFeeSchedule,
  SetMarketState,
  SetReferencePrice,
  StartAuction,
  UpdateInstrument,
} from '../command.ts';
import { type FieldChecks, oneOf, units, whole } from '../ranges.ts';
import { MarketState } from '../words.ts';

const counts = whole(1, 1_000_000);
const ticksMax = 2 ** 31 - 1;
const lotsMax = 2 ** 52;
const states = oneOf(MarketState);
const deltaBpsMax = 10_000;

/** Fields of InstrumentLimits. */
export const limitChecks: FieldChecks<InstrumentLimits> = [
  ['priceTicksMin', whole(1, ticksMax)],
  ['priceTicksMax', (value, limits) => whole(limits.priceTicksMin, ticksMax)(value)],
  ['sizeLotsMin', whole(1, lotsMax)],
  ['sizeLotsMax', (value, limits) => whole(limits.sizeLotsMin, lotsMax)(value)],
  ['marketSizeLotsMax', whole(1, lotsMax)],
  ['notionalUnitsMin', units()],
  ['bandLowPpm', whole(1, 999_999)],
  ['bandHighPpm', whole(1_000_001, 1_000_000_000)],
  ['marketGuardBps', whole(1, 10_000)],
  ['openOrdersCountMax', counts],
  ['stopOrdersCountMax', counts],
  ['icebergPartsCountMax', whole(1, 1000)],
  ['trailingDeltaBpsMin', whole(1, deltaBpsMax)],
  ['trailingDeltaBpsMax', (value, limits) => whole(limits.trailingDeltaBpsMin, deltaBpsMax)(value)],
  ['amendsCountMax', counts],
  ['closeOutUnitsMax', units()],
  ['selfTradeModesMask', whole(0, 127)],
  ['selfTradeModeDefault', isDefaultMode],
  ['tradeArea', whole()],
];

function isDefaultMode(value: unknown, limits: InstrumentLimits): boolean {
  return whole(1, 6)(value) && ((limits.selfTradeModesMask >> (value as number)) & 1) === 1;
}

/** Names of the limits in the order of InstrumentLimits. */
export const limitNames = limitChecks.map(([name]) => name);

const decimals = whole(0, 18);

/** Fields of DefineInstrument. */
export const defineChecks: FieldChecks<DefineInstrument> = [
  ...(limitChecks as FieldChecks<DefineInstrument>),
  ['instrumentId', whole(1)],
  ['baseAssetId', whole()],
  ['quoteAssetId', (value, command) => whole()(value) && value !== command.baseAssetId],
  ['priceDecimals', decimals],
  ['lotDecimals', decimals],
];

/** Fields of UpdateInstrument. */
export const updateChecks: FieldChecks<UpdateInstrument> = [
  ...(limitChecks as FieldChecks<UpdateInstrument>),
  ['instrumentId', whole()],
  ['priceDecimals', decimals],
  ['lotDecimals', decimals],
];

/** Names of the fields of UpdateInstrument in the order in which a refusal counts them. */
export const updateFieldNames: readonly string[] = updateChecks.map(([name]) => name);

const isRate = whole(-10_000, 100_000);

/** One rate for each VIP level. */
export function isSixteenRates(value: unknown): boolean {
  return Array.isArray(value) && value.length === 16 && value.every((rate) => isRate(rate));
}

/** Fields of SetFeeSchedule. */
export const scheduleChecks: FieldChecks<SetFeeSchedule> = [
  ['instrumentId', whole()],
  ['makerPpm', isSixteenRates],
  ['takerPpm', isSixteenRates],
];

/** Fields of SetMarketState. */
export const stateChecks: FieldChecks<SetMarketState> = [
  ['instrumentId', whole()],
  ['state', states],
];

/** Fields of StartAuction. */
export const auctionChecks: FieldChecks<StartAuction> = [
  ['instrumentId', whole()],
  ['noCancelAtMs', whole()],
  ['openAtMs', whole()],
];

/** Fields of SetReferencePrice. */
export const referenceChecks: FieldChecks<SetReferencePrice> = [
  ['instrumentId', whole()],
  ['priceTicks', whole()],
];
