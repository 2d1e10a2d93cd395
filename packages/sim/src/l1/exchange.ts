// One simulated exchange: the programs and their keepers, the people, the database, the judge, and
// everything that can be done to them. Not here: what is done when (plan.ts), what must hold at the
// end (audit.ts). Made by run-seed.ts for each seed.
import type { EngineStatus, ProjectionRunner, RunningEngine } from '@isobath/server/parts';
import { Dice } from '../workload/dice.ts';
import { Audience } from './edge/audience.ts';
import { DatabaseServer } from './database/server.ts';
import type { Session } from './database/session.ts';
import type { Applied } from './database/store.ts';
import { giveBackEngine } from '../engine-pool.ts';
import { Follower } from './follower.ts';
import { Judge } from './judge.ts';
import { People } from './people.ts';
import type { L1Plan } from './plan.ts';
import {
  dataFolder,
  type Gateway,
  launchEngine,
  launchGateway,
  launchProjector,
  type Program,
  shortRunSizes,
} from './programs.ts';
import { isAtRest } from './rest.ts';
import { Scheduler } from './world/scheduler.ts';
import { enterWorld, type World } from './world/world.ts';

/** Something that is not as it must be. */
export interface Violation {
  readonly check: string;
  readonly detail: string;
}

interface Trigger {
  readonly point: string;
  readonly strike: (session: Session) => void;
}

const DAY_MS = 86_400_000;
const PLENTY_BYTES = 2 ** 40;

/** The simulated exchange. */
export class Exchange {
  readonly scheduler: Scheduler;
  readonly server: DatabaseServer;
  readonly judge: Judge;
  readonly people: People;
  readonly follower: Follower;
  readonly counts = new Map<string, number>();
  readonly dice: Dice;
  /** Those who listen, if the run has any. */
  readonly audience: Audience | undefined;
  readonly #world: World;
  readonly #snapshotIntervalCount: number;
  violation: Violation | undefined;
  engine!: Program<RunningEngine>;
  gateway!: Program<Gateway>;
  projector!: Program<ProjectionRunner>;
  #triggers: Trigger[] = [];
  #writersCount = 0;
  #isHealing = false;
  #isResting = false;
  #hasLastWord = false;

  constructor(plan: L1Plan) {
    this.#snapshotIntervalCount = plan.snapshotIntervalCount;
    this.scheduler = new Scheduler(plan.seed);
    this.dice = this.scheduler.fork('exchange');
    this.server = new DatabaseServer(this.scheduler, {
      met: (point, session) => this.#meet(point, session),
      applied: (rows) => this.#meetRows(rows),
      lost: (table) => {
        this.count(`lost in a crash: ${table}`);
        if (table === 'journal') this.violate('durable', 'a visible journal row was lost');
      },
    });
    this.#world = {
      scheduler: this.scheduler,
      server: this.server,
      files: {
        durable: new Map(),
        written: new Map(),
        unsynced: new Set(),
        freeBytes: PLENTY_BYTES,
      },
      listening: new Map(),
      engines: [],
      folders: new Map(),
      networkDice: this.scheduler.fork('network'),
      wallOffsetMs: 0,
      networkDelayMs: 0,
    };
    enterWorld(this.#world);
    this.judge = new Judge(({ check, detail }) => this.violate(check, detail));
    this.people = new People({
      scheduler: this.scheduler,
      dice: this.scheduler.fork('people'),
      gateway: () => this.gateway,
      count: (name) => this.count(name),
    });
    this.follower = new Follower(this);
    this.audience = plan.hasAudience === true ? new Audience(this) : undefined;
  }

  /** Start every program. */
  open(): void {
    this.#keepEngine();
    this.#keepGateway();
    this.#keepProjector();
    this.audience?.open();
  }

  count(name: string): void {
    this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
  }

  /** The first thing that is wrong ends the run. */
  violate(check: string, detail: string): void {
    this.violation ??= { check, detail };
  }

  /** Wall clock now, as the programs read it. */
  get wallMs(): number {
    return Date.now();
  }

  get status(): EngineStatus | undefined {
    return this.engine.process.isAlive ? this.engine.part?.readStatus() : undefined;
  }

  /** Whether the engine runs and takes everything. */
  get isReady(): boolean {
    return this.status?.mode === 'normal';
  }

  #meet(point: string, session: Session): void {
    this.scheduler.note(point);
    const place = this.#triggers.findIndex((trigger) => trigger.point === point);
    if (place < 0) return;
    const [trigger] = this.#triggers.splice(place, 1);
    // Before whatever comes next, but not in the middle of what is being done.
    this.scheduler.afterInWorld(0, () => trigger?.strike(session));
  }

  #meetRows(rows: readonly Applied[]): void {
    for (const { table, row } of rows) {
      if (table === 'journal') {
        this.judge.takeRow(row);
        this.audience?.readOn();
      }
      if (table === 'command_outbox') this.count(`intent ${String(row['state'])}`);
      if (table === 'snapshots') this.count('snapshot kept');
    }
  }

  #warn(text: string): void {
    if (text.includes('in doubt')) this.count('commit in doubt');
    if (text.includes('goes on behind')) this.count('recovered in place');
    if (text.includes('(clock)')) this.count('mode clock');
    if (text.includes('(disk)')) this.count('mode disk');
    if (text.includes('is broken')) this.violate('snapshot', text);
    if (text.includes('core failed')) this.violate('defect', text);
  }

  #keepEngine(): void {
    if (this.engine?.process.isAlive) return;
    this.#writersCount += 1;
    this.count('engine started');
    this.engine = launchEngine(
      {
        writer: `writer ${this.#writersCount}`,
        folder: dataFolder,
        snapshotIntervalCount: this.#snapshotIntervalCount,
        warn: (text) => this.#warn(text),
      },
      { ended: (error) => this.#meetEnd(error) },
    );
    this.#watchStart();
  }

  #watchStart(): void {
    const program = this.engine;
    const look = () => {
      if (program.part === undefined) {
        if (program.process.isAlive) this.scheduler.afterInWorld(5, look);
        return;
      }
      const { sequence, snapshotSequence } = program.part.recovered;
      if (snapshotSequence > 0) this.count('started from a snapshot');
      if (sequence > snapshotSequence) this.count('journal replayed at a start');
    };
    look();
  }

  /** A refusal to start is right only when somebody else is at work or the database is away. */
  #meetEnd(error: unknown): void {
    const { exitCode } = error as { exitCode?: number };
    this.count(exitCode === undefined ? 'start failed' : `engine ended with ${exitCode}`);
    if (exitCode !== undefined && exitCode !== 75) {
      this.violate('start refused', (error as Error).message);
    }
    this.scheduler.afterInWorld(40 + this.dice.below(200), () => this.#keepEngine());
  }

  killEngine(): void {
    if (!this.engine.process.isAlive) return;
    this.count(this.engine.part === undefined ? 'killed while starting' : 'engine killed');
    this.engine.process.kill();
    this.scheduler.afterInWorld(5 + this.dice.below(150), () => this.#keepEngine());
  }

  #keepGateway(): void {
    if (this.gateway?.process.isAlive) return;
    this.gateway = launchGateway({ ended: (error) => this.violate('gateway', String(error)) });
    this.follower.followWhenReady();
  }

  killGateway(): void {
    this.count('gateway killed');
    this.gateway.process.kill();
    this.scheduler.afterInWorld(5 + this.dice.below(100), () => this.#keepGateway());
  }

  #keepProjector(): void {
    if (this.projector?.process.isAlive) return;
    const report = () => this.count('projection started again');
    this.projector = launchProjector(
      { hasAudience: this.audience !== undefined, report },
      {
        ended: (error) => this.violate('projector', String(error)),
      },
    );
  }

  killProjector(): void {
    this.count('projector killed');
    this.projector.process.kill();
    this.scheduler.afterInWorld(5 + this.dice.below(100), () => this.#keepProjector());
  }

  /** Let something strike when the database next comes to a point. */
  arm(point: string, name: string, strike: (session: Session) => void): void {
    this.#triggers.push({
      point,
      strike: (session) => {
        this.count(`${name} at ${point}`);
        strike(session);
      },
    });
  }

  cutSessions(whose: 'engine' | 'projector'): void {
    this.count('sessions cut');
    for (const session of this.server.sessionsOf(this[whose].process)) session.cut();
  }

  cutSockets(): void {
    this.count('sockets cut');
    for (const cut of this.gateway.process.sockets) cut();
  }

  crashDatabase(downMs: number, keptCount?: number): void {
    this.count('database crashed');
    this.server.crash(downMs, keptCount);
  }

  /** Another engine on the same database, with a folder of its own, for a while. */
  startSecondWriter(forMs = 20 + this.dice.below(400)): void {
    this.count('second writer');
    this.#writersCount += 1;
    const second = launchEngine(
      {
        writer: `writer ${this.#writersCount}`,
        folder: `/elsewhere-${this.#writersCount}`,
        snapshotIntervalCount: this.#snapshotIntervalCount,
        warn: () => {},
      },
      { ended: () => this.count('second writer ended') },
    );
    this.scheduler.afterInWorld(forMs, () => second.process.kill());
  }

  jumpClock(byMs: number): void {
    this.count(byMs < 0 ? 'clock set back' : 'clock set forward');
    this.#world.wallOffsetMs += byMs;
    const isAccepted = this.dice.isLucky(30);
    this.scheduler.afterInWorld(100 + this.dice.below(500), () => {
      if (isAccepted) this.engine.part?.setMode('normal', '');
      else if (!this.#isHealing) this.#world.wallOffsetMs -= byMs;
    });
  }

  fillDisk(freeBytes: number, forMs: number): void {
    this.count('disk full');
    this.#world.files.freeBytes = freeBytes;
    this.scheduler.afterInWorld(forMs, () => {
      this.#world.files.freeBytes = PLENTY_BYTES;
    });
  }

  slowNetwork(byMs: number, forMs: number): void {
    this.count('slow network');
    this.#world.networkDelayMs = byMs;
    this.scheduler.afterInWorld(forMs, () => {
      this.#world.networkDelayMs = 0;
    });
  }

  /** The whole machine stops and starts again: what was not synced is gone. */
  losePower(downMs: number): void {
    this.count('power lost');
    const { files } = this.#world;
    this.killEngine();
    this.killGateway();
    this.killProjector();
    this.audience?.killEdge();
    this.crashDatabase(downMs);
    files.written.clear();
    for (const [path, text] of files.durable) files.written.set(path, text);
    files.unsynced.clear();
  }

  setMode(mode: 'cancel-only' | 'halted' | 'normal', forMs: number): void {
    this.count(`operator ${mode}`);
    const { part, process } = this.engine;
    if (!process.isAlive || part === undefined) return;
    this.scheduler.runAs(process, () => part.setMode(mode, 'operator'));
    this.scheduler.afterInWorld(forMs, () => {
      if (process.isAlive) this.scheduler.runAs(process, () => part.setMode('normal', ''));
    });
  }

  /** Everything that was broken is mended; from now on nothing goes wrong. */
  heal(): void {
    this.#isHealing = true;
    this.#triggers = [];
    this.people.isRough = false;
    this.audience?.heal();
    this.server.refusedLabel = '';
    this.server.frozenUntilMs = 0;
    this.server.commitDelayMs = 0;
    this.#world.networkDelayMs = 0;
    this.#world.files.freeBytes = PLENTY_BYTES;
    this.follower.slowUntilMs = 0;
    // A wall clock behind core time would keep the engine from taking anything, rightly.
    const behindMs = this.judge.model.coreTimeMs - Date.now();
    if (behindMs > 0) this.#world.wallOffsetMs += behindMs;
    this.#accept();
  }

  /** The operator looks at the clock and says that it is right. */
  #accept(): void {
    if (this.#isResting) return;
    const { part, process } = this.engine;
    if (process.isAlive && part !== undefined && part.readStatus().mode !== 'normal') {
      // A wrong time that was accepted once stays core time: nobody but time itself gets over that.
      if (part.readStatus().reason === 'disk') return this.#acceptLater();
      if (part.readStatus().reason === 'clock') this.#world.wallOffsetMs += DAY_MS;
      this.scheduler.runAs(process, () => part.setMode('normal', ''));
    }
    this.#acceptLater();
  }

  #acceptLater(): void {
    this.scheduler.afterInWorld(500, () => this.#accept());
  }

  /**
   * Let somebody say one thing more: whoever lost what they had written notices when they go on.
   */
  sayLastWord(): void {
    this.#hasLastWord = true;
    this.people.sayAnything(this.wallMs);
  }

  /** Take no more, not even due timers: the journal must not grow while it is looked at. */
  rest(): void {
    this.#isResting = true;
    const { part, process } = this.engine;
    this.scheduler.runAs(process, () => part?.setMode('halted', 'audit'));
  }

  /** It is over, and nothing was wrong: its engines are for the next. */
  end(): void {
    this.judge.end();
    for (const engine of this.#world.engines) giveBackEngine(engine, shortRunSizes);
  }

  /** Whether nothing is left to be done. */
  get isAtRest(): boolean {
    return isAtRest(this, { isResting: this.#isResting, hasLastWord: this.#hasLastWord });
  }
}
