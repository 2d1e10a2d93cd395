import { expect, test } from 'vitest';
import { drawPortrait } from './Portrait.tsx';

test('a number always draws the same, another number something else', () => {
  expect(drawPortrait(1_000_001)).toEqual(drawPortrait(1_000_001));
  expect(drawPortrait(1_000_001).rings).not.toEqual(drawPortrait(1_000_002).rings);
  const faces = new Set(Array.from({ length: 500 }, (_none, n) => drawPortrait(n).rings.join()));
  expect(faces.size).toBe(500);
});

test('every line stays in its square and closes', () => {
  for (let seed = 1_000_001; seed < 1_000_031; seed += 1) {
    const { rings, tone } = drawPortrait(seed);
    expect(rings).toHaveLength(5);
    expect(tone).toBeLessThan(6);
    for (const ring of rings) {
      expect(ring).toMatch(/^M[^A-Z]+(Q[^A-Z]+)+Z$/);
      for (const text of ring.match(/-?[\d.]+/g) ?? []) {
        expect(Number(text)).toBeGreaterThan(-6);
        expect(Number(text)).toBeLessThan(70);
      }
    }
  }
});
