// The range of every field of every command, docs/rules/core.md 1.4 and docs/rules/spot.md, in the
// order of the shapes. Not here: ranges that depend on the state.
// Called by apply.ts for whole commands and by the parts of lists, batches and cancel-replace.
import { CommandKind } from '@isobath/core/command';
import * as words from '@isobath/core/words';
import { amountLimit, refuse } from './state.ts';

type Check = (value: unknown, shape: Record<string, number>) => boolean;
type Fields = readonly (readonly [name: string, check: Check])[];

function isWhole(value: unknown, least: number, most: number): boolean {
  return Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most;
}

const between =
  (least: number, most: number): Check =>
  (value) =>
    isWhole(value, least, most);

const any = between(0, Number.MAX_SAFE_INTEGER);

function word(table: Record<string, number>): Check {
  const numbers = Object.values(table);
  return (value) => numbers.includes(value as number);
}

const amountFrom =
  (least: bigint): Check =>
  (value) =>
    typeof value === 'bigint' && value >= least && value < amountLimit;

const clientId: Check = (value) =>
  Array.isArray(value) && value.length === 5 && value.every((it) => isWhole(it, 0, 65 ** 8 - 1));

const rates: Check = (value) =>
  Array.isArray(value) && value.length === 16 && value.every((it) => isWhole(it, -10_000, 100_000));

const ticksMax = 2 ** 31 - 1;
const lotsMax = 2 ** 52;
const count = between(1, 1_000_000);

const limits: Fields = [
  ['priceTicksMin', between(1, ticksMax)],
  ['priceTicksMax', (value, shape) => isWhole(value, shape['priceTicksMin'] ?? 0, ticksMax)],
  ['sizeLotsMin', between(1, lotsMax)],
  ['sizeLotsMax', (value, shape) => isWhole(value, shape['sizeLotsMin'] ?? 0, lotsMax)],
  ['marketSizeLotsMax', between(1, lotsMax)],
  ['notionalUnitsMin', amountFrom(0n)],
  ['bandLowPpm', between(1, 999_999)],
  ['bandHighPpm', between(1_000_001, 1_000_000_000)],
  ['marketGuardBps', between(1, 10_000)],
  ['openOrdersCountMax', count],
  ['stopOrdersCountMax', count],
  ['icebergPartsCountMax', between(1, 1000)],
  ['trailingDeltaBpsMin', between(1, 10_000)],
  ['trailingDeltaBpsMax', (value, it) => isWhole(value, it['trailingDeltaBpsMin'] ?? 0, 10_000)],
  ['amendsCountMax', count],
  ['closeOutUnitsMax', amountFrom(0n)],
  ['selfTradeModesMask', between(0, 127)],
  [
    'selfTradeModeDefault',
    (value, shape) =>
      isWhole(value, 1, 6) && (((shape['selfTradeModesMask'] ?? 0) >> (value as number)) & 1) === 1,
  ],
  ['tradeArea', any],
];

const decimals: Fields = [
  ['priceDecimals', between(0, 18)],
  ['lotDecimals', between(0, 18)],
];

/** The fields of OrderTerms, a part of several commands. */
export const orderTermsFields: Fields = [
  ['accountId', any],
  ['instrumentId', any],
  ['side', word(words.Side)],
  ['orderType', word(words.OrderType)],
  ['timeInForce', word(words.TimeInForce)],
  ['priceTicks', any],
  ['sizeLots', any],
  ['quoteAmountUnits', amountFrom(0n)],
  ['stopPriceTicks', any],
  ['trailingDeltaBps', between(0, 10_000)],
  ['activationPriceTicks', any],
  ['visibleLots', any],
  ['selfTradeMode', between(0, 6)],
  ['slippageBps', between(0, 10_000)],
  ['expireAtMs', any],
  ['clientOrderId', clientId],
];

/** The fields of OrderReference, a part of several commands. */
export const orderReferenceFields: Fields = [
  ['accountId', any],
  ['orderId', any],
  ['clientOrderId', clientId],
];

const heldAmount: Fields = [
  ['accountId', any],
  ['assetId', any],
  ['amountUnits', amountFrom(1n)],
  ['reason', word(words.TransferReason)],
  ['reference', any],
];

const account: readonly [string, Check] = ['accountId', any];
const instrument: readonly [string, Check] = ['instrumentId', any];
const whatever: Check = () => true;

const fieldsByKind = new Map<number, Fields>([
  [CommandKind.beginEra, [['rulesVersion', any]]],
  [
    CommandKind.defineAsset,
    [
      ['assetId', between(1, 1023)],
      ['scale', between(0, 18)],
    ],
  ],
  [
    CommandKind.defineInstrument,
    [
      ...limits,
      ['instrumentId', between(1, Number.MAX_SAFE_INTEGER)],
      ['baseAssetId', any],
      ['quoteAssetId', (value, shape) => any(value, shape) && value !== shape['baseAssetId']],
      ...decimals,
    ],
  ],
  [CommandKind.updateInstrument, [...limits, instrument, ...decimals]],
  [CommandKind.setFeeSchedule, [instrument, ['makerPpm', rates], ['takerPpm', rates]]],
  [CommandKind.setMarketState, [instrument, ['state', word(words.MarketState)]]],
  [CommandKind.startAuction, [instrument, ['noCancelAtMs', any], ['openAtMs', any]]],
  [CommandKind.setReferencePrice, [instrument, ['priceTicks', any]]],
  [
    CommandKind.openAccount,
    [
      ['ownerId', any],
      ['accountType', word(words.AccountType)],
      ['scope', any],
      ['isMock', whatever],
      ['accountClass', word(words.AccountClass)],
    ],
  ],
  [
    CommandKind.setVipLevel,
    [
      ['ownerId', any],
      ['vipLevel', between(0, 15)],
    ],
  ],
  [
    CommandKind.setSelfTradeGroup,
    [
      ['ownerId', any],
      ['group', between(0, 2 ** 31 - 1)],
    ],
  ],
  [
    CommandKind.transfer,
    [
      ['fromAccountId', any],
      ['toAccountId', any],
      ['assetId', any],
      ['amountUnits', amountFrom(1n)],
      ['reason', word(words.TransferReason)],
      ['reference', any],
    ],
  ],
  [CommandKind.hold, heldAmount],
  [CommandKind.release, heldAmount],
  [CommandKind.placeOrder, orderTermsFields],
  [CommandKind.cancelOrder, orderReferenceFields],
  [CommandKind.amendOrder, [...orderReferenceFields, ['sizeLots', any]]],
  [
    CommandKind.cancelReplace,
    [
      ['cancel', whatever],
      ['condition', word(words.CancelCondition)],
    ],
  ],
  [CommandKind.placeOrderList, [['listType', word(words.ListType)]]],
  [CommandKind.cancelOrderList, [account, ['listId', any]]],
  [CommandKind.cancelAllOrders, [account, instrument]],
  [
    CommandKind.setDeadMan,
    [account, ['timeoutMs', (value) => value === 0 || isWhole(value, 1_000, 86_400_000)]],
  ],
  [CommandKind.closeOutDust, [account, instrument]],
]);

/** The fields of a kind of command; none for those without. */
export function readFields(kind: number): Fields {
  return fieldsByKind.get(kind) ?? [];
}

/**
 * Check the ranges of one shape, field by field.
 *
 * @rejects value_out_of_range with the place of the first wrong field.
 */
export function checkRanges(fields: Fields, shape: object): void {
  const record = shape as Record<string, number>;
  for (let place = 0; place < fields.length; place += 1) {
    const [name, check] = fields[place] as Fields[number];
    if (!check(record[name], record)) refuse('value_out_of_range', place);
  }
}
