import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodeCommandBytes } from './codec/codec.ts';
import { type Command, CommandKind, simpleLimitTerms } from './command.ts';
import { createEngine } from './engine.ts';
import { type ComingOrder, type Prefetch, prefetchMax, recordCommandBytes } from './prefetch.ts';
import { smallSizes } from './sizes.ts';
import { Driver } from './testing/driver.ts';
import { warmUp } from './warm-up.ts';

const readBytes = (engine: ReturnType<typeof createEngine>): string =>
  Buffer.concat(engine.saveSnapshot()).toString('hex');

test('what is looked at ahead comes out as what is not', () => {
  const emitted = [true, false].map((looks) => {
    const engine = createEngine({ sizes: smallSizes });
    const words: number[] = [];
    const apply = (command: Command, sequence: number, atMs: number) => {
      if (looks) {
        recordCommandBytes(encodeCommandBytes(command), engine.prefetch);
        if (sequence % 16 === 0) engine.prefetch.fetch();
      }
      engine.apply(command, sequence, atMs);
      words.push(...engine.events.readWords());
    };
    warmUp({ apply, events: engine.events }, { commandsCount: 5_000 });
    return [words, readBytes(engine)];
  });
  expect(emitted[0]).toEqual(emitted[1]);
});

test('any numbers may be noted, more than there is room for, and nothing changes', () => {
  const driver = new Driver();
  driver.openVenue();
  driver.place({ priceTicks: 90, side: 0, sizeLots: 1 });
  const { engine } = driver;
  const before = readBytes(engine);
  const number = fc.oneof(fc.integer({ min: -2, max: 9 }), fc.maxSafeInteger());
  const four = fc.tuple(number, number, number, number);
  const many = fc.array(four, { maxLength: prefetchMax * 3 });
  fc.assert(
    fc.property(many, (records) => {
      for (const [first, second, third, fourth] of records) {
        const order = { accountId: first, instrumentId: second, side: third, priceTicks: fourth };
        const coming = { ...order, sizeLots: first };
        engine.prefetch.recordPlace(coming as unknown as ComingOrder);
        engine.prefetch.recordCancel(third, fourth);
        engine.prefetch.recordKey(first, fourth);
      }
      engine.prefetch.fetch();
    }),
    { numRuns: 50 },
  );
  expect(readBytes(engine)).toBe(before);
});

const envelope = {
  actorId: -1_000_001,
  sessionId: 700,
  source: 1,
  issuedAtMs: 1_780_000_000_000,
  deadlineMs: 1_780_000_000_001,
  keyHigh: 2 ** 40,
  keyLow: 3,
  bodyHash: 2 ** 50,
};
const cancel = { accountId: 12, instrumentId: 70, orderId: 99, clientOrderId: [0, 0, 0, 0, 0] };
const place = {
  accountId: 13,
  instrumentId: 70,
  side: 1,
  orderType: 0,
  timeInForce: 0,
  priceTicks: 50_000,
  sizeLots: 5,
  ...simpleLimitTerms,
  clientOrderId: [1, 2, 3, 4, 5],
};

test('the bytes of an order tell whose rows it will touch', () => {
  const recorded: unknown[] = [];
  const record =
    (name: string) =>
    (...numbers: number[]) =>
      recorded.push([name, ...numbers]);
  const prefetch = {
    recordPlace: (order: ComingOrder) => recorded.push(['place', { ...order }]),
    recordCancel: record('cancel'),
    recordKey: record('key'),
  } as unknown as Prefetch;
  const read = (command: object): unknown[] => {
    const bytes = encodeCommandBytes({ ...envelope, ...command } as unknown as Command);
    const place = { from: 1, to: 1 + bytes.length };
    recordCommandBytes(Uint8Array.of(9, ...bytes), prefetch, place);
    return recorded.splice(0);
  };
  const key = ['key', 2 ** 40, 3];
  const order = { accountId: 13, instrumentId: 70, side: 1, priceTicks: 50_000, sizeLots: 5 };
  const placed = ['place', order];
  const canceled = ['cancel', 12, 99];
  expect(read({ kind: CommandKind.placeOrder, ...place, isTest: false })).toEqual([key, placed]);
  expect(read({ kind: CommandKind.cancelOrder, ...cancel, condition: 0 })).toEqual([key, canceled]);
  for (const clientOrderId of [cancel.clientOrderId, place.clientOrderId]) {
    const parts = { cancel: { ...cancel, clientOrderId }, place };
    const replace = { kind: CommandKind.cancelReplace, condition: 0, allowFailure: true, ...parts };
    expect(read(replace)).toEqual([key, canceled, placed]);
  }
  expect(read({ kind: CommandKind.cancelAllOrders, accountId: 1, instrumentId: 0 })).toEqual([]);
});
