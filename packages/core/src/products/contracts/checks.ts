// All checks of placing an order on a contract and of changing settings, in the order of
// docs/rules/contracts.md 8. Nothing changes here. Not here: the rules of margin (admission.ts).
// Called by commands.ts.
import { sidesPerMarket } from '../../book/ladder.ts';
import type { PlaceContractOrder, SetContractSettings } from '../../command.ts';
import { calculateBuyGuard, calculateSellGuard } from '../../math/index.ts';
import { ContractWord } from '../../prices/contract-table.ts';
import { type FieldChecks, findOffRange, flag, whole } from '../../ranges.ts';
import { createCountChecks, noEarlierLegs } from '../../trading/checks/order-counts.ts';
import { Field, findFieldOutOfRange, findWrongField } from '../../trading/checks/order-shape.ts';
import type { SizeChecks } from '../../trading/checks/order-size.ts';
import { createPostOnlyCheck } from '../../trading/checks/post-only.ts';
import {
  AccountClass,
  AccountType,
  MarketState,
  OrderType,
  PositionMode,
  SelfTradeMode,
  Side,
} from '../../words.ts';
import type { createAdmission } from './admission.ts';
import type { FillParts } from './fills.ts';
import { PositionWord, usualLeverage } from './position-table.ts';
import { calculateExposure, calculateInitial } from './risk.ts';

const at = PositionWord;
const subticks = 100;
const bandWhole = 1_000_000n * BigInt(subticks);
const openStates: readonly number[] = [MarketState.trading, MarketState.reduceOnly];
const liveTypes: readonly number[] = [OrderType.limit, OrderType.market];
const plainFields = 16;
const leverageMax = 1_000;

/** Own fields of PlaceContractOrder. */
const ownChecks: FieldChecks<PlaceContractOrder> = [
  ['positionSide', whole(0, 2)],
  ['positionId', whole()],
  ['isReduceOnly', flag],
  ['isClosePosition', flag],
  ['triggerSource', whole(0, 3)],
  ['isPriceProtected', flag],
  ['takeProfitTicks', whole()],
  ['stopLossTicks', whole()],
  ['isTest', flag],
];
/** Own fields that orders do not have yet, and their places. */
const laterFields: readonly (keyof PlaceContractOrder)[] = [
  'isReduceOnly',
  'isClosePosition',
  'triggerSource',
  'isPriceProtected',
  'takeProfitTicks',
  'stopLossTicks',
];
const firstLaterField = plainFields + 2;

const settingChecks: FieldChecks<SetContractSettings> = [
  ['accountId', whole()],
  ['instrumentId', whole()],
  ['positionMode', whole(0, 3)],
  ['marginMode', whole(0, 1)],
  ['leverage', whole(0, leverageMax)],
  ['autoAdd', whole(0, 1)],
];

/** What the checks need. */
export interface CheckParts extends FillParts {
  readonly sizes: SizeChecks;
  readonly admission: ReturnType<typeof createAdmission>;
}

/** An order whose market and contract are known. */
interface Asked {
  readonly order: PlaceContractOrder;
  readonly market: number;
  readonly contract: number;
}

/** Whose settings of what. */
type Parties = Pick<PlaceContractOrder, 'accountId' | 'instrumentId'>;

/** Make the checks. */
export function createContractChecks(parts: CheckParts) {
  const { context, prices, positions, margin, trading, house, sizes, admission } = parts;
  const { tradingContext } = trading;
  const { markets, book } = tradingContext;
  const { ledger, instruments } = context;
  const { accounts, assets, fees, owners } = ledger;
  const { refuse } = context.refusal;
  const { contracts } = prices;
  const counts = createCountChecks(tradingContext);
  const checkPostOnly = createPostOnlyCheck(tradingContext);
  /** Market that the latest `checkParties` found. */
  let found = -1;

  function checkRanges(order: PlaceContractOrder): number {
    const plain = findFieldOutOfRange(order);
    if (plain >= 0) return refuse('value_out_of_range', plain);
    const own = findOffRange(order, ownChecks);
    return own < 0 ? 0 : refuse('value_out_of_range', plainFields + own);
  }

  /** From `instrument_not_found` to `operator_balance_too_low`. */
  function checkParties({ accountId, instrumentId }: Parties, actorId: number): number {
    found = instruments.findSlot(instrumentId);
    if (found < 0) return refuse('instrument_not_found', instrumentId);
    const contract = contracts.findOfMarket(found);
    if (contract < 0) return refuse('product_mismatch', instrumentId);
    const isOwn =
      accounts.has(accountId) &&
      accounts.readOwnerId(accountId) === actorId &&
      accounts.readType(accountId) === AccountType.contract &&
      accounts.readClass(accountId) === AccountClass.wallet &&
      accounts.readMock(accountId) === assets.readMock(margin.readSettleSlot(contract));
    if (!isOwn) return refuse('account_not_found', accountId);
    markets.derive(found);
    return house.find(contract) === undefined ? refuse('operator_balance_too_low', 0) : 0;
  }

  function checkState(market: number): number {
    const state = markets.readState(market);
    return openStates.includes(state) ? 0 : refuse('market_state_forbids', state);
  }

  /** One-way mode, and neither stops nor orders that only reduce yet. */
  function checkTerms({ order, market }: Asked): number {
    if (order.positionSide !== 0) return refuse('position_mode_mismatch', PositionMode.oneWay);
    if (order.positionId !== 0) return refuse('position_not_found', order.positionId);
    const { orderType, timeInForce } = order;
    const refuseField = (field: number): number =>
      refuse('order_terms_wrong', orderType, timeInForce, field);
    if (!liveTypes.includes(orderType)) return refuseField(Field.orderType);
    if (order.quoteAmountUnits !== 0n) return refuseField(Field.quoteAmountUnits);
    const wrong = findWrongField(order, markets.readMarketGuardBps(market));
    if (wrong >= 0) return refuseField(wrong);
    const later = laterFields.findIndex((name) => Boolean(order[name]));
    return later < 0 ? 0 : refuseField(firstLaterField + later);
  }

  function readMark(contract: number): number {
    return contracts.read(contract, ContractWord.markSub);
  }

  /** Highest price of a buy, lowest of a sell, around the mark. */
  function readBand(market: number): { readonly lowTicks: number; readonly highTicks: number } {
    const markSub = BigInt(readMark(contracts.findOfMarket(market)));
    const low = markSub * BigInt(markets.readBandLowPpm(market));
    const high = markSub * BigInt(markets.readBandHighPpm(market));
    return {
      lowTicks: Number((low + bandWhole - 1n) / bandWhole),
      highTicks: Number(high / bandWhole),
    };
  }

  /** Lots of the opposite position that an order of a side would close first. */
  function countClosable({ order, contract }: Asked): number {
    const lots = admission.readLots(order.accountId, contract);
    return Math.max(0, order.side === Side.buy ? -lots : lots);
  }

  function checkSizes(asked: Asked): number {
    const { order, market, contract } = asked;
    const code =
      sizes.checkPriceRange(order, market) ||
      sizes.checkSizeRange(order, market) ||
      sizes.checkProduct(order, market);
    if (code !== 0) return code;
    const isReducing = order.sizeLots <= countClosable(asked);
    const notional = isReducing ? 0 : checkNotional(asked);
    if (notional !== 0) return notional;
    return readMark(contract) === 0 ? refuse('no_reference_price', order.instrumentId) : 0;
  }

  /** A limit order is worth its price, a market order the mark. */
  function checkNotional({ order, market, contract }: Asked): number {
    const isLimit = order.orderType === OrderType.limit;
    const priceSub = isLimit ? order.priceTicks * subticks : readMark(contract);
    if (priceSub === 0) return 0;
    const { unitsPerSubLot } = margin.readTerms(contract);
    const valueUnits = BigInt(order.sizeLots) * BigInt(priceSub) * unitsPerSubLot;
    const least = markets.readNotionalUnitsMin(market);
    return valueUnits < least ? refuse('notional_too_low', valueUnits, least) : 0;
  }

  /** No buy above the band, no sell below it. */
  function checkBand({ order, market }: Asked): number {
    if (order.orderType !== OrderType.limit) return 0;
    const { lowTicks, highTicks } = readBand(market);
    const isOutside =
      order.side === Side.buy ? order.priceTicks > highTicks : order.priceTicks < lowTicks;
    return isOutside ? refuse('price_outside_band', order.priceTicks, lowTicks, highTicks) : 0;
  }

  /** Orders of one person never hand over to each other: positions move by trades only. */
  function checkMode({ order, market }: Asked): number {
    const mask = markets.readSelfTradeModesMask(market) & ~(1 << SelfTradeMode.transfer);
    const mode = order.selfTradeMode || markets.readSelfTradeModeDefault(market);
    return ((mask >> mode) & 1) === 1 ? 0 : refuse('self_trade_mode_not_allowed', mode, mask);
  }

  function checkCounts({ order, market }: Asked): number {
    return (
      counts.checkIcebergParts(order, market) ||
      checkMode({ order, market, contract: 0 }) ||
      counts.checkExpiry(order) ||
      counts.checkClientId(order, market, noEarlierLegs) ||
      counts.checkOpenCount(order, market, noEarlierLegs)
    );
  }

  function readBest(market: number, side: number): number {
    return book.ladder.readBestPrice(market * sidesPerMarket + (side ^ 1));
  }

  function boundGuard(guardTicks: number, side: number, market: number): number {
    const { lowTicks, highTicks } = readBand(market);
    return side === Side.buy ? Math.min(guardTicks, highTicks) : Math.max(guardTicks, lowTicks);
  }

  /** The worst price that an order may trade at. */
  function readWorst({ order, market }: Asked): number {
    if (order.orderType === OrderType.limit) return order.priceTicks;
    const best = readBest(market, order.side);
    const bps = order.slippageBps || markets.readMarketGuardBps(market);
    const guard =
      order.side === Side.buy ? calculateBuyGuard(best, bps) : calculateSellGuard(best, bps);
    return boundGuard(guard, order.side, market);
  }

  function checkLiquidity({ order, market }: Asked): number {
    const isMarket = order.orderType === OrderType.market;
    const isNobody = isMarket && readBest(market, order.side) === 0;
    return isNobody ? refuse('no_liquidity', order.instrumentId) : 0;
  }

  /** Lots of live orders of a side of the account. */
  function readSideLots({ order, contract }: Asked): number {
    const known = positions.find(order.accountId, contract);
    if (known === 0) return 0;
    const { bidLots, askLots } = margin.readOrders(known);
    return order.side === Side.buy ? bidLots : askLots;
  }

  /** Lots of a side when all its orders and this one are filled. */
  function readResult(asked: Asked): number {
    const { order, contract } = asked;
    const lots = admission.readLots(order.accountId, contract);
    return (order.side === Side.buy ? lots : -lots) + readSideLots(asked) + order.sizeLots;
  }

  /** `position_limit`, `open_interest_full`, and `reduce_only_rejected` in REDUCE_ONLY. */
  function checkLimits(asked: Asked): number {
    const { order, market, contract } = asked;
    const lots = readResult(asked);
    const most = contracts.read(contract, ContractWord.positionLotsMax);
    if (lots > most) return refuse('position_limit', lots, most);
    const closable = countClosable(asked);
    const opened = margin.readOpenInterest(contract) + order.sizeLots - closable;
    const openMost = contracts.read(contract, ContractWord.openInterestLotsMax);
    const isOpening = order.sizeLots > closable;
    if (isOpening && opened > openMost) return refuse('open_interest_full', opened, openMost);
    const isReduced = markets.readState(market) === MarketState.reduceOnly;
    const isCovered = closable > 0 && readSideLots(asked) + order.sizeLots <= closable;
    return isReduced && !isCovered ? refuse('reduce_only_rejected', closable) : 0;
  }

  function readTakerPpm({ order, market }: Asked): number {
    return fees.readTakerPpm(fees.readPlan(market, owners.readVipOf(order.accountId)));
  }

  /** The highest value that a leverage is allowed at, in lots at the mark. */
  function refuseTier(asked: Asked, leverage: number): number {
    const { tiers, markSub, unitsPerSubLot } = margin.readTerms(asked.contract);
    const allowed = tiers.filter(({ maxLeverage }) => maxLeverage >= leverage);
    const capUnits = allowed.length === 0 ? 0n : allowed[allowed.length - 1].capUnits;
    const most = capUnits / (BigInt(markSub) * unitsPerSubLot);
    return refuse('position_limit', readResult(asked), Number(most));
  }

  /** `position_limit` of the tiers, `margin_too_low`; an order that raises nothing passes. */
  function checkMargin(asked: Asked): number {
    const { order, contract } = asked;
    const { accountId: account, side, sizeLots: lots } = order;
    const takerPpm = readTakerPpm(asked);
    const priceTicks = readWorst(asked);
    const asking = { account, contract, side, lots, priceTicks, takerPpm };
    const demand = admission.demand(asking, usualLeverage);
    if (!demand.isRaising) return 0;
    const leverage = readLeverage(order, contract);
    const { tiers } = margin.readTerms(contract);
    const isAllowed = tiers.some(
      ({ capUnits, maxLeverage }) => demand.exposureUnits <= capUnits && leverage <= maxLeverage,
    );
    if (!isAllowed) return refuseTier(asked, leverage);
    return refuseMargin(demand.usableUnits, demand.neededUnits);
  }

  function refuseMargin(usableUnits: bigint, neededUnits: bigint): number {
    if (usableUnits >= neededUnits) return 0;
    return refuse('margin_too_low', usableUnits > 0n ? usableUnits : 0n, neededUnits);
  }

  function readLeverage({ accountId }: Parties, contract: number): number {
    const known = positions.find(accountId, contract);
    return known === 0 ? usualLeverage : positions.read(known, at.leverage);
  }

  /** All checks of one order. */
  function checkOrder(order: PlaceContractOrder): number {
    const code = checkRanges(order) || checkParties(order, order.actorId);
    if (code !== 0) return code;
    const asked = { order, market: found, contract: contracts.findOfMarket(found) };
    return (
      checkState(found) ||
      checkTerms(asked) ||
      checkSizes(asked) ||
      checkBand(asked) ||
      checkCounts(asked) ||
      checkLiquidity(asked) ||
      checkLimits(asked) ||
      checkMargin(asked) ||
      checkPostOnly(order, found)
    );
  }

  /** Another leverage asks for another margin of what is open. */
  function checkLeverage({ accountId, leverage }: SetContractSettings, contract: number): number {
    const terms = margin.readTerms(contract);
    const most = terms.tiers[0]?.maxLeverage ?? 0;
    if (leverage > most) return refuse('leverage_off_range', leverage, most);
    const known = positions.find(accountId, contract);
    if (known === 0) return 0;
    const exposureUnits = calculateExposure(terms, margin.readExposure(known));
    const before = calculateInitial(terms, exposureUnits, positions.read(known, at.leverage));
    const after = calculateInitial(terms, exposureUnits, leverage);
    if (after <= before) return 0;
    const { share, costUnits } = margin.readSums(accountId, margin.readSettleSlot(contract));
    const neededUnits = share.requiredUnits - before + after + costUnits;
    return refuseMargin(admission.readUsable(accountId, contract), neededUnits);
  }

  /** All checks of changing settings. */
  function checkSettings(command: SetContractSettings): number {
    const range = findOffRange(command, settingChecks);
    if (range >= 0) return refuse('value_out_of_range', range);
    const code = checkParties(command, command.actorId);
    if (code !== 0) return code;
    const contract = contracts.findOfMarket(found);
    const { positionMode, leverage, instrumentId } = command;
    if (positionMode > PositionMode.oneWay) {
      return refuse('position_mode_mismatch', PositionMode.oneWay);
    }
    const isSame = leverage === 0 || leverage === readLeverage(command, contract);
    if (isSame) return refuse('settings_unchanged', instrumentId);
    return checkLeverage(command, contract);
  }

  return {
    checkOrder,
    checkSettings,
    boundGuard,
    /** Market that the latest passed check found. */
    readFound: (): number => found,
    /** Contract of the latest passed check. */
    readFoundContract: (): number => contracts.findOfMarket(found),
  };
}
