import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { describeOldest } from './oldest.mjs';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'isobath-oldest-'));
  mkdirSync(join(root, 'docs/results'), { recursive: true });
});
afterEach(() => rmSync(root, { recursive: true }));

const git = (...words: string[]): string =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...words], {
    cwd: root,
    encoding: 'utf8',
  }).trim();

function commit(): string {
  git('commit', '-q', '--allow-empty', '-m', 'next', '--no-gpg-sign');
  return git('rev-parse', 'HEAD');
}

const write = (part: string, result: object) =>
  writeFileSync(join(root, `docs/results/${part}.json`), JSON.stringify(result));

const [early, late] = ['2026-01-01T00:00:00.000Z', '2026-02-01T00:00:00.000Z'];
const all = 'sim, mutants, kills, hostile, starts, screens, benches';

test('where nothing was proved, every part is named', () => {
  expect(describeOldest(root)).toBe(`prove: never: ${all}`);
});

test('the oldest part is the one with most commits since', () => {
  git('init', '-q');
  const [first, second] = [commit(), commit()];
  commit();
  write('kills', { isGreen: true, commit: first, date: late });
  write('sim', { isGreen: true, commit: second, date: early });
  const never = 'never: mutants, hostile, starts, screens, benches';
  expect(describeOldest(root)).toBe(
    `prove: oldest part is kills, green at ${first.slice(0, 8)}, 2 commits ago; ${never}`,
  );
});

test('a red part counts with its last green commit, and is named', () => {
  git('init', '-q');
  const [first, second] = [commit(), commit()];
  const lastGreen = { commit: first, date: early };
  write('sim', { isGreen: false, commit: second, date: late, lastGreen });
  write('mutants', { isGreen: false, commit: second, date: late });
  expect(describeOldest(root)).toBe(
    `prove: oldest part is sim, green at ${first.slice(0, 8)}, 1 commit ago; ` +
      'red: sim, mutants; never: mutants, kills, hostile, starts, screens, benches',
  );
});

test('without the history it says the commit alone, of the part with the oldest date', () => {
  const [one, two] = ['a'.repeat(40), 'b'.repeat(40)];
  write('sim', { isGreen: true, commit: one, date: late });
  write('benches', { isGreen: true, commit: two, date: early });
  expect(describeOldest(root)).toBe(
    'prove: oldest part is benches, green at bbbbbbbb; ' +
      'never: mutants, kills, hostile, starts, screens',
  );
});

test('a result that cannot be read is said', () => {
  writeFileSync(join(root, 'docs/results/sim.json'), '<<<<<<<');
  expect(describeOldest(root)).toMatch(/^prove: docs\/results cannot be read: /);
});
