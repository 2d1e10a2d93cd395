// PostgreSQL on a disk that is really full, on a product of its own. Root alone can mount the small
// volume, and for root it is never passed over. `npm test` has the engine on a small volume instead
// (fixture-cases.ts).
import { expect, test } from 'vitest';
import { runFullDatabase } from './full-database.ts';
import type { RoundReport } from './rounds.ts';

/** Time to give up on, not to expect: a busy machine is ten times slower than an idle one. */
const LIMIT_MS = 1_800_000;

test('a full disk costs nothing that was acknowledged', { timeout: LIMIT_MS }, async () => {
  const reports: RoundReport[] = [];
  const reported = (report: RoundReport) => reports.push(report);
  await runFullDatabase({ timesCount: 1, readyWithinMs: 15_000, reported });
  const isRoot = process.getuid?.() === 0;
  const rounds = ['PostgreSQL on a full disk', 'launcher on a full disk', 'journal after it'];
  const held = rounds.map((what) => ({ what, isHeld: true, trouble: '' }));
  expect(reports).toMatchObject(isRoot ? held : []);
  for (const { acknowledgedCount } of reports.slice(0, 2)) {
    expect(acknowledgedCount).toBeGreaterThan(500);
  }
});
