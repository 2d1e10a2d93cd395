// What the browser kept, against the schema that the account has.
import { savedChart } from '@isobath/wire';
import { expect, test } from 'vitest';
import { readSavedChart } from './read-kept.ts';

const old = { name: 'segment', points: [{ time: 7, price: '5.25' }, { price: '-5' }] };
const looks = { colour: 'clay', width: 3, style: 'dotted', isLocked: true, text: 'a\nb' };
const wrap = (...drawings: unknown[]) => ({ indicators: ['MA'], drawings });

test.each([
  ['a drawing of before there were looks', old],
  ['one with all of them', { ...old, ...looks }],
])('%s comes back as it was kept', (_, drawing) => {
  expect(readSavedChart(wrap(drawing))).toEqual(wrap(drawing));
});

test.each([
  ['a colour that is none', { ...old, colour: 'red' }, old],
  ['a width out of bounds', { ...old, width: 9 }, old],
  ['a style that is none', { ...old, style: 'wavy' }, old],
  ['a text with control characters', { ...old, text: 'a\u0000' }, old],
  ['a text that is too long', { ...old, text: 'x'.repeat(201) }, old],
  ['an unknown field', { ...old, spell: 1 }, old],
])('%s is left out, and its drawing stays', (_, drawing, kept) => {
  expect(readSavedChart(wrap(drawing))).toEqual(wrap(kept));
});

test.each([
  ['no kind', { points: [] }],
  ['a kind with signs', { name: 'a b', points: [] }],
  ['no places', { name: 'segment' }],
  ['a price that is none', { name: 'segment', points: [{ price: 'x' }] }],
  ['a time that is none', { name: 'segment', points: [{ time: -1.5 }] }],
  ['too many places', { name: 'segment', points: Array.from({ length: 7 }, () => ({})) }],
  ['nothing', null],
])('a drawing with %s is left out', (_, drawing) => {
  expect(readSavedChart(wrap(drawing, old))).toEqual(wrap(old));
});

test('whatever is read, the account takes', () => {
  const odd = [
    wrap({ ...old, ...looks, text: '🐋'.repeat(100) }, { ...old, width: 4 }),
    { indicators: ['MA', 'a b', 5], drawings: Array.from({ length: 150 }, () => old) },
  ];
  for (const each of odd) expect(savedChart.safeParse(readSavedChart(each)).success).toBe(true);
});

test.each([[null], [5], [[]], [{ indicators: [] }], [{ drawings: [], indicators: 'MA' }]])(
  '%j is no chart',
  (value) => expect(readSavedChart(value)).toBeUndefined(),
);
