import { describe, expect, it } from 'vitest';
import { createMemory } from './memory.ts';
import { loadRegions, saveRegions, SnapshotError } from './snapshot.ts';

const terms = { shape: 'room 1', earlierCounts: [2] };

function makeMemory(used: number) {
  const memory = createMemory();
  const a = memory.int32('a', 10, () => used);
  const b = memory.float64('b', 3_000_000, () => 2_500_000);
  let rebuilt = 0;
  memory.onLoad(() => {
    rebuilt += 1;
  });
  return { memory, a, b, countRebuilt: () => rebuilt };
}

describe('snapshot', () => {
  it('brings back what was used, in every region', () => {
    const from = makeMemory(4);
    from.a.set([1, 2, 3, -4, 5]);
    from.b[0] = 0.5;
    from.b[2_499_999] = 2 ** 60;
    const chunks = [...saveRegions(from.memory, 'room 1')];
    from.a.fill(0);
    const to = makeMemory(4);
    loadRegions(to.memory, terms, chunks);
    expect([...to.a]).toEqual([1, 2, 3, -4, 0, 0, 0, 0, 0, 0]);
    expect([to.b[0], to.b[2_499_999], to.b[2_500_000]]).toEqual([0.5, 2 ** 60, 0]);
    expect(to.countRebuilt()).toBe(1);
    expect(Math.max(...chunks.map((chunk) => chunk.length))).toBe(8 * 1024 * 1024);
  });

  it('refuses chunks that are not its own', () => {
    const chunks = [...saveRegions(makeMemory(4).memory, 'room 1')];
    const load = (given: Uint8Array[], shape = 'room 1') => {
      loadRegions(makeMemory(4).memory, { ...terms, shape }, given);
    };
    expect(() => load(chunks, 'room 2')).toThrow(SnapshotError);
    expect(() => load(chunks.slice(0, -1))).toThrow(SnapshotError);
    expect(() => load([...chunks, new Uint8Array(1)])).toThrow(SnapshotError);
    expect(() => load(chunks.toSpliced(1, 1))).toThrow(SnapshotError);
    expect(() => load([])).toThrow(SnapshotError);
    const cut = [...chunks];
    cut[2] = chunks[2].subarray(1);
    expect(() => load(cut)).toThrow(SnapshotError);
  });

  it('takes one of an era before, whose regions are the first, and no other', () => {
    const from = makeMemory(4);
    from.a.set([1, 2, 3, -4]);
    const chunks = [...saveRegions(from.memory, 'room 1')];
    const later = (...earlierCounts: number[]) => {
      const to = makeMemory(4);
      const c = to.memory.float64('c', 2, () => 2);
      loadRegions(to.memory, { ...terms, earlierCounts }, chunks);
      return [...to.a.subarray(0, 4), ...c];
    };
    expect(later(2)).toEqual([1, 2, 3, -4, 0, 0]);
    expect(later(1, 2)).toEqual([1, 2, 3, -4, 0, 0]);
    expect(() => later(1)).toThrow(SnapshotError);
  });
});
