import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  decodeClientOrderId,
  encodeClientOrderId,
  isClientOrderIdWords,
  noClientOrderId,
} from './client-order-id.ts';

const text = fc.stringMatching(/^[.A-Z:/a-z0-9_-]{1,36}$/);

describe('client order id', () => {
  it('unpacks to what was packed', () => {
    fc.assert(
      fc.property(text, (id) => {
        const words = encodeClientOrderId(id);
        expect(decodeClientOrderId(words)).toBe(id);
        expect(isClientOrderIdWords(words)).toBe(true);
      }),
    );
  });

  it('follows the formula of the rules', () => {
    expect(encodeClientOrderId('0')).toEqual([65 ** 7, 0, 0, 0, 0]);
    expect(encodeClientOrderId('00000001')).toEqual([
      [0, 1, 2, 3, 4, 5, 6].reduce((sum, j) => sum + 65 ** (7 - j), 2),
      0,
      0,
      0,
      0,
    ]);
    expect(encodeClientOrderId('________')[0]).toBe(
      [0, 1, 2, 3, 4, 5, 6, 7].reduce((sum, j) => sum + 64 * 65 ** (7 - j), 0),
    );
  });

  it.each([
    ['a.b', [573877035018753, 0, 0, 0, 0]],
    ['a.b:c/1', [573878458762361, 0, 0, 0, 0]],
    ['////////', [775808052544000, 0, 0, 0, 0]],
    ['grid-0001/2', [214921363799416, 338719273664001, 0, 0, 0]],
    ['.'.repeat(36), [0, 1, 2, 3, 4].map((at) => (at < 4 ? 762161388673750 : 762161367930625))],
  ])('packs %j as the examples of the rules have it', (id, words) => {
    expect(encodeClientOrderId(id)).toEqual(words);
    expect(decodeClientOrderId(words as unknown as typeof noClientOrderId)).toBe(id);
  });

  it('has one encoding for each text', () => {
    const word = fc.integer({ min: 1, max: 65 ** 8 + 68 ** 8 - 1 });
    fc.assert(
      fc.property(word, (first) => {
        const words = [first, 0, 0, 0, 0] as const;
        fc.pre(isClientOrderIdWords(words));
        expect(encodeClientOrderId(decodeClientOrderId(words))).toEqual(words);
      }),
    );
  });

  it.each(['', 'a'.repeat(37), 'a b', 'ä', 'a,b', 'a;b', 'a\\b', 'a@b'])('refuses %j', (id) => {
    expect(() => encodeClientOrderId(id)).toThrow(RangeError);
  });

  it('knows the words of none and refuses words of nothing', () => {
    expect(decodeClientOrderId(noClientOrderId)).toBe('');
    for (const words of [
      [0, 1, 0, 0, 0],
      [1, 0, 0, 0, 0],
      // A plain text may not be written in the wider base, nor nothing at all.
      [65 ** 8, 0, 0, 0, 0],
      [65 ** 8 + 68 ** 7, 0, 0, 0, 0],
      [65 ** 8 + (68 ** 8 - 1) / 67, 0, 0, 0, 0],
      [65 ** 8 + 65, 0, 0, 0, 0],
      [65 ** 8 + 65 * 68 ** 7, 65 ** 7, 0, 0, 0],
      [65 ** 8 + 68 ** 8, 0, 0, 0, 0],
      [-1, 0, 0, 0, 0],
      [0.5, 0, 0, 0, 0],
      [65 ** 7, 65 ** 7, 0, 0, 0],
      [0, 0, 0, 0],
    ]) {
      expect(isClientOrderIdWords(words)).toBe(false);
    }
    const full = encodeClientOrderId('a'.repeat(36));
    expect(isClientOrderIdWords([...full.slice(0, 4), full[0]])).toBe(false);
  });
});
