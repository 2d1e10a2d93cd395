// Values that no field wants, and changes that make a good request bad.
// It knows no route. Used by requests.ts and frames.ts.

import type { Chance } from './chance.ts';

const long = 'x'.repeat(70_000);
const prototype = JSON.parse('{"__proto__":{"isAdmin":true},"constructor":{"prototype":{}}}');

function nest(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { a: value };
  return value;
}

/** Values of every type and size; a schema refuses most of them anywhere. */
export const oddValues: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e21,
  1e308,
  -1e308,
  5e-324,
  2 ** 31,
  2 ** 53,
  -(2 ** 63),
  '',
  ' ',
  '-1',
  '-0',
  '+1',
  '1e5',
  '1E400',
  '0x10',
  '0b1',
  '1_000',
  '1,5',
  '.5',
  '5.',
  '00',
  'NaN',
  'Infinity',
  '9'.repeat(19),
  '9'.repeat(20),
  '9'.repeat(400),
  `0.${'0'.repeat(300)}1`,
  '\u0661\u0662',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\u202egnp.exe',
  '\ufeff1',
  '\u{1F469}\u200d\u{1F469}\u200d\u{1F467}',
  '\uff11',
  long,
  "'; DROP TABLE users; --",
  '${7*7}{{7*7}}',
  '../../../etc/passwd',
  '<script>alert(1)</script>',
  '%00',
  '%s%n',
  '__proto__',
  'constructor',
  [],
  [[]],
  [null],
  Array.from({ length: 1_000 }, () => 1),
  {},
  prototype,
  { toString: 1, valueOf: 2 },
  { length: 1e9 },
  nest(60),
  '2026-13-45T25:61:61Z',
  'btc_usdt\n',
  'BTC_USDT',
];

/** Whole numbers as text, beside the ends of every number that a machine or a table has. */
export const edgeNumbers: readonly string[] = [
  '0',
  '-1',
  '2147483648',
  '4294967296',
  '9007199254740992',
  '9223372036854775807',
  '9223372036854775808',
  '18446744073709551616',
  '99999999999999999999',
  '8640000000000001',
];

/** Keys that some programs take for something else. */
const oddKeys = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'role',
  'ownerId',
  'isAdmin',
  'vipLevel',
  'balance',
  'status',
  'feeRatePpm',
  '',
  '\u0000',
  'x'.repeat(5_000),
  '$where',
  'a.b.c',
  'a[b]',
];

type Shape = Record<string, unknown>;

function isShape(value: unknown): value is Shape {
  return typeof value === 'object' && value !== null;
}

/** Every object and list in a value, the value itself first. */
function listShapes(value: unknown): Shape[] {
  if (!isShape(value)) return [];
  return [value, ...Object.values(value).flatMap(listShapes)];
}

/** Set a key for real, `__proto__` too. */
function define(shape: Shape, key: string, value: unknown): void {
  Object.defineProperty(shape, key, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  });
}

/** A copy, so that no value ever holds itself. */
function pickOdd(chance: Chance): unknown {
  return structuredClone(chance.pick(oddValues));
}

/** Change a copy of a value in one to three places. */
export function spoil(value: unknown, chance: Chance): unknown {
  if (chance.percent(6)) return pickOdd(chance);
  const copy = structuredClone(value);
  for (let turn = chance.below(3); turn >= 0; turn -= 1) {
    const shapes = listShapes(copy);
    if (shapes.length === 0) return pickOdd(chance);
    const shape = chance.pick(shapes);
    const keys = Object.keys(shape);
    const action = chance.below(10);
    if (action < 6 && keys.length > 0) define(shape, chance.pick(keys), pickOdd(chance));
    else if (action < 8 && keys.length > 0) delete shape[chance.pick(keys)];
    else define(shape, chance.pick(oddKeys), pickOdd(chance));
  }
  return copy;
}

/** JSON text that is none, or that says too much; one change of good text. */
export function spoilText(text: string, chance: Chance): Buffer {
  const ways: readonly (() => string | Buffer)[] = [
    () => text.slice(0, chance.below(text.length)),
    () => `${text}${chance.pick([']', '}', 'x', ',', text, '\u0000'])}`,
    () => '['.repeat(20_000),
    () => `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`,
    () =>
      text.replace(
        /"[^"]*"$|\d+(?=\}$)|\}$/,
        (end) => `${chance.pick(['NaN', 'undefined'])}${end}`,
      ),
    () => `\ufeff${text}`,
    () => text.replaceAll('"', "'"),
    () => `/* hello */${text}`,
    () => Buffer.concat([Buffer.from(text), Buffer.from([0xff, 0xfe, 0x80])]),
    () => Buffer.from(text, 'utf16le'),
    () => Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0]),
    () => text.replace('{', `{"__proto__":{"role":"admin"},`),
    () => '',
    () => ' '.repeat(4_000),
    () => 'null',
    () => '"\\ud800"',
    () => '-',
    () => '1e999',
  ];
  const made = chance.pick(ways)();
  return typeof made === 'string' ? Buffer.from(made) : made;
}
