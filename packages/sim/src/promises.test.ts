// That no promise of docs/reliability.md and docs/performance.md stands without its check and what
// that last gave, and that the model stays small.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Cells of each line of a page's table of promises: the first, the file's, and both figures. */
function readPromises(page: string) {
  const text = readFileSync(`${root}/docs/${page}`, 'utf8');
  const [table = ''] = text.slice(text.indexOf('| promise |')).split('\n\n');
  const [head = '', , ...rows] = table.split('\n');
  const split = (row: string) => row.split('|').map((cell) => cell.trim());
  const at = (name: string) => split(head).indexOf(name);
  const [promiseAt, fileAt, figureAt] = [at('promise'), at('file'), at('latest figure')];
  const provedAt = at('proved');
  return rows.map(split).map((cells) => ({
    promise: cells[promiseAt] ?? '',
    files: (cells[fileAt] ?? '').split(', '),
    figure: cells[figureAt] ?? '',
    proved: cells[provedAt] ?? '',
  }));
}

test.each([
  ['reliability.md', 30],
  ['performance.md', 10],
])('every promise of %s names a check that is there, and its latest figure', (page, least) => {
  const promises = readPromises(page);
  expect(promises.length).toBeGreaterThan(least);
  for (const { promise, files, figure, proved } of promises) {
    expect(promise).not.toBe('');
    expect(figure, promise).not.toBe('');
    // `-` is asked by `npm test` alone; all else is written from docs/results.
    expect(proved, promise).toMatch(/^(-|<!-- prove:[a-z\d-]+ --> .+)$/);
    for (const one of files) {
      expect(one, promise).toMatch(/^[a-z].*\.ts$/);
      expect(existsSync(`${root}/${one}`), `${promise}: ${one}`).toBe(true);
    }
  }
});

test('the reference model is plain code beside a short table', () => {
  const folder = `${root}/packages/sim/src/model`;
  const files = readdirSync(folder).filter((name) => /(?<!\.test)\.ts$/.test(name));
  const count = (name: string): number =>
    readFileSync(`${folder}/${name}`, 'utf8').split('\n').length - 1;
  for (const name of files) expect(count(name), name).toBeLessThanOrEqual(400);
  expect(count('tables.json')).toBeLessThanOrEqual(120);
  expect(count('contract-tables.json')).toBeLessThanOrEqual(70);
  // Its state written down to be compared: beside it, under the same law of imports, no judge.
  expect(count('../model-dump.ts')).toBeLessThanOrEqual(70);
});
