// The fields of every command in the order of their bytes. Not here: how a field is spelled.
// Read by codec.ts. Changing a row changes the codec's version.
import type {
  Command,
  CommandKind,
  IndexPrice,
  OrderReference,
  OrderTerms,
  RiskTier,
  TransferLeg,
} from '../command.ts';

/** How a field is spelled; the last nine are shapes of their own. */
export type CommandFieldType =
  | 'int'
  | 'flag'
  | 'amount'
  | 'clientId'
  | 'ints'
  | 'terms'
  | 'reference'
  | 'legs'
  | 'items'
  | 'transfers'
  | 'tiers'
  | 'prices';

/** Fields in order. */
export type Fields = readonly (readonly [name: string, type: CommandFieldType])[];

type CommandName = keyof typeof CommandKind;
type CommandOf<TName extends CommandName> = Extract<
  Command,
  { readonly kind: (typeof CommandKind)[TName] }
>;
type FieldsOf<TShape> = readonly (readonly [keyof TShape & string, CommandFieldType])[];
type Schema = { readonly [TName in CommandName]: FieldsOf<CommandOf<TName>> };

/** The envelope, in front of every command's own fields. */
export const envelopeFields: FieldsOf<Command> = [
  ['actorId', 'int'],
  ['sessionId', 'int'],
  ['source', 'int'],
  ['issuedAtMs', 'int'],
  ['deadlineMs', 'int'],
  ['keyHigh', 'int'],
  ['keyLow', 'int'],
  ['bodyHash', 'int'],
];

/** OrderTerms, alone or inside a command. */
export const termsFields: FieldsOf<OrderTerms> = [
  ['accountId', 'int'],
  ['instrumentId', 'int'],
  ['side', 'int'],
  ['orderType', 'int'],
  ['timeInForce', 'int'],
  ['priceTicks', 'int'],
  ['sizeLots', 'int'],
  ['quoteAmountUnits', 'amount'],
  ['stopPriceTicks', 'int'],
  ['trailingDeltaBps', 'int'],
  ['activationPriceTicks', 'int'],
  ['visibleLots', 'int'],
  ['selfTradeMode', 'int'],
  ['slippageBps', 'int'],
  ['expireAtMs', 'int'],
  ['clientOrderId', 'clientId'],
];

/** OrderReference, alone or inside a command. */
export const referenceFields: FieldsOf<OrderReference> = [
  ['accountId', 'int'],
  ['instrumentId', 'int'],
  ['orderId', 'int'],
  ['clientOrderId', 'clientId'],
];

/** TransferLeg inside a group. */
export const transferLegFields: FieldsOf<TransferLeg> = [
  ['fromAccountId', 'int'],
  ['toAccountId', 'int'],
  ['assetId', 'int'],
  ['amountUnits', 'amount'],
];

/** RiskTier inside its list. */
export const riskTierFields: FieldsOf<RiskTier> = [
  ['capUnits', 'amount'],
  ['mmrPpm', 'int'],
  ['maxLeverage', 'int'],
];

/** IndexPrice inside its list. */
export const indexPriceFields: FieldsOf<IndexPrice> = [
  ['indexId', 'int'],
  ['snapshotId', 'int'],
  ['priceSub', 'int'],
  ['liveCount', 'int'],
  ['componentsHash', 'int'],
];

type LimitsRow = readonly [
  Exclude<
    keyof CommandOf<'updateInstrument'>,
    keyof Command | 'instrumentId' | 'priceDecimals' | 'lotDecimals'
  >,
  CommandFieldType,
];

const limits: readonly LimitsRow[] = [
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

type TermsRow = readonly [
  Exclude<
    keyof CommandOf<'updateContract'>,
    keyof Command | LimitsRow[0] | 'instrumentId' | 'priceDecimals' | 'lotDecimals'
  >,
  CommandFieldType,
];

const contractTerms: readonly TermsRow[] = [
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
  ['makerPpm', 'ints'],
  ['takerPpm', 'ints'],
];

const held: FieldsOf<CommandOf<'hold'>> = [
  ['accountId', 'int'],
  ['assetId', 'int'],
  ['amountUnits', 'amount'],
  ['reason', 'int'],
  ['reference', 'int'],
];

/** The own fields of every command. */
export const commandSchema: Schema = {
  beginEra: [['rulesVersion', 'int']],
  time: [],
  defineAsset: [
    ['assetId', 'int'],
    ['scale', 'int'],
    ['isMock', 'flag'],
  ],
  defineInstrument: [
    ...limits,
    ['instrumentId', 'int'],
    ['baseAssetId', 'int'],
    ['quoteAssetId', 'int'],
    ['priceDecimals', 'int'],
    ['lotDecimals', 'int'],
  ],
  updateInstrument: [
    ...limits,
    ['instrumentId', 'int'],
    ['priceDecimals', 'int'],
    ['lotDecimals', 'int'],
  ],
  setFeeSchedule: [
    ['instrumentId', 'int'],
    ['makerPpm', 'ints'],
    ['takerPpm', 'ints'],
  ],
  setMarketState: [
    ['instrumentId', 'int'],
    ['state', 'int'],
  ],
  startAuction: [
    ['instrumentId', 'int'],
    ['noCancelAtMs', 'int'],
    ['openAtMs', 'int'],
  ],
  setReferencePrice: [
    ['instrumentId', 'int'],
    ['priceTicks', 'int'],
  ],
  defineContract: [
    ...limits,
    ...contractTerms,
    ['instrumentId', 'int'],
    ['indexId', 'int'],
    ['instrumentKind', 'int'],
    ['settleAssetId', 'int'],
    ['pool', 'int'],
    ['priceDecimals', 'int'],
    ['lotDecimals', 'int'],
  ],
  updateContract: [
    ...limits,
    ...contractTerms,
    ['instrumentId', 'int'],
    ['priceDecimals', 'int'],
    ['lotDecimals', 'int'],
  ],
  setRiskTiers: [
    ['instrumentId', 'int'],
    ['tiers', 'tiers'],
    ['isForced', 'flag'],
  ],
  openAccount: [
    ['ownerId', 'int'],
    ['accountType', 'int'],
    ['scope', 'int'],
    ['isMock', 'flag'],
    ['accountClass', 'int'],
  ],
  setVipLevel: [
    ['ownerId', 'int'],
    ['vipLevel', 'int'],
  ],
  setSelfTradeGroup: [
    ['ownerId', 'int'],
    ['group', 'int'],
  ],
  transfer: [...transferLegFields, ['reason', 'int'], ['reference', 'int']],
  hold: held,
  release: held,
  transferGroup: [
    ['reason', 'int'],
    ['reference', 'int'],
    ['legs', 'transfers'],
  ],
  applyPrices: [
    ['observedAtMs', 'int'],
    ['prices', 'prices'],
  ],
  defineIndex: [
    ['indexId', 'int'],
    ['decimals', 'int'],
    ['componentsMin', 'int'],
    ['outlierPpm', 'int'],
    ['isSimulated', 'flag'],
  ],
  placeOrder: [...termsFields, ['isTest', 'flag']],
  cancelOrder: [...referenceFields, ['condition', 'int']],
  amendOrder: [...referenceFields, ['sizeLots', 'int'], ['newClientOrderId', 'clientId']],
  cancelReplace: [
    ['cancel', 'reference'],
    ['condition', 'int'],
    ['allowFailure', 'flag'],
    ['place', 'terms'],
  ],
  placeOrderList: [
    ['listType', 'int'],
    ['legs', 'legs'],
  ],
  cancelOrderList: [
    ['accountId', 'int'],
    ['listId', 'int'],
  ],
  batchOrders: [['items', 'items']],
  cancelAllOrders: [
    ['accountId', 'int'],
    ['instrumentId', 'int'],
  ],
  setDeadMan: [
    ['accountId', 'int'],
    ['timeoutMs', 'int'],
  ],
  closeOutDust: [
    ['accountId', 'int'],
    ['instrumentId', 'int'],
  ],
  placeContractOrder: [
    ...termsFields,
    ['positionSide', 'int'],
    ['positionId', 'int'],
    ['isReduceOnly', 'flag'],
    ['isClosePosition', 'flag'],
    ['triggerSource', 'int'],
    ['isPriceProtected', 'flag'],
    ['takeProfitTicks', 'int'],
    ['stopLossTicks', 'int'],
    ['isTest', 'flag'],
  ],
  setContractSettings: [
    ['accountId', 'int'],
    ['instrumentId', 'int'],
    ['positionMode', 'int'],
    ['marginMode', 'int'],
    ['leverage', 'int'],
    ['autoAdd', 'int'],
  ],
};
