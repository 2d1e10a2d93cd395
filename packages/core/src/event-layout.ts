// The layout of every event as 64-bit float words, as one table. First word: kind + 256 * count of
// words, the head included. It is not the shape others see (event.ts); a test holds both together.
// Read by the writers and the decoder of events and by whoever reads the event log word by word.
import type { InstrumentLimits } from './command.ts';
import { type CoreEvent, EventKind } from './event.ts';

/**
 * How a field lies in the words: `int` one word, `flag` one word 0 or 1, `amount` high word then
 * low word, `list` a count then that many words, `five` five words (a client order id).
 */
export type EventFieldType = 'int' | 'flag' | 'amount' | 'list' | 'five';

/** Names of the kinds of events. */
export type EventName = keyof typeof EventKind;
/** The shape of the events of one kind. */
export type EventOf<TName extends EventName> = Extract<
  CoreEvent,
  { readonly kind: (typeof EventKind)[TName] }
>;
type FieldName<TName extends EventName> = Exclude<keyof EventOf<TName>, 'kind'>;
type EventLayouts = {
  readonly [TName in EventName]: readonly (readonly [FieldName<TName>, EventFieldType])[];
};

/** One more than the largest kind number; the head word is kind + 256 * count. */
export const eventHeadFactor = 256;

const limits: readonly (readonly [keyof InstrumentLimits, EventFieldType])[] = [
  ['priceTicksMin', 'int'],
  ['priceTicksMax', 'int'],
  ['sizeLotsMin', 'int'],
  ['sizeLotsMax', 'int'],
  ['marketSizeLotsMax', 'int'],
  ['notionalUnitsMin', 'amount'],
  ['bandLowPpm', 'int'],
  ['bandHighPpm', 'int'],
  ['marketGuardBps', 'int'],
  ['openOrdersCountMax', 'int'],
  ['stopOrdersCountMax', 'int'],
  ['icebergPartsCountMax', 'int'],
  ['trailingDeltaBpsMin', 'int'],
  ['trailingDeltaBpsMax', 'int'],
  ['amendsCountMax', 'int'],
  ['closeOutUnitsMax', 'amount'],
  ['selfTradeModesMask', 'int'],
  ['selfTradeModeDefault', 'int'],
  ['tradeArea', 'int'],
];

/** The fields of every event in the order of their words. */
export const eventLayouts: EventLayouts = {
  commandApplied: [
    ['sequence', 'int'],
    ['atMs', 'int'],
    ['commandKind', 'int'],
    ['actorId', 'int'],
    ['code', 'int'],
    ['repeatOfSequence', 'int'],
    ['facts', 'list'],
  ],
  itemApplied: [
    ['index', 'int'],
    ['code', 'int'],
    ['facts', 'list'],
  ],
  eraBegun: [['rulesVersion', 'int']],
  assetDefined: [
    ['assetId', 'int'],
    ['scale', 'int'],
    ['isMock', 'flag'],
  ],
  instrumentDefined: [
    ['instrumentId', 'int'],
    ['baseAssetId', 'int'],
    ['quoteAssetId', 'int'],
    ['priceDecimals', 'int'],
    ['lotDecimals', 'int'],
    ...limits,
  ],
  feeScheduleSet: [
    ['instrumentId', 'int'],
    ['ratesPpm', 'list'],
  ],
  marketStateChanged: [
    ['instrumentId', 'int'],
    ['state', 'int'],
    ['noCancelAtMs', 'int'],
    ['openAtMs', 'int'],
  ],
  referencePriceSet: [
    ['instrumentId', 'int'],
    ['priceTicks', 'int'],
  ],
  accountOpened: [
    ['accountId', 'int'],
    ['ownerId', 'int'],
    ['accountType', 'int'],
    ['scope', 'int'],
    ['isMock', 'flag'],
    ['accountClass', 'int'],
    ['ownerNumber', 'int'],
  ],
  vipLevelSet: [
    ['ownerId', 'int'],
    ['vipLevel', 'int'],
    ['ownerNumber', 'int'],
  ],
  selfTradeGroupSet: [
    ['ownerId', 'int'],
    ['group', 'int'],
  ],
  transferPosted: [
    ['fromAccountId', 'int'],
    ['toAccountId', 'int'],
    ['assetId', 'int'],
    ['amountUnits', 'amount'],
    ['reason', 'int'],
    ['reference', 'int'],
    ['fromOwnerNumber', 'int'],
    ['toOwnerNumber', 'int'],
  ],
  amountHeld: [
    ['accountId', 'int'],
    ['assetId', 'int'],
    ['amountUnits', 'amount'],
    ['reason', 'int'],
    ['reference', 'int'],
    ['ownerNumber', 'int'],
  ],
  amountReleased: [
    ['accountId', 'int'],
    ['assetId', 'int'],
    ['amountUnits', 'amount'],
    ['reason', 'int'],
    ['reference', 'int'],
    ['ownerNumber', 'int'],
  ],
  orderOpened: [
    ['orderId', 'int'],
    ['accountId', 'int'],
    ['instrumentId', 'int'],
    ['side', 'int'],
    ['orderType', 'int'],
    ['timeInForce', 'int'],
    ['selfTradeMode', 'int'],
    ['status', 'int'],
    ['priceTicks', 'int'],
    ['sizeLots', 'int'],
    ['holdUnits', 'amount'],
    ['listId', 'int'],
    ['ownerNumber', 'int'],
  ],
  orderTermsSet: [
    ['orderId', 'int'],
    ['quoteAmountUnits', 'amount'],
    ['stopPriceTicks', 'int'],
    ['trailingDeltaBps', 'int'],
    ['activationPriceTicks', 'int'],
    ['visibleLots', 'int'],
    ['slippageBps', 'int'],
    ['expireAtMs', 'int'],
  ],
  clientOrderIdSet: [
    ['orderId', 'int'],
    ['clientOrderId', 'five'],
  ],
  orderTriggered: [
    ['orderId', 'int'],
    ['accountId', 'int'],
    ['instrumentId', 'int'],
    ['status', 'int'],
    ['priceTicks', 'int'],
    ['holdUnits', 'amount'],
    ['ownerNumber', 'int'],
  ],
  orderAmended: [
    ['orderId', 'int'],
    ['accountId', 'int'],
    ['instrumentId', 'int'],
    ['sizeLots', 'int'],
    ['releasedUnits', 'amount'],
    ['ownerNumber', 'int'],
  ],
  orderClosed: [
    ['orderId', 'int'],
    ['accountId', 'int'],
    ['instrumentId', 'int'],
    ['reason', 'int'],
    ['remainingLots', 'int'],
    ['releasedUnits', 'amount'],
    ['ownerNumber', 'int'],
  ],
  tradeExecuted: [
    ['instrumentId', 'int'],
    ['tradeId', 'int'],
    ['priceTicks', 'int'],
    ['sizeLots', 'int'],
    ['takerSide', 'int'],
    ['isAuction', 'flag'],
    ['makerOrderId', 'int'],
    ['takerOrderId', 'int'],
    ['makerAccountId', 'int'],
    ['takerAccountId', 'int'],
    ['quoteUnits', 'amount'],
    ['makerFeeUnits', 'amount'],
    ['takerFeeUnits', 'amount'],
    ['makerHoldUnits', 'amount'],
    ['takerHoldUnits', 'amount'],
    ['makerOwnerNumber', 'int'],
    ['takerOwnerNumber', 'int'],
  ],
  selfTradePrevented: [
    ['instrumentId', 'int'],
    ['makerOrderId', 'int'],
    ['takerOrderId', 'int'],
    ['priceTicks', 'int'],
    ['makerLots', 'int'],
    ['takerLots', 'int'],
    ['makerReleasedUnits', 'amount'],
    ['takerReleasedUnits', 'amount'],
    ['mode', 'int'],
  ],
  levelChanged: [
    ['instrumentId', 'int'],
    ['updateId', 'int'],
    ['side', 'int'],
    ['priceTicks', 'int'],
    ['totalLots', 'int'],
  ],
  orderListOpened: [
    ['listId', 'int'],
    ['accountId', 'int'],
    ['instrumentId', 'int'],
    ['listType', 'int'],
  ],
  orderListClosed: [
    ['listId', 'int'],
    ['accountId', 'int'],
  ],
  auctionIndicated: [
    ['instrumentId', 'int'],
    ['priceTicks', 'int'],
    ['volumeLots', 'int'],
    ['surplusLots', 'int'],
  ],
  auctionUncrossed: [
    ['instrumentId', 'int'],
    ['priceTicks', 'int'],
    ['volumeLots', 'int'],
    ['surplusLots', 'int'],
  ],
  deadManSet: [
    ['accountId', 'int'],
    ['dueAtMs', 'int'],
  ],
  trailingMoved: [
    ['orderId', 'int'],
    ['stopPriceTicks', 'int'],
  ],
  selfTradeTransferred: [
    ['instrumentId', 'int'],
    ['makerOrderId', 'int'],
    ['takerOrderId', 'int'],
    ['makerAccountId', 'int'],
    ['takerAccountId', 'int'],
    ['priceTicks', 'int'],
    ['sizeLots', 'int'],
    ['takerSide', 'int'],
    ['quoteUnits', 'amount'],
    ['makerHoldUnits', 'amount'],
    ['takerHoldUnits', 'amount'],
  ],
  orderChanged: [
    ['orderId', 'int'],
    ['accountId', 'int'],
    ['ownerNumber', 'int'],
  ],
  transferGroupPosted: [
    ['reason', 'int'],
    ['reference', 'int'],
    ['legsCount', 'int'],
  ],
  contractDefined: [
    ['instrumentId', 'int'],
    ['indexId', 'int'],
    ['instrumentKind', 'int'],
    ['settleAssetId', 'int'],
    ['pool', 'int'],
    ['priceDecimals', 'int'],
    ['lotDecimals', 'int'],
    ...limits,
    ['pieceLots', 'int'],
    ['expiryAtMs', 'int'],
    ['markClampPpm', 'int'],
    ['positionLotsMax', 'int'],
    ['openInterestLotsMax', 'int'],
    ['impactNotionalUnits', 'amount'],
    ['fundingHours', 'int'],
    ['fundingCapE8', 'int'],
    ['liquidationFeePpm', 'int'],
    ['deliveryFeePpm', 'int'],
    ['profitUsePpm', 'int'],
    ['withdrawFloorPpm', 'int'],
    ['makerPpm', 'list'],
    ['takerPpm', 'list'],
  ],
  riskTiersSet: [
    ['instrumentId', 'int'],
    ['tierWords', 'list'],
  ],
  indexDefined: [
    ['indexId', 'int'],
    ['decimals', 'int'],
    ['componentsMin', 'int'],
    ['outlierPpm', 'int'],
    ['isSimulated', 'flag'],
  ],
  marksSet: [
    ['instrumentId', 'int'],
    ['indexSub', 'int'],
    ['snapshotId', 'int'],
    ['p1Sub', 'int'],
    ['p2Sub', 'int'],
    ['rawSub', 'int'],
    ['markSub', 'int'],
    ['premiumE8', 'int'],
    ['predictedRateE8', 'int'],
    ['flags', 'int'],
  ],
  contractTraded: [
    ['instrumentId', 'int'],
    ['tradeId', 'int'],
    ['priceTicks', 'int'],
    ['sizeLots', 'int'],
    ['takerSide', 'int'],
    ['makerOrderId', 'int'],
    ['takerOrderId', 'int'],
    ['makerAccountId', 'int'],
    ['takerAccountId', 'int'],
    ['quoteUnits', 'amount'],
    ['makerFeeUnits', 'amount'],
    ['takerFeeUnits', 'amount'],
    ['makerPnlUnits', 'amount'],
    ['takerPnlUnits', 'amount'],
    ['makerOwnerNumber', 'int'],
    ['takerOwnerNumber', 'int'],
  ],
  positionChanged: [
    ['positionId', 'int'],
    ['accountId', 'int'],
    ['instrumentId', 'int'],
    ['lots', 'int'],
    ['entryUnits', 'amount'],
    ['drawnUnits', 'amount'],
    ['ownerNumber', 'int'],
  ],
  settingsChanged: [
    ['accountId', 'int'],
    ['instrumentId', 'int'],
    ['positionMode', 'int'],
    ['marginMode', 'int'],
    ['leverage', 'int'],
    ['autoAdd', 'int'],
    ['ownerNumber', 'int'],
  ],
  fundingRoundOpened: [
    ['instrumentId', 'int'],
    ['fundingAtMs', 'int'],
    ['rateE8', 'int'],
    ['markSub', 'int'],
    ['samplesCount', 'int'],
    ['nextFundingAtMs', 'int'],
  ],
};

/** Every kind of event with its name and fields, by kind number; holes are undefined. */
export const eventTable: readonly (
  | { readonly name: EventName; readonly fields: readonly (readonly [string, EventFieldType])[] }
  | undefined
)[] = makeEventTable();

function makeEventTable(): (typeof eventTable)[number][] {
  const table: (typeof eventTable)[number][] = [];
  // oxlint-disable-next-line no-restricted-properties -- each row finds its own place
  for (const [name, kind] of Object.entries(EventKind)) {
    table[kind] = { name: name as EventName, fields: eventLayouts[name as EventName] };
  }
  return table;
}
