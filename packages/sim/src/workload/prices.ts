// Draws what the price process and the operator of contracts send: price steps with gaps, frozen
// and forgotten indexes, late ones; terms, tiers and states, right and wrong. Called by steps.ts.
import type {
  ApplyPrices,
  AssetId,
  Command,
  ContractTerms,
  IndexId,
  IndexPrice,
  InstrumentId,
  OwnerId,
  RiskTier,
} from '@isobath/core';
import { CommandKind } from '@isobath/core/command';
import { InstrumentKind, MarketState, Source } from '@isobath/core/words';
import type { Contract } from '../model/state.ts';
import { centreTicks } from './contract-depth.ts';
import { indexIds, rates, settleAssetId, usualTerms, usualTiers } from './contract-setup.ts';
import type { Options } from './options.ts';
import { envelope } from './setup.ts';
import type { Scene } from './terms.ts';

const system = 2 as OwnerId;

/** Runs with nearly nothing but price steps last for hours, so that funding has its samples. */
const isSteady = ({ pricePercent }: Options): boolean => pricePercent > 50;

function drawPrice({ dice, options }: Scene, indexId: IndexId, at: number): IndexPrice {
  const rarely = isSteady(options) ? 0.3 : 1;
  const jump = dice.isLucky(4) ? dice.between(-3_000_000, 3_000_000) : 0;
  const near = centreTicks * 100 + jump + dice.between(-200_000, 200_000);
  const [isFrozen, isShort] = [dice.isLucky(6 * rarely), dice.isLucky(4 * rarely)];
  return {
    indexId,
    snapshotId: dice.below(1_000_000),
    priceSub: isFrozen ? 0 : dice.isLucky(1) ? dice.pick([1, 99, 214_748_364_700]) : near,
    liveCount: isShort ? 0 : 1 + at + dice.below(3),
    componentsHash: dice.next(),
  };
}

/** A price step that is wrong in one way. */
function spoil(scene: Scene, step: ApplyPrices): ApplyPrices {
  const { dice } = scene;
  const [first] = step.prices;
  const doubled = first === undefined ? [] : [first, first];
  const unknown = { ...drawPrice(scene, 99 as IndexId, 0), indexId: 99 as IndexId };
  return dice.pick<ApplyPrices>([
    { ...step, observedAtMs: step.issuedAtMs - dice.pick([10_000, 10_001, 60_000]) },
    { ...step, observedAtMs: step.issuedAtMs + dice.pick([1_000, 1_001]) },
    { ...step, prices: doubled },
    { ...step, prices: [...step.prices, unknown] },
    { ...step, prices: step.prices.map((it) => ({ ...it, priceSub: 214_748_364_701 })) },
    { ...step, source: Source.api },
  ]);
}

/** One price step; some indexes are left out of it. */
function drawApplyPrices(scene: Scene): ApplyPrices {
  const { dice, atMs, model } = scene;
  const known = indexIds.filter((id) => model.indexes.some((it) => it.indexId === id));
  const named = known.filter(() => dice.isLucky(85));
  const step: ApplyPrices = {
    kind: CommandKind.applyPrices,
    ...envelope(system, Source.system, atMs),
    observedAtMs: Math.max(0, atMs - dice.pick([0, 0, 40, 300])),
    prices: named.map((id, at) => drawPrice(scene, id, at)),
  };
  return dice.isLucky(6) ? spoil(scene, step) : step;
}

/** How long a price step is after the last command: four in ten leave a gap. */
export function drawPriceDelay({ dice, options }: Scene): number {
  if (isSteady(options)) return dice.pick([5_000, 5_000, 5_000, 4_000, 1_000]);
  if (dice.isLucky(60)) return dice.pick([999, 1_000, 1_000, 1_001]);
  return dice.pick([0, 200, 2_500, 6_000, 11_000, 17_000]);
}

function drawState({ dice, atMs, options }: Scene, { market }: Contract): Command {
  const { instrumentId } = market;
  const by = envelope(system, Source.operator, atMs);
  const { trading, reduceOnly, halt } = MarketState;
  if (market.state === halt && dice.isLucky(80)) {
    const times = { noCancelAtMs: atMs + 500, openAtMs: atMs + 900 };
    return { kind: CommandKind.startAuction, ...by, instrumentId, ...times };
  }
  const wild = dice.between(1, 10) as MarketState;
  const usual: MarketState = market.state === trading && dice.isLucky(30) ? reduceOnly : trading;
  const away = market.state === MarketState.cancelOnly || market.state === MarketState.break;
  const state = dice.isLucky(isSteady(options) ? 3 : 12) ? wild : away ? halt : usual;
  return { kind: CommandKind.setMarketState, ...by, instrumentId, state };
}

function drawTiers({ dice, atMs }: Scene, { market }: Contract): Command {
  const last = usualTiers.at(-1) as RiskTier;
  const list = dice.pick<readonly RiskTier[]>([
    usualTiers,
    usualTiers.slice(0, 2),
    [...usualTiers, last],
    usualTiers.map((it) => ({ ...it, maxLeverage: it.maxLeverage + 60 })),
    [{ ...last, capUnits: 1n, mmrPpm: 1 }, last],
    [],
  ]);
  const { instrumentId } = market;
  const by = envelope(system, Source.operator, atMs);
  return { kind: CommandKind.setRiskTiers, ...by, instrumentId, tiers: list, isForced: true };
}

function drawTerms(scene: Scene, { market, terms }: Contract): Command {
  const { dice, atMs, model } = scene;
  const { instrumentId, priceDecimals, lotDecimals } = market;
  const changed = dice.pick<Partial<ContractTerms> & { lotDecimals?: number }>([
    { fundingHours: dice.pick([1, 2, 4, 8, 3]) },
    { markClampPpm: dice.pick([8_000, 20_000, 50_000, 1_000_000]) },
    { impactNotionalUnits: dice.pick([1n, 500_000_000_000n, 2_000_000_000_000n]) },
    { openInterestLotsMax: dice.pick([10_000_000, 2 ** 52, 3_000]) },
    { positionLotsMax: dice.pick([1_000_000, 45_036_000, 4_000]) },
    { liquidationFeePpm: dice.pick([3_000, 5_000]) },
    { makerPpm: rates(dice.pick([-700, -300, 200])) },
    { expiryAtMs: dice.pick([0, atMs, atMs + 1, terms.expiryAtMs]) },
    { lotDecimals: dice.pick([2, 3, 6]) },
  ]);
  const by = envelope(system, Source.operator, atMs);
  const names = { instrumentId, priceDecimals, lotDecimals };
  const isHeld = model.positions.some((it) => it.market === market);
  const isEmpty = market.bids.length + market.asks.length === 0;
  if (isHeld && isEmpty && dice.isLucky(60)) Object.assign(names, { lotDecimals: 2 });
  return { kind: CommandKind.updateContract, ...by, ...terms, ...names, ...changed };
}

function drawListing({ dice, atMs }: Scene): Command {
  const by = envelope(system, Source.operator, atMs);
  if (dice.isLucky(40)) {
    const indexId = dice.pick([1, 2, 7, 0]) as IndexId;
    const isSimulated = dice.isLucky(85);
    const terms = { decimals: dice.pick([3, 3, 3, 5]), componentsMin: dice.pick([1, 2, 101]) };
    const outlierPpm = dice.pick([30_000, 50_000]);
    return { kind: CommandKind.defineIndex, ...by, indexId, ...terms, outlierPpm, isSimulated };
  }
  const [instrumentKind, expiryAtMs] = dice.pick([
    [InstrumentKind.perpetual, 0],
    [InstrumentKind.delivery, 0],
    [InstrumentKind.delivery, atMs + 1_000],
    [InstrumentKind.spot, 0],
  ]);
  return {
    kind: CommandKind.defineContract,
    ...by,
    ...usualTerms,
    openInterestLotsMax: dice.pick([100_000_000, 2 ** 52]),
    expiryAtMs,
    instrumentId: dice.pick([501, 504, 505, 0]) as InstrumentId,
    indexId: dice.pick([1, 2, 88]) as IndexId,
    instrumentKind,
    settleAssetId: dice.pick([settleAssetId, settleAssetId, 9 as AssetId]),
    pool: 1,
    priceDecimals: dice.pick([1, 1, 1, 2]),
    lotDecimals: dice.pick([3, 3, 6]),
  };
}

/** Commands of spot that name a contract, and none of contracts that names a market of spot. */
function drawMismatch(scene: Scene, { market }: Contract): Command {
  const { dice, atMs, model } = scene;
  const by = envelope(system, Source.operator, atMs);
  const { instrumentId, limits, priceDecimals, lotDecimals } = market;
  const spot = model.markets.find((it) => it.isSpot)?.instrumentId ?? instrumentId;
  const fees = { makerPpm: rates(1), takerPpm: rates(1) };
  return dice.pick<Command>([
    { kind: CommandKind.setReferencePrice, ...by, instrumentId, priceTicks: centreTicks },
    { kind: CommandKind.setFeeSchedule, ...by, instrumentId, ...fees },
    {
      kind: CommandKind.updateInstrument,
      ...by,
      ...limits,
      instrumentId,
      priceDecimals,
      lotDecimals,
    },
    {
      kind: CommandKind.setRiskTiers,
      ...by,
      instrumentId: spot,
      tiers: usualTiers,
      isForced: false,
    },
  ]);
}

/** A step of the price process or, now and then, of the operator. */
export function drawPriceStep(scene: Scene): Command {
  const isOfOperator = scene.dice.isLucky(isSteady(scene.options) ? 3 : 12);
  return isOfOperator ? drawContractCommand(scene) : drawApplyPrices(scene);
}

/** What the operator does to contracts. */
function drawContractCommand(scene: Scene): Command {
  const { dice, model } = scene;
  if (model.contracts.length === 0) return drawListing(scene);
  const contract = dice.pick(model.contracts);
  const draw = dice.weigh<(scene: Scene, contract: Contract) => Command>([
    [drawState, 10],
    [drawTiers, 2],
    [drawTerms, 4],
    [drawListing, 2],
    [drawMismatch, 2],
  ]);
  return draw(scene, contract);
}
