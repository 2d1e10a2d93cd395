// Draws the terms of one order, near the present price and mostly sensible. Not here: the commands
// around them (steps.ts). Called by steps.ts.
import type { ClientOrderIdWords, OrderTerms } from '@isobath/core';
import { OrderType, SelfTradeMode, type Side, TimeInForce } from '@isobath/core/words';
import type { Market, Model } from '../model/state.ts';
import { amountLimit, openLots, readLastTicks } from '../model/state.ts';
import type { Dice } from './dice.ts';
import type { MarketOptions, Options } from './options.ts';
import { dustOwner, instrumentOf, type Seat, type Setup } from './setup.ts';

/** What a step is drawn from: the run and the state it has reached. */
export interface Scene {
  readonly options: Options;
  readonly setup: Setup;
  readonly model: Model;
  readonly dice: Dice;
  readonly atMs: number;
}

/** Where a step happens. */
export interface Spot {
  readonly seat: Seat;
  readonly market: Market;
  readonly about: MarketOptions;
}

const noClientId: ClientOrderIdWords = [0, 0, 0, 0, 0];
const characters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_.:/';

/** The word of up to eight characters, by the formula of docs/rules/core.md 5. */
export function writeClientWord(text: string): number {
  const isWide = /[.:/]/.test(text);
  const base = isWide ? 68 : 65;
  const values = Array.from({ length: 8 }, (_, at) => characters.indexOf(text[at] ?? 'none') + 1);
  const sum = values.reduce((total, value, j) => total + value * base ** (7 - j), 0);
  return isWide ? 65 ** 8 + sum : sum;
}

/** Client ids of one word, and of two: only a word that is full is followed by another one. */
const shortIds = ['0', '1', '2', 'z', '.', 'a:/'].map((text): ClientOrderIdWords => {
  return [writeClientWord(text), 0, 0, 0, 0];
});
const longIds = [
  ['00000000', '________'],
  ['10000000', '________'],
  ['________', '0'],
  ['00000000', '////////'],
  ['.0000000', '________'],
  ['a:/b.c-d', '////////'],
].map((texts): ClientOrderIdWords => {
  const [first, second] = texts.map(writeClientWord) as [number, number];
  return [first, second, 0, 0, 0];
});

/** One of few client ids, so that they are used again. */
export function drawClientId(scene: Scene): ClientOrderIdWords {
  const { dice, options } = scene;
  if (!dice.isLucky(options.clientIdPercent)) return noClientId;
  return dice.pick(dice.isLucky(20) ? longIds : shortIds);
}

/** A smaller run has left out the market that a step is about: the step says nothing. */
export class MissingMarket extends Error {}

/** A market and a seat that may trade there, mostly. */
export function drawSpot(scene: Scene): Spot {
  const { dice, options, model, setup } = scene;
  const index = dice.below(options.markets.length);
  const about = options.markets[index] as MarketOptions;
  const market = model.markets.find((it) => it.instrumentId === instrumentOf(index));
  if (market === undefined) throw new MissingMarket();
  const fit = setup.seats.filter((seat) => seat.isMock === about.isMock);
  const rich = fit.filter((seat) => seat.ownerId !== dustOwner);
  const seat = dice.pick(dice.isLucky(99) ? rich : setup.seats);
  return { seat, market, about };
}

/** The price around which things happen. */
export function readCentre(spot: Spot): number {
  return readLastTicks(spot.market) || spot.about.shape.usualTicks;
}

/** A price `offset` ticks from the centre, at least 1. */
export function priceNear(spot: Spot, offset: number): number {
  return Math.max(1, readCentre(spot) + offset);
}

function drawOffset(scene: Scene): number {
  const { dice, options } = scene;
  const wide = dice.isLucky(8) ? 10 : 1;
  return dice.between(-options.spreadTicks * wide, options.spreadTicks * wide);
}

/** A distance from the centre, of any order of magnitude up to half of the price. */
function drawDepth({ dice }: Scene, spot: Spot): number {
  const most = Math.max(2, Math.floor(readCentre(spot) / 2 ** dice.between(1, 24)));
  return dice.between(1, most);
}

/** A size around the market's usual one. */
export function drawSize(scene: Scene, spot: Spot): number {
  const { dice } = scene;
  const usual = spot.about.shape.usualLots;
  const usualPercents = [1, 10, 25, 50, 100, 100, 100, 200, 200, 900];
  const percent = dice.pick(scene.options.isDeep ? [1, 1, 2, 5, 10, 900] : usualPercents);
  const odd = dice.isLucky(40) ? dice.below(3) : 0;
  return Math.max(1, Math.floor((usual * percent) / 100) + odd);
}

/** At most the first amount that is out of range: more, no command can carry. */
export function bound(amountUnits: bigint): bigint {
  return amountUnits < amountLimit ? amountUnits : amountLimit;
}

function drawAmount(scene: Scene, spot: Spot): bigint {
  const lots = BigInt(drawSize(scene, spot));
  const exact = BigInt(readCentre(spot)) * lots * spot.market.unitsPerTickLot;
  return bound(exact + BigInt(scene.dice.below(3)));
}

function drawMode({ dice, options }: Scene, { about }: Spot): SelfTradeMode {
  const mode = dice.pick(options.modes);
  const isAllowed = ((about.limits.selfTradeModesMask >> mode) & 1) === 1;
  return isAllowed || dice.isLucky(5) ? mode : SelfTradeMode.instrumentDefault;
}

function blank(scene: Scene, spot: Spot): OrderTerms {
  const { dice } = scene;
  return {
    accountId: spot.seat.accountId,
    instrumentId: spot.market.instrumentId,
    side: dice.below(2) as Side,
    orderType: OrderType.limit,
    timeInForce: TimeInForce.gtc,
    priceTicks: 0,
    sizeLots: drawSize(scene, spot),
    quoteAmountUnits: 0n,
    stopPriceTicks: 0,
    trailingDeltaBps: 0,
    activationPriceTicks: 0,
    visibleLots: 0,
    selfTradeMode: drawMode(scene, spot),
    slippageBps: 0,
    expireAtMs: 0,
    clientOrderId: drawClientId(scene),
  };
}

function withTime(scene: Scene, terms: OrderTerms, among: readonly TimeInForce[]): OrderTerms {
  const timeInForce = scene.dice.pick(among);
  const waits = scene.options.isDeep ? [86_400_000] : [1, 90, 3_000, 60_000, 86_400_000];
  const wait = scene.dice.pick(waits);
  const expireAtMs = timeInForce === TimeInForce.gtd ? scene.atMs + wait : 0;
  return { ...terms, timeInForce, expireAtMs };
}

/** The same order, sized to take just what the first few on the other side show or have. */
function aimAtBook({ dice }: Scene, spot: Spot, terms: OrderTerms): OrderTerms {
  const side = terms.side === 0 ? spot.market.asks : spot.market.bids;
  const met = side.slice(0, dice.between(1, 5));
  const last = met.at(-1);
  if (last === undefined) return { ...terms, priceTicks: priceNear(spot, 0) };
  const isWhole = dice.isLucky(60);
  const lots = met.map((order) => (isWhole ? openLots(order) : order.visibleLeftLots));
  const sum = lots.reduce((total, one) => total + one, 0);
  const sizeLots = Math.max(1, sum + dice.pick([-1, 0, 0, 1]));
  return { ...terms, priceTicks: last.priceTicks, sizeLots };
}

/** A limit order. */
export function drawLimit(scene: Scene, spot: Spot): OrderTerms {
  const { gtc, ioc, fok, gtd, postOnly } = TimeInForce;
  const terms = withTime(scene, blank(scene, spot), [gtc, gtc, gtc, gtc, ioc, fok, gtd, postOnly]);
  if (scene.dice.isLucky(terms.timeInForce === fok ? 60 : 12)) return aimAtBook(scene, spot, terms);
  const isResting = scene.options.isDeep && scene.dice.isLucky(85);
  const offset = isResting ? drawDepth(scene, spot) : drawOffset(scene);
  return { ...terms, priceTicks: priceNear(spot, terms.side === 0 ? -offset : offset) };
}

/** A limit order that shows only a part. */
export function drawIceberg(scene: Scene, spot: Spot): OrderTerms {
  const { gtc, gtd, postOnly } = TimeInForce;
  const terms = withTime(scene, drawLimit(scene, spot), [gtc, gtc, gtd, postOnly]);
  const sizeLots = terms.sizeLots + 2;
  return { ...terms, sizeLots, visibleLots: Math.ceil(sizeLots / scene.dice.between(2, 6)) };
}

function byAmount(scene: Scene, spot: Spot, terms: OrderTerms): OrderTerms {
  if (!scene.dice.isLucky(40)) return terms;
  return { ...terms, sizeLots: 0, quoteAmountUnits: drawAmount(scene, spot) };
}

/** A market order by size or amount. */
export function drawMarket(scene: Scene, spot: Spot): OrderTerms {
  const slippageBps = scene.dice.pick([0, 0, 1, 20]);
  const terms = { ...blank(scene, spot), orderType: OrderType.market, slippageBps };
  const isAimed = scene.dice.isLucky(30);
  const aimed = isAimed ? { ...aimAtBook(scene, spot, terms), priceTicks: 0 } : terms;
  return byAmount(scene, spot, { ...aimed, timeInForce: TimeInForce.ioc });
}

/** A stop or take-profit order, mostly on the right side and near. */
export function drawStop(scene: Scene, spot: Spot): OrderTerms {
  const { dice } = scene;
  const { gtc, gtd, ioc, fok } = TimeInForce;
  const { stopLimit, stopMarket, takeProfitLimit, takeProfitMarket } = OrderType;
  const orderType = dice.pick([stopLimit, stopMarket, takeProfitLimit, takeProfitMarket]);
  const isLimit = orderType === stopLimit || orderType === takeProfitLimit;
  const isStop = orderType === stopLimit || orderType === stopMarket;
  const plain = { ...blank(scene, spot), orderType };
  const terms = withTime(scene, plain, isLimit ? [gtc, gtc, gtd, ioc, fok] : [gtc, gtc, gtd]);
  const distance = dice.isLucky(90) ? dice.between(1, 8) : -dice.below(3);
  const stopPriceTicks = priceNear(spot, (terms.side === 0) === isStop ? distance : -distance);
  if (!isLimit) return byAmount(scene, spot, { ...terms, stopPriceTicks });
  const priceTicks = Math.max(1, stopPriceTicks + dice.between(-4, 4));
  const canHide = terms.timeInForce === gtc || terms.timeInForce === gtd;
  const visibleLots = canHide && dice.isLucky(20) ? Math.floor(terms.sizeLots / 2) : 0;
  return { ...terms, stopPriceTicks, priceTicks, visibleLots };
}

/** The same waiting order with a stop that trails, with or without an activation price. */
function letTrail(scene: Scene, spot: Spot, terms: OrderTerms): OrderTerms {
  const { dice } = scene;
  const { stopLimit, stopMarket } = OrderType;
  const isStop = terms.orderType === stopLimit || terms.orderType === stopMarket;
  const away = dice.isLucky(90) ? dice.below(6) : -2;
  const activation = priceNear(spot, (terms.side === 0) === isStop ? away : -away);
  return {
    ...terms,
    stopPriceTicks: 0,
    trailingDeltaBps: dice.pick([1, 10, 60, 300, 2_000]),
    activationPriceTicks: dice.isLucky(50) ? activation : 0,
  };
}

/** A trailing order: a trailing stop, or another that waits and trails. */
export function drawTrailing(scene: Scene, spot: Spot): OrderTerms {
  const { dice } = scene;
  if (dice.isLucky(40)) return letTrail(scene, spot, drawStop(scene, spot));
  const { gtc, gtd } = TimeInForce;
  const terms = withTime(scene, blank(scene, spot), [gtc, gtd]);
  const trailing = { ...terms, orderType: OrderType.trailingStop };
  const slippageBps = dice.pick([0, 0, 10]);
  return byAmount(scene, spot, { ...letTrail(scene, spot, trailing), slippageBps });
}

/** The two legs of an OCO pair, mostly around the present price. */
export function drawPair(scene: Scene, spot: Spot): [OrderTerms, OrderTerms] {
  const { dice } = scene;
  const { gtc, gtd, postOnly, ioc, fok } = TimeInForce;
  const limit = withTime(scene, drawLimit(scene, spot), [gtc, gtc, gtd, postOnly]);
  const isSell = limit.side === 1;
  const near = dice.isLucky(95) ? dice.between(1, 8) : 0;
  const priceTicks = priceNear(spot, isSell ? near : -near);
  const stopPriceTicks = priceNear(spot, isSell ? -dice.between(1, 6) : dice.between(1, 6));
  const isLimit = dice.isLucky(50);
  const base = {
    ...withTime(scene, blank(scene, spot), isLimit ? [gtc, gtc, ioc, fok, gtd] : [gtc, gtd]),
    side: limit.side,
    sizeLots: limit.sizeLots,
    stopPriceTicks,
  };
  const stop = isLimit
    ? {
        ...base,
        orderType: OrderType.stopLimit,
        priceTicks: priceNear(spot, dice.between(-6, 6)),
        visibleLots: dice.isLucky(15) ? dice.between(1, Math.max(1, limit.sizeLots - 1)) : 0,
      }
    : { ...base, orderType: OrderType.stopMarket };
  const second = dice.isLucky(15) ? letTrail(scene, spot, stop) : stop;
  const first = { ...limit, priceTicks };
  return [dice.isLucky(35) ? takeProfit(scene, spot, first) : first, second];
}

/** The first leg of a pair as one that waits for its price. */
function takeProfit(scene: Scene, spot: Spot, first: OrderTerms): OrderTerms {
  const { dice } = scene;
  const { gtc, ioc, fok, gtd } = TimeInForce;
  const isLimit = dice.isLucky(50);
  const orderType = isLimit ? OrderType.takeProfitLimit : OrderType.takeProfitMarket;
  const terms = {
    ...withTime(scene, first, isLimit ? [gtc, gtc, ioc, fok, gtd] : [gtc, gtd]),
    orderType,
    stopPriceTicks: first.priceTicks,
    priceTicks: isLimit ? priceNear(spot, dice.between(-6, 6)) : 0,
  };
  return dice.isLucky(15) ? letTrail(scene, spot, terms) : terms;
}

/** Any order that stands alone. */
export function drawAny(scene: Scene, spot: Spot): OrderTerms {
  const draw = scene.dice.weigh([
    [drawLimit, 6],
    [drawMarket, 2],
    [drawStop, 2],
    [drawTrailing, 1],
    [drawIceberg, 1],
  ]);
  return draw(scene, spot);
}
