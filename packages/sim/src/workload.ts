// A run as a list of numbers: negative ones are the commands that build the world, the others are
// steps to be drawn. Taking numbers out gives a smaller run of the same kind.
// Called by l0.ts (runs), shrink.ts (smaller runs) and the tests.
import type { Command } from '@isobath/core';
import type { Model } from './model/state.ts';
import { Dice } from './workload/dice.ts';
import { drawOptions, type Options } from './workload/options.ts';
import { buildSetup, type Setup, startMs } from './workload/setup.ts';
import { drawStep } from './workload/steps.ts';
import { MissingMarket, type Scene } from './workload/terms.ts';

/** A run before it runs. */
export interface Plan {
  readonly options: Options;
  readonly setup: Setup;
  readonly steps: readonly number[];
}

/** Plan a run: the whole world and `count` steps. */
export function drawPlan(seed: number, count: number): Plan {
  const options = drawOptions(seed);
  const setup = buildSetup(options);
  const world = setup.commands.map((_, index) => -1 - index);
  const dice = new Dice(seed).fork('steps');
  const steps = Array.from({ length: count }, () => dice.next());
  return { options, setup, steps: [...world, ...steps] };
}

/** One command on its way, with its core time. */
export interface Sent {
  readonly atMs: number;
  readonly command: Command;
  /** True: the engine is written down and read into a fresh one before this command. */
  readonly isAfterRestart: boolean;
}

const historyMax = 200;

/** Turns the numbers of a plan into commands, one after the other, along the model's state. */
export class Sender {
  private readonly plan: Plan;
  private readonly model: Model;
  private readonly history: Command[] = [];
  private atMs = startMs;

  constructor(plan: Plan, model: Model) {
    this.plan = plan;
    this.model = model;
  }

  private draw(scene: Scene): ReturnType<typeof drawStep> | null {
    try {
      return drawStep(scene, this.history);
    } catch (error) {
      if (error instanceof MissingMarket) return null;
      throw error;
    }
  }

  /** The commands of one step. */
  read(step: number): Sent[] {
    const { options, setup } = this.plan;
    if (step < 0) {
      const command = setup.commands[-1 - step] as Command;
      return [{ atMs: this.atMs, command, isAfterRestart: false }];
    }
    const scene = { options, setup, model: this.model, dice: new Dice(step), atMs: this.atMs };
    const drawn = this.draw(scene);
    if (drawn === null) return [];
    this.atMs = drawn.atMs;
    this.history.push(...drawn.commands);
    if (this.history.length > historyMax) this.history.splice(0, historyMax / 2);
    return drawn.commands.map((command, index) => {
      return { atMs: drawn.atMs, command, isAfterRestart: index === 0 && step % 800 === 0 };
    });
  }
}
