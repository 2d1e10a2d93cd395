// One run of level L1 from its first event to its audit: a quiet beginning, chaos, healing, audit.
// Called by main.ts and shrink.ts.
import type { Command } from '@isobath/core';
import { CommandKind } from '@isobath/core/command';
import { Dice } from '../workload/dice.ts';
import { drawOptions } from '../workload/options.ts';
import { buildSetup } from '../workload/setup.ts';
import { drawStep } from '../workload/steps.ts';
import { MissingMarket } from '../workload/terms.ts';
import { audit } from './audit.ts';
import { Exchange, type Violation } from './exchange.ts';
import { strike } from './faults.ts';
import { type Action, type L1Plan, quietMs } from './plan.ts';
import { listSnapshots, makeTrue, PricePublisher } from './prices.ts';
import { reportUnrest } from './rest.ts';

/** What a run came to. */
export interface L1Result {
  readonly plan: L1Plan;
  readonly violation: Violation | undefined;
  readonly commandsCount: number;
  /** Simulated time at which it ended. */
  readonly endedMs: number;
  readonly eventsCount: number;
  readonly traceHash: number;
  readonly counts: ReadonlyMap<string, number>;
}

/** Simulated time in which everything must have healed. */
const HEAL_MS = 30_000;
/** Of the steps that are drawn, at most so many in 100 are price steps. */
const DRAWN_PERCENT_MAX = 12;
/** How often it is asked whether everything is at rest. */
const LOOK_MS = 5;

const ownKinds: readonly number[] = [CommandKind.time, CommandKind.beginEra];

/** Draws sensible commands along the committed state. */
class Drawing {
  readonly #exchange: Exchange;
  readonly #options;
  readonly #setup;
  readonly #history: Command[] = [];
  #lastKey = 0;

  /** Commands that make the world. */
  readonly setup: readonly Command[];

  constructor(exchange: Exchange, plan: L1Plan) {
    this.#exchange = exchange;
    const options = drawOptions(plan.seed);
    // Prices are told each second anyway: what is drawn beside them are the odd ones.
    this.#options = { ...options, pricePercent: Math.min(options.pricePercent, DRAWN_PERCENT_MAX) };
    this.#setup = buildSetup(this.#options);
    this.setup =
      plan.setup ?? this.#setup.commands.filter((command) => !ownKinds.includes(command.kind));
  }

  draw(action: Action): Command | undefined {
    const { judge, wallMs } = this.#exchange;
    const scene = {
      options: this.#options,
      setup: this.#setup,
      model: judge.model,
      dice: new Dice(action.draw),
      atMs: Math.max(wallMs, judge.model.coreTimeMs),
    };
    try {
      const { commands, atMs } = drawStep(scene, this.#history);
      const drawn = commands.find((one) => !ownKinds.includes(one.kind));
      if (drawn === undefined) return undefined;
      const command = tellNow(drawn, atMs - scene.atMs);
      this.#history.push(command);
      if (this.#history.length > 200) this.#history.splice(0, 100);
      return this.#withKey(command, scene.atMs, action);
    } catch (error) {
      if (error instanceof MissingMarket) return undefined;
      throw error;
    }
  }

  /** Most people use a key, so that they can ask again. */
  #withKey(command: Command, atMs: number, action: Action): Command {
    const isKeyed = command.keyHigh > 0 || command.deadlineMs > 0;
    if (action.kind === 'wish' || isKeyed || action.draw % 10 < 3) return command;
    this.#lastKey += 1;
    const key = { keyHigh: 77, keyLow: this.#lastKey, bodyHash: this.#lastKey };
    return { ...command, ...key, deadlineMs: atMs + 600_000 };
  }
}

/** Here time passes by itself: what was drawn for later is told of now, as its rows say it. */
function tellNow(command: Command, laterMs: number): Command {
  if (command.kind !== CommandKind.applyPrices) return command;
  const observedAtMs = Math.max(0, command.observedAtMs - laterMs);
  return makeTrue({ ...command, observedAtMs });
}

/** Run a plan. */
export async function runL1Plan(plan: L1Plan): Promise<L1Result> {
  const exchange = new Exchange(plan);
  const { scheduler } = exchange;
  const drawing = new Drawing(exchange, plan);
  exchange.open();
  begin(exchange, drawing);
  const prices = plan.hasPrices ? new PricePublisher(exchange) : undefined;
  prices?.begin();
  for (const action of plan.actions) {
    scheduler.afterInWorld(action.atMs, () => act(exchange, drawing, action));
  }
  const chaosEndMs = (plan.actions.at(-1)?.atMs ?? quietMs) + 1;
  const isBroken = () => exchange.violation !== undefined;
  await scheduler.runUntil(() => isBroken() || scheduler.nowMs >= chaosEndMs);
  prices?.end();
  exchange.heal();
  await runToRest(exchange);
  exchange.sayLastWord();
  await runToRest(exchange);
  exchange.audience?.lookBack();
  await runToRest(exchange);
  exchange.rest();
  await runToRest(exchange);
  if (!isBroken()) await runAudit(exchange);
  if (!isBroken()) exchange.end();
  return {
    plan: { ...plan, setup: drawing.setup },
    violation: exchange.violation,
    commandsCount: exchange.judge.steps.length,
    endedMs: scheduler.nowMs,
    eventsCount: scheduler.eventsCount,
    traceHash: scheduler.traceHash,
    counts: exchange.counts,
  };
}

/** Let everything come to rest; what does not in good time never will. */
async function runToRest(exchange: Exchange): Promise<void> {
  const { scheduler } = exchange;
  const deadlineMs = scheduler.nowMs + HEAL_MS;
  const isBroken = () => exchange.violation !== undefined;
  let nextLookMs = 0;
  const isAtRest = () => {
    if (scheduler.nowMs < nextLookMs) return false;
    nextLookMs = scheduler.nowMs + LOOK_MS;
    return exchange.isAtRest;
  };
  await scheduler.runUntil(() => isBroken() || isAtRest() || scheduler.nowMs >= deadlineMs);
  if (!exchange.isAtRest) exchange.violate('liveness', reportUnrest(exchange));
}

async function runAudit(exchange: Exchange): Promise<void> {
  let isDone = false;
  audit(exchange).then(
    () => (isDone = true),
    (error: unknown) => exchange.violate('audit', String((error as Error).stack)),
  );
  await exchange.scheduler.runUntil(() => isDone || exchange.violation !== undefined);
}

/** Build the world, one command after the other, before anything goes wrong. */
function begin(exchange: Exchange, drawing: Drawing): void {
  const { scheduler, people } = exchange;
  const send = () => {
    if (!exchange.isReady || exchange.gateway.part === undefined) {
      scheduler.afterInWorld(2, send);
      return;
    }
    people.isRough = false;
    // In one batch on one connection, so they keep their order.
    const { client } = exchange.gateway.part;
    for (const command of drawing.setup) {
      scheduler.runAs(exchange.gateway.process, () => void client.submit(command).catch(() => {}));
    }
    people.isRough = true;
  };
  scheduler.afterInWorld(2, send);
}

function act(exchange: Exchange, drawing: Drawing, action: Action): void {
  if (action.kind === 'send' || action.kind === 'wish') {
    action.command ??= drawing.draw(action);
    const { command } = action;
    if (command === undefined) return;
    const { people } = exchange;
    const tell = () => (action.kind === 'send' ? people.send(command) : people.request(command));
    if (command.kind !== CommandKind.applyPrices) return tell();
    return people.tellPrices(listSnapshots(command), tell);
  }
  strike(exchange, action.kind, new Dice(action.draw));
}
