import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createKeys, type KeyOutcome } from './keys.ts';
import { createMemory } from './memory.ts';
import { loadRegions, saveRegions } from './snapshot.ts';

const outcome = fc.record({
  actorId: fc.integer({ min: 1, max: 3 }),
  keyHigh: fc.constantFrom(0, 1, 2 ** 51),
  keyLow: fc.integer({ min: 0, max: 40 }).map((low) => low * 64),
  bodyHash: fc.nat(),
  code: fc.constantFrom(0, 40050),
  facts: fc.array(fc.maxSafeNat(), { maxLength: 6 }),
  life: fc.integer({ min: 0, max: 30 }),
  pause: fc.integer({ min: 0, max: 3 }),
});

const name = (key: KeyOutcome) => `${key.actorId}:${key.keyHigh}:${key.keyLow}`;
const inOrder = (a: KeyOutcome, b: KeyOutcome) =>
  a.actorId - b.actorId || a.keyHigh - b.keyHigh || a.keyLow - b.keyLow;

describe('keys', () => {
  it('are remembered until their deadline has passed, over a snapshot too', () => {
    fc.assert(
      fc.property(fc.array(outcome, { maxLength: 200 }), (outcomes) => {
        const memory = createMemory();
        const keys = createKeys(memory, 1024);
        const model = new Map<string, KeyOutcome>();
        let atMs = 1;
        let sequence = 0;
        for (const { life, pause, ...rest } of outcomes) {
          atMs += pause;
          sequence += 1;
          const next = { ...rest, sequence, deadlineMs: atMs + life };
          const known = model.get(name(next));
          const living = known !== undefined && known.deadlineMs >= atMs ? known : undefined;
          expect(keys.find(next, atMs)).toEqual(living);
          if (living !== undefined) continue;
          keys.remember(next, atMs);
          model.set(name(next), next);
        }
        const living = [...model.values()].filter((key) => key.deadlineMs >= atMs).sort(inOrder);
        expect(keys.list(atMs)).toEqual(living);
        const other = createMemory();
        const restored = createKeys(other, 1024);
        loadRegions(other, { shape: '', earlierCounts: [0] }, saveRegions(memory, ''));
        expect(restored.list(atMs)).toEqual(living);
        for (const key of living) expect(restored.find(key, atMs)).toEqual(key);
      }),
    );
  });

  it('make room for new ones as old ones pass', () => {
    const keys = createKeys(createMemory(), 64);
    for (let count = 0; count < 10_000; count += 1) {
      const terms = { actorId: 1, keyHigh: count, keyLow: 1, bodyHash: 1, code: 0, facts: [] };
      keys.remember({ ...terms, sequence: count + 1, deadlineMs: count + 20 }, count);
    }
    expect(keys.list(9_999).length).toBe(21);
  });
});
