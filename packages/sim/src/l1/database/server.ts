// The simulated database server: sessions that run one statement after the other, commits that take
// time, crashes that keep what was flushed. Its SQL is the project's own text (parser.ts).
// Reached through the stand-in for the driver, world/modules/pg.ts.
import type { Dice } from '../../workload/dice.ts';
import type { Process, Scheduler } from '../world/scheduler.ts';
import { SqlError } from './error.ts';
import { Session } from './session.ts';
import { type Applied, Store } from './store.ts';

/** How often the server flushes its log when nobody waits for it. */
const FLUSH_EVERY_MS = 200;

/** What the world wants to know. */
export interface ServerWatch {
  /** A statement reached a stage, such as `journal-append arrived`. */
  met(point: string, session: Session): void;
  /** Rows that others can see from now on. */
  applied(rows: readonly Applied[]): void;
  /** A crash took a visible commit from this table. */
  lost(table: string): void;
}

/** One simulated server. */
export class DatabaseServer {
  readonly store: Store;
  readonly scheduler: Scheduler;
  readonly watch: ServerWatch;
  readonly dice: Dice;
  isUp = true;
  /** Nothing is done before this time. */
  frozenUntilMs = 0;
  /** Commits take so long on top. */
  commitDelayMs = 0;
  /** The next statement with this label is refused for certain. */
  refusedLabel = '';
  #sessions = new Set<Session>();
  #isFlushDue = false;

  constructor(scheduler: Scheduler, watch: ServerWatch) {
    this.scheduler = scheduler;
    this.watch = watch;
    this.dice = scheduler.fork('database');
    this.store = new Store(
      (applied) => watch.applied(applied),
      (table) => watch.lost(table),
    );
  }

  /** A message takes so long. */
  drawDelay(): number {
    return 0.02 + this.dice.below(200) / 1000;
  }

  /** Begin a session. @errors when the server is down. */
  open(owner: Process | undefined, ended: (error: Error) => void): Session {
    if (!this.isUp) {
      throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    }
    const session = new Session(this, owner, ended);
    this.#sessions.add(session);
    return session;
  }

  forget(session: Session): void {
    this.#sessions.delete(session);
  }

  /** Sessions of a process, or all. */
  sessionsOf(owner: Process | undefined): Session[] {
    return [...this.#sessions].filter((one) => owner === undefined || one.owner === owner);
  }

  /** A commit that nobody waits for is flushed a little later. */
  flushSoon(): void {
    if (this.#isFlushDue) return;
    this.#isFlushDue = true;
    this.scheduler.afterInWorld(FLUSH_EVERY_MS, () => {
      this.#isFlushDue = false;
      if (this.isUp) this.store.flushAll();
    });
  }

  /**
   * Stop at once, lose what was not flushed, and be back after a while.
   *
   * @param keptCount - unflushed commits that survive; drawn when it is not said.
   */
  crash(downMs: number, keptCount?: number): void {
    if (!this.isUp) return;
    this.isUp = false;
    const kept = keptCount ?? this.dice.below(this.store.unflushedCount + 1);
    const sessions = [...this.#sessions];
    this.#sessions.clear();
    for (const session of sessions) session.abort(new Error('Connection terminated unexpectedly'));
    this.store.crash(kept);
    this.scheduler.afterInWorld(downMs, () => {
      this.isUp = true;
    });
  }

  /** Ask whether a statement with this label is to be refused now. */
  takeRefusal(label: string): void {
    if (this.refusedLabel === '' || !label.startsWith(this.refusedLabel)) return;
    this.refusedLabel = '';
    throw new SqlError('53100', 'could not extend file: No space left on device');
  }
}
