// What the commands of all products share: their kind numbers, the envelope, the limits of a
// market. Not here: the commands (command.ts, contract-commands.ts). Handed on by command.ts.
import type { AmountUnits, OwnerId } from './ids.ts';
import type { SelfTradeMode, Source } from './words.ts';

/** Kind numbers of commands; written to the journal, never reused. */
export const CommandKind = {
  beginEra: 1,
  time: 2,
  defineAsset: 10,
  defineInstrument: 11,
  updateInstrument: 12,
  setFeeSchedule: 13,
  setMarketState: 14,
  startAuction: 15,
  setReferencePrice: 16,
  defineContract: 17,
  updateContract: 18,
  setRiskTiers: 19,
  openAccount: 20,
  setVipLevel: 21,
  setSelfTradeGroup: 22,
  transfer: 23,
  hold: 24,
  release: 25,
  transferGroup: 26,
  applyPrices: 27,
  defineIndex: 28,
  placeOrder: 40,
  cancelOrder: 41,
  amendOrder: 42,
  cancelReplace: 43,
  placeOrderList: 44,
  cancelOrderList: 45,
  batchOrders: 46,
  cancelAllOrders: 47,
  setDeadMan: 48,
  closeOutDust: 49,
  placeContractOrder: 60,
  setContractSettings: 61,
} as const;
export type CommandKind = (typeof CommandKind)[keyof typeof CommandKind];

/**
 * What every command carries. Times are UTC milliseconds.
 * `actorId` is the owner who acts (below 1000: the operator); `sessionId` names its session or
 * key by number; `keyHigh`/`keyLow` are the two 52-bit halves of the idempotency key's hash, both 0
 * without a key; `bodyHash` the 52-bit hash of the request; `deadlineMs` 0 means none.
 */
export interface CommandEnvelope {
  readonly actorId: OwnerId;
  readonly sessionId: number;
  readonly source: Source;
  readonly issuedAtMs: number;
  readonly deadlineMs: number;
  readonly keyHigh: number;
  readonly keyLow: number;
  readonly bodyHash: number;
}

/** The part of an envelope that has neither deadline nor idempotency key. */
export const unkeyed: Pick<CommandEnvelope, 'deadlineMs' | 'keyHigh' | 'keyLow' | 'bodyHash'> = {
  deadlineMs: 0,
  keyHigh: 0,
  keyLow: 0,
  bodyHash: 0,
};

/** The adjustable part of an instrument; sizes in lots, prices in ticks, amounts in quote units. */
export interface InstrumentLimits {
  readonly priceTicksMin: number;
  readonly priceTicksMax: number;
  readonly sizeLotsMin: number;
  readonly sizeLotsMax: number;
  readonly marketSizeLotsMax: number;
  readonly notionalUnitsMin: AmountUnits;
  readonly bandLowPpm: number;
  readonly bandHighPpm: number;
  readonly marketGuardBps: number;
  readonly openOrdersCountMax: number;
  readonly stopOrdersCountMax: number;
  readonly icebergPartsCountMax: number;
  readonly trailingDeltaBpsMin: number;
  readonly trailingDeltaBpsMax: number;
  readonly amendsCountMax: number;
  readonly closeOutUnitsMax: AmountUnits;
  /** Bit n set: SelfTradeMode n may be asked for. */
  readonly selfTradeModesMask: number;
  readonly selfTradeModeDefault: SelfTradeMode;
  readonly tradeArea: number;
}
