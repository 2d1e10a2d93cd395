// Fee schedules and fee plans. A plan is a pair of rates on one instrument with what is needed to
// calculate both fees of a fill quickly; an order keeps the number of its plan for life.
// Not here: moving the fee (settlement.ts). Called by the instruments' commands and by fills.
//
// fee(n) = ceil(n * factor * ppm / 10^6) is split once into n * quotient + ceil(n * rest / 10^6),
// quotient = floor(factor * |ppm| / 10^6), so that a fill needs no wide division.
import * as faultNames from '../fault.ts';
import type { Memory } from '../memory.ts';
import * as mathNames from '../math/index.ts';
import * as unitsNames from './units.ts';
import type { Units } from './units.ts';

const { CoreFault } = faultNames;
const { ppmWhole } = mathNames;
const { writeFactor } = unitsNames;

/** VIP levels, 0..15. */
export const vipLevelsCount = 16;
/** Words of one fee: quotient (a factor of four words), rest, rate in ppm. */
export const feeWords = 8;
/** Word of a fee that holds the rest. */
export const feeRestWord = 4;
/** Word of a fee that holds the signed rate. */
export const feePpmWord = 5;
/** Words of a plan: maker's base fee, maker's quote fee, taker's base fee, taker's quote fee. */
const planWords = feeWords * 4;
// As an exported name it would be read from a cell at each use, docs/adr/0014.
const levelsCount = vipLevelsCount;
const takerWords = feeWords * 2;
const scheduleWords = vipLevelsCount * 2;

/** The fees of one engine. */
export type Fees = ReturnType<typeof createFees>;

/** What createFees needs. */
export interface FeesOptions {
  readonly memory: Memory;
  readonly units: Units;
  readonly instrumentsMax: number;
  readonly feePlansMax: number;
  readonly countInstruments: () => number;
}

/** Make schedules (slot -1 = the default one) and plans; all rates are 0 at first. */
export function createFees(options: FeesOptions) {
  const { memory, units, instrumentsMax, feePlansMax, countInstruments } = options;
  const schedules = memory.int32(
    'feeSchedules',
    (instrumentsMax + 1) * scheduleWords,
    () => (countInstruments() + 1) * scheduleWords,
  );
  const hasDefault = memory.int32('hasDefaultFees', 1, () => 1);
  const count = memory.int32('feePlanCount', 1, () => 1);
  const plans = memory.float64('feePlans', feePlansMax * planWords, () => count[0] * planWords);
  const owners = memory.int32('feePlanInstruments', feePlansMax, () => count[0]);
  const current = memory.int32(
    'feePlanByVip',
    instrumentsMax * vipLevelsCount,
    () => countInstruments() * vipLevelsCount,
  );
  const numbers = new Map<string, number>();
  memory.onLoad(() => {
    numbers.clear();
    for (let plan = 0; plan < count[0]; plan += 1) {
      numbers.set(`${owners[plan]}:${readMakerPpm(plan)}:${readTakerPpm(plan)}`, plan);
    }
  });

  function readMakerPpm(plan: number): number {
    return plans[plan * planWords + feePpmWord];
  }

  function readTakerPpm(plan: number): number {
    return plans[plan * planWords + feeWords * 2 + feePpmWord];
  }

  /** The plan of two rates on an instrument, made when it is new. */
  function ensurePlan(slot: number, makerPpm: number, takerPpm: number): number {
    const key = `${slot}:${makerPpm}:${takerPpm}`;
    const known = numbers.get(key);
    if (known !== undefined) return known;
    const plan = count[0];
    if (plan === feePlansMax) throw new CoreFault(`no room for more than ${feePlansMax} fee plans`);
    count[0] = plan + 1;
    owners[plan] = slot;
    numbers.set(key, plan);
    plans[plan * planWords + feePpmWord] = makerPpm;
    plans[plan * planWords + feeWords * 2 + feePpmWord] = takerPpm;
    writePlan(plan);
    return plan;
  }

  function writePlan(plan: number): void {
    const at = plan * planWords;
    const slot = owners[plan];
    const [makerPpm, takerPpm] = [readMakerPpm(plan), readTakerPpm(plan)];
    writeFee(at, units.readFactor(units.baseFactorAt(slot)), makerPpm);
    writeFee(at + feeWords, units.readFactor(units.quoteFactorAt(slot)), makerPpm);
    writeFee(at + feeWords * 2, units.readFactor(units.baseFactorAt(slot)), takerPpm);
    writeFee(at + feeWords * 3, units.readFactor(units.quoteFactorAt(slot)), takerPpm);
  }

  function writeFee(at: number, factor: bigint, ppm: number): void {
    const product = factor * BigInt(Math.abs(ppm));
    writeFactor(plans, at, product / BigInt(ppmWhole));
    plans[at + feeRestWord] = Number(product % BigInt(ppmWhole));
    plans[at + feePpmWord] = ppm;
  }

  /** Read the 32 rates of a schedule: 16 maker, 16 taker, in ppm. */
  function readRates(slot: number): number[] {
    const at = (slot + 1) * scheduleWords;
    return Array.from(schedules.subarray(at, at + scheduleWords));
  }

  /** Set the 32 rates of a schedule: 16 maker, 16 taker, in ppm. */
  function setRates(slot: number, rates: readonly number[]): void {
    schedules.set(rates, (slot + 1) * scheduleWords);
    if (slot < 0) hasDefault[0] = 1;
    else refreshPlans(slot);
  }

  function refreshPlans(slot: number): void {
    const rates = readRates(slot);
    for (let vip = 0; vip < vipLevelsCount; vip += 1) {
      current[slot * vipLevelsCount + vip] = ensurePlan(
        slot,
        rates[vip],
        rates[vipLevelsCount + vip],
      );
    }
  }

  /** Calculate the plans of an instrument again: its units have changed. */
  function recalculate(slot: number): void {
    for (let plan = 0; plan < count[0]; plan += 1) if (owners[plan] === slot) writePlan(plan);
  }

  return {
    /** The words of the plans; places in it are what settlement takes. */
    words: plans,
    ensurePlan,
    /** Plans there are. */
    countPlans: (): number => count[0],
    readRates,
    setRates,
    recalculate,
    /** Maker rate of a plan in ppm. */
    readMakerPpm,
    /** Taker rate of a plan in ppm. */
    readTakerPpm,
    /** The plan that an order opened now would keep. */
    readPlan: (slot: number, vipLevel: number): number => current[slot * levelsCount + vipLevel],
    /** Place of a plan's maker fee in base; its fee in quote lies `feeWords` behind. */
    makerFeeAt: (plan: number): number => plan * planWords,
    /** Place of a plan's taker fee in base; its fee in quote lies `feeWords` behind. */
    takerFeeAt: (plan: number): number => plan * planWords + takerWords,
    /** True when a default schedule was ever set. */
    hasDefault: (): boolean => hasDefault[0] === 1,
  };
}
