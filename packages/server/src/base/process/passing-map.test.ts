import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PassingMap } from './passing-map.ts';

const key = fc.nat(40);
const act = fc.oneof(
  fc.record({ kind: fc.constant('set' as const), key, value: fc.nat() }),
  fc.record({ kind: fc.constant('delete' as const), key }),
);

test('it holds what a map holds, in the same order', () => {
  fc.assert(
    fc.property(fc.array(act, { maxLength: 400 }), (acts) => {
      const plain = new Map<number, number>();
      const passing = new PassingMap<number, number>();
      for (const one of acts) {
        if (one.kind === 'delete') {
          expect(passing.delete(one.key)).toBe(plain.delete(one.key));
        } else {
          plain.set(one.key, one.value);
          passing.set(one.key, one.value);
        }
        expect([...passing.readNow()]).toEqual([...plain]);
        expect([passing.size, passing.has(one.key)]).toEqual([plain.size, plain.has(one.key)]);
        expect(passing.get(one.key)).toBe(plain.get(one.key));
      }
      passing.hold([[1, 2]]);
      expect([...passing.readNow()]).toEqual([[1, 2]]);
      passing.clear();
      expect(passing.size).toBe(0);
    }),
  );
});

test('it is made anew while entries come and go, and not while they only come', () => {
  const map = new PassingMap<number, number>();
  const first = map.readNow();
  for (let number = 0; number < 1_000; number += 1) map.set(number, number);
  expect(map.readNow()).toBe(first);
  for (let number = 0; number < 600; number += 1) map.delete(number);
  expect(map.readNow()).not.toBe(first);
  const second = map.readNow();
  for (let number = 1_000; number < 2_000; number += 1) {
    map.set(number, number);
    map.delete(number);
  }
  expect(map.readNow()).not.toBe(second);
  expect([...map.readNow().keys()]).toEqual(Array.from({ length: 400 }, (_none, at) => 600 + at));
});
