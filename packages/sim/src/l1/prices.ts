// The price process of a simulated exchange: each second it tells every index, rows of what a price
// is made of first, as the product's own does; and what rows stand behind any price that is told.
// Not here: wrong and late prices, which are drawn with everything else (run-seed.ts).
// Made by run-seed.ts for runs with contracts.
import type { ApplyPrices, Command, InstrumentId, OwnerId } from '@isobath/core';
import { CommandKind } from '@isobath/core/command';
import { MarketState, Source } from '@isobath/core/words';
import { type IndexSnapshot, priceSnapshot } from '@isobath/server/parts';
import type { Dice } from '../workload/dice.ts';
import { centreTicks } from '../workload/contract-depth.ts';
import { contractIds, indexIds } from '../workload/contract-setup.ts';
import { envelope } from '../workload/setup.ts';
import type { Exchange } from './exchange.ts';
import { pricesMs } from './plan.ts';

const system = 2 as OwnerId;
const TELL_EVERY_MS = 1_000;
/** An index must have been live for ten seconds before a contract of it opens. */
const OPEN_AFTER_MS = 10_600;

type IndexPrice = ApplyPrices['prices'][number];

/**
 * What a told price could be made of: as many live components as it says, and a silent one, which
 * is a row where nothing lives. A frozen index lacks one component more than it has.
 */
function explain({ indexId, priceSub, liveCount }: IndexPrice, atMs: number): IndexSnapshot {
  const isFrozen = priceSub === 0;
  const live = Array.from({ length: liveCount }, (_, at) => ({
    source: `Source ${at}`,
    weight: 1 + at,
    priceSub: isFrozen ? 100 : priceSub,
    toldAtMs: atMs,
  }));
  return {
    snapshotId: atMs,
    indexId,
    terms: { componentsMin: isFrozen ? liveCount + 1 : 1, outlierPpm: 30_000 },
    components: [...live, { source: 'silent', weight: 1, priceSub: 0, toldAtMs: 0 }],
  };
}

/** Rows behind a price step, each index once. */
export function listSnapshots({ prices, observedAtMs }: ApplyPrices): IndexSnapshot[] {
  const named = new Map(prices.map((price) => [price.indexId, price]));
  return [...named.values()].map((price) => explain(price, observedAtMs));
}

/** A price step as its rows make it. */
export function makeTrue(step: ApplyPrices): ApplyPrices {
  const prices = step.prices.map((price) => {
    const { indexId } = price;
    const told = { ...price, priceSub: price.liveCount === 0 ? 0 : price.priceSub };
    const snapshot = explain(told, step.observedAtMs);
    return { indexId, snapshotId: step.observedAtMs, ...priceSnapshot(snapshot) };
  });
  return { ...step, prices };
}

/** Tells prices as long as the world goes on. */
export class PricePublisher {
  readonly #exchange: Exchange;
  readonly #dice: Dice;
  #isOver = false;

  constructor(exchange: Exchange) {
    this.#exchange = exchange;
    this.#dice = exchange.scheduler.fork('prices');
  }

  begin(): void {
    const { scheduler } = this.#exchange;
    scheduler.afterInWorld(OPEN_AFTER_MS, () => {
      for (const instrumentId of contractIds.slice(0, 2)) this.#open(instrumentId);
    });
    this.#tellOn();
  }

  end(): void {
    this.#isOver = true;
  }

  #open(instrumentId: InstrumentId): void {
    const by = envelope(system, Source.operator, this.#exchange.wallMs);
    const state = MarketState.trading;
    const command: Command = { kind: CommandKind.setMarketState, ...by, instrumentId, state };
    this.#exchange.people.send(command);
  }

  #tellOn(): void {
    this.#exchange.scheduler.afterInWorld(TELL_EVERY_MS, () => {
      if (this.#isOver) return;
      this.#tell();
      this.#tellOn();
    });
  }

  #tell(): void {
    const { wallMs, scheduler, people } = this.#exchange;
    const isQuiet = scheduler.nowMs < pricesMs;
    const drawn = indexIds.map((indexId) => {
      const isFrozen = !isQuiet && this.#dice.isLucky(3);
      const away = this.#dice.between(-150_000, 150_000) * (this.#dice.isLucky(6) ? 12 : 1);
      const priceSub = isFrozen ? 0 : centreTicks * 100 + away;
      return { indexId, snapshotId: wallMs, priceSub, liveCount: 3, componentsHash: 0 };
    });
    const by = envelope(system, Source.system, wallMs);
    const step = { kind: CommandKind.applyPrices, ...by, observedAtMs: wallMs, prices: drawn };
    const told = makeTrue(step);
    people.tellPrices(listSnapshots(told), () => people.send(told));
  }
}
