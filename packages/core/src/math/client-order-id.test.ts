import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  decodeClientOrderId,
  encodeClientOrderId,
  isClientOrderIdWords,
  noClientOrderId,
} from './client-order-id.ts';

const text = fc.stringMatching(/^[A-Za-z0-9_-]{1,36}$/);

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

  it.each(['', 'a'.repeat(37), 'a b', 'ä', 'a.b'])('refuses %j', (id) => {
    expect(() => encodeClientOrderId(id)).toThrow(RangeError);
  });

  it('knows the words of none and refuses words of nothing', () => {
    expect(decodeClientOrderId(noClientOrderId)).toBe('');
    for (const words of [
      [0, 1, 0, 0, 0],
      [1, 0, 0, 0, 0],
      [65 ** 8, 0, 0, 0, 0],
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
