// Draws what people do with contracts: orders near the mark, closing and flipping ones, settings,
// money in and out, right and wrong. Called by steps.ts.
import type { AccountId, AssetId, Command, InstrumentId, PlaceContractOrder } from '@isobath/core';
import { CommandKind } from '@isobath/core/command';
import { MarketState, OrderType, type Side, Source, TimeInForce } from '@isobath/core/words';
import { findPosition } from '../model/positions.ts';
import type { Contract } from '../model/state.ts';
import { centreTicks } from './contract-depth.ts';
import { contractIds, settleAssetId } from './contract-setup.ts';
import { envelope, type Seat } from './setup.ts';
import { drawClientId, type Scene } from './terms.ts';

const plain = {
  positionSide: 0,
  positionId: 0,
  isReduceOnly: false,
  isClosePosition: false,
  triggerSource: 0,
  isPriceProtected: false,
  takeProfitTicks: 0,
  stopLossTicks: 0,
};

/** Where somebody acts. */
interface Place {
  readonly seat: Seat;
  readonly contract: Contract;
  /** Signed lots of the seat's position. */
  readonly lots: number;
}

function drawPlace(scene: Scene): Place | undefined {
  const { dice, model, setup } = scene;
  // The third is for delivery and seldom opens.
  const wanted = contractIds[dice.pick([0, 0, 1, 1, 1, 2])];
  const contract = model.contracts.find(({ market }) => market.instrumentId === wanted);
  if (contract === undefined || setup.contractSeats.length === 0) return undefined;
  const seat = dice.pick(setup.contractSeats);
  const { lots } = findPosition(model, seat.accountId, contract.market);
  return { seat, contract, lots: Number(lots) };
}

function by({ dice, atMs }: Scene, { ownerId }: Seat) {
  return envelope(ownerId, dice.pick([Source.api, Source.web, Source.sandbox]), atMs);
}

function drawSize({ dice }: Scene, { lots }: Place): number {
  const held = Math.abs(lots);
  const own = held > 0 ? [held, Math.ceil(held / 2), held * 2] : [50];
  return dice.pick([1, 7, 40, 120, 300, 900, 5_000, ...own, ...own]);
}

/** The best price of the other side, or the mark. */
function readNear({ contract: { market, told } }: Place, side: number): number {
  const best = side === 0 ? market.asks[0] : market.bids[0];
  return best?.priceTicks ?? (Math.floor(told.markSub / 100) || centreTicks);
}

function drawPrice(scene: Scene, at: Place, side: number): number {
  const { dice } = scene;
  const sign = side === 0 ? -1 : 1;
  const mark = Math.floor(at.contract.told.markSub / 100) || centreTicks;
  const away = dice.pick([0, 1, 5, 60, 400, 3_000]) * sign;
  if (dice.isLucky(40)) return readNear(at, side) - away;
  return mark + (dice.isLucky(80) ? away : -away * 8) + dice.between(-30, 30);
}

/** One thing of an order that is wrong, or not there yet. */
function spoil(scene: Scene, order: PlaceContractOrder): PlaceContractOrder {
  const { dice } = scene;
  const { gtd, ioc } = TimeInForce;
  return dice.pick<PlaceContractOrder>([
    { ...order, positionSide: dice.pick([1, 2, 3]) },
    { ...order, positionId: 4 },
    { ...order, isReduceOnly: true },
    { ...order, triggerSource: dice.pick([1, 3, 4]) },
    { ...order, takeProfitTicks: 700_000 },
    { ...order, orderType: OrderType.stopMarket },
    { ...order, sizeLots: 0, quoteAmountUnits: 10n ** 10n },
    { ...order, timeInForce: order.orderType === OrderType.limit ? gtd : ioc, expireAtMs: 1 },
    { ...order, instrumentId: dice.pick([101, 77]) as InstrumentId },
    { ...order, accountId: dice.pick([1, 2, 9_999, 5]) as AccountId },
    { ...order, priceTicks: dice.pick([300_000, 900_000, 3_000_000, 0]) },
    { ...order, sizeLots: dice.pick([0, 1_000_001, 2 ** 53 - 1, 900_000]) },
    { ...order, visibleLots: dice.pick([1, order.sizeLots, 2]) },
    { ...order, selfTradeMode: dice.pick([6, 1, 7]) as PlaceContractOrder['selfTradeMode'] },
    { ...order, isTest: true },
  ]);
}

function drawOrder(scene: Scene, at: Place): Command {
  const { dice } = scene;
  const { seat, contract, lots } = at;
  const { gtc, ioc, fok, gtd, postOnly } = TimeInForce;
  const closing = lots > 0 ? 1 : 0;
  const side = (lots !== 0 && dice.isLucky(45) ? closing : dice.below(2)) as Side;
  const isMarket = dice.isLucky(18);
  const timeInForce = isMarket ? ioc : dice.pick([gtc, gtc, gtc, gtc, ioc, fok, gtd, postOnly]);
  const sizeLots = drawSize(scene, at);
  const isHidden = !isMarket && timeInForce === gtc && dice.isLucky(10) && sizeLots > 3;
  const order: PlaceContractOrder = {
    kind: CommandKind.placeContractOrder,
    ...by(scene, seat),
    accountId: seat.accountId,
    instrumentId: contract.market.instrumentId,
    side,
    orderType: isMarket ? OrderType.market : OrderType.limit,
    timeInForce,
    priceTicks: isMarket ? 0 : Math.max(1, drawPrice(scene, at, side)),
    sizeLots,
    quoteAmountUnits: 0n,
    stopPriceTicks: 0,
    trailingDeltaBps: 0,
    activationPriceTicks: 0,
    visibleLots: isHidden ? Math.ceil(sizeLots / 3) : 0,
    selfTradeMode: dice.pick([0, 0, 1, 2, 3, 4, 5]) as PlaceContractOrder['selfTradeMode'],
    slippageBps: isMarket ? dice.pick([0, 0, 10]) : 0,
    expireAtMs: timeInForce === gtd ? scene.atMs + dice.pick([1, 900, 60_000]) : 0,
    clientOrderId: drawClientId(scene),
    ...plain,
    isTest: false,
  };
  return dice.isLucky(10) ? spoil(scene, order) : order;
}

function drawSettings(scene: Scene, { seat, contract }: Place): Command {
  const { dice } = scene;
  return {
    kind: CommandKind.setContractSettings,
    ...by(scene, seat),
    accountId: seat.accountId,
    instrumentId: contract.market.instrumentId,
    positionMode: dice.pick([0, 0, 0, 0, 1, 2, 4]),
    marginMode: dice.pick([0, 0, 0, 1, 2]),
    leverage: dice.pick([0, 1, 5, 20, 20, 50, 100, 125, 126, 1_001]),
    autoAdd: dice.pick([0, 0, 0, 1]),
  };
}

/** Money between contract accounts and others, mostly near what may leave. */
function drawMoney(scene: Scene, { seat }: Place): Command {
  const { dice, model, setup } = scene;
  const others = [...setup.contractSeats, ...setup.seats].filter((it) => !it.isMock);
  const other = dice.isLucky(85)
    ? dice.pick(others).accountId
    : ((dice.below(model.accounts.length) + 1) as AccountId);
  const place = seat.accountId * 1_024 + settleAssetId;
  const available = model.balances.get(place)?.available ?? 0n;
  const amountUnits = dice.pick([available, available / 2n, available / 7n + 1n, 1n, 10n ** 10n]);
  const [from, to] = dice.isLucky(75) ? [seat.accountId, other] : [other, seat.accountId];
  const source = dice.pick([Source.system, Source.api, Source.operator]);
  const by = envelope(seat.ownerId, source, scene.atMs);
  const assetId = settleAssetId as AssetId;
  const more = { assetId, amountUnits: amountUnits > 0n ? amountUnits : 1n, reference: 0 };
  if (dice.isLucky(8)) {
    const kind = CommandKind.hold;
    return { kind, ...by, accountId: seat.accountId, ...more, reason: 2 };
  }
  return {
    kind: CommandKind.transfer,
    ...by,
    fromAccountId: from as AccountId,
    toAccountId: to as AccountId,
    ...more,
    reason: 3,
  };
}

function drawCancels(scene: Scene, { seat, contract }: Place): Command {
  const { dice } = scene;
  const { accountId } = seat;
  if (dice.isLucky(30)) {
    const timeoutMs = dice.pick([0, 1_000, 4_000]);
    return { kind: CommandKind.setDeadMan, ...by(scene, seat), accountId, timeoutMs };
  }
  const instrumentId = dice.pick([0 as const, contract.market.instrumentId]);
  return { kind: CommandKind.cancelAllOrders, ...by(scene, seat), accountId, instrumentId };
}

/** Something that a person does with a contract; undefined where there is none. */
export function drawContractOrder(scene: Scene): Command | undefined {
  const at = drawPlace(scene);
  if (at === undefined) return undefined;
  // A halted contract empties now and then, with positions left on it.
  const isQuiet = at.contract.market.state === MarketState.halt;
  if (isQuiet && scene.dice.isLucky(50)) return drawCancels(scene, at);
  const draw = scene.dice.weigh<(scene: Scene, at: Place) => Command>([
    [drawOrder, 80],
    [drawSettings, 6],
    [drawMoney, 8],
    [drawCancels, 2],
  ]);
  return draw(scene, at);
}
