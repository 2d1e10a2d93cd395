// One session of the simulated server: takes statements in order, each with its delay, and answers
// in order. What has arrived is done even when nobody listens any more. Made by server.ts.
import type { Dice } from '../../workload/dice.ts';
import type { Process, Scheduler } from '../world/scheduler.ts';
import { type Answer, Blocked, StatementRun } from './change.ts';
import { SqlError } from './error.ts';
import type { Row, Value } from './expression.ts';
import { parse } from './parser.ts';
import { runSelect } from './query.ts';
import type { Parsed } from './statement.ts';
import { type LogRecord, type Store, Transaction } from './store.ts';

/** What a client sends. */
export interface Request {
  readonly label: string;
  readonly text: string;
  readonly parameters: readonly Value[];
  answer(answer: Answer): void;
  fail(error: Error): void;
}

/** The server a session is part of. */
export interface SessionHost {
  readonly store: Store;
  readonly scheduler: Scheduler;
  readonly dice: Dice;
  readonly watch: { met(point: string, session: Session): void };
  readonly frozenUntilMs: number;
  readonly commitDelayMs: number;
  drawDelay(): number;
  takeRefusal(label: string): void;
  forget(session: Session): void;
  flushSoon(): void;
}

/** One session. */
export class Session {
  readonly owner: Process | undefined;
  readonly #server: SessionHost;
  readonly #ended: (error: Error) => void;
  readonly #requests: Request[] = [];
  /** Sent and neither arrived nor answered. */
  readonly #open = new Set<Request>();
  #transaction: Transaction | undefined;
  #isExplicit = false;
  #isAsynchronous = false;
  #cursor: Row[] = [];
  #isBusy = false;
  #isAborted = false;
  /** The client is gone, what it sent is still worked off. */
  #isDeaf = false;
  #lastArrivalMs = 0;
  #lastAnswerMs = 0;
  #sentCount = 0;
  #arrivedCount = 0;
  /** First message that a broken connection loses. */
  #lostFrom = Number.POSITIVE_INFINITY;
  /** The server gives this session no time: what it would do waits here. */
  #isStalled = false;
  readonly #stalled: (() => void)[] = [];

  constructor(server: SessionHost, owner: Process | undefined, ended: (error: Error) => void) {
    this.#server = server;
    this.owner = owner;
    this.#ended = ended;
  }

  /** Send a statement. */
  send(request: Request): void {
    const { scheduler } = this.#server;
    if (this.#isAborted || this.#isDeaf) {
      const error = new Error('Connection terminated unexpectedly');
      scheduler.afterIn(this.owner, 0.01, () => request.fail(error));
      return;
    }
    this.#open.add(request);
    const place = this.#sentCount;
    this.#sentCount += 1;
    const atMs = Math.max(this.#lastArrivalMs, scheduler.nowMs + this.#server.drawDelay());
    this.#lastArrivalMs = atMs;
    scheduler.afterInWorld(atMs - scheduler.nowMs, () => {
      if (this.#isAborted || place >= this.#lostFrom) return;
      this.#arrivedCount += 1;
      this.#server.watch.met(`${request.label} arrived`, this);
      this.#requests.push(request);
      this.#work();
    });
  }

  /** The connection breaks: some of what was on the wire still arrives, no answer does. */
  cut(): void {
    if (this.#isDeaf || this.#isAborted) return;
    this.#isDeaf = true;
    const onWireCount = this.#sentCount - this.#arrivedCount;
    this.#lostFrom = this.#arrivedCount + this.#server.dice.below(onWireCount + 1);
    this.#failOpen(new Error('Connection terminated unexpectedly'));
    this.#endWhenIdle();
  }

  /** Let it stand still wherever it is, with the locks it holds; then it goes on. */
  stall(forMs: number): void {
    this.#isStalled = true;
    this.#server.scheduler.afterInWorld(forMs, () => this.goOn());
  }

  /** Go on where it stood still. */
  goOn(): void {
    this.#isStalled = false;
    for (const step of this.#stalled.splice(0)) this.#later(0.01, step);
  }

  /** The server is gone. */
  abort(error: Error): void {
    this.#isAborted = true;
    if (this.#isDeaf) return;
    this.#failOpen(error);
  }

  #failOpen(error: Error): void {
    const open = [...this.#open];
    this.#open.clear();
    this.#server.scheduler.afterIn(this.owner, 0.01, () => {
      for (const request of open) request.fail(error);
      this.#ended(error);
    });
  }

  #endWhenIdle(): void {
    if (!this.#isDeaf || this.#isBusy || this.#requests.length > 0) return;
    if (this.#arrivedCount < this.#lostFrom) return;
    if (this.#transaction !== undefined) this.#server.store.end(this.#transaction);
    this.#transaction = undefined;
    this.#server.forget(this);
  }

  #work(): void {
    if (this.#isBusy || this.#isAborted) return;
    const request = this.#requests.shift();
    if (request === undefined) return this.#endWhenIdle();
    this.#isBusy = true;
    this.#later(0.01 + this.#server.dice.below(50) / 1000, () => this.#try(request));
  }

  /** Do a step of the server's own work, later if it is frozen. */
  #later(delayMs: number, step: () => void): void {
    const { scheduler } = this.#server;
    scheduler.afterInWorld(delayMs, () => {
      if (this.#isAborted) return;
      const frozenMs = this.#server.frozenUntilMs - scheduler.nowMs;
      if (frozenMs > 0) return this.#later(frozenMs, step);
      if (this.#isStalled) return void this.#stalled.push(step);
      step();
    });
  }

  #try(request: Request): void {
    try {
      this.#server.takeRefusal(request.label);
      this.#do(request, parse(request.text));
    } catch (error) {
      if (error instanceof Blocked) return this.#waitFor(error.by, request);
      if (!(error instanceof SqlError)) throw error;
      this.#failTransaction();
      this.#fail(request, error);
    }
  }

  #waitFor(holder: Transaction, request: Request): void {
    this.#server.watch.met(`${request.label} blocked`, this);
    holder.waiters.push(() => this.#later(0.01, () => this.#try(request)));
  }

  #failTransaction(): void {
    const transaction = this.#transaction;
    if (transaction === undefined) return;
    if (this.#isExplicit) {
      transaction.isFailed = true;
      return;
    }
    this.#server.store.end(transaction);
    this.#transaction = undefined;
  }

  #do(request: Request, parsed: Parsed): void {
    const { kind } = parsed;
    if (kind === 'begin') {
      this.#transaction = new Transaction();
      this.#isExplicit = true;
      return this.#answer(request, { rows: [], count: 0 });
    }
    if (kind === 'commit' || kind === 'rollback') return this.#end(request, kind === 'commit');
    if (kind === 'asynchronous') {
      this.#isAsynchronous = true;
      return this.#answer(request, { rows: [], count: 0 });
    }
    if (this.#transaction?.isFailed) {
      throw new SqlError('25P02', 'current transaction is aborted');
    }
    if (kind === 'asynchronous local') {
      if (this.#transaction !== undefined) this.#transaction.isAsynchronous = true;
      return this.#answer(request, { rows: [], count: 0 });
    }
    if (kind === 'isolated') {
      if (this.#transaction !== undefined) this.#server.store.isolate(this.#transaction);
      return this.#answer(request, { rows: [], count: 0 });
    }
    if (kind === 'declare' || kind === 'fetch') return this.#readCursor(request, parsed);
    this.#run(request, parsed);
  }

  #readCursor(request: Request, parsed: Parsed): void {
    if (parsed.kind === 'declare') {
      const transaction = this.#transaction as Transaction;
      const runtime = new StatementRun(this.#server.store, transaction, request.parameters);
      const environment = { parameters: request.parameters, scope: undefined, runtime };
      this.#cursor = runSelect(parsed.select, environment);
    }
    const rows = parsed.kind === 'fetch' ? this.#cursor.splice(0, parsed.count) : [];
    this.#answer(request, { rows, count: rows.length });
  }

  #run(request: Request, parsed: Parsed): void {
    const { store, watch } = this.#server;
    if (this.#transaction === undefined) {
      this.#transaction = new Transaction();
      this.#isExplicit = false;
    }
    const answer = new StatementRun(store, this.#transaction, request.parameters).run(parsed);
    watch.met(`${request.label} done`, this);
    if (this.#isExplicit) return this.#answer(request, answer);
    this.#commit(request, request.label, answer);
  }

  #end(request: Request, isCommit: boolean): void {
    const transaction = this.#transaction;
    const { store } = this.#server;
    if (transaction === undefined || !isCommit || transaction.isFailed) {
      if (transaction !== undefined) store.end(transaction);
      this.#transaction = undefined;
      return this.#answer(request, { rows: [], count: 0 });
    }
    const tables = [...transaction.changes.keys()].map((table) => table.name);
    this.#commit(request, `commit ${tables.join(' ')}`, { rows: [], count: 0 });
  }

  #commit(request: Request, label: string, answer: Answer): void {
    const { store, watch, dice } = this.#server;
    const transaction = this.#transaction as Transaction;
    this.#transaction = undefined;
    if (transaction.changes.size === 0) {
      store.end(transaction);
      return this.#answer(request, answer);
    }
    const record: LogRecord = store.log(transaction);
    watch.met(`${label} logged`, this);
    if (this.#isAsynchronous || transaction.isAsynchronous) {
      store.apply(record);
      this.#server.flushSoon();
      return this.#answer(request, answer);
    }
    this.#later(0.1 + dice.below(300) / 1000 + this.#server.commitDelayMs, () => {
      store.flush(record);
      store.apply(record);
      watch.met(`${label} committed`, this);
      this.#answer(request, answer);
    });
  }

  #answer(request: Request, answer: Answer): void {
    this.#reply(request, () => request.answer(answer));
  }

  #fail(request: Request, error: Error): void {
    this.#reply(request, () => request.fail(error));
  }

  #reply(request: Request, report: () => void): void {
    const { scheduler } = this.#server;
    this.#isBusy = false;
    const atMs = Math.max(this.#lastAnswerMs, scheduler.nowMs + this.#server.drawDelay());
    this.#lastAnswerMs = atMs;
    scheduler.afterIn(this.owner, atMs - scheduler.nowMs, () => {
      if (!this.#open.delete(request)) return;
      report();
    });
    this.#work();
  }
}
