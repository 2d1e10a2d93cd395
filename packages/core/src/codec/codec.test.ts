import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Command, CommandKind, unkeyed } from '../command.ts';
import { ByteReader, ByteWriter } from './byte-writer.ts';
import {
  decodeCommand,
  decodeCommandBytes,
  decodePassingCommand,
  encodeCommand,
  encodeCommandBytes,
} from './codec.ts';
import {
  type CommandFieldType,
  commandSchema,
  envelopeFields,
  type Fields,
  indexPriceFields,
  referenceFields,
  riskTierFields,
  termsFields,
  transferLegFields,
} from './schema.ts';

const int = fc.oneof(
  fc.integer({ min: -200, max: 200 }).map((value) => value + 0),
  fc.integer({ min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER }),
);
const amount = fc.bigInt({ min: -(1n << 103n), max: (1n << 103n) - 1n });
const clientId = fc.oneof(fc.constant([0, 0, 0, 0, 0]), fc.tuple(int, int, int, int, int));

const record = (fields: Fields): fc.Arbitrary<Record<string, unknown>> =>
  fc.record(Object.fromEntries(fields.map(([name, type]) => [name, values(type)])));

function values(type: CommandFieldType): fc.Arbitrary<unknown> {
  if (type === 'int') return int;
  if (type === 'flag') return fc.boolean();
  if (type === 'amount') return amount;
  if (type === 'clientId') return clientId;
  if (type === 'ints') return fc.array(int, { maxLength: 20 });
  if (type === 'terms') return record(termsFields);
  if (type === 'reference') return record(referenceFields);
  if (type === 'legs') return fc.array(record(termsFields), { maxLength: 4 });
  if (type === 'transfers') return fc.array(record(transferLegFields), { maxLength: 64 });
  if (type === 'tiers') return fc.array(record(riskTierFields), { maxLength: 20 });
  if (type === 'prices') return fc.array(record(indexPriceFields), { maxLength: 256 });
  const place = record(termsFields).map((terms) => ({ action: 'place', place: terms }));
  const cancel = record(referenceFields).map((terms) => ({ action: 'cancel', cancel: terms }));
  return fc.array(fc.oneof(place, cancel), { maxLength: 25 });
}

const anyCommand = fc.oneof(
  ...Object.entries(CommandKind).map(([name, kind]) => {
    const fields = [...envelopeFields, ...commandSchema[name as keyof typeof CommandKind]];
    return record(fields).map((shape) => ({ kind, ...shape }));
  }),
) as unknown as fc.Arbitrary<Command>;

const cancelOrder = {
  kind: CommandKind.cancelOrder,
  actorId: 1_000_001,
  sessionId: 7,
  source: 1,
  issuedAtMs: 1_780_000_000_000,
  ...unkeyed,
  accountId: 12,
  instrumentId: 0,
  orderId: 99,
  clientOrderId: [0, 0, 0, 0, 0],
  condition: 0,
} as unknown as Command;

describe('codec', () => {
  it('reads back every command, one behind the other', () => {
    fc.assert(
      fc.property(fc.array(anyCommand, { maxLength: 5 }), (commands) => {
        const writer = new ByteWriter();
        for (const command of commands) encodeCommand(command, writer);
        const reader = new ByteReader(writer.readBytes());
        expect(commands.map(() => decodeCommand(reader))).toEqual(commands);
        expect(reader.isAtEnd()).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  it('reads the same into commands that are used again', () => {
    fc.assert(
      fc.property(anyCommand, (command) => {
        const bytes = encodeCommandBytes(command);
        expect(decodePassingCommand(bytes)).toEqual(command);
        const among = Uint8Array.of(64, ...bytes, 64);
        const place = { from: 1, to: 1 + bytes.length };
        expect(decodePassingCommand(among, place)).toEqual(command);
        expect(() => decodePassingCommand(among, { from: 1, to: bytes.length })).toThrow('early');
        expect(() => decodePassingCommand(bytes.subarray(0, -1))).toThrow(RangeError);
        expect(() => decodePassingCommand(Uint8Array.of(...bytes, 0))).toThrow('left');
      }),
      { numRuns: 1000 },
    );
  });

  it('gives each command one spelling only', () => {
    fc.assert(
      fc.property(anyCommand, fc.nat(), fc.nat(255), (command, place, byte) => {
        const bytes = encodeCommandBytes(command);
        bytes[place % bytes.length] = byte;
        let other: Command;
        try {
          other = decodeCommandBytes(bytes);
        } catch (error) {
          expect(error).toBeInstanceOf(RangeError);
          return;
        }
        expect(encodeCommandBytes(other)).toEqual(bytes);
      }),
      { numRuns: 3000 },
    );
  });

  it('refuses bytes that are cut or followed by others', () => {
    const bytes = encodeCommandBytes(cancelOrder);
    for (let length = 0; length < bytes.length; length += 1) {
      expect(() => decodeCommandBytes(bytes.subarray(0, length))).toThrow(RangeError);
    }
    expect(() => decodeCommandBytes(Uint8Array.of(...bytes, 0))).toThrow('left');
    expect(() => decodeCommandBytes(Uint8Array.of(63))).toThrow('no command of kind 63');
  });

  it.each([
    ['orderId', 1.5],
    ['orderId', Number.NaN],
    ['orderId', 2 ** 53],
    ['orderId', '9'],
    ['orderId', undefined],
    ['orderId', 9n],
    ['clientOrderId', [1, 2, 3]],
    ['clientOrderId', undefined],
    ['kind', 3],
  ])('refuses to write %s = %s', (name, value) => {
    const command = { ...cancelOrder, [name]: value } as unknown as Command;
    expect(() => encodeCommandBytes(command)).toThrow(RangeError);
  });

  it('is compact', () => {
    expect(encodeCommandBytes(cancelOrder).length).toBeLessThan(24);
  });

  it('knows numbers in their shortest spelling only', () => {
    expect(() => new ByteReader(Uint8Array.of(128, 0)).readInt()).toThrow('too long');
    expect(() => new ByteReader(Uint8Array.of(64)).readInt()).toThrow('minus zero');
    expect(() => new ByteReader(new Uint8Array(12).fill(255)).readInt()).toThrow(RangeError);
    expect(() => new ByteReader(Uint8Array.of(2)).readFlag()).toThrow('truth');
  });
});
