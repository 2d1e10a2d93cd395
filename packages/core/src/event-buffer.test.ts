import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CoreEvent, EventKind } from './event.ts';
import { createEventBuffer } from './event-buffer.ts';
import { readEvents } from './event-decoder.ts';
import { type EventFieldType, eventLayouts, eventTable } from './event-layout.ts';
import { readHighWord, readLowWord } from './math/index.ts';
import { Scratch, scratchCount } from './scratch.ts';

const int = fc.integer({ min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER });
const values: Record<EventFieldType, fc.Arbitrary<unknown>> = {
  int: int.map((value) => value + 0),
  flag: fc.boolean(),
  amount: fc.bigInt({ min: -(1n << 103n), max: 1n << 103n }),
  list: fc.array(int, { maxLength: 40 }),
  five: fc.tuple(int, int, int, int, int),
};

const anyEvent = fc.oneof(
  ...Object.values(EventKind).map((kind) => {
    const fields = eventTable[kind]?.fields ?? [];
    return fc.record({
      kind: fc.constant(kind),
      ...Object.fromEntries(fields.map(([name, type]) => [name, values[type]])),
    });
  }),
) as unknown as fc.Arbitrary<CoreEvent>;

const words = (value: bigint) => [readHighWord(value), readLowWord(value)];

/** Words of an event without lists, the head included. */
function countEventWords(name: keyof typeof eventLayouts): number {
  const sizes = { int: 1, flag: 1, amount: 2, list: 1, five: 5 };
  return eventLayouts[name].reduce((sum, [, type]) => sum + sizes[type], 1);
}

function makeBuffer() {
  const scratch = new Float64Array(scratchCount);
  return { scratch, buffer: createEventBuffer(4096, scratch) };
}

describe('event words', () => {
  it('hold every event, in order', () => {
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 20 }), (events) => {
        const { buffer } = makeBuffer();
        for (const event of events) buffer.write(event);
        expect(readEvents(buffer.readWords())).toEqual(events);
      }),
    );
  });

  it('are read of a part of some words, and of nothing behind it', () => {
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 9 }), anyEvent, (events, last) => {
        const { buffer } = makeBuffer();
        for (const event of events) buffer.write(event);
        const to = buffer.readWords().length;
        buffer.write(last);
        const words = buffer.readWords();
        expect(readEvents(words, { from: 0, to })).toEqual(events);
        expect(readEvents(words, { from: to, to: words.length })).toEqual([last]);
        expect(() => readEvents(words, { from: to, to: words.length - 1 })).toThrow(RangeError);
      }),
    );
  });

  it('know every kind once', () => {
    const kinds = Object.values(EventKind);
    expect(new Set(kinds).size).toBe(kinds.length);
    expect(kinds.every((kind) => eventTable[kind] !== undefined && kind < 256)).toBe(true);
  });

  it('are no event when the head is broken', () => {
    for (const words of [[0], [99 + 256], [EventKind.eraBegun + 256], [1.5], [3 + 256 * 3, 1, 1]]) {
      expect(() => readEvents(Float64Array.from(words))).toThrow(RangeError);
    }
  });
});

describe('fast writers', () => {
  it('write the words of the table', () => {
    const { scratch, buffer } = makeBuffer();
    for (let at = 0; at < scratchCount; at += 1) scratch[at] = at + 100;
    buffer.commandApplied(1, 2, 40, 4);
    buffer.orderOpened(1, 2, 3, 0, 1, 2, 3, 0, 9, 10, 11, 12);
    buffer.orderClosed(1, 2, 3, 4, 5, 6);
    buffer.tradeExecuted(1, 2, 3, 4, 1, 1, 7, 8, 9, 10, 11, 12);
    buffer.levelChanged(1, 2, 1, 4, 5);
    const events = readEvents(buffer.readWords().slice());
    const { buffer: other } = makeBuffer();
    for (const event of events) other.write(event);
    expect(other.readWords()).toEqual(buffer.readWords());
    expect(events.map((event) => event.kind)).toEqual([1, 40, 45, 46, 48]);
    expect(events[1]).toMatchObject({ status: 0, priceTicks: 9, listId: 11, ownerNumber: 12 });
    expect(events[1]).toMatchObject({ holdUnits: (100n << 52n) + 101n });
    expect(events[3]).toMatchObject({ isAuction: true, makerAccountId: 9, takerOwnerNumber: 12 });
    const trade = events[3] as Extract<CoreEvent, { quoteUnits: bigint; makerFeeUnits: bigint }>;
    expect(words(trade.quoteUnits)).toEqual([100 + Scratch.quote, 101 + Scratch.quote]);
    expect(words(trade.makerFeeUnits)).toEqual([100 + Scratch.makerFee, 101 + Scratch.makerFee]);
  });

  it('agree with the table on the count of words', () => {
    expect(countEventWords('commandApplied')).toBe(8);
    expect(countEventWords('orderOpened')).toBe(15);
    expect(countEventWords('orderClosed')).toBe(9);
    expect(countEventWords('tradeExecuted')).toBe(23);
    expect(countEventWords('levelChanged')).toBe(6);
  });

  it('stop when the buffer is too small', () => {
    const buffer = createEventBuffer(10, new Float64Array(scratchCount));
    buffer.levelChanged(1, 2, 1, 4, 5);
    buffer.levelChanged(1, 2, 1, 4, 5);
    expect(() => buffer.countWords()).toThrow('too small');
    buffer.reset();
    expect(buffer.countWords()).toBe(0);
  });

  it('stop as well when a step went round the whole buffer', () => {
    const buffer = createEventBuffer(64, new Float64Array(scratchCount));
    for (let count = 0; count < 22; count += 1) buffer.levelChanged(1, 2, 1, 4, 5);
    expect(() => buffer.countWords()).toThrow('too small');
  });
});
