// What will be done to a simulated exchange, drawn from a seed before it begins: who sends when,
// and which fault strikes when. Every action stands alone, so that a plan still makes sense when
// some are taken out. Not here: how an action is done (exchange.ts, faults.ts). Called by main.ts.
import { Dice } from '../workload/dice.ts';
import type { Command } from '@isobath/core';

/** Kinds of faults with their usual weights. */
const usualWeights = {
  killEngine: 6,
  killEngineAt: 14,
  cutEngineAt: 14,
  crashDatabase: 3,
  crashDatabaseAt: 8,
  crashDatabaseUnflushed: 8,
  freezeDatabase: 3,
  slowCommits: 5,
  refuseStatement: 8,
  secondWriter: 4,
  clockJump: 5,
  disk: 4,
  killGateway: 4,
  killProjector: 4,
  cutProjectorAt: 5,
  cutGateway: 3,
  slowReader: 4,
  slowNetwork: 3,
  power: 6,
  snapshot: 6,
  operator: 4,
} as const;

/** A kind of fault. */
export type FaultKind = keyof typeof usualWeights;

/** One thing that is done at a time; `draw` decides its details. */
export interface Action {
  readonly atMs: number;
  readonly kind: 'send' | 'wish' | FaultKind;
  readonly draw: number;
  /** What is sent, once it has been drawn: so a kept run does not depend on the drawing. */
  command?: Command | undefined;
}

/** A run before it runs. */
export interface L1Plan {
  readonly seed: number;
  readonly snapshotIntervalCount: number;
  readonly actions: readonly Action[];
  /** Commands that build the world, once they have been drawn. */
  readonly setup?: readonly Command[];
}

/** Time in which nothing goes wrong, for building the world. */
export const quietMs = 400;

/** Plan a run of `count` commands. */
export function drawL1Plan(seed: number, count: number): L1Plan {
  const root = new Dice(seed);
  const dice = root.fork('l1');
  const kinds = Object.keys(usualWeights) as FaultKind[];
  // Each seed leaves some faults out and has more of others.
  const weights = kinds.map((kind) => {
    return [kind, usualWeights[kind] * dice.pick([0, 0, 1, 1, 3])] as const;
  });
  const faultsCount = dice.pick([0, 12, 24, 40, 60]);
  const wishPercent = dice.pick([0, 5, 15]);
  const pace = dice.pick([
    [0, 0, 0, 0, 0.05, 0.1, 0.3],
    [0, 0, 0.1, 0.5, 1, 3],
    [0, 0, 0, 0.1, 1, 5, 20],
  ]);
  const actions: Action[] = [];
  let atMs = quietMs;
  for (let index = 0; index < count; index += 1) {
    atMs += dice.pick(pace);
    const kind = dice.isLucky(wishPercent) ? 'wish' : 'send';
    actions.push({ atMs, kind, draw: dice.next() });
  }
  const isSafe = weights.every(([, weight]) => weight === 0);
  for (let index = 0; index < (isSafe ? 0 : faultsCount); index += 1) {
    const at = quietMs + (dice.below(1_000_000) / 1_000_000) * (atMs - quietMs);
    actions.push({ atMs: at, kind: dice.weigh(weights), draw: dice.next() });
  }
  actions.sort((one, other) => one.atMs - other.atMs);
  return { seed, snapshotIntervalCount: dice.pick([40, 150, 400, 100_000]), actions };
}
