import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMemory } from './memory.ts';
import { createTimers, TimerKind } from './timers.ts';

interface Timer {
  readonly dueMs: number;
  readonly kind: TimerKind;
  readonly number: number;
}

function makeTimers() {
  const timers = createTimers(createMemory(), 10_000);
  const wanted = new Set<string>();
  const fired: Timer[] = [];
  for (const kind of Object.values(TimerKind)) {
    timers.register(kind, {
      isWanted: (number, dueMs) => wanted.has(`${dueMs}:${kind}:${number}`),
      fire(number, dueMs) {
        wanted.delete(`${dueMs}:${kind}:${number}`);
        fired.push({ dueMs, kind, number });
      },
    });
  }
  return { timers, wanted, fired };
}

const timer = fc.record({
  dueMs: fc.integer({ min: 1, max: 50 }),
  kind: fc.constantFrom(...Object.values(TimerKind)),
  number: fc.integer({ min: 1, max: 20 }),
});
const inOrder = (a: Timer, b: Timer) => a.dueMs - b.dueMs || a.kind - b.kind || a.number - b.number;

describe('timers', () => {
  it('fire once, in order, only when due and wanted', () => {
    const plan = fc.record({ set: fc.array(timer), dropped: fc.array(timer), atMs: fc.nat(60) });
    fc.assert(
      fc.property(plan, ({ set, dropped, atMs }) => {
        const { timers, wanted, fired } = makeTimers();
        const name = (one: Timer) => `${one.dueMs}:${one.kind}:${one.number}`;
        for (const one of set) {
          timers.set(one.kind, one.number, one.dueMs);
          wanted.add(name(one));
        }
        for (const one of dropped) wanted.delete(name(one));
        const left = new Map(
          set.filter((one) => wanted.has(name(one))).map((it) => [name(it), it]),
        );
        const all = [...left.values()].sort(inOrder);
        expect(timers.readNextMs()).toBe(all[0]?.dueMs ?? Infinity);
        timers.fireDue(atMs);
        expect(fired).toEqual(all.filter((one) => one.dueMs <= atMs));
        const later = all.find((one) => one.dueMs > atMs);
        expect(timers.readNextMs()).toBe(later?.dueMs ?? Infinity);
      }),
    );
  });

  it('do not pile up when they are no longer wanted', () => {
    const { timers, wanted, fired } = makeTimers();
    wanted.add('5000000:3:1');
    timers.set(TimerKind.orderExpiry, 1, 5_000_000);
    for (let number = 2; number < 200_000; number += 1) {
      timers.set(TimerKind.orderExpiry, number, 1_000_000 + number);
    }
    timers.fireDue(5_000_000);
    expect(fired).toEqual([{ dueMs: 5_000_000, kind: TimerKind.orderExpiry, number: 1 }]);
  });
});
