// Draws what the operator, the house and the server's products do. Called by steps.ts.
import type {
  AccountId,
  AssetId,
  Command,
  InstrumentId,
  OwnerId,
  TransferGroup,
  TransferLeg,
} from '@isobath/core';
import { CommandKind } from '@isobath/core/command';
import {
  AccountClass,
  type AccountType,
  MarketState,
  Source,
  type TransferReason,
} from '@isobath/core/words';
import { isAuctionState, type Market } from '../model/state.ts';
import { assetsOf, envelope, instrumentOf, ownerOf } from './setup.ts';
import { bound, drawSize, drawSpot, priceNear, type Scene, type Spot } from './terms.ts';
import { oddNumbers } from './wrong.ts';

const operatorId = 2 as OwnerId;

function operator(scene: Scene): ReturnType<typeof envelope> {
  const source = scene.dice.isLucky(97) ? Source.operator : Source.web;
  return envelope(operatorId, source, scene.atMs);
}

/** Bring a market that does not trade a step nearer to trading. */
export function drawReopening(scene: Scene, market: Market): Command {
  const { dice, atMs } = scene;
  const { instrumentId } = market;
  const { preOpen, halt, trading } = MarketState;
  if (market.state === halt || (market.state === preOpen && dice.isLucky(50))) {
    const noCancelAtMs = atMs + dice.pick([0, 0, 700, 2_500, 6_000]);
    const openAtMs = noCancelAtMs + dice.pick([0, 1, 1_200]);
    return {
      kind: CommandKind.startAuction,
      ...operator(scene),
      instrumentId,
      noCancelAtMs,
      openAtMs,
    };
  }
  const state = market.state === preOpen ? trading : halt;
  return { kind: CommandKind.setMarketState, ...operator(scene), instrumentId, state };
}

/** Move a market to another state. */
export function drawMarketState(scene: Scene): Command {
  const { market } = drawSpot(scene);
  const { dice } = scene;
  if (isAuctionState(market.state) && dice.isLucky(70)) return drawReference(scene);
  const state = dice.isLucky(60) ? MarketState.halt : (dice.between(1, 7) as MarketState);
  const { instrumentId } = market;
  return { kind: CommandKind.setMarketState, ...operator(scene), instrumentId, state };
}

function drawReference(scene: Scene): Command {
  const spot = drawSpot(scene);
  const odd = scene.dice.pick([0, 1, 2 ** 31, spot.market.limits.priceTicksMax + 1]);
  const near = priceNear(spot, scene.dice.between(-3, 3));
  const priceTicks = scene.dice.isLucky(80) ? near : odd;
  const { instrumentId } = spot.market;
  return { kind: CommandKind.setReferencePrice, ...operator(scene), instrumentId, priceTicks };
}

/** VIP levels and groups of users. */
export function drawPerson(scene: Scene): Command {
  const { dice, options } = scene;
  const ownerId = ownerOf(dice.below(options.usersCount + 1));
  if (dice.isLucky(50)) {
    const vipLevel = dice.isLucky(95) ? dice.below(16) : dice.pick(oddNumbers);
    return { kind: CommandKind.setVipLevel, ...operator(scene), ownerId, vipLevel };
  }
  const group = dice.isLucky(95) ? dice.below(3) : dice.pick(oddNumbers);
  return { kind: CommandKind.setSelfTradeGroup, ...operator(scene), ownerId, group };
}

function drawOwnAmount(scene: Scene, spot: Spot): { assetId: AssetId; amountUnits: bigint } {
  const { dice } = scene;
  const lots = BigInt(drawSize(scene, spot));
  const isBase = dice.isLucky(50);
  const { base, quote, unitsPerLot, unitsPerTickLot } = spot.market;
  const inQuote = lots * BigInt(priceNear(spot, 0)) * unitsPerTickLot;
  const whole = isBase ? lots * unitsPerLot : inQuote;
  const part = dice.pick([whole, whole / 3n + 1n, 1n, whole * 100n, 0n]);
  const assetId = isBase ? base.assetId : quote.assetId;
  return { assetId: dice.isLucky(98) ? assetId : (3 as AssetId), amountUnits: bound(part) };
}

/** From one place outside to another, and to a house account: what a contra account forbids. */
const outside: readonly (readonly number[])[] = [
  [1, 3],
  [2, 3],
  [2, 1],
];

type GroupTerms = Pick<TransferGroup, 'reason' | 'reference'> & Omit<TransferLeg, Ends>;
type Ends = 'fromAccountId' | 'toAccountId';

/**
 * A chain of moves: what one leg brings the next may pass on, so that a leg may be short on the
 * balances before the group and not within it, or the other way round.
 */
function drawGroup(scene: Scene, { reason, reference, ...amount }: GroupTerms): TransferGroup {
  const { dice, atMs, model, setup } = scene;
  const anywhere = (): AccountId => (dice.below(model.accounts.length + 1) + 1) as AccountId;
  const seat = (): AccountId => dice.pick(setup.seats).accountId;
  const legs: TransferLeg[] = [];
  let from = seat();
  if (dice.isLucky(4)) {
    // Each may be given out, and not both: the second sees what the first would give out.
    const lenders = model.accounts.filter((one) => one.accountClass === AccountClass.contra);
    const ends = { fromAccountId: dice.pick(lenders).accountId, toAccountId: from };
    legs.push({ ...amount, ...ends, amountUnits: 2n ** 102n });
    legs.push({ ...amount, ...ends, amountUnits: 2n ** 102n });
  }
  for (let left = dice.pick([0, 1, 2, 2, 3, 5, 62]); left > 0; left -= 1) {
    const to = dice.isLucky(94) ? seat() : anywhere();
    const part = dice.pick([amount.amountUnits, amount.amountUnits / 2n, 1n, 0n]);
    const amountUnits = dice.isLucky(99) ? part : dice.pick([2n ** 103n, 2n ** 103n - 1n]);
    legs.push({ ...amount, fromAccountId: from, toAccountId: to, amountUnits });
    from = dice.isLucky(60) ? to : seat();
  }
  const source = dice.isLucky(95) ? dice.pick([Source.system, Source.operator]) : Source.web;
  const by = envelope(operatorId, source, atMs);
  return { kind: CommandKind.transferGroup, ...by, reason, reference, legs };
}

/** Transfers, alone and in groups, holds and releases, also between users and the house. */
export function drawLedger(scene: Scene): Command {
  const { dice, atMs, model, setup } = scene;
  const spot = drawSpot(scene);
  const amount = drawOwnAmount(scene, spot);
  const reason = dice.between(1, 9) as TransferReason;
  const more = { ...amount, reason, reference: dice.below(5) };
  const source = dice.pick([Source.api, Source.web, Source.system]);
  const by = envelope(spot.seat.ownerId, source, atMs);
  const { accountId } = spot.seat;
  const kind = dice.weigh([
    [CommandKind.transfer, 5],
    [CommandKind.hold, 3],
    [CommandKind.release, 3],
    [CommandKind.transferGroup, 2],
  ]);
  if (kind === CommandKind.transferGroup) return drawGroup(scene, more);
  if (kind !== CommandKind.transfer) return { kind, ...by, accountId, ...more };
  const mine = setup.seats.filter((seat) => seat.ownerId === spot.seat.ownerId);
  if (dice.isLucky(3)) {
    const [from, to] = dice.pick(outside) as [AccountId, AccountId];
    const by = envelope(operatorId, Source.operator, atMs);
    return { kind, ...by, fromAccountId: from, toAccountId: to, ...more };
  }
  if (dice.isLucky(2)) {
    // More than there may be: so much has been given out already that all of it again is too much.
    const lenders = model.accounts.filter((one) => one.accountClass === AccountClass.contra);
    const by = envelope(operatorId, Source.operator, atMs);
    const accounts = { fromAccountId: dice.pick(lenders).accountId, toAccountId: accountId };
    return { kind, ...by, ...more, ...accounts, amountUnits: 2n ** 103n - 1n };
  }
  const anywhere = (dice.below(model.accounts.length + 1) + 1) as AccountId;
  const other = dice.isLucky(50) ? dice.pick(mine).accountId : anywhere;
  const [from, to] = dice.isLucky(50) ? [accountId, other] : [other, accountId];
  return { kind, ...by, fromAccountId: from, toAccountId: to, ...more };
}

function drawLimits(scene: Scene, spot: Spot): Command {
  const { dice } = scene;
  const { instrumentId, limits, priceDecimals, lotDecimals } = spot.market;
  const changed = dice.pick<object>([
    {},
    { marketGuardBps: dice.pick([10, 800]) },
    { sizeLotsMin: dice.pick([1, 3]) },
    { openOrdersCountMax: dice.pick([0, 5, 50]) },
    { selfTradeModesMask: 126 },
    { priceDecimals: dice.pick([0, 2, 19]) },
    { lotDecimals: dice.pick([0, lotDecimals, 18]) },
    { bandLowPpm: 1_000_000 },
  ]);
  const decimals = { priceDecimals, lotDecimals };
  const kind = CommandKind.updateInstrument;
  return { kind, ...operator(scene), ...limits, ...decimals, instrumentId, ...changed };
}

function drawFees(scene: Scene, spot: Spot): Command {
  const { dice } = scene;
  const least = dice.pick([-400, -20, 0, 700]);
  const makerPpm = Array.from({ length: 16 }, (_, level) => least + level * 10);
  const taker = dice.pick([400, 1_000, 100_000, 100_001, 10]);
  const takerPpm = Array.from({ length: 16 }, () => taker);
  const instrumentId = dice.pick<InstrumentId | 0>([0, spot.market.instrumentId, instrumentOf(9)]);
  const kind = CommandKind.setFeeSchedule;
  return { kind, ...operator(scene), instrumentId, makerPpm, takerPpm };
}

function drawListing(scene: Scene, spot: Spot): Command {
  const { dice } = scene;
  const { limits } = spot.market;
  const [base, quote] = assetsOf(scene.options, dice.below(3));
  return {
    kind: CommandKind.defineInstrument,
    ...operator(scene),
    ...limits,
    instrumentId: dice.pick([instrumentOf(0), 300 as InstrumentId, 301 as InstrumentId]),
    baseAssetId: base,
    quoteAssetId: dice.pick([quote, base, 9 as AssetId, 203 as AssetId]),
    priceDecimals: dice.pick([0, 2, 9]),
    lotDecimals: dice.pick([0, 1]),
  };
}

/** Configuration at run time: limits, fees, listings, accounts, eras. */
export function drawConfiguration(scene: Scene): Command {
  const { dice } = scene;
  const spot = drawSpot(scene);
  const by = operator(scene);
  const what = dice.below(11);
  if (what < 3) return drawLimits(scene, spot);
  if (what < 5) return drawFees(scene, spot);
  if (what === 5) return drawListing(scene, spot);
  if (what === 6) return drawReference(scene);
  if (what === 7) {
    const assetId = dice.pick([200, 9, 0, 1023, 1024]) as AssetId;
    const asset = { assetId, scale: dice.pick([0, 18, 19]), isMock: dice.isLucky(50) };
    return { kind: CommandKind.defineAsset, ...by, ...asset };
  }
  if (dice.isLucky(20))
    return { kind: CommandKind.beginEra, ...by, rulesVersion: dice.between(1, 3) };
  return {
    kind: CommandKind.openAccount,
    ...by,
    ownerId: ownerOf(dice.below(4)),
    accountType: dice.pick([2, 3, 101, 204, 301]) as AccountType,
    scope: dice.below(3),
    isMock: dice.isLucky(30),
    accountClass: dice.pick([1, 1, 2, 3]),
  };
}
