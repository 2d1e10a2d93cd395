// What is kept of an engine's clocks while nothing follows it.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createJournalTime } from './journal-time.ts';

const START_MS = 1_700_000_000_000;

beforeEach(() => void vi.useFakeTimers({ now: START_MS }));
afterEach(() => void vi.useRealTimers());

test('while nothing is followed only the newest clocks are kept', async () => {
  let askedCount = 0;
  const journalTime = createJournalTime({
    readClock: async () => ({ sequence: (askedCount += 1), timeMs: Date.now() }),
    readNowMs: Date.now,
  });
  // Somebody waits all the time: each waits for two seconds at most.
  for (let at = 0; at < 5; at += 1) {
    void journalTime.waitUntil(Date.now());
    await vi.advanceTimersByTimeAsync(1_000);
  }
  expect(askedCount).toBeGreaterThan(300);
  let seen: boolean | undefined;
  void journalTime.waitUntil(START_MS + 1).then((isSeen) => (seen = isSeen));
  // What the clock of the first step says is not known any more, that of the newest is.
  journalTime.noteFollowed(askedCount - 250, 0);
  await Promise.resolve();
  expect(seen).toBeUndefined();
  journalTime.noteFollowed(askedCount - 100, 0);
  await Promise.resolve();
  expect(seen).toBe(true);
});
