import { chartDrawing, chartLimits } from '@isobath/wire';
import { expect, test } from 'vitest';
import { cleanText, keepLook, readLook } from './drawing-look.ts';

const old = { name: 'segment', points: [{ time: 7, price: '5' }] };

test('a drawing of before anybody could choose looks as it did, and nothing is added to it', () => {
  const look = readLook(chartDrawing.parse(old));
  expect(look).toEqual({ colour: 'sky', width: 1, style: 'solid', isLocked: false, text: '' });
  expect({ ...old, ...keepLook(look) }).toEqual(old);
});

test('what somebody chose is kept and read again', () => {
  const look = { colour: 'clay', width: 3, style: 'dotted', isLocked: true, text: 'hm' } as const;
  const kept = chartDrawing.parse({ ...old, ...keepLook(look) });
  expect(readLook(kept)).toEqual(look);
});

test.each([
  ['  a  ', 'a'],
  ['a\r\nb\rc', 'a\nb\nc'],
  ['a\tb', 'a b'],
  ['a\u0000b\u001b[31m\u007fc', 'ab[31mc'],
  ['\ud83d', ''],
  ['👨‍👩‍👧 at work', '👨‍👩‍👧 at work'],
  ['<b>no markup</b>', '<b>no markup</b>'],
  ['\n\n', ''],
])('a text is kept as it can be seen: %j', (text, kept) => expect(cleanText(text)).toBe(kept));

test('whatever is typed passes the schema, or is nothing', () => {
  const long = [
    `${'x'.repeat(chartLimits.textLengthMax - 1)}🐋🐋`,
    '🐋'.repeat(300),
    '\u0085 \ud800',
  ];
  for (const text of long) {
    const cleaned = cleanText(text);
    expect(cleaned.length).toBeLessThanOrEqual(chartLimits.textLengthMax);
    if (cleaned !== '') expect(chartDrawing.parse({ ...old, text: cleaned }).text).toBe(cleaned);
  }
});

test.each([['', 'a\u0000b', '\ud800', 'x'.repeat(chartLimits.textLengthMax + 1), 'a\tb']])(
  'the schema refuses %j',
  (...texts) => {
    for (const text of texts) expect(chartDrawing.safeParse({ ...old, text }).success).toBe(false);
  },
);
