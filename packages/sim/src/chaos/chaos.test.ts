// The real product, killed once in each way while people use it, and everything else that can
// happen to it once, in short and not judged by the clock. `npm run prove -- kills` does more of
// the same with more people, asks that it is ready again in 15 seconds, stops it in order, and
// fills the disk of its database.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const script = fileURLToPath(new URL('run.ts', import.meta.url));
/** As many as there are ways (rounds.ts). */
const KILLS_COUNT = 6;
/** Time to give up on, not to expect: a busy machine is ten times slower than an idle one. */
const LIMIT_MS = 1_800_000;

test('kills cost nothing that was acknowledged', { timeout: LIMIT_MS }, async () => {
  const times = ['--kills', String(KILLS_COUNT), '--seconds-away', '2', '--ready-within', '1800'];
  const child = spawn(process.execPath, [script, ...times, '--short', '--json']);
  let out = '';
  let reported = '';
  child.stdout.on('data', (text: Buffer) => (out += text));
  child.stderr.on('data', (text: Buffer) => (reported += text));
  const code = await new Promise((resolve) => child.once('close', resolve));
  const failed = reported.split('\n').filter((line) => line.includes('FAILED'));
  // Said whole: an assertion would show the beginning of it.
  if (failed.length > 0) throw new Error(failed.join('\n'));
  expect(code, reported.slice(-2_000)).toBe(0);
  const report = JSON.parse(out.trim().split('\n').at(-1) ?? '');
  expect(report).toMatchObject({ killsCount: KILLS_COUNT, failedCount: 0 });
  expect(report.acknowledgedCount).toBeGreaterThan(1_000);
  for (const { what, underWayCount } of report.rounds.slice(0, KILLS_COUNT)) {
    expect(underWayCount, what).toBeGreaterThan(10);
  }
});
