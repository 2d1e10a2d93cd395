import { encodeClientOrderId } from '@isobath/core/math';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { writeClientWord } from './terms.ts';

test('words of client order ids are those that the edge packs', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[.A-Z:/a-z0-9_-]{1,8}$/), (text) => {
      expect([writeClientWord(text), 0, 0, 0, 0]).toEqual(encodeClientOrderId(text));
    }),
  );
});
