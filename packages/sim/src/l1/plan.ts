// What will be done to a simulated exchange, drawn from a seed before it begins: who sends when,
// and which fault strikes when. Every action stands alone, so that a plan still makes sense when
// some are taken out. Not here: how an action is done (exchange.ts, faults.ts). Called by main.ts.
import { Dice } from '../workload/dice.ts';
import { drawOptions } from '../workload/options.ts';
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
  stallEngineAt: 10,
  delayEngineAt: 8,
  delayLogAt: 4,
  pauseEngine: 3,
  pauseEngineAt: 4,
  cutOutboxAt: 6,
  cutLogAt: 5,
  forgetLog: 6,
} as const;

/** Kinds of faults that only an audience notices, with their weights. */
const audienceWeights = {
  killEdge: 6,
  killEdgeAt: 6,
  cutEdge: 4,
  cutEdgeSessions: 4,
  pauseEdge: 3,
  cutLines: 12,
  silenceLines: 3,
  slowReaders: 5,
} as const;

/** What happens to every audience once. */
const audienceAlways = ['cutLines', 'killEdge'] as const;

/** A kind of fault; the last ones are never drawn by weight. */
export type FaultKind =
  | keyof typeof usualWeights
  | keyof typeof audienceWeights
  | 'snapshotAheadOfLog'
  | 'strikeAppendAt';

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
  /** Whether there are people who listen, an edge they listen to, and the product's own rows. */
  readonly hasAudience?: boolean;
  /** Whether prices are told each second, and contracts trade at them. */
  readonly hasPrices?: boolean;
  readonly actions: readonly Action[];
  /** Commands that build the world, once they have been drawn. */
  readonly setup?: readonly Command[];
}

/** Time in which nothing goes wrong, for building the world. */
export const quietMs = 400;
/** The same with contracts, which open when their prices have been live for ten seconds. */
export const pricesMs = 11_600;

/** What may go wrong last, so that nothing later mends what it broke. */
const lastKinds: readonly FaultKind[] = [
  'cutLogAt',
  'cutOutboxAt',
  'disk',
  'forgetLog',
  'delayLogAt',
];
const LAST_PERCENT = 50;
/** Of the others so many end with a snapshot that is ahead of the event log. */
const AHEAD_PERCENT = 30;
/** The last commands, among which it does. */
const LAST_COUNT = 6;
/** Of all that are not safe so many strike once at an instant of an append that is seldom met. */
const APPEND_PERCENT = 50;

/** Of so many seeds there is an audience: it makes a command dearer. */
const AUDIENCE_PERCENT = 15;

/** Commands of the quiet end of a run: between them everybody is silent for a while. */
const QUIET_END_COUNT = 14;

type Pace = readonly number[];

/** Many commands in one commit, or few, or one; the more there are, the cheaper is each. */
const paces: readonly Pace[] = [
  [0, 0, 0, 0, 0.05, 0.1, 0.3],
  [0, 0, 0, 0.1, 0.2, 0.5],
  [0, 0, 0.1, 0.5, 1, 3],
  [0, 0, 0, 0.1, 1, 5, 20],
];
const quietPace: Pace = [0, 0, 0.4, 3, 60, 400, 1_300];

/** When somebody sends, and what a product wishes for. */
function drawSends(dice: Dice, count: number): Action[] {
  const requestPercent = dice.pick([0, 0.5, 5, 15]);
  const pace = dice.pick(paces);
  const actions: Action[] = [];
  let atMs = quietMs;
  for (let index = 0; index < count; index += 1) {
    const isQuiet = index >= count - QUIET_END_COUNT;
    atMs += dice.pick(isQuiet ? quietPace : pace);
    const kind = dice.isLucky(isQuiet ? requestPercent * 2 : requestPercent) ? 'wish' : 'send';
    actions.push({ atMs, kind, draw: dice.next() });
  }
  return actions;
}

/** What befalls the edge and those who listen, from when they have come. */
function drawAudienceFaults(dice: Dice, lastMs: number): Action[] {
  const kinds = Object.keys(audienceWeights) as (keyof typeof audienceWeights)[];
  const times = kinds.map(
    (kind) => [kind, audienceWeights[kind] * dice.pick([0, 1, 1, 3])] as const,
  );
  const isQuiet = times.every(([, weight]) => weight === 0);
  const count = isQuiet ? 0 : dice.pick([0, 5, 10, 20]);
  // A line that is cut and an edge that falls are what going on is for: no audience is without.
  const drawn = Array.from({ length: count }, () => dice.weigh(times));
  return [...audienceAlways, ...drawn].map((kind): Action => {
    const atMs = quietMs + (dice.below(1_000_000) / 1_000_000) * (lastMs - quietMs);
    return { atMs, kind, draw: dice.next() };
  });
}

/** Plan a run of at most `count` commands. */
export function drawL1Plan(seed: number, count: number): L1Plan {
  const root = new Dice(seed);
  const dice = root.fork('l1');
  const kinds = Object.keys(usualWeights) as (keyof typeof usualWeights)[];
  // Each seed leaves some faults out and has more of others; some have next to none but one.
  const onlyOne = dice.isLucky(30) ? dice.pick(kinds) : undefined;
  const weights = kinds.map((kind) => {
    const times = onlyOne === undefined ? dice.pick([0, 0, 1, 1, 3]) : Number(kind === onlyOne);
    return [kind, usualWeights[kind] * times] as const;
  });
  const isSafe = weights.every(([, weight]) => weight === 0);
  const faultsCount = isSafe ? 0 : dice.pick([0, 12, 24, 40, 60]);
  // Short runs come to their end more often, long ones get further.
  const actions = drawSends(dice, Math.ceil(count * dice.pick([0.25, 0.5, 1])));
  const lastMs = actions.at(-1)?.atMs ?? quietMs;
  const quietEndMs = actions.at(-QUIET_END_COUNT)?.atMs ?? quietMs;
  const lastFewMs = actions.at(-LAST_COUNT)?.atMs ?? quietMs;
  const lastKind = dice.isLucky(LAST_PERCENT) ? dice.pick(lastKinds) : undefined;
  const add = (fromMs: number, kind: FaultKind) => {
    const atMs = fromMs + (dice.below(1_000_000) / 1_000_000) * (lastMs - fromMs);
    actions.push({ atMs, kind, draw: dice.next() });
  };
  for (let index = 0; index < faultsCount; index += 1) {
    const isLate = index % 6 === 0 && lastKind === undefined;
    add(isLate ? quietEndMs : quietMs, dice.weigh(weights));
  }
  if (lastKind !== undefined) add(lastFewMs, lastKind);
  // It has dice of its own, so that seeds without it are what they were before there was any.
  else if (root.fork('ahead').isLucky(AHEAD_PERCENT)) add(quietEndMs, 'snapshotAheadOfLog');
  // Its own dice again, for the same reason.
  const instants = root.fork('instants');
  if (!isSafe && instants.isLucky(APPEND_PERCENT)) {
    const atMs = quietMs + (instants.below(1_000_000) / 1_000_000) * (lastMs - quietMs);
    actions.push({ atMs, kind: 'strikeAppendAt', draw: instants.next() });
  }
  if (lastKind === 'cutOutboxAt') {
    actions.push({ atMs: lastMs + 1, kind: 'wish', draw: dice.next() });
  }
  const audience = root.fork('audience');
  const hasAudience = audience.isLucky(AUDIENCE_PERCENT);
  if (hasAudience) actions.push(...drawAudienceFaults(audience, lastMs));
  actions.sort((one, other) => one.atMs - other.atMs);
  const hasPrices = drawOptions(seed).pricePercent > 0;
  const laterMs = hasPrices ? pricesMs - quietMs : 0;
  return {
    seed,
    snapshotIntervalCount: dice.pick([40, 150, 400, 100_000]),
    hasAudience,
    hasPrices,
    actions: actions.map((action) => ({ ...action, atMs: action.atMs + laterMs })),
  };
}
