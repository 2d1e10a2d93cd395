// Candles gathered from steps while they are written, over a real database and the real runner:
// every trade counts once, also when a writing fails while more comes in.
import { type CoreEvent, EventKind, Side } from '@isobath/core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrations } from '../../migrations.ts';
import type { Database } from '../db/index.ts';
import { startTestDatabase } from '../db/testing.ts';
import type { CommittedStep } from '../product/index.ts';
import { runProjections } from '../projections/index.ts';
import { createCandleProjection } from './candle-projection.ts';

const BATCHES_COUNT = 120;
const BATCH_STEPS = 5;
const LAST = BATCHES_COUNT * BATCH_STEPS;

let db: Awaited<ReturnType<typeof startTestDatabase>>;
beforeAll(async () => {
  db = await startTestDatabase({ migrations });
});
afterAll(() => db?.stop());

function trade(sequence: number): CommittedStep {
  const event = {
    kind: EventKind.tradeExecuted,
    instrumentId: 1,
    tradeId: sequence,
    priceTicks: 100 + (sequence % 7),
    sizeLots: sequence,
    quoteUnits: BigInt(sequence),
    takerSide: Side.buy,
  } as unknown as CoreEvent;
  return { sequence, atMs: 1_700_000_000_000 + sequence, events: [event] };
}

type BatchReader = Parameters<Parameters<typeof runProjections>[0]['bus']['subscribe']>[0];

/** Gives a batch every few milliseconds, and the next when the reader has taken it. */
function subscribe(reader: BatchReader): () => void {
  let isStopped = false;
  void (async () => {
    for (let first = reader.fromSequence; first <= LAST && !isStopped; first += BATCH_STEPS) {
      const steps = Array.from({ length: BATCH_STEPS }, (_, at) => trade(first + at));
      await reader.read({ lastSequence: first + BATCH_STEPS - 1, steps });
      await new Promise((resolve) => {
        setTimeout(resolve, 10);
      });
    }
  })();
  return () => (isStopped = true);
}

/** A database whose second writing is taken back after all its rows were written. */
function failOnce(database: Database): Database {
  let count = 0;
  const transaction: Database['transaction'] = (work) =>
    database.transaction(async (session) => {
      const result = await work(session);
      count += 1;
      if (count === 2) throw new Error('the connection is lost');
      return result;
    });
  return { ...database, transaction };
}

test('every trade counts once, also when a writing fails while more comes in', async () => {
  const reports: string[] = [];
  const runner = runProjections({
    database: failOnce(db.app),
    bus: { subscribe },
    projections: [createCandleProjection()],
    report: (line) => reports.push(line),
  });
  await runner.waitFor(LAST);
  await runner.stop();
  expect(reports.join()).toContain('the connection is lost');
  const sums = await db.app.query<{ lots: string; trades: string }>(
    `SELECT sum(base_lots)::text AS lots, sum(trades_count)::text AS trades FROM candles
     WHERE span_s = 60`,
  );
  expect(sums).toEqual([{ lots: String((LAST * (LAST + 1)) / 2), trades: String(LAST) }]);
  const trades = await db.app.query<{ count: string }>(
    'SELECT count(*)::text AS count FROM public_trades',
  );
  expect(trades[0].count).toBe(String(LAST));
});
