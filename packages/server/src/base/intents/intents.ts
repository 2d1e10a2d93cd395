// Intents: a product's row and the command that it stands for commit together; the writer takes the
// command from the outbox exactly once, whenever, and the product is told how it ended exactly once
// (finisher.ts), also when the engine refused it. The row is the key: intents have no idempotency
// key and no deadline. Accounts that money moves to are opened before. Used by products.

import { setTimeout as sleep } from 'node:timers/promises';
import { type Command, encodeCommandBytes, type OwnerId, Source, unkeyed } from '@isobath/core';
import type { CommandBody } from '../commands/index.ts';
import type { Database, Session } from '../db/index.ts';
import { createFinisher, type EndedIntent, type IntentConsumer } from './finisher.ts';

/** What a product wants to be done. */
export interface Intent {
  /** Who is told of its end: name of a consumer. */
  readonly consumer: string;
  /** The product's own row, as the consumer knows it. */
  readonly subject: string;
  readonly command: CommandBody;
}

/** Writes intents. */
export interface Intents {
  /**
   * Write an intent in the transaction of the product's row; call `nudge` after its commit.
   *
   * @returns its number.
   */
  write(session: Session, intent: Intent): Promise<number>;
  /** An intent was committed: the engine need not wait until it looks by itself. */
  nudge(): void;
  /**
   * Wait until it ended and the product was told, two seconds unless told otherwise.
   *
   * @returns its end, undefined when it has none within that time: it comes later by itself.
   */
  waitFor(intentId: number, withinMs?: number): Promise<EndedIntent | undefined>;
}

/** What intents stand on. */
export interface IntentParts {
  readonly database: Database;
  readonly consumers: readonly IntentConsumer[];
  readonly nudge: () => void;
  readonly readNowMs: () => number;
}

/** Who acts when a product moves money. */
const OPERATOR_ACCOUNT = { actorId: 1 as OwnerId, sessionId: 0, source: Source.system as Source };
const WAIT_MS = 2_000;
const LOOK_EVERY_MS = 20;

/** Make the writer of intents. */
export function createIntents(parts: IntentParts): Intents {
  const { nudge, readNowMs } = parts;
  const finisher = createFinisher(parts);
  return {
    async write(session, { consumer, subject, command }) {
      if (!parts.consumers.some(({ name }) => name === consumer)) {
        throw new Error(`nobody would be told of the end of ${consumer}`);
      }
      const whole = { ...command, ...OPERATOR_ACCOUNT, ...unkeyed, issuedAtMs: readNowMs() };
      const [row] = await session.query<{ intent_id: number }>(
        `WITH written AS (INSERT INTO command_outbox (command) VALUES ($1) RETURNING intent_id)
         INSERT INTO intents (intent_id, consumer, subject)
         SELECT intent_id, $2, $3 FROM written RETURNING intent_id`,
        [Buffer.from(encodeCommandBytes(whole as Command)), consumer, subject],
      );
      return row.intent_id;
    },
    nudge,
    async waitFor(intentId, withinMs = WAIT_MS) {
      const untilMs = performance.now() + withinMs;
      for (;;) {
        const ended = await finisher.finishOne(intentId);
        if (ended !== undefined || performance.now() > untilMs) return ended;
        await sleep(LOOK_EVERY_MS);
      }
    },
  };
}

/** Intents whose product has not been told of an end ten minutes after they were written. */
export async function countLateIntents(session: Session): Promise<number> {
  const [row] = await session.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM intents
     WHERE NOT is_finished AND written_at < now() - interval '10 minutes'`,
  );
  return row?.count ?? 0;
}
