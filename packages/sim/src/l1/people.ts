// Those who send commands through the gateway, and products that wish for them through the outbox:
// messages are lost, doubled and late, whoever gets no answer asks again under the same key.
// Everything that was promised to them is written down. Used by exchange.ts, read by audit.ts.
import { type Command, encodeCommandBytes } from '@isobath/core';
import { CommandKind, unkeyed } from '@isobath/core/command';
import { Source } from '@isobath/core/words';
import {
  type Database,
  type IndexSnapshot,
  SubmitRefusal,
  type Outcome,
  writeSnapshots,
} from '@isobath/server/parts';
import type { Dice } from '../workload/dice.ts';
import type { Gateway, Program } from './programs.ts';
import type { Scheduler } from './world/scheduler.ts';

/** One command as it was sent, each copy of the message counted. */
export interface Attempt {
  readonly id: number;
  readonly command: Command;
  copiesCount: number;
  readonly answers: Outcome[];
  refusedCount: number;
}

/** An intent of a product, committed with the product's own row. */
export interface Request {
  readonly id: number;
  readonly command: Command;
  /** Whether the product was told that its transaction is committed. */
  isCommitted: boolean;
}

/** What people need. */
export interface Surroundings {
  readonly scheduler: Scheduler;
  readonly dice: Dice;
  readonly gateway: () => Program<Gateway>;
  readonly count: (name: string) => void;
}

const TRIES_MAX = 6;
/** Attempts and wishes are told apart by the session they name; the world's first ones are 7. */
const FIRST_ID = 1_000;

/** Everybody outside. */
export class People {
  readonly attempts: Attempt[] = [];
  readonly requests: Request[] = [];
  /** Garbage put into the outbox, by the number it was given. */
  malformedCount = 0;
  /** Messages and answers on their way. */
  openCount = 0;
  /** Whether messages are lost, doubled and late. */
  isRough = true;
  readonly #around: Surroundings;

  constructor(around: Surroundings) {
    this.#around = around;
  }

  /** Say something that is refused at once and written down all the same. */
  sayAnything(issuedAtMs: number): void {
    const nobody = { actorId: 1_000_001, sessionId: 0, source: Source.api, issuedAtMs };
    const what = { kind: CommandKind.cancelOrder, accountId: 1, orderId: 1, instrumentId: 0 };
    const rest = { clientOrderId: [0, 0, 0, 0, 0], condition: 0 };
    this.send({ ...unkeyed, ...nobody, ...what, ...rest } as unknown as Command);
  }

  /** Send a command; ask again as long as nobody answers, if it has a key. */
  send(command: Command, triesCount = 1): void {
    const id = FIRST_ID + this.attempts.length;
    const attempt: Attempt = {
      id,
      command: { ...command, sessionId: id },
      copiesCount: 0,
      answers: [],
      refusedCount: 0,
    };
    this.attempts.push(attempt);
    const { dice, count } = this.#around;
    const isLost = this.isRough && dice.isLucky(2);
    const isDoubled = this.isRough && command.keyHigh > 0 && dice.isLucky(4);
    if (isDoubled) count('message doubled');
    if (isLost) count('message lost');
    let isAnswered = false;
    const answered = (isDefinite: boolean) => {
      if (isAnswered) return;
      isAnswered = true;
      if (!isDefinite) this.#again(command, triesCount);
    };
    for (let copy = 0; copy < (isDoubled ? 2 : 1); copy += 1) {
      if (!isLost) this.#carry(attempt, answered);
    }
    // Nobody waits for ever.
    this.#world(1_500, () => answered(false));
  }

  #again(command: Command, triesCount: number): void {
    if (command.keyHigh === 0 || triesCount >= TRIES_MAX) return;
    this.#around.count('asked again');
    this.send(command, triesCount + 1);
  }

  /** Something on its way that is waited for at the end. */
  #world(delayMs: number, run: () => void): void {
    this.openCount += 1;
    this.#around.scheduler.afterInWorld(delayMs, () => {
      this.openCount -= 1;
      run();
    });
  }

  #drawDelay(): number {
    const { dice } = this.#around;
    return this.isRough && dice.isLucky(5) ? dice.below(300) : dice.below(400) / 1000;
  }

  #carry(attempt: Attempt, answered: (isDefinite: boolean) => void): void {
    this.#world(this.#drawDelay(), () => {
      const { process, part } = this.#around.gateway();
      if (!process.isAlive || part === undefined) {
        this.#world(20, () => answered(false));
        return;
      }
      attempt.copiesCount += 1;
      this.#around.scheduler.runAs(process, () => {
        part.client.submit(attempt.command).then(
          (outcome) => {
            attempt.answers.push(outcome);
            this.#reply(() => answered(true));
          },
          (error: unknown) => this.#meetTrouble(attempt, error, answered),
        );
      });
    });
  }

  #meetTrouble(attempt: Attempt, error: unknown, answered: (isDefinite: boolean) => void): void {
    if (!(error instanceof SubmitRefusal)) throw error;
    const { count, dice } = this.#around;
    count(`trouble ${error.trouble}`);
    if (error.code !== 10010) attempt.refusedCount += 1;
    const isWorthAgain = error.code === 10010 || dice.isLucky(50);
    if (isWorthAgain) this.#world(20 + dice.below(100), () => answered(false));
    else this.#reply(() => answered(true));
  }

  #reply(report: () => void): void {
    if (this.isRough && this.#around.dice.isLucky(2)) {
      this.#around.count('answer lost');
      return;
    }
    this.#world(this.#drawDelay(), report);
  }

  /** Let a product commit a row of its own together with an intent. */
  request(command: Command): void {
    const id = 1_000_000 + this.requests.length;
    const request: Request = { id, command: { ...command, sessionId: id }, isCommitted: false };
    this.requests.push(request);
    const { process, part } = this.#around.gateway();
    const { dice } = this.#around;
    if (!process.isAlive || part === undefined) return;
    const isMalformed = dice.isLucky(3);
    const bytes = isMalformed
      ? Buffer.from([255, 1, 2])
      : Buffer.from(encodeCommandBytes(request.command));
    if (isMalformed) this.malformedCount += 1;
    const keep = (database: Database) =>
      database.transaction(async (session) => {
        await session.execute('INSERT INTO wishes (wish_id, is_malformed) VALUES ($1, $2)', [
          id,
          isMalformed,
        ]);
        await session.execute('INSERT INTO command_outbox (command) VALUES ($1)', [bytes]);
      });
    this.#write(
      keep,
      () => {
        request.isCommitted = true;
        part.client.nudgeOutbox();
      },
      'wish in doubt',
    );
  }

  /** As the price process does: first the rows of what prices are made of, then the prices. */
  tellPrices(snapshots: readonly IndexSnapshot[], tell: () => void): void {
    const keep = (database: Database) =>
      database.transaction((session) => writeSnapshots(session, snapshots));
    this.#write(keep, () => this.#world(0, tell), 'price untold');
  }

  /** Write at the gateway; what it was told to do next it does only after the commit. */
  #write(keep: (database: Database) => Promise<void>, next: () => void, doubt: string): void {
    const { process, part } = this.#around.gateway();
    const { scheduler, count } = this.#around;
    if (!process.isAlive || part === undefined) return;
    this.openCount += 1;
    const done = () => {
      this.openCount -= 1;
    };
    process.cleanups.add(done);
    scheduler.runAs(process, () => {
      keep(part.database)
        .then(next, () => count(doubt))
        .finally(() => {
          if (process.cleanups.delete(done)) done();
        });
    });
  }
}
