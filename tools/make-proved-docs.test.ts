import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { listFiles } from './checks/source-files.ts';
import { provedDocs, sayProved, writeCells } from './make-proved-docs.ts';
import { said } from './prove/figures.ts';
import { listSteps, parts } from './prove/parts.ts';

const house = join(import.meta.dirname, '..');
const [commit, older] = ['c'.repeat(40), 'd'.repeat(40)];
const date = '2026-11-26T20:00:00.000Z';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'isobath-proved-'));
  mkdirSync(join(root, 'docs/results'), { recursive: true });
});
afterEach(() => rmSync(root, { recursive: true }));

const write = (part: string, result: object) =>
  writeFileSync(
    join(root, `docs/results/${part}.json`),
    JSON.stringify({ commit, date, ...result }),
  );

const mutants = {
  name: 'planted bugs',
  isGreen: true,
  figures: { plantedCount: 70, foundCount: 70 },
};

test('a cell says figures, commit and date of its part, and the rest of the page stays', () => {
  write('mutants', { isGreen: true, steps: [mutants] });
  const page = '| a | <!-- prove:mutants --> old words |\n| b | - |\n<!-- prove:mutants --> text\n';
  expect(writeCells(root, page)).toBe(
    '| a | <!-- prove:mutants --> 70 of 70 found (cccccccc, 2026-11-26) |\n' +
      '| b | - |\n<!-- prove:mutants --> text\n',
  );
});

test('a part that was never run, and a step that was not in it, are said as such', () => {
  expect(sayProved(root, 'mutants')).toBe('not yet run by `npm run prove`');
  write('benches', { isGreen: true, steps: [{ name: 'core', isGreen: true, figures: {} }] });
  expect(sayProved(root, 'bench-rest')).toBe('not yet run by `npm run prove`');
});

test('a red step is said as red, with its last green commit; green ones of its part stay', () => {
  const red = { name: 'kills', isGreen: false, figures: { exitCode: 1 } };
  write('kills', { isGreen: false, steps: [red], lastGreen: { commit: older, date } });
  expect(sayProved(root, 'kills')).toBe('**red**, last green dddddddd (cccccccc, 2026-11-26)');
  write('mutants', { isGreen: false, steps: [{ ...mutants, isGreen: false }] });
  expect(sayProved(root, 'mutants')).toBe('**red**, never green before (cccccccc, 2026-11-26)');
});

test('a level that was missed is said beside its figure', () => {
  const figures = {
    'durable / bare client': 0.32111,
    'durable / bare client: level': '>= 0.6 missed',
    'paced p50 / bare commit p50': 2.5,
    'paced p50 / bare commit p50: level': '<= 3 met',
  };
  write('benches', { isGreen: true, steps: [{ name: 'durable', isGreen: true, figures }] });
  expect(sayProved(root, 'bench-durable')).toBe(
    '0.321 **missed**; 2.5; none (cccccccc, 2026-11-26)',
  );
});

test('tests of several files are counted together', () => {
  const steps = [3, 4].map((passed) => ({ isGreen: true, figures: { passed, failed: 0 } }));
  write('starts', { isGreen: true, steps });
  expect(sayProved(root, 'starts')).toBe('7 tests passed (cccccccc, 2026-11-26)');
});

test('a key that is not in the list is refused', () => {
  expect(() => sayProved(root, 'nothing')).toThrow('figures.ts has no nothing');
});

test('every key is used by a promise, and names a step that its part has', async () => {
  const texts = [...(await provedDocs.generate(house)).values()].join('\n');
  const files = listFiles(house);
  for (const [key, { part, step }] of Object.entries(said)) {
    expect(texts, key).toContain(`<!-- prove:${key} -->`);
    if (step === undefined) continue;
    expect(listSteps(parts[part], files).map(({ name }) => name)).toContain(step);
  }
});

test('every cell of a promise is one that the generator writes', () => {
  for (const page of provedDocs.list(house)) {
    const text = readFileSync(join(house, page), 'utf8');
    const keys = text.match(/<!-- prove:/g) ?? [];
    expect(keys.length).toBeGreaterThan(10);
    const cleared = writeCells(root, text.replaceAll(/(<!-- prove:[a-z\d-]+ -->)[^|\n]*/g, '$1 '));
    expect(cleared.match(/--> not yet run by `npm run prove` \|/g)).toHaveLength(keys.length);
  }
});
