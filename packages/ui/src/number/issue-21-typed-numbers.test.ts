// What a number field makes of a text, whole and on the way to it: never another number.
import { describe, expect, it, test } from 'vitest';
import { type NumberFault, type NumberRules, readNumber } from './read-number.ts';

const english = { locale: 'en-US' } as const;
const german = { locale: 'de-DE' } as const;
const french = { locale: 'fr-FR' } as const;

/** The value, or the fault with a mark before it. */
function read(text: string, rules: NumberRules): string {
  const { value, fault } = readNumber(text, rules);
  return fault === null ? value : `!${fault}`;
}

const marks = '!marks' satisfies `!${NumberFault}`;

test.each([
  ['1,000', '1000', '1.000', '1.000'],
  ['1,234', '1234', '1.234', '1.234'],
  ['1.234', '1.234', '1234', '1.234'],
  ['1,234.50', '1234.50', marks, marks],
  ['1.234,50', marks, '1234.50', '1234.50'],
  ['1.000,5', marks, '1000.5', '1000.5'],
  ['1,000.5', '1000.5', marks, marks],
  ['1.000,', marks, '1000', '1000'],
  ['1,000.', '1000', marks, marks],
  ['1.234.567,8', marks, '1234567.8', '1234567.8'],
  ['1 234,5', marks, '1234.5', '1234.5'],
  ['1 234.5', '1234.5', marks, '1234.5'],
  ["1'234.5", '1234.5', marks, '1234.5'],
  ['1,234,567', '1234567', '1234567', '1234567'],
  ['1.234.567', '1234567', '1234567', '1234567'],
  ['0.5', '0.5', marks, '0.5'],
  ['1.5', '1.5', marks, '1.5'],
  ['0,5', marks, '0.5', '0.5'],
  ['12,5', marks, '12.5', '12.5'],
  ['1,2345', marks, '1.2345', '1.2345'],
  ['1234,567', marks, '1234.567', '1234.567'],
  ['1,23,456', marks, marks, marks],
  ['0,123,456', marks, marks, marks],
  ['12.3.4', marks, marks, marks],
  ['1,2.3,4', marks, marks, marks],
  ['1 2', marks, marks, marks],
  ['1,', '!incomplete', '1', '1'],
  ['1.', '1', '!incomplete', '1'],
  ['.', '!incomplete', '!incomplete', '!incomplete'],
  ['', '', '', ''],
  ['  ', '', '', ''],
  [' 83500\n', '83500', '83500', '83500'],
  ['1e9', '!unreadable', '!unreadable', '!unreadable'],
  ['0x10', '!unreadable', '!unreadable', '!unreadable'],
  ['$83,500', '!unreadable', '!unreadable', '!unreadable'],
  ['NaN', '!unreadable', '!unreadable', '!unreadable'],
  ['1-2', '!unreadable', '!unreadable', '!unreadable'],
  ['８３５００', '83500', '83500', '83500'],
  ['٨٣٥٠٠', '83500', '83500', '83500'],
  ['๘๓๕๐๐', '83500', '83500', '83500'],
  ['½', '!unreadable', '!unreadable', '!unreadable'],
  ['-0.01', '!sign', '!sign', '!sign'],
  ['\u22120', '!sign', '!sign', '!sign'],
  ['+5', '5', '5', '5'],
  ['007', '7', '7', '7'],
])('%j is %s in English, %s in German, %s in French', (text, inEnglish, inGerman, inFrench) => {
  expect(read(text, english)).toBe(inEnglish);
  expect(read(text, german)).toBe(inGerman);
  expect(read(text, french)).toBe(inFrench);
});

// A language groups with a comma, with a point, or with a space; these mean the same in each.
test.each([
  ['Arabic decimal mark', '1\u066b500', '1.500'],
  ['Arabic decimal mark', '\u0661\u066b\u0665', '1.5'],
  ['Arabic decimal mark', '1\u066b', '1'],
  ['Arabic decimal mark', '\u066b5', '0.5'],
  ['Arabic decimal mark', '\u066b', '!incomplete'],
  ['Arabic decimal mark', '1\u066b5\u066b5', marks],
  ['Arabic group mark', '1\u066c500', '1500'],
  ['Arabic group mark', '1\u066c50', marks],
  ['Arabic group mark', '1\u066c', '!incomplete'],
  ['both', '\u0661\u066c\u0662\u0663\u0664\u066b\u0665', '1234.5'],
  ['both, Persian digits', '\u06f1\u066c\u06f2\u06f3\u06f4\u066b\u06f5', '1234.5'],
  ['both, the wrong way round', '1\u066b234\u066c5', marks],
  ['wide decimal mark', '１．２３４', '1.234'],
  ['wide decimal mark', '1．5', '1.5'],
  ['wide group mark', '１，２３４', '1234'],
  ['wide group mark', '１，５', marks],
  ['both, wide', '１，２３４，５６７．５', '1234567.5'],
  ['apostrophe', "1'234", '1234'],
  ['raised comma', '1\u2019234', '1234'],
  ['raised comma', '1\u20195', marks],
  ['space that does not break', '1\u00a0234', '1234'],
  ['narrow space that does not break', '1\u202f234\u202f567', '1234567'],
  ['thin space', '1\u2009234', '1234'],
  ['wide space', '１\u3000２３４', '1234'],
  ['narrow space', '1\u202f5', marks],
  ['space and Arabic decimal mark', '1\u00a0234\u066b5', '1234.5'],
  ['Arabic and Persian digits', '\u0661\u06f2', '!unreadable'],
  ['Arabic digits and those of ASCII', '\u06612', '!unreadable'],
  ['wide digits and those of ASCII', '１2', '!unreadable'],
  ['Arabic mark with a point', '1\u066c234.5', marks],
  ['Arabic mark with a comma', '1,234\u066b5', marks],
  ['wide mark with a comma', '1,234．5', marks],
  ['wide mark with an Arabic one', '1，234\u066b5', marks],
])('%s: %j is %s in every language', (_name, text, value) => {
  for (const rules of [english, german, french]) expect(read(text, rules)).toBe(value);
});

describe('decimals of a market', () => {
  it.each([
    ['83500', 0, '83500'],
    ['83500.', 0, '83500'],
    ['83500.5', 0, '!decimals'],
    ['83500.00', 0, '83500'],
    ['.00', 0, '0'],
    ['83500.5', 2, '83500.5'],
    ['83500.55', 2, '83500.55'],
    ['83500.555', 2, '!decimals'],
    ['83500.5500', 2, '83500.55'],
    ['0.10000000', 5, '0.10000'],
    ['0.000001', 5, '!decimals'],
  ])('%s with %i decimals is %s', (text, decimals, value) => {
    expect(read(text, { ...english, decimals })).toBe(value);
  });
  it('are those of the text where nothing is said', () => {
    expect(read('0.123456789012', english)).toBe('0.123456789012');
  });
});

it('reads a minus where a number may be below zero', () => {
  const rules = { ...english, isSigned: true };
  expect(read('-', rules)).toBe('!incomplete');
  expect(read('-0.01', rules)).toBe('-0.01');
  expect(read('\u22121,234.5', rules)).toBe('-1234.5');
});

it('takes the unit of the field behind a number, and no other', () => {
  const rules = { ...english, unit: 'BTC' };
  expect(read('0.5 BTC', rules)).toBe('0.5');
  expect(read('0.5btc', rules)).toBe('0.5');
  expect(read('0.5 ETH', rules)).toBe('!unreadable');
  expect(read('5 %', { ...english, unit: '%' })).toBe('5');
});

describe('typed key by key', () => {
  const keyed = [
    ['83500.5', { ...english, decimals: 0 }],
    ['83,500.55', { ...english, decimals: 2 }],
    ['1.234,50', { ...german, decimals: 2 }],
    ['1 234,50', { ...french, decimals: 2 }],
    ['1,234,567', english],
    ['-0.01', english],
    ['70.01', { ...english, decimals: 0 }],
  ] as const;
  it.each(keyed)('%s is at each key the number that is written, or none', (text, rules) => {
    // What the digits so far stand for, by the marks of the language alone.
    const [group, decimal] = { 'en-US': ',.', 'de-DE': '.,', 'fr-FR': ' ,' }[rules.locale];
    for (let end = 1; end <= text.length; end += 1) {
      const typed = text.slice(0, end);
      const { value } = readNumber(typed, rules);
      const meant = typed.replaceAll(group!, '').replace(decimal!, '.');
      if (value !== null) expect(Number(value), typed).toBe(Number(meant));
    }
  });
});

it('refuses what is out of the range of a field, not its ends', () => {
  const rules = { ...german, decimals: 1, range: { min: '1', max: '500' } };
  expect(['1', '500', '12,5', ''].map((text) => read(text, rules))).toEqual([
    '1',
    '500',
    '12.5',
    '',
  ]);
  expect(['0', '0,9', '500,1', '501', '99999'].map((text) => read(text, rules))).toEqual(
    Array.from({ length: 5 }, () => '!range'),
  );
});
