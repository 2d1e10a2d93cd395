// What a name looks like: letters of other scripts that are drawn like Latin ones, digits that pass
// for letters, pairs that run together. Two names that look alike have one skeleton.
// Not a judgement: check.ts makes that.

/** Characters by the Latin letter they pass for. */
const looksLike: Readonly<Record<string, string>> = {
  a: 'аαɑ@4',
  b: 'ЬƄ',
  c: 'сϲ',
  d: 'ԁɗ',
  e: 'еέєҽ3',
  g: 'ɡց9',
  h: 'һհ',
  i: 'іιıɩ1lӏ|!ⅼ',
  j: 'јϳ',
  k: 'κк',
  m: 'м',
  n: 'ոп',
  o: 'оοօ0ѳθσ',
  p: 'рρ',
  q: 'ԛ',
  r: 'гᴦ',
  s: 'ѕꜱ5$',
  t: 'тτ7',
  u: 'υսᴜ',
  v: 'νѵ',
  w: 'ωѡԝ',
  x: 'хχ',
  y: 'уγү',
  z: 'ᴢ2',
};

const letterOf = new Map(
  Object.entries(looksLike).flatMap(([letter, all]) =>
    [...all].map((each) => [each, letter] as const),
  ),
);

const runsTogether: readonly (readonly [RegExp, string])[] = [
  [/rn/g, 'm'],
  [/vv/g, 'w'],
  [/cl/g, 'd'],
];

/** Characters that nobody sees, or that turn the reading direction. */
const hidden = /[\p{Cc}\p{Cf}\u115f\u1160\u3164\uffa0]/u;

/** Whether a text holds characters that cannot be seen. */
export function hasHidden(text: string): boolean {
  return hidden.test(text);
}

/** The skeleton of a name: equal for names that look alike. */
export function readSkeleton(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}@.|!$]/gu, '');
  const joined = runsTogether.reduce((text, [pair, one]) => text.replace(pair, one), plain);
  return [...joined].map((each) => letterOf.get(each) ?? each).join('');
}

/** Two neighbours that changed places are the only difference. */
function isSwapped(one: string, other: string): boolean {
  const at = [...one].findIndex((letter, place) => letter !== other[place]);
  const swapped = `${one.slice(0, at)}${one[at + 1] ?? ''}${one[at]}${one.slice(at + 2)}`;
  return at >= 0 && swapped === other;
}

/** Changes that make one text of the other, up to `max + 1`; a swap of neighbours is one. */
export function countChanges(one: string, other: string, max: number): number {
  if (isSwapped(one, other)) return 1;
  if (Math.abs(one.length - other.length) > max) return max + 1;
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const isSame = one[i - 1] === other[j - 1];
      const left = (next[j - 1] ?? 0) + 1;
      const above = (row[j] ?? 0) + 1;
      next.push(Math.min(left, above, (row[j - 1] ?? 0) + (isSame ? 0 : 1)));
    }
    row = next;
  }
  return Math.min(row.at(-1) ?? 0, max + 1);
}
