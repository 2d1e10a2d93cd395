import { expect, test } from 'vitest';
import { flatten, isMissed, readFigureList, readLeveled, readVitest } from './figures-of.ts';

test('a document becomes names and values without depth', () => {
  const document = { a: { b: 1.23456, c: null }, names: ['x', 'y'], list: [{ n: 1 }], ok: true };
  expect(flatten(document, ['a.b'])).toEqual({ 'a.b': 1.235, names: 'x, y', ok: true });
});

test('a report that lacks what it must say is none', () => {
  expect(() => flatten({ a: 1 }, ['b'])).toThrow('the report has no b');
  expect(() => flatten([], [])).toThrow('no object');
  expect(() => readVitest({ numPassedTests: 0, numFailedTests: 0, testResults: [] })).toThrow(
    'no test was run',
  );
});

test("of Vitest's report the tests and their time count", () => {
  const assertionResults = [
    { status: 'passed', title: 'it is fast' },
    { status: 'failed', title: 'it is right' },
  ];
  const testResults = [{ startTime: 1_000, endTime: 4_400, assertionResults }];
  const document = { numPassedTests: 5, numFailedTests: 1, testResults };
  expect(readVitest(document)).toEqual({
    passed: 5,
    failed: 1,
    seconds: 3,
    failedTests: 'it is right',
  });
});

test('a bench with a list of figures says which of them missed its level', () => {
  const figures = readFigureList({
    rounds: 3,
    figures: [
      { name: 'rate', value: 9.87654, unit: 'M/s' },
      { name: 'fast', value: 31, unit: 'x', must: '>= 30', isMet: true },
      { name: 'slow', value: 0.2, unit: 'x', must: '>= 0.3', isMet: false },
      { name: 'twin', unit: 'x', note: 'no compiler: not measured' },
    ],
  });
  expect(figures).toEqual({
    rounds: 3,
    rate: 9.877,
    fast: 31,
    slow: 0.2,
    twin: 'no compiler: not measured',
    'fast: level': '>= 30 met',
    'slow: level': '>= 0.3 missed',
    missed: 'slow',
  });
  expect(isMissed(figures, 'slow')).toBe(true);
  expect(isMissed(figures, 'fast')).toBe(false);
});

test('a bench with a document of its own is compared with the levels in it', () => {
  const document = { machine: 'any', ratio: 0.2, share: 30, levels: { ratio: { least: 0.3 } } };
  expect(readLeveled(document, { ratio: 'levels.ratio' })).toEqual({
    ratio: 0.2,
    share: 30,
    'ratio: level': '>= 0.3 missed',
    missed: 'ratio',
  });
  const most = { startMs: 400, levels: { startMs: 1_500 } };
  expect(readLeveled(most, { startMs: 'levels.startMs' })).toMatchObject({ missed: '' });
  expect(() => readLeveled({ ratio: 1 }, { ratio: 'levels.ratio' })).toThrow('no levels.ratio');
});

test('a bench that is not met for another reason than its levels says so', () => {
  const document = { ratio: 0.4, isMet: false, levels: { ratio: { least: 0.3 } } };
  expect(readLeveled(document, { ratio: 'levels.ratio' })).toMatchObject({ missed: 'isMet' });
});
