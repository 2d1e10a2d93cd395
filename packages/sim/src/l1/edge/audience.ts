// The part of a simulated exchange that people hear: the edge with its keeper, those who listen,
// and what can be done to them. Made by exchange.ts when a run has an audience.
import type { Dice } from '../../workload/dice.ts';
import type { DatabaseServer } from '../database/server.ts';
import type { Judge } from '../judge.ts';
import { quietMs } from '../plan.ts';
import type { Program } from '../programs.ts';
import type { Scheduler } from '../world/scheduler.ts';
import { Crowd } from './crowd.ts';
import type { Listener } from './listener.ts';
import { nameThings } from './names.ts';
import type { PrivateTruth } from './truth.ts';
import { type Edge, launchEdge } from './program.ts';

/** The exchange around it. */
export interface Stage {
  readonly scheduler: Scheduler;
  readonly server: DatabaseServer;
  readonly judge: Judge;
  count(name: string): void;
  violate(check: string, detail: string): void;
}

/** Most that may wait for one reader: what makes them slow, and all channels' beginnings once. */
const WAITING_BYTES_MAX = 3 * 1024 * 1024;
const LOOK_EVERY_MS = 500;

/** The edge and those who listen. */
export class Audience {
  readonly #stage: Stage;
  readonly #dice: Dice;
  readonly #crowd: Crowd;
  edge!: Program<Edge>;

  constructor(stage: Stage) {
    this.#stage = stage;
    this.#dice = stage.scheduler.fork('audience');
    this.#crowd = new Crowd({
      scheduler: stage.scheduler,
      store: stage.server.store,
      judge: stage.judge,
      edge: () => this.edge,
      count: (name) => stage.count(name),
      violate: (check, detail) => stage.violate(check, detail),
    });
    nameThings(stage.server.store);
  }

  /** Start the edge; people come when there is something to hear. */
  open(): void {
    this.#keepEdge();
    this.#stage.scheduler.afterInWorld(quietMs / 2, () => this.#crowd.come());
    this.#look();
  }

  /** A person's private events so far. */
  newsOf(ownerId: number): readonly PrivateTruth[] {
    return this.#crowd.newsOf(ownerId);
  }

  /** The journal has grown. */
  readOn(): void {
    this.#crowd.readOn();
  }

  #keepEdge(): void {
    if (this.edge?.process.isAlive) return;
    this.#stage.count('edge started');
    this.edge = launchEdge((error) => this.#meetTrouble(error), {
      ended: () => {
        this.#stage.count('edge did not start');
        this.#stage.scheduler.afterInWorld(40 + this.#dice.below(200), () => this.#keepEdge());
      },
    });
  }

  /** What the edge reports: trouble with what it stands on is expected, a mistake is not. */
  #meetTrouble(error: unknown): void {
    this.#stage.count('edge in trouble');
    const { name = '', code = '', stack = '' } = error as Partial<Error & { code: string }>;
    const isMistake = /^(TypeError|RangeError|ReferenceError|SyntaxError)$/.test(name);
    if (isMistake || /^(42|0A)/.test(String(code))) this.#stage.violate('edge', stack);
  }

  /** Nobody keeps much for whoever does not read. */
  #look(): void {
    for (const { line, ear } of this.#crowd.listeners) {
      const bytes = line?.heldByEdgeBytes ?? 0;
      if (bytes > WAITING_BYTES_MAX)
        this.#stage.violate('slow', `${ear.name} has ${bytes} waiting`);
    }
    this.#stage.scheduler.afterInWorld(LOOK_EVERY_MS, () => this.#look());
  }

  killEdge(): void {
    if (!this.edge.process.isAlive) return;
    const isBusy = this.edge.part !== undefined && this.#crowd.waitingBytes > 0;
    this.#stage.count(isBusy ? 'edge killed with frames under way' : 'edge killed');
    this.edge.process.kill();
    this.#stage.scheduler.afterInWorld(5 + this.#dice.below(150), () => this.#keepEdge());
  }

  /** The edge loses its connections with the engine. */
  cutSockets(): void {
    this.#stage.count('edge cut from the engine');
    for (const cut of this.edge.process.sockets) cut();
  }

  /** The edge loses its sessions with the database. */
  cutSessions(): void {
    this.#stage.count('edge cut from the database');
    for (const session of this.#stage.server.sessionsOf(this.edge.process)) session.cut();
  }

  /** The edge's process stands still. */
  pauseEdge(forMs: number): void {
    this.#stage.count('edge paused');
    this.edge.process.pausedUntilMs = this.#stage.scheduler.nowMs + forMs;
  }

  cutLines(dice: Dice): void {
    this.#each(dice, 'line cut', ({ line }) => line?.cut());
  }

  silenceLines(dice: Dice): void {
    this.#each(dice, 'line fell silent', ({ line }) => line?.silence());
  }

  /** Some read nothing for a while; whoever talks all the same is no dead line. */
  slowReaders(dice: Dice, it: { readonly forMs: number; readonly isTalking: boolean }): void {
    const what = it.isTalking ? 'reader talks and does not read' : 'reader does not read';
    this.#each(dice, what, (listener) => {
      listener.setReading(false);
      listener.isTalking = it.isTalking;
      this.#stage.scheduler.afterInWorld(it.forMs, () => listener.setReading(true));
    });
  }

  #each(dice: Dice, name: string, strike: (listener: Listener) => void): void {
    for (const listener of this.#crowd.pickSome(dice)) {
      this.#stage.count(name);
      strike(listener);
    }
  }

  heal(): void {
    this.#crowd.heal();
  }

  /** Other devices of the same people come with numbers from earlier. */
  lookBack(): void {
    this.#crowd.lookBack();
  }

  get isAtRest(): boolean {
    return this.edge.part !== undefined && this.#crowd.isAtRest;
  }

  reportUnrest(): string[] {
    return this.#crowd.reportUnrest();
  }

  audit(): void {
    this.#crowd.audit();
  }
}
