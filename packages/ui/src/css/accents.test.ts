// Every accent the house can wear: readable as text on ink, under ink as a fill, and never to be
// taken for a direction or a risk, in both themes and palettes.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { brand } from '../brand.ts';

const source = readFileSync(new URL('tokens.css', import.meta.url), 'utf8');
const lightIndex = 1;
const darkIndex = 2;
const accents = Object.keys(brand.accents) as (keyof typeof brand.accents)[];

/** The colours of a token in the block that follows a selector: on paper, on ink. */
function readToken(token: string, selector = ':root,\n[data-theme] {'): [string, string] {
  const block = source.slice(source.indexOf(selector)).split('\n}')[0] ?? '';
  const found = new RegExp(`${token}: light-dark\\((#\\w{6}), (#\\w{6})\\)`).exec(block);
  if (found === null) throw new Error(`no ${token} after ${selector}`);
  return [found[lightIndex] ?? '', found[darkIndex] ?? ''];
}

const linear = (part: number) =>
  part / 255 <= 0.040_45 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4;
const parts = (colour: string) =>
  [1, 3, 5].map((at) => linear(Number.parseInt(colour.slice(at, at + 2), 16))) as [
    number,
    number,
    number,
  ];

function contrast(one: string, other: string): number {
  const [high, low] = [one, other]
    .map((colour) => {
      const [red, green, blue] = parts(colour);
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05;
    })
    .sort((first, second) => second - first);
  return (high ?? 0) / (low ?? 1);
}

/** A colour in Oklab, where distances are what the eye sees. Matrices: B. Ottosson, 2020. */
function toOklab(colour: string): number[] {
  const [red, green, blue] = parts(colour);
  const [l, m, s] = [
    0.412_221_47 * red + 0.536_332_54 * green + 0.051_445_99 * blue,
    0.211_903_5 * red + 0.680_699_55 * green + 0.107_396_96 * blue,
    0.088_302_46 * red + 0.281_718_84 * green + 0.629_978_7 * blue,
  ].map(Math.cbrt) as [number, number, number];
  return [
    0.210_454_26 * l + 0.793_617_79 * m - 0.004_072_05 * s,
    1.977_998_5 * l - 2.428_592_21 * m + 0.450_593_71 * s,
    0.025_904_04 * l + 0.782_771_77 * m - 0.808_675_77 * s,
  ];
}

const distance = (one: string, other: string) =>
  Math.hypot(...toOklab(one).map((value, place) => value - (toOklab(other)[place] ?? 0)));

const selectorOf = (accent: string) =>
  accent === 'lime' ? undefined : `[data-accent="${accent}"] [data-theme] {`;

test.each(accents)('%s is readable in both themes', (accent) => {
  const [, ink] = readToken('--you', selectorOf(accent));
  const fills = readToken('--you-fill', selectorOf(accent));
  const tints = readToken('--you-tint', selectorOf(accent));
  const texts = readToken('--text-1');
  expect(brand.accents[accent]).toBe(ink);
  for (const surface of ['--bg-0', '--bg-1', '--bg-2', '--bg-3', '--bg-4']) {
    expect(contrast(ink, readToken(surface)[1])).toBeGreaterThan(4.5);
  }
  for (const [place, fill] of fills.entries()) {
    expect(contrast('#10181c', fill)).toBeGreaterThan(4.5);
    expect(contrast(texts[place] ?? '', tints[place] ?? '')).toBeGreaterThan(7);
  }
});

test.each(accents)('%s is no direction and no risk', (accent) => {
  const fills = readToken('--you-fill', selectorOf(accent));
  const classic = ['--direction-a', '--direction-b', '--warn', '--danger'];
  const others = [
    ...classic.map((token) => readToken(token)),
    readToken('--direction-a', '[data-palette="clear"] {'),
    readToken('--direction-b', '[data-palette="clear"] {'),
  ];
  for (const other of others) {
    for (const place of [0, 1] as const) {
      expect(distance(fills[place], other[place])).toBeGreaterThan(0.14);
    }
  }
});
