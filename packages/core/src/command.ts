// Every command the core understands, as plain shapes. It holds no rule: the rules stand in
// docs/rules, the effects in ledger/ and products/. The sequencer, the products of the server, the
// reference model and the simulator build these; codec/ writes them to bytes. Those of contracts
// and their prices: contract-commands.ts.
import type {
  AccountId,
  AmountUnits,
  AssetId,
  ClientOrderIdWords,
  InstrumentId,
  ListId,
  OrderId,
  OwnerId,
} from './ids.ts';
import type { CommandEnvelope, CommandKind, InstrumentLimits } from './command-parts.ts';
import type {
  ApplyPrices,
  DefineContract,
  DefineIndex,
  SetRiskTiers,
  UpdateContract,
} from './contract-commands.ts';
import { noClientOrderId } from './math/index.ts';
import {
  type AccountClass,
  type AccountType,
  type CancelCondition,
  type ListType,
  type MarketState,
  type OrderType,
  SelfTradeMode,
  type Side,
  type TimeInForce,
  type TransferReason,
} from './words.ts';

export * from './command-parts.ts';
export * from './contract-commands.ts';

/** Start a rule era; the first command of every era. */
export interface BeginEra extends CommandEnvelope {
  readonly kind: typeof CommandKind.beginEra;
  readonly rulesVersion: number;
}

/** Let core time pass: fires every due timer. Sent by the sequencer only. */
export interface PassTime extends CommandEnvelope {
  readonly kind: typeof CommandKind.time;
}

/** Make an asset; `scale` = decimals of its base unit, 0..18. */
export interface DefineAsset extends CommandEnvelope {
  readonly kind: typeof CommandKind.defineAsset;
  readonly assetId: AssetId;
  readonly scale: number;
  readonly isMock: boolean;
}

/** List a spot instrument; it starts in PRE_OPEN. */
export interface DefineInstrument extends CommandEnvelope, InstrumentLimits {
  readonly kind: typeof CommandKind.defineInstrument;
  readonly instrumentId: InstrumentId;
  readonly baseAssetId: AssetId;
  readonly quoteAssetId: AssetId;
  readonly priceDecimals: number;
  readonly lotDecimals: number;
}

/** Change an instrument's limits; decimals only on an empty book in PRE_OPEN, HALT or BREAK. */
export interface UpdateInstrument extends CommandEnvelope, InstrumentLimits {
  readonly kind: typeof CommandKind.updateInstrument;
  readonly instrumentId: InstrumentId;
  readonly priceDecimals: number;
  readonly lotDecimals: number;
}

/**
 * Fee rates in ppm of the received asset for VIP 0..15; instrumentId 0 = default of new and unset
 * ones.
 */
export interface SetFeeSchedule extends CommandEnvelope {
  readonly kind: typeof CommandKind.setFeeSchedule;
  readonly instrumentId: InstrumentId | 0;
  readonly makerPpm: readonly number[];
  readonly takerPpm: readonly number[];
}

/** Move a market to another state (not into an auction, see StartAuction). */
export interface SetMarketState extends CommandEnvelope {
  readonly kind: typeof CommandKind.setMarketState;
  readonly instrumentId: InstrumentId;
  readonly state: MarketState;
}

/**
 * Begin a call auction: cancels allowed until `noCancelAtMs`, uncrossed and opened at `openAtMs`.
 */
export interface StartAuction extends CommandEnvelope {
  readonly kind: typeof CommandKind.startAuction;
  readonly instrumentId: InstrumentId;
  readonly noCancelAtMs: number;
  readonly openAtMs: number;
}

/** Set the reference price that the band uses until the first trade. */
export interface SetReferencePrice extends CommandEnvelope {
  readonly kind: typeof CommandKind.setReferencePrice;
  readonly instrumentId: InstrumentId;
  readonly priceTicks: number;
}

/** Open the account (owner, type, scope, mock); class never changes. */
export interface OpenAccount extends CommandEnvelope {
  readonly kind: typeof CommandKind.openAccount;
  readonly ownerId: OwnerId;
  readonly accountType: AccountType;
  readonly scope: number;
  readonly isMock: boolean;
  readonly accountClass: AccountClass;
}

/** Set the fee tier of an owner, 0..15; orders already open keep theirs. */
export interface SetVipLevel extends CommandEnvelope {
  readonly kind: typeof CommandKind.setVipLevel;
  readonly ownerId: OwnerId;
  readonly vipLevel: number;
}

/** Put an owner into a self-trade group; 0 = its own accounts only. */
export interface SetSelfTradeGroup extends CommandEnvelope {
  readonly kind: typeof CommandKind.setSelfTradeGroup;
  readonly ownerId: OwnerId;
  readonly group: number;
}

/** A move of one asset between two accounts. */
export interface TransferLeg {
  readonly fromAccountId: AccountId;
  readonly toAccountId: AccountId;
  readonly assetId: AssetId;
  readonly amountUnits: AmountUnits;
}

/** Make one move, of at least one unit. */
export interface Transfer extends CommandEnvelope, TransferLeg {
  readonly kind: typeof CommandKind.transfer;
  readonly reason: TransferReason;
  readonly reference: number;
}

/** Make 1..64 moves in order, all or none, each on what those before leave; 0 units: no move. */
export interface TransferGroup extends CommandEnvelope {
  readonly kind: typeof CommandKind.transferGroup;
  readonly reason: TransferReason;
  readonly reference: number;
  readonly legs: readonly TransferLeg[];
}

/** An amount of one account's asset. */
interface AccountAmount {
  readonly accountId: AccountId;
  readonly assetId: AssetId;
  readonly amountUnits: AmountUnits;
  readonly reason: TransferReason;
  readonly reference: number;
}

/** Move `amountUnits` from available to held. */
export interface HoldAmount extends CommandEnvelope, AccountAmount {
  readonly kind: typeof CommandKind.hold;
}

/** Move `amountUnits` that such a hold took from held back to available. */
export interface ReleaseAmount extends CommandEnvelope, AccountAmount {
  readonly kind: typeof CommandKind.release;
}

/**
 * The terms of one order. Absent numbers are 0. `quoteAmountUnits` is only for market types;
 * exactly one of it and `sizeLots` is above 0. `slippageBps` 0 = the instrument's guard.
 */
export interface OrderTerms {
  readonly accountId: AccountId;
  readonly instrumentId: InstrumentId;
  readonly side: Side;
  readonly orderType: OrderType;
  readonly timeInForce: TimeInForce;
  readonly priceTicks: number;
  readonly sizeLots: number;
  readonly quoteAmountUnits: AmountUnits;
  readonly stopPriceTicks: number;
  readonly trailingDeltaBps: number;
  readonly activationPriceTicks: number;
  readonly visibleLots: number;
  readonly selfTradeMode: SelfTradeMode;
  readonly slippageBps: number;
  readonly expireAtMs: number;
  readonly clientOrderId: ClientOrderIdWords;
}

/** The part of an order's terms that is empty where nothing but side, price and size is wanted. */
export const simpleLimitTerms = {
  quoteAmountUnits: 0n,
  stopPriceTicks: 0,
  trailingDeltaBps: 0,
  activationPriceTicks: 0,
  visibleLots: 0,
  selfTradeMode: SelfTradeMode.instrumentDefault,
  slippageBps: 0,
  expireAtMs: 0,
  clientOrderId: noClientOrderId,
} satisfies Partial<OrderTerms>;

/** Place one order; `isTest` checks everything and changes nothing. */
export interface PlaceOrder extends CommandEnvelope, OrderTerms {
  readonly kind: typeof CommandKind.placeOrder;
  readonly isTest: boolean;
}

/**
 * Names an open order by number, or (orderId 0) by its market and client order id; the market is
 * not looked at beside a number.
 */
export interface OrderReference {
  readonly accountId: AccountId;
  readonly instrumentId: InstrumentId | 0;
  readonly orderId: OrderId | 0;
  readonly clientOrderId: ClientOrderIdWords;
}

/** Cancel one order; a leg of a list cancels the list. */
export interface CancelOrder extends CommandEnvelope, OrderReference {
  readonly kind: typeof CommandKind.cancelOrder;
  readonly condition: CancelCondition;
}

/** Reduce the size of a resting order, keeping its place in the queue. */
export interface AmendOrder extends CommandEnvelope, OrderReference {
  readonly kind: typeof CommandKind.amendOrder;
  /** New total size, below the old one and above what is executed. */
  readonly sizeLots: number;
  /** Its client order id from here on; none: it keeps its own. */
  readonly newClientOrderId: ClientOrderIdWords;
}

/** Cancel one order and place another in one step. */
export interface CancelReplace extends CommandEnvelope {
  readonly kind: typeof CommandKind.cancelReplace;
  readonly cancel: OrderReference;
  readonly condition: CancelCondition;
  /** True: place even when the cancel is refused. */
  readonly allowFailure: boolean;
  readonly place: OrderTerms;
}

/**
 * Place an OCO (2 legs: limit, stop), OTO (2: working, pending) or OTOCO (3: working, limit, stop).
 */
export interface PlaceOrderList extends CommandEnvelope {
  readonly kind: typeof CommandKind.placeOrderList;
  readonly listType: ListType;
  readonly legs: readonly OrderTerms[];
}

/** Cancel a whole order list. */
export interface CancelOrderList extends CommandEnvelope {
  readonly kind: typeof CommandKind.cancelOrderList;
  readonly accountId: AccountId;
  readonly listId: ListId;
}

/** One line of a batch. */
export type BatchItem =
  | { readonly action: 'place'; readonly place: OrderTerms }
  | { readonly action: 'cancel'; readonly cancel: OrderReference };

/** Up to 20 places and cancels, each with its own result, in order. */
export interface BatchOrders extends CommandEnvelope {
  readonly kind: typeof CommandKind.batchOrders;
  readonly items: readonly BatchItem[];
}

/** Cancel every open order of an account, on one market or (0) on all. */
export interface CancelAllOrders extends CommandEnvelope {
  readonly kind: typeof CommandKind.cancelAllOrders;
  readonly accountId: AccountId;
  readonly instrumentId: InstrumentId | 0;
}

/** Arm, re-arm or (0) disarm the account's dead-man switch; 1 000..86 400 000 ms. */
export interface SetDeadMan extends CommandEnvelope {
  readonly kind: typeof CommandKind.setDeadMan;
  readonly accountId: AccountId;
  readonly timeoutMs: number;
}

/** Sell the whole available base amount below the minimum to the operator's dust account. */
export interface CloseOutDust extends CommandEnvelope {
  readonly kind: typeof CommandKind.closeOutDust;
  readonly accountId: AccountId;
  readonly instrumentId: InstrumentId;
}

/** Place one order on a contract; `isTest` checks everything and changes nothing. */
export interface PlaceContractOrder extends CommandEnvelope, OrderTerms {
  readonly kind: typeof CommandKind.placeContractOrder;
  /** 0 in one-way mode, 1 long, 2 short. */
  readonly positionSide: number;
  /** The position that it closes in split mode, else 0. */
  readonly positionId: number;
  readonly isReduceOnly: boolean;
  readonly isClosePosition: boolean;
  /** What a conditional order watches: 1 index, 2 last, 3 mark. */
  readonly triggerSource: number;
  readonly isPriceProtected: boolean;
  readonly takeProfitTicks: number;
  readonly stopLossTicks: number;
  readonly isTest: boolean;
}

/** Change how an account trades a contract; 0 keeps what is. */
export interface SetContractSettings extends CommandEnvelope {
  readonly kind: typeof CommandKind.setContractSettings;
  readonly accountId: AccountId;
  readonly instrumentId: InstrumentId;
  /** PositionMode. */
  readonly positionMode: number;
  /** 1 cross, 2 isolated. */
  readonly marginMode: number;
  readonly leverage: number;
  /** 1 off, 2 on. */
  readonly autoAdd: number;
}

/** Any command of the core. */
export type Command =
  | BeginEra
  | PassTime
  | DefineAsset
  | DefineInstrument
  | UpdateInstrument
  | SetFeeSchedule
  | SetMarketState
  | StartAuction
  | SetReferencePrice
  | DefineContract
  | UpdateContract
  | SetRiskTiers
  | OpenAccount
  | SetVipLevel
  | SetSelfTradeGroup
  | Transfer
  | HoldAmount
  | ReleaseAmount
  | TransferGroup
  | ApplyPrices
  | DefineIndex
  | PlaceOrder
  | CancelOrder
  | AmendOrder
  | CancelReplace
  | PlaceOrderList
  | CancelOrderList
  | BatchOrders
  | CancelAllOrders
  | SetDeadMan
  | CloseOutDust
  | PlaceContractOrder
  | SetContractSettings;
