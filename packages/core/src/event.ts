// Every event the core emits, as plain shapes. In memory and in the event log an event is a record
// of 64-bit float words (layout: event-layout.ts); these shapes are what the decoder gives to
// projections, feeds and tests. Events are emitted in the order in which things happened inside one
// command.
import type {
  AccountId,
  AmountUnits,
  AssetId,
  ClientOrderIdWords,
  IndexId,
  InstrumentId,
  ListId,
  OrderId,
  OwnerId,
} from './ids.ts';
import type { CommandKind, ContractTerms } from './command.ts';
import type {
  AccountClass,
  AccountType,
  CloseReason,
  InstrumentKind,
  ListType,
  MarketState,
  OrderType,
  SelfTradeMode,
  Side,
  TimeInForce,
  TransferReason,
} from './words.ts';

/** Kind numbers of events; written to the event log, never reused. */
export const EventKind = {
  commandApplied: 1,
  itemApplied: 2,
  eraBegun: 3,
  assetDefined: 10,
  instrumentDefined: 11,
  feeScheduleSet: 12,
  marketStateChanged: 13,
  referencePriceSet: 14,
  accountOpened: 20,
  vipLevelSet: 21,
  selfTradeGroupSet: 22,
  transferPosted: 23,
  amountHeld: 24,
  amountReleased: 25,
  orderOpened: 40,
  orderTermsSet: 41,
  clientOrderIdSet: 42,
  orderTriggered: 43,
  orderAmended: 44,
  orderClosed: 45,
  tradeExecuted: 46,
  selfTradePrevented: 47,
  levelChanged: 48,
  orderListOpened: 49,
  orderListClosed: 50,
  auctionIndicated: 51,
  auctionUncrossed: 52,
  deadManSet: 53,
  trailingMoved: 54,
  selfTradeTransferred: 55,
  orderChanged: 56,
  transferGroupPosted: 57,
  contractDefined: 60,
  riskTiersSet: 61,
  indexDefined: 62,
  marksSet: 63,
  contractTraded: 64,
  positionChanged: 65,
  fundingRoundOpened: 66,
  settingsChanged: 69,
} as const;
export type EventKind = (typeof EventKind)[keyof typeof EventKind];

/**
 * First record of every command. `code` 0 = applied; otherwise the reject's number (reject.ts) and
 * its facts; `repeatOfSequence` > 0 = the key was seen before, nothing was done, `code` is the
 * first answer's.
 */
export interface CommandApplied {
  readonly kind: typeof EventKind.commandApplied;
  readonly sequence: number;
  readonly atMs: number;
  readonly commandKind: CommandKind;
  readonly actorId: OwnerId;
  readonly code: number;
  readonly repeatOfSequence: number;
  readonly facts: readonly number[];
}

/** Result of line `index` of a batch or of a part of cancel-replace (0 = cancel, 1 = place). */
export interface ItemApplied {
  readonly kind: typeof EventKind.itemApplied;
  readonly index: number;
  readonly code: number;
  readonly facts: readonly number[];
}

/** A new era of rules starts with the next command. */
export interface EraBegun {
  readonly kind: typeof EventKind.eraBegun;
  readonly rulesVersion: number;
}

/** An asset exists; its scale (decimals of one unit) never changes. */
export interface AssetDefined {
  readonly kind: typeof EventKind.assetDefined;
  readonly assetId: AssetId;
  readonly scale: number;
  readonly isMock: boolean;
}

/**
 * Emitted when an instrument is made and whenever it is changed: always its whole configuration.
 */
export interface InstrumentDefined {
  readonly kind: typeof EventKind.instrumentDefined;
  readonly instrumentId: InstrumentId;
  readonly baseAssetId: AssetId;
  readonly quoteAssetId: AssetId;
  readonly priceDecimals: number;
  readonly lotDecimals: number;
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
  readonly selfTradeModesMask: number;
  readonly selfTradeModeDefault: SelfTradeMode;
  readonly tradeArea: number;
}

/** The fee rates of one instrument, or the default when `instrumentId` is 0. */
export interface FeeScheduleSet {
  readonly kind: typeof EventKind.feeScheduleSet;
  readonly instrumentId: InstrumentId | 0;
  /** 16 maker rates, then 16 taker rates, in ppm. */
  readonly ratesPpm: readonly number[];
}

/** `noCancelAtMs` and `openAtMs` are 0 outside an auction. */
export interface MarketStateChanged {
  readonly kind: typeof EventKind.marketStateChanged;
  readonly instrumentId: InstrumentId;
  readonly state: MarketState;
  readonly noCancelAtMs: number;
  readonly openAtMs: number;
}

/** The reference price that band and guards are measured from, in ticks. */
export interface ReferencePriceSet {
  readonly kind: typeof EventKind.referencePriceSet;
  readonly instrumentId: InstrumentId;
  readonly priceTicks: number;
}

/** An account exists; class and type never change. */
export interface AccountOpened {
  readonly kind: typeof EventKind.accountOpened;
  readonly accountId: AccountId;
  readonly ownerId: OwnerId;
  readonly accountType: AccountType;
  readonly scope: number;
  readonly isMock: boolean;
  readonly accountClass: AccountClass;
  readonly ownerNumber: number;
}

/** The VIP level (0..15) that the fee rates of an owner are read by. */
export interface VipLevelSet {
  readonly kind: typeof EventKind.vipLevelSet;
  readonly ownerId: OwnerId;
  readonly vipLevel: number;
  readonly ownerNumber: number;
}

/** Owners of one group count as one person for self-trade prevention. */
export interface SelfTradeGroupSet {
  readonly kind: typeof EventKind.selfTradeGroupSet;
  readonly ownerId: OwnerId;
  readonly group: number;
}

/** `fromOwnerNumber`/`toOwnerNumber`: the two owners' private-stream numbers of this event. */
export interface TransferPosted {
  readonly kind: typeof EventKind.transferPosted;
  readonly fromAccountId: AccountId;
  readonly toAccountId: AccountId;
  readonly assetId: AssetId;
  readonly amountUnits: AmountUnits;
  readonly reason: TransferReason;
  readonly reference: number;
  readonly fromOwnerNumber: number;
  readonly toOwnerNumber: number;
}

/** A group was done: `legsCount` TransferPosted with its reason and reference follow. */
export interface TransferGroupPosted {
  readonly kind: typeof EventKind.transferGroupPosted;
  readonly reason: TransferReason;
  readonly reference: number;
  readonly legsCount: number;
}

/** `amountUnits` moved from available to held. */
export interface AmountHeld {
  readonly kind: typeof EventKind.amountHeld;
  readonly accountId: AccountId;
  readonly assetId: AssetId;
  readonly amountUnits: AmountUnits;
  readonly reason: TransferReason;
  readonly reference: number;
  readonly ownerNumber: number;
}

/** `amountUnits` moved from held back to available. */
export interface AmountReleased {
  readonly kind: typeof EventKind.amountReleased;
  readonly accountId: AccountId;
  readonly assetId: AssetId;
  readonly amountUnits: AmountUnits;
  readonly reason: TransferReason;
  readonly reference: number;
  readonly ownerNumber: number;
}

/**
 * An order exists from here on. `holdUnits` moved from available to held of the quote (buy) or base
 * (sell) asset. `status` 0 = live or about to match, 1 = dormant (waits for its trigger), 2 =
 * pending (waits for the working leg, holds nothing). `listId` 0 = none. Terms beyond these follow
 * in OrderTermsSet, the client order id in ClientOrderIdSet, only when there are any.
 */
export interface OrderOpened {
  readonly kind: typeof EventKind.orderOpened;
  readonly orderId: OrderId;
  readonly accountId: AccountId;
  readonly instrumentId: InstrumentId;
  readonly side: Side;
  readonly orderType: OrderType;
  readonly timeInForce: TimeInForce;
  readonly selfTradeMode: SelfTradeMode;
  readonly status: 0 | 1 | 2;
  readonly priceTicks: number;
  readonly sizeLots: number;
  readonly holdUnits: AmountUnits;
  readonly listId: ListId | 0;
  readonly ownerNumber: number;
}

/** The terms of an order beyond OrderOpened; absent numbers are 0. */
export interface OrderTermsSet {
  readonly kind: typeof EventKind.orderTermsSet;
  readonly orderId: OrderId;
  readonly quoteAmountUnits: AmountUnits;
  readonly stopPriceTicks: number;
  readonly trailingDeltaBps: number;
  readonly activationPriceTicks: number;
  readonly visibleLots: number;
  readonly slippageBps: number;
  readonly expireAtMs: number;
}

/** The client order id of an open order. */
export interface ClientOrderIdSet {
  readonly kind: typeof EventKind.clientOrderIdSet;
  readonly orderId: OrderId;
  readonly clientOrderId: ClientOrderIdWords;
}

/**
 * A dormant or pending order became live (or dormant, for a pending stop leg); its hold is now
 * `holdUnits`.
 */
export interface OrderTriggered {
  readonly kind: typeof EventKind.orderTriggered;
  readonly orderId: OrderId;
  readonly accountId: AccountId;
  readonly instrumentId: InstrumentId;
  readonly status: 0 | 1;
  readonly priceTicks: number;
  readonly holdUnits: AmountUnits;
  readonly ownerNumber: number;
}

/** New total size; `releasedUnits` went back from held to available. */
export interface OrderAmended {
  readonly kind: typeof EventKind.orderAmended;
  readonly orderId: OrderId;
  readonly accountId: AccountId;
  readonly instrumentId: InstrumentId;
  readonly sizeLots: number;
  readonly releasedUnits: AmountUnits;
  readonly ownerNumber: number;
}

/** The order is over. `remainingLots` unexecuted lots; `releasedUnits` went back to available. */
export interface OrderClosed {
  readonly kind: typeof EventKind.orderClosed;
  readonly orderId: OrderId;
  readonly accountId: AccountId;
  readonly instrumentId: InstrumentId;
  readonly reason: CloseReason;
  readonly remainingLots: number;
  readonly releasedUnits: AmountUnits;
  readonly ownerNumber: number;
}

/**
 * One trade. The buyer's fee is in base, the seller's in quote; a negative fee is a rebate. What a
 * side paid came from its hold when `makerHoldUnits`/`takerHoldUnits` is above 0 (that much went
 * out of held, and what was not paid of it to available as price improvement), else from available.
 */
export interface TradeExecuted {
  readonly kind: typeof EventKind.tradeExecuted;
  readonly instrumentId: InstrumentId;
  readonly tradeId: number;
  readonly priceTicks: number;
  readonly sizeLots: number;
  readonly takerSide: Side;
  readonly isAuction: boolean;
  readonly makerOrderId: OrderId;
  readonly takerOrderId: OrderId;
  readonly makerAccountId: AccountId;
  readonly takerAccountId: AccountId;
  readonly quoteUnits: AmountUnits;
  readonly makerFeeUnits: AmountUnits;
  readonly takerFeeUnits: AmountUnits;
  readonly makerHoldUnits: AmountUnits;
  readonly takerHoldUnits: AmountUnits;
  readonly makerOwnerNumber: number;
  readonly takerOwnerNumber: number;
}

/** Lots of both orders that self-trade prevention took away; no trade happened. */
export interface SelfTradePrevented {
  readonly kind: typeof EventKind.selfTradePrevented;
  readonly instrumentId: InstrumentId;
  readonly makerOrderId: OrderId;
  readonly takerOrderId: OrderId;
  readonly priceTicks: number;
  readonly makerLots: number;
  readonly takerLots: number;
  readonly makerReleasedUnits: AmountUnits;
  readonly takerReleasedUnits: AmountUnits;
  readonly mode: SelfTradeMode;
}

/**
 * TRANSFER mode: base and quote moved between two accounts at the maker's price without fee or
 * print.
 */
export interface SelfTradeTransferred {
  readonly kind: typeof EventKind.selfTradeTransferred;
  readonly instrumentId: InstrumentId;
  readonly makerOrderId: OrderId;
  readonly takerOrderId: OrderId;
  readonly makerAccountId: AccountId;
  readonly takerAccountId: AccountId;
  readonly priceTicks: number;
  readonly sizeLots: number;
  readonly takerSide: Side;
  readonly quoteUnits: AmountUnits;
  readonly makerHoldUnits: AmountUnits;
  readonly takerHoldUnits: AmountUnits;
}

/**
 * A transfer or a decrement, told just before, took lots of this order and may have moved balances
 * of its account: neither numbers what it says to people.
 */
export interface OrderChanged {
  readonly kind: typeof EventKind.orderChanged;
  readonly orderId: OrderId;
  readonly accountId: AccountId;
  readonly ownerNumber: number;
}

/** The visible total at one price of the public book is now `totalLots` (0 = level gone). */
export interface LevelChanged {
  readonly kind: typeof EventKind.levelChanged;
  readonly instrumentId: InstrumentId;
  readonly updateId: number;
  readonly side: Side;
  readonly priceTicks: number;
  readonly totalLots: number;
}

/** A list of linked orders exists; its legs follow as orders. */
export interface OrderListOpened {
  readonly kind: typeof EventKind.orderListOpened;
  readonly listId: ListId;
  readonly accountId: AccountId;
  readonly instrumentId: InstrumentId;
  readonly listType: ListType;
}

/** No order of the list is open any more. */
export interface OrderListClosed {
  readonly kind: typeof EventKind.orderListClosed;
  readonly listId: ListId;
  readonly accountId: AccountId;
}

/** What the auction would do now; price 0 = nothing crosses. `surplusLots` > 0 = buy surplus. */
export interface AuctionIndicated {
  readonly kind: typeof EventKind.auctionIndicated;
  readonly instrumentId: InstrumentId;
  readonly priceTicks: number;
  readonly volumeLots: number;
  readonly surplusLots: number;
}

/** What the auction did; price 0 = nothing crossed. `surplusLots` > 0 = buy surplus. */
export interface AuctionUncrossed {
  readonly kind: typeof EventKind.auctionUncrossed;
  readonly instrumentId: InstrumentId;
  readonly priceTicks: number;
  readonly volumeLots: number;
  readonly surplusLots: number;
}

/** `dueAtMs` 0 = switched off. */
export interface DeadManSet {
  readonly kind: typeof EventKind.deadManSet;
  readonly accountId: AccountId;
  readonly dueAtMs: number;
}

/** A trailing stop was activated or moved: it now fires at `stopPriceTicks`. */
export interface TrailingMoved {
  readonly kind: typeof EventKind.trailingMoved;
  readonly orderId: OrderId;
  readonly stopPriceTicks: number;
}

/** Emitted when a contract is made and whenever it is changed: always all its terms. */
export interface ContractDefined extends ContractTerms {
  readonly kind: typeof EventKind.contractDefined;
  readonly instrumentId: InstrumentId;
  readonly indexId: IndexId;
  readonly instrumentKind: InstrumentKind;
  readonly settleAssetId: AssetId;
  readonly pool: number;
  readonly priceDecimals: number;
  readonly lotDecimals: number;
}

/** The tiers of a contract, all of them. */
export interface RiskTiersSet {
  readonly kind: typeof EventKind.riskTiersSet;
  readonly instrumentId: InstrumentId;
  /** Four numbers a tier: high and low word of the cap, mmrPpm, maxLeverage. */
  readonly tierWords: readonly number[];
}

/** Emitted when an index is made and whenever it is changed. */
export interface IndexDefined {
  readonly kind: typeof EventKind.indexDefined;
  readonly indexId: IndexId;
  readonly decimals: number;
  readonly componentsMin: number;
  readonly outlierPpm: number;
  readonly isSimulated: boolean;
}

/** What a price step made of one contract's prices, when anything of it changed; in subticks. */
export interface MarksSet {
  readonly kind: typeof EventKind.marksSet;
  readonly instrumentId: InstrumentId;
  readonly indexSub: number;
  readonly snapshotId: number;
  readonly p1Sub: number;
  readonly p2Sub: number;
  /** Median of P1, P2 and the last price, before the bounds. */
  readonly rawSub: number;
  readonly markSub: number;
  /** The newest premium sample, 0 before the first. */
  readonly premiumE8: number;
  /** The rate if funding were settled now. */
  readonly predictedRateE8: number;
  /** Bits of MarkFlag. */
  readonly flags: number;
}

/** Funding of the instant `fundingAtMs` is settled at this rate and mark, which are fixed now. */
export interface FundingRoundOpened {
  readonly kind: typeof EventKind.fundingRoundOpened;
  readonly instrumentId: InstrumentId;
  readonly fundingAtMs: number;
  readonly rateE8: number;
  readonly markSub: number;
  /** Premium samples it was made of; fewer than half of the scheduled: the rate is 0. */
  readonly samplesCount: number;
  readonly nextFundingAtMs: number;
}

/** One trade of a contract; what it moves follows, the maker's first, then each position. */
export interface ContractTraded {
  readonly kind: typeof EventKind.contractTraded;
  readonly instrumentId: InstrumentId;
  readonly tradeId: number;
  readonly priceTicks: number;
  readonly sizeLots: number;
  readonly takerSide: Side;
  readonly makerOrderId: OrderId;
  readonly takerOrderId: OrderId;
  readonly makerAccountId: AccountId;
  readonly takerAccountId: AccountId;
  readonly quoteUnits: AmountUnits;
  readonly makerFeeUnits: AmountUnits;
  readonly takerFeeUnits: AmountUnits;
  /** Of the lots that closed; below 0 is a loss. */
  readonly makerPnlUnits: AmountUnits;
  readonly takerPnlUnits: AmountUnits;
  readonly makerOwnerNumber: number;
  readonly takerOwnerNumber: number;
}

/** A position as it is now: after a fill, or after a part of its profit was drawn. */
export interface PositionChanged {
  readonly kind: typeof EventKind.positionChanged;
  readonly positionId: number;
  readonly accountId: AccountId;
  readonly instrumentId: InstrumentId;
  /** Below 0 is short; 0: it is over. */
  readonly lots: number;
  /** What it was opened for, draws included. */
  readonly entryUnits: AmountUnits;
  /** Profit that was drawn before its time to pay a loss elsewhere. */
  readonly drawnUnits: AmountUnits;
  readonly ownerNumber: number;
}

/** How an account trades a contract from here on. */
export interface SettingsChanged {
  readonly kind: typeof EventKind.settingsChanged;
  readonly accountId: AccountId;
  readonly instrumentId: InstrumentId;
  readonly positionMode: number;
  readonly marginMode: number;
  readonly leverage: number;
  readonly autoAdd: number;
  readonly ownerNumber: number;
}

/** Any event of the core. */
export type CoreEvent =
  | CommandApplied
  | ItemApplied
  | EraBegun
  | AssetDefined
  | InstrumentDefined
  | FeeScheduleSet
  | MarketStateChanged
  | ReferencePriceSet
  | AccountOpened
  | VipLevelSet
  | SelfTradeGroupSet
  | TransferPosted
  | TransferGroupPosted
  | AmountHeld
  | AmountReleased
  | OrderOpened
  | OrderTermsSet
  | ClientOrderIdSet
  | OrderTriggered
  | OrderAmended
  | OrderClosed
  | TradeExecuted
  | SelfTradePrevented
  | SelfTradeTransferred
  | OrderChanged
  | LevelChanged
  | OrderListOpened
  | OrderListClosed
  | AuctionIndicated
  | AuctionUncrossed
  | DeadManSet
  | TrailingMoved
  | ContractDefined
  | RiskTiersSet
  | IndexDefined
  | MarksSet
  | FundingRoundOpened
  | ContractTraded
  | PositionChanged
  | SettingsChanged;
