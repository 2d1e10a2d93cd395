// What a run is like: drawn from its seed, printed with it. Each seed turns some features off and
// others up, so that runs differ. Not here: the commands (steps.ts). Called by workload.ts.
import type { InstrumentLimits } from '@isobath/core';
import type { SelfTradeMode } from '@isobath/core/words';
import { Dice } from './dice.ts';

/** Scales and usual numbers of a market; prices in ticks, sizes in lots. */
export interface Shape {
  readonly name: string;
  readonly baseScale: number;
  readonly quoteScale: number;
  readonly priceDecimals: number;
  readonly lotDecimals: number;
  readonly usualTicks: number;
  readonly usualLots: number;
}

const shapes: readonly Shape[] = [
  shape('bitcoin', [8, 6, 2, 4], [6_500_000, 250]),
  shape('ether 18 decimals', [18, 18, 2, 4], [250_000, 1_000]),
  shape('tiny price', [18, 18, 8, 0], [1_250, 900_000]),
  shape('one tick', [18, 6, 6, 0], [7, 40_000]),
  shape('whole lots', [0, 2, 2, 0], [100, 20]),
  shape('coarse', [6, 6, 0, 0], [20, 6]),
  shape('dear', [8, 8, 0, 8], [1_900_000_000, 40]),
  shape('vast amounts', [18, 18, 0, 0], [1_000, 1_000_000]),
  shape('no spare digits', [5, 6, 2, 4], [10_000, 70]),
];

function shape(
  name: string,
  decimals: readonly [number, number, number, number],
  usual: readonly [number, number],
): Shape {
  const [baseScale, quoteScale, priceDecimals, lotDecimals] = decimals;
  const [usualTicks, usualLots] = usual;
  return { name, baseScale, quoteScale, priceDecimals, lotDecimals, usualTicks, usualLots };
}

/** One market of a run. */
export interface MarketOptions {
  readonly shape: Shape;
  readonly isMock: boolean;
  readonly limits: InstrumentLimits;
  readonly makerPpm: readonly number[];
  readonly takerPpm: readonly number[];
  /** The operator gives a price before the first trade. */
  readonly hasReference: boolean;
  /** Trading begins without a call auction. */
  readonly isOpen: boolean;
}

/** Kinds of steps with their usual weights. */
export const usualWeights = {
  limit: 300,
  market: 70,
  stop: 80,
  trailing: 50,
  iceberg: 60,
  wall: 40,
  list: 70,
  cancel: 50,
  amend: 70,
  replace: 40,
  batch: 25,
  cancelAll: 3,
  cancelList: 10,
  deadMan: 6,
  closeOut: 24,
  marketState: 14,
  time: 40,
  person: 12,
  ledger: 40,
  configure: 20,
  again: 20,
  wrong: 40,
} as const;
/** A kind of step. */
export type StepKind = keyof typeof usualWeights;

/** Everything a run is drawn by. */
export interface Options {
  readonly seed: number;
  readonly usersCount: number;
  readonly accountsPerUser: number;
  readonly markets: readonly MarketOptions[];
  readonly weights: readonly (readonly [StepKind, number])[];
  readonly modes: readonly SelfTradeMode[];
  readonly keyedPercent: number;
  readonly clientIdPercent: number;
  readonly auctionPercent: number;
  readonly spreadTicks: number;
  /** All markets of the run trade the same two assets. */
  readonly isShared: boolean;
  /** Hundreds of small orders, spread over many prices. */
  readonly isDeep: boolean;
  readonly isPoor: boolean;
  /** The house has money to buy dust with. */
  readonly hasDustMoney: boolean;
  /** Steps in 100 that are price steps; without any the run has no contracts. */
  readonly pricePercent: number;
  /** Of the other steps, so many in 100 are people's with contracts. */
  readonly contractPercent: number;
}

function drawFees(dice: Dice): { makerPpm: number[]; takerPpm: number[] } {
  const rebate = dice.pick([0, 0, 50, 400, 9_999]);
  const taker = dice.pick([rebate, rebate + 500, 1_000 + rebate, 10_000]);
  const makerPpm = Array.from({ length: 16 }, (_, level) => Math.max(-rebate, 800 - level * 200));
  const takerPpm = Array.from({ length: 16 }, (_, level) => Math.max(rebate, taker - level * 40));
  return { makerPpm, takerPpm };
}

function drawLimits(dice: Dice, it: Shape): InstrumentLimits {
  const unitsPerTickLot = 10n ** BigInt(it.quoteScale - it.priceDecimals - it.lotDecimals);
  const usualUnits = BigInt(it.usualTicks) * BigInt(it.usualLots) * unitsPerTickLot;
  const isTight = dice.isLucky(30);
  const modesMask = dice.isLucky(70) ? 126 : dice.between(1, 63) * 2;
  const modes = [1, 2, 3, 4, 5, 6].filter((mode) => ((modesMask >> mode) & 1) === 1);
  return {
    priceTicksMin: dice.pick([1, 1, Math.ceil(it.usualTicks / 10)]),
    priceTicksMax: dice.pick([2 ** 31 - 1, Math.min(2 ** 31 - 1, it.usualTicks * 20)]),
    sizeLotsMin: dice.pick([1, 1, 2]),
    sizeLotsMax: dice.pick([2 ** 52, it.usualLots * 50, it.usualLots * 4]),
    marketSizeLotsMax: it.usualLots * dice.pick([2, 100]),
    notionalUnitsMin: dice.pick([1n, usualUnits / 50n, usualUnits / 10n]),
    bandLowPpm: isTight ? 900_000 : 100_000,
    bandHighPpm: isTight ? 1_100_000 : dice.pick([5_000_000, 1_000_000_000]),
    marketGuardBps: dice.pick([50, 500, 10_000]),
    openOrdersCountMax: dice.pick([8, 20, 200]),
    stopOrdersCountMax: dice.pick([3, 10, 100]),
    icebergPartsCountMax: dice.pick([3, 10, 100]),
    trailingDeltaBpsMin: dice.pick([1, 10]),
    trailingDeltaBpsMax: dice.pick([500, 2_000]),
    amendsCountMax: dice.pick([2, 10]),
    closeOutUnitsMax: dice.pick([usualUnits, usualUnits / 40n]),
    selfTradeModesMask: modesMask,
    selfTradeModeDefault: dice.pick(modes) as SelfTradeMode,
    tradeArea: dice.between(1, 8),
  };
}

const wideLimits = {
  priceTicksMin: 1,
  notionalUnitsMin: 1n,
  bandLowPpm: 1_000,
  bandHighPpm: 1_000_000_000,
  openOrdersCountMax: 1_000,
};

function drawWeights(dice: Dice): Options['weights'] {
  const names = Object.keys(usualWeights) as StepKind[];
  return names.map((name) => {
    const usual = usualWeights[name];
    const factor = name === 'limit' || name === 'time' ? 1 : dice.pick([0, 1, 1, 1, 2, 4]);
    return [name, usual * factor] as const;
  });
}

/** The options of a seed. */
export function drawOptions(seed: number): Options {
  const root = new Dice(seed);
  const dice = root.fork('options');
  const isDeep = root.fork('depth').isLucky(12);
  const isShared = root.fork('assets').isLucky(40);
  const markets = Array.from({ length: dice.pick([1, 1, 2, 3]) }, (_, index) => {
    const own = root.fork(`market ${index}`);
    const source = isShared ? root.fork('market 0') : own;
    const it = source.pick(shapes);
    const isMock = source.isLucky(20);
    const hasReference = own.isLucky(60);
    const drawn = drawLimits(own, it);
    const limits = isDeep ? { ...drawn, ...wideLimits } : drawn;
    const isOpen = own.isLucky(50);
    return { shape: it, isMock, limits, ...drawFees(own), hasReference, isOpen };
  });
  return {
    seed,
    usersCount: dice.between(2, 5),
    accountsPerUser: dice.pick([1, 1, 2]),
    markets,
    weights: drawWeights(root.fork('weights')).map(([name, weight]) => {
      const isQuiet = isDeep && (name === 'cancelAll' || name === 'deadMan');
      return [name, isQuiet ? 0 : weight * (isDeep && name === 'limit' ? 6 : 1)] as const;
    }),
    modes: dice.isLucky(60) ? [0, 1, 2, 3, 4, 5, 6] : [dice.between(0, 6) as SelfTradeMode],
    keyedPercent: dice.pick([0, 20, 60]),
    clientIdPercent: dice.pick([0, 20, 60]),
    auctionPercent: dice.pick([5, 20, 40]),
    spreadTicks: dice.pick([2, 6, 15, 60]),
    isShared,
    isDeep,
    isPoor: !isDeep && dice.isLucky(30),
    hasDustMoney: dice.isLucky(65),
    pricePercent: root.fork('prices').pick([0, 0, 0, 0, 0, 0, 0, 0, 6, 8, 12, 20, 85]),
    contractPercent: root.fork('contracts').pick([30, 60, 90]),
  };
}
