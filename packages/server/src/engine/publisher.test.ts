import { afterAll, beforeAll, expect, test } from 'vitest';
import { waitFor } from '../../../../tools/testing/wait.ts';
import { startTestDatabase, type TestDatabase } from '../base/db/testing.ts';
import type { CommittedWords } from './batch.ts';
import { expandWords, findSteps } from './log/words-codec.ts';
import type { PublishedRow, PublishedWords } from './publisher.ts';
import { engineMigrations } from './tables.ts';
import { makeTransfer, startTestEngine } from './testing/fixture.ts';

let db: TestDatabase;
let lastEngineId = 0;

beforeAll(async () => {
  db = await startTestDatabase({ migrations: engineMigrations });
});
afterAll(() => db.stop());

const newEngineId = () => (lastEngineId += 1);
const start = (options: Partial<Parameters<typeof startTestEngine>[0]> = {}) =>
  startTestEngine({ db, engineId: newEngineId(), ...options });

const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

test('readers get everything once and in order, from any sequence, slow or quick', async () => {
  const engine = await start();
  await Promise.all(range(1, 100).map((n) => engine.send(makeTransfer(n))));
  const seen = new Map<number, number[]>();
  const subscriptions = [1, 57, 101, 102].map((fromSequence) => {
    const sequences: number[] = [];
    seen.set(fromSequence, sequences);
    const subscription = engine.publisher.subscribe({
      fromSequence,
      take: (batch: Pick<CommittedWords, 'words'>) => {
        sequences.push(...findSteps(batch.words).map((step) => step.sequence));
        if (fromSequence === 1) setTimeout(() => subscription.resume(), 3);
        return fromSequence !== 1;
      },
      failed: (error) => {
        throw error;
      },
    });
    return subscription;
  });
  for (let n = 0; n < 20; n += 1) await engine.send(makeTransfer(n));
  const hasLast = (sequences: number[]) => sequences.at(-1) === 121;
  await waitFor('the last step at every reader', () => [...seen.values()].every(hasLast));
  for (const [fromSequence, sequences] of seen) {
    expect(sequences).toEqual(range(fromSequence, 121));
  }
  for (const subscription of subscriptions) subscription.stop();
  await engine.stop();
});

test('a log that lost its end at rest is made again; readers go on, packed or not', async () => {
  const options = { engineId: newEngineId() };
  const first = await start(options);
  for (const n of [1, 2, 3]) await first.send(makeTransfer(n));
  await first.stop();
  const engine = await start({ ...options, folder: first.folder });
  const { lastSequence } = engine.readStatus();
  await db.owner.query('DELETE FROM event_log WHERE engine_id = $1 AND last_sequence >= 3', [
    options.engineId,
  ]);
  const seen: number[][] = [[], []];
  const [unpacked, packed] = seen;
  const noteWords = (sequences: number[], words: Float64Array) => {
    const all = findSteps(words).map(({ sequence }) => sequence);
    sequences.push(...all.filter((sequence) => sequence >= 2));
    return true;
  };
  const failed = (error: unknown) => {
    throw error;
  };
  const subscriptions = [
    { take: ({ words }: PublishedWords) => noteWords(unpacked, words) },
    {
      take: () => expect.unreachable('all of it stands in the log'),
      takeRow: ({ packed: { bytes, wordsCount } }: PublishedRow) =>
        noteWords(packed, expandWords(bytes, wordsCount)),
    },
  ].map((reader) => engine.publisher.subscribe({ fromSequence: 2, failed, ...reader }));
  const hasLast = (sequences: number[]) => sequences.at(-1) === lastSequence;
  await waitFor('the last step at both readers', () => seen.every(hasLast));
  for (const sequences of seen) expect(sequences).toEqual(range(2, lastSequence));
  for (const subscription of subscriptions) subscription.stop();
  await engine.stop();
});
