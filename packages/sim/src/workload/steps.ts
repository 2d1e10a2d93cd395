// Draws one step of a run: one command, before it the passing of time. A step is a number; what it
// means is drawn from that number and from the state that the run has reached ("the third open
// order of this user"), so a run with steps taken out still means something.
import type {
  Command,
  CommandEnvelope,
  InstrumentId,
  OrderReference,
  OrderTerms,
  OwnerId,
} from '@isobath/core';
import { CommandKind } from '@isobath/core/command';
import { type CancelCondition, ListType, Source, TimeInForce } from '@isobath/core/words';
import { isSameName } from '../model/checks.ts';
import type { Market, Model, Order } from '../model/state.ts';
import type { Dice } from './dice.ts';
import { isAuctionState, openLots } from '../model/state.ts';
import { readPair } from '../model/match.ts';
import { readNextTimerMs } from '../model/settle.ts';
import {
  drawConfiguration,
  drawLedger,
  drawMarketState,
  drawPerson,
  drawReopening,
} from './operator-account.ts';
import { drawContractOrder } from './contract-orders.ts';
import type { StepKind } from './options.ts';
import { drawPriceDelay, drawPriceStep } from './prices.ts';
import { dustOwner, envelope } from './setup.ts';
import * as terms from './terms.ts';
import { drawSpot, type Scene, type Spot } from './terms.ts';
import { spoilTerms } from './wrong.ts';

const noClientId = [0, 0, 0, 0, 0] as const;

function by(scene: Scene, spot: Spot): CommandEnvelope {
  const source = scene.dice.pick([Source.api, Source.web, Source.sandbox]);
  return envelope(spot.seat.ownerId, source, scene.atMs);
}

function place(scene: Scene, spot: Spot, it: OrderTerms): Command {
  const isTest = scene.dice.isLucky(3);
  return { kind: CommandKind.placeOrder, ...by(scene, spot), ...it, isTest };
}

function readMine(scene: Scene, spot: Spot): Order[] {
  return scene.model.orders.filter((order) => order.ownerId === spot.seat.ownerId);
}

/** A market that a reference names; beside a number it may be any, also none. */
function drawNamedMarket({ dice, model }: Scene): InstrumentId | 0 {
  const elsewhere = 88 as InstrumentId;
  return dice.pick([0 as const, elsewhere, ...model.markets.map((market) => market.instrumentId)]);
}

/** Orders whose client order id is in use on another market as well. */
function readTwins(mine: readonly Order[]): Order[] {
  const nameOf = (it: Order): string => `${it.accountId} ${it.clientOrderId.join('.')}`;
  const named = mine.filter(({ clientOrderId }) => clientOrderId[0] > 0);
  const markets = new Map(named.map((it) => [nameOf(it), it.instrumentId]));
  const names = named.filter((it) => markets.get(nameOf(it)) !== it.instrumentId).map(nameOf);
  return named.filter((it) => names.includes(nameOf(it)));
}

/** An open order by its client order id, mostly on its own market. */
function drawNamedReference(scene: Scene, mine: readonly Order[]): OrderReference {
  const twins = readTwins(mine);
  const isOfTwo = twins.length > 0 && scene.dice.isLucky(70);
  const { accountId, instrumentId, clientOrderId } = scene.dice.pick(isOfTwo ? twins : mine);
  const isElsewhere = scene.dice.isLucky(15);
  const named = isElsewhere ? drawNamedMarket(scene) : instrumentId;
  return { accountId, instrumentId: named, orderId: 0, clientOrderId };
}

function drawReference(scene: Scene, spot: Spot): OrderReference {
  const { dice, model } = scene;
  const mine = readMine(scene, spot);
  const instrumentId = drawNamedMarket(scene);
  if (mine.length === 0 || dice.isLucky(4)) {
    const orderId = (dice.below(model.nextOrderId) + 1) as OrderReference['orderId'];
    return { accountId: spot.seat.accountId, instrumentId, orderId, clientOrderId: noClientId };
  }
  if (dice.isLucky(30)) return drawNamedReference(scene, mine);
  const { accountId, orderId } = dice.pick(mine);
  return {
    accountId: dice.isLucky(98) ? accountId : spot.seat.accountId,
    instrumentId,
    orderId,
    clientOrderId: noClientId,
  };
}

/** The order that a reference means, undefined when it is not open. */
function findNamed(model: Model, it: OrderReference): Order | undefined {
  if (it.orderId > 0) return model.orders.find(({ orderId }) => orderId === it.orderId);
  return model.orders.find((order) => isSameName(order, it));
}

function drawAmend(scene: Scene, spot: Spot): Command {
  const { dice, model } = scene;
  const it = drawReference(scene, spot);
  const order = findNamed(model, it);
  const size = order?.sizeLots ?? 10;
  const less = dice.pick([0, 1, 2, Math.ceil(size / 10), Math.ceil(size / 2)]);
  const sizeLots = Math.max(0, dice.isLucky(95) ? size - less : size + 1);
  const newClientOrderId = terms.drawClientId(scene);
  return { kind: CommandKind.amendOrder, ...by(scene, spot), ...it, sizeLots, newClientOrderId };
}

function drawCondition(dice: Dice): CancelCondition {
  return dice.pick([0, 0, 0, 1, 2]) as CancelCondition;
}

function drawReplace(scene: Scene, spot: Spot): Command {
  const { dice } = scene;
  const cancel = drawReference(scene, spot);
  const drawn = terms.drawAny(scene, spot);
  const isSame = dice.isLucky(97);
  const accountId = isSame ? cancel.accountId : spot.seat.accountId;
  const it = { ...drawn, accountId };
  return {
    kind: CommandKind.cancelReplace,
    ...by(scene, spot),
    cancel,
    condition: drawCondition(dice),
    allowFailure: dice.isLucky(40),
    place: dice.isLucky(10) ? spoilTerms(it, dice) : it,
  };
}

function drawList(scene: Scene, spot: Spot): Command {
  const { dice } = scene;
  const listType = dice.between(1, 3) as ListType;
  const pair = terms.drawPair(scene, spot);
  const working = { ...terms.drawLimit(scene, spot), visibleLots: 0 };
  const second = dice.isLucky(25) ? terms.drawTrailing : terms.drawAny;
  let legs: OrderTerms[] = [working, second(scene, spot)];
  if (listType === ListType.oco) legs = pair;
  if (listType === ListType.otoco) legs = [working, ...pair];
  if (dice.isLucky(8)) {
    const place = dice.below(legs.length);
    legs = legs.map((leg, index) => (index === place ? spoilTerms(leg, dice) : leg));
  }
  if (dice.isLucky(2)) legs = legs.slice(0, dice.below(legs.length));
  return { kind: CommandKind.placeOrderList, ...by(scene, spot), listType, legs };
}

/** Something small behind an iceberg at its price, or an iceberg to begin with. */
function drawBehind(scene: Scene, spot: Spot, near: readonly Order[]): Command {
  const { dice, setup } = scene;
  const iceberg = near.find((order) => order.visibleLots > 0);
  const { isMock } = spot.seat;
  const others = setup.seats.filter((it) => it.isMock === isMock && it.ownerId !== dustOwner);
  const strangers = others.filter((it) => it.ownerId !== iceberg?.ownerId);
  if (iceberg === undefined || strangers.length === 0) {
    return place(scene, spot, terms.drawIceberg(scene, spot));
  }
  const its = { ...spot, seat: dice.pick(strangers) };
  const { side, priceTicks } = iceberg;
  const resting = { expireAtMs: 0, visibleLots: 0, side, priceTicks };
  const drawn = terms.drawLimit(scene, its);
  return place(scene, its, { ...drawn, ...resting, timeInForce: TimeInForce.gtc });
}

/** A FOK of somebody who has an order in its way, sized by what stands before that. */
function drawWall(scene: Scene, spot: Spot): Command {
  const { dice, setup } = scene;
  const opposite = dice.pick([spot.market.bids, spot.market.asks]);
  const near = opposite.slice(0, 12);
  const behind = near.filter((order, place) =>
    near.slice(0, place).some((it) => it.visibleLots > 0 && it.priceTicks === order.priceTicks),
  );
  if (behind.length === 0 && dice.isLucky(70)) return drawBehind(scene, spot, near);
  const wall = behind.length > 0 ? dice.pick(behind) : near.at(-1);
  const seat = setup.seats.find((it) => it.accountId === wall?.accountId);
  if (wall === undefined || seat === undefined) {
    return place(scene, spot, terms.drawIceberg(scene, spot));
  }
  const ahead = near.slice(0, near.indexOf(wall));
  const isWhole = dice.isLucky(50);
  const lots = ahead.map((it) => (isWhole ? openLots(it) : it.visibleLeftLots));
  const sizeLots = lots.reduce((sum, one) => sum + one, dice.pick([0, 0, 1]));
  const its = { ...spot, seat };
  const drawn = terms.drawLimit(scene, its);
  const side = wall.side === 0 ? 1 : 0;
  const fok = { expireAtMs: 0, priceTicks: wall.priceTicks, sizeLots };
  return place(scene, its, { ...drawn, ...fok, timeInForce: TimeInForce.fok, side });
}

function drawBatch(scene: Scene, spot: Spot): Command {
  const { dice } = scene;
  const count = dice.isLucky(97) ? dice.between(1, 6) : dice.pick([0, 20, 21]);
  const items = Array.from({ length: count }, () => {
    if (dice.isLucky(30)) return { action: 'cancel', cancel: drawReference(scene, spot) } as const;
    const drawn = terms.drawAny(scene, spot);
    const it = dice.isLucky(10) ? spoilTerms(drawn, dice) : drawn;
    return { action: 'place', place: it } as const;
  });
  return { kind: CommandKind.batchOrders, ...by(scene, spot), items };
}

function drawCancelList(scene: Scene, spot: Spot): Command {
  const { dice, model } = scene;
  const list = model.lists.length > 0 && dice.isLucky(90) ? dice.pick(model.lists) : undefined;
  const owner = scene.setup.seats.find((seat) => seat.accountId === list?.accountId);
  const seat = dice.isLucky(90) ? (owner ?? spot.seat) : spot.seat;
  const listId = list?.listId ?? (dice.between(1, model.nextListId) as never);
  const kind = CommandKind.cancelOrderList;
  return { kind, ...by(scene, { ...spot, seat }), accountId: seat.accountId, listId };
}

function drawAgain(scene: Scene, history: readonly Command[]): Command | undefined {
  const { dice } = scene;
  const keyed = history.filter((command) => command.keyHigh > 0).slice(-12);
  if (keyed.length === 0) return undefined;
  const command = dice.pick(keyed);
  return dice.isLucky(80) ? command : { ...command, bodyHash: command.bodyHash + 1 };
}

function drawCloseOut(scene: Scene, spot: Spot): Command {
  const { dice, setup, atMs } = scene;
  const { instrumentId, base, unitsPerLot } = spot.market;
  const poor = setup.seats.find((it) => it.ownerId === dustOwner && it.isMock === base.isMock);
  const seat = poor !== undefined && dice.isLucky(93) ? poor : spot.seat;
  const fromAccountId = setup.chains.get(base.isMock);
  if (fromAccountId !== undefined && dice.isLucky(40)) {
    const lots = BigInt(dice.between(0, Math.ceil(spot.about.shape.usualLots / 200)));
    const { unitsPerTickLot, limits } = spot.market;
    const unitQuote = unitsPerTickLot * BigInt(terms.readCentre(spot));
    const atMinimum = (limits.notionalUnitsMin * unitsPerLot) / unitQuote + 1n;
    const some = unitsPerLot * lots + unitsPerLot / 3n + 1n;
    const amountUnits = terms.bound(dice.isLucky(85) ? some : atMinimum);
    const money = { fromAccountId, toAccountId: seat.accountId, assetId: base.assetId };
    const more = { amountUnits, reason: 5, reference: 0 } as const;
    const operator = envelope(2 as OwnerId, Source.operator, atMs);
    return { kind: CommandKind.transfer, ...operator, ...money, ...more };
  }
  const kind = CommandKind.closeOutDust;
  const { accountId } = seat;
  return { kind, ...by(scene, { ...spot, seat }), accountId, instrumentId };
}

/** The seat of some open order, so that what is done to orders finds one. */
function aim(scene: Scene, spot: Spot): Spot {
  const { dice, model, setup } = scene;
  if (model.orders.length === 0) return spot;
  const { accountId } = dice.pick(model.orders);
  const seat = setup.seats.find((it) => it.accountId === accountId) ?? spot.seat;
  return { ...spot, seat };
}

/** What gets smaller: any order, or a leg of a pair, which is rarer and has more rules. */
function drawSmaller(scene: Scene, spot: Spot): Command {
  const { dice, model } = scene;
  const legs = model.orders.filter((order) => readPair(order.list) !== null);
  if (legs.length === 0 || !dice.isLucky(50)) return drawAmend(scene, aim(scene, spot));
  const orders = [dice.pick(legs)];
  const only = { ...scene, model: { ...model, orders } };
  return drawAmend(only, aim(only, spot));
}

function drawOrders(scene: Scene, spot: Spot, kind: StepKind): Command {
  const { dice } = scene;
  const { accountId } = spot.seat;
  switch (kind) {
    case 'market':
      return place(scene, spot, terms.drawMarket(scene, spot));
    case 'stop':
      return place(scene, spot, terms.drawStop(scene, spot));
    case 'trailing':
      return place(scene, spot, terms.drawTrailing(scene, spot));
    case 'iceberg':
      return place(scene, spot, terms.drawIceberg(scene, spot));
    case 'wrong':
      return place(scene, spot, spoilTerms(terms.drawAny(scene, spot), dice));
    case 'wall':
      return drawWall(scene, spot);
    case 'list':
      return drawList(scene, spot);
    case 'cancel': {
      const aimed = aim(scene, spot);
      const it = drawReference(scene, aimed);
      return {
        kind: CommandKind.cancelOrder,
        ...by(scene, aimed),
        ...it,
        condition: drawCondition(dice),
      };
    }
    case 'amend':
      return drawSmaller(scene, spot);
    case 'replace':
      return drawReplace(scene, aim(scene, spot));
    case 'batch':
      return drawBatch(scene, aim(scene, spot));
    case 'cancelAll': {
      const elsewhere = 88 as InstrumentId;
      const instrumentId = dice.pick([0 as const, spot.market.instrumentId, elsewhere]);
      return { kind: CommandKind.cancelAllOrders, ...by(scene, spot), accountId, instrumentId };
    }
    case 'cancelList':
      return drawCancelList(scene, spot);
    case 'deadMan': {
      const timeoutMs = dice.pick([0, 1_000, 1_500, 4_000, 999]);
      return { kind: CommandKind.setDeadMan, ...by(scene, spot), accountId, timeoutMs };
    }
    case 'closeOut':
      return drawCloseOut(scene, spot);
    default:
      return place(scene, spot, terms.drawLimit(scene, spot));
  }
}

function drawCommand(scene: Scene, history: readonly Command[]): Command {
  const { dice, options } = scene;
  const contract = dice.isLucky(options.contractPercent) ? drawContractOrder(scene) : undefined;
  if (contract !== undefined) return contract;
  const spot = drawSpot(scene);
  const { market } = spot;
  const isClosed = market.state !== 4 && !isAuctionState(market.state);
  if (isClosed && dice.isLucky(options.auctionPercent)) return drawReopening(scene, market);
  const isFilling = isAuctionState(market.state) && dice.isLucky(50);
  const kind = isFilling ? 'limit' : dice.weigh(options.weights);
  switch (kind) {
    case 'marketState':
      return drawMarketState(scene);
    case 'person':
      return drawPerson(scene);
    case 'ledger':
      return drawLedger(scene);
    case 'configure':
      return drawConfiguration(scene);
    case 'time':
      return time(scene);
    case 'again':
      return drawAgain(scene, history) ?? drawOrders(scene, spot, 'limit');
    default:
      return drawOrders(scene, spot, kind);
  }
}

function time(scene: Scene): Command {
  const source = scene.dice.isLucky(99) ? Source.system : Source.operator;
  return { kind: CommandKind.time, ...envelope(2 as never, source, scene.atMs) };
}

function withKey(scene: Scene, command: Command): Command {
  const { dice, options, atMs } = scene;
  if (command.keyHigh > 0 || command.kind === CommandKind.time) return command;
  if (dice.isLucky(2)) return { ...command, deadlineMs: atMs - dice.below(2) };
  if (!dice.isLucky(options.keyedPercent)) return command;
  const day = 86_400_000;
  const wait = dice.isLucky(97)
    ? dice.pick([0, 1, 5, 400, 5_000, day])
    : dice.pick([-atMs, day + 1]);
  const key = { keyHigh: dice.between(1, 9), keyLow: dice.below(2 ** 31) };
  return { ...command, ...key, deadlineMs: atMs + wait, bodyHash: dice.between(1, 3) };
}

function drawDelay(scene: Scene): number {
  const { dice, model } = scene;
  const isWaiting = model.markets.some((market: Market) => isAuctionState(market.state));
  const usual = dice.pick([0, 0, 1, 1, 5, 40]);
  if (dice.isLucky(isWaiting ? 5 : 4)) return dice.pick([300, 999, 1_000, 2_100]);
  return dice.isLucky(0.05) ? dice.pick([60_000, 3_600_000, 86_400_000]) : usual;
}

/**
 * Draw a step.
 *
 * @param before - the run so far, at its present core time; dice of this step.
 * @param history - the last commands sent, oldest first.
 * @returns one or two commands (the first may let due timers fire) and their core time.
 */
export function drawStep(
  before: Scene,
  history: readonly Command[],
): { readonly atMs: number; readonly commands: readonly Command[] } {
  const isPriceStep = before.dice.isLucky(before.options.pricePercent);
  const atMs = before.atMs + (isPriceStep ? drawPriceDelay(before) : drawDelay(before));
  const scene = { ...before, atMs };
  const due = readNextTimerMs(scene.model);
  const isDue = due > 0 && due <= atMs && scene.dice.isLucky(90);
  const pass: Command = { kind: CommandKind.time, ...envelope(2 as never, Source.system, atMs) };
  if (isPriceStep) {
    const drawn = drawPriceStep(scene);
    return { atMs, commands: isDue ? [pass, drawn] : [drawn] };
  }
  return { atMs, commands: [isDue ? pass : withKey(scene, drawCommand(scene, history))] };
}
