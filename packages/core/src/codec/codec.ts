// Commands to bytes and back. Strict both ways: what cannot be told exactly is an error, never a
// guess. Not here: the ranges of the rules; a command out of its range travels and is refused
// later. Called by the sequencer for the journal and the socket, by audits and by the simulator.
//
// Bytes: kind, envelope, the command's fields in the order of schema.ts.
import {
  type BatchItem,
  type CancelOrder,
  type Command,
  CommandKind,
  type PlaceOrder,
} from '../command.ts';
import { ByteReader, ByteWriter } from './byte-writer.ts';
import {
  readCancelOrder,
  readCancelReplace,
  readClientId,
  readPlaceOrder,
  readReference,
  readTerms,
  refillCancelOrder,
  refillPlaceOrder,
} from './order-commands.ts';
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

export { ByteReader, ByteWriter } from './byte-writer.ts';

/** Version of the bytes; written beside them in the journal. */
export const codecVersion = 3;

const listLengthMax = 64;
const pricesLengthMax = 256;

/** The fields of the parts of lists whose parts are all alike. */
const partFields: Partial<Record<CommandFieldType, Fields>> = {
  transfers: transferLegFields,
  tiers: riskTierFields,
  prices: indexPriceFields,
};

/** Items that a list of such parts has at most. */
const readLengthMax = (type: CommandFieldType): number =>
  type === 'prices' ? pricesLengthMax : listLengthMax;

type Shape = Record<string, unknown>;

const fieldsByKind: readonly (Fields | undefined)[] = makeFieldsByKind();

function makeFieldsByKind(): (Fields | undefined)[] {
  const table: (Fields | undefined)[] = [];
  // oxlint-disable-next-line no-restricted-properties -- each row finds its own place
  for (const [name, kind] of Object.entries(CommandKind)) {
    table[kind] = [...envelopeFields, ...commandSchema[name as keyof typeof CommandKind]];
  }
  return table;
}

/**
 * Write a command's bytes behind what the writer already has.
 *
 * @throws RangeError when a field is missing, of another type or not exact; the writer's bytes
 *   since
 *   its last reset must not be used then.
 */
export function encodeCommand(command: Command, writer: ByteWriter): void {
  const fields = fieldsByKind[command.kind];
  if (fields === undefined) throw new RangeError(`no command of kind ${command.kind}`);
  writer.writeInt(command.kind);
  writeFields(writer, command as unknown as Shape, fields);
}

/**
 * Read one command, behind what the reader has already given.
 *
 * @throws RangeError when the bytes are not exactly what encodeCommand writes.
 */
export function decodeCommand(reader: ByteReader): Command {
  const kind = reader.readInt();
  if (kind === CommandKind.placeOrder) return readPlaceOrder(reader);
  if (kind === CommandKind.cancelOrder) return readCancelOrder(reader);
  return readRarer(reader, kind);
}

function readRarer(reader: ByteReader, kind: number): Command {
  if (kind === CommandKind.cancelReplace) return readCancelReplace(reader);
  const fields = fieldsByKind[kind];
  if (fields === undefined) throw new RangeError(`no command of kind ${kind}`);
  return readFields(reader, { kind }, fields) as unknown as Command;
}

const ownWriter = new ByteWriter();
const ownReader = new ByteReader(new Uint8Array(0));

/**
 * The bytes of one command.
 *
 * @throws RangeError as encodeCommand.
 */
export function encodeCommandBytes(command: Command): Uint8Array {
  ownWriter.reset();
  encodeCommand(command, ownWriter);
  return ownWriter.readBytes();
}

/**
 * The command that these bytes, all of them, are.
 *
 * @throws RangeError as decodeCommand, or when bytes are left.
 */
export function decodeCommandBytes(bytes: Uint8Array): Command {
  ownReader.reset(bytes);
  const command = decodeCommand(ownReader);
  if (!ownReader.isAtEnd()) throw new RangeError('bytes are left behind the command');
  return command;
}

let lastPlace: PlaceOrder | undefined;
let lastCancel: CancelOrder | undefined;

/**
 * `decodeCommandBytes` for who is done with each command before the next one: placing and
 * cancelling an order give the same two objects over and over, which then stay in the processor's
 * cache with what a step needs.
 *
 * @param place - where the command lies in the bytes, if it is not all of them.
 * @throws RangeError as decodeCommandBytes.
 */
export function decodePassingCommand(
  bytes: Uint8Array,
  place?: { readonly from: number; readonly to: number },
): Command {
  if (place === undefined) ownReader.reset(bytes);
  else ownReader.reset(bytes, place.from, place.to);
  const command = readPassing(ownReader);
  if (!ownReader.isAtEnd()) throw new RangeError('bytes are left behind the command');
  return command;
}

function readPassing(reader: ByteReader): Command {
  const kind = reader.readInt();
  if (kind === CommandKind.placeOrder) {
    return lastPlace === undefined
      ? (lastPlace = readPlaceOrder(reader))
      : refillPlaceOrder(lastPlace, reader);
  }
  if (kind === CommandKind.cancelOrder) {
    return lastCancel === undefined
      ? (lastCancel = readCancelOrder(reader))
      : refillCancelOrder(lastCancel, reader);
  }
  return readRarer(reader, kind);
}

function writeFields(writer: ByteWriter, shape: Shape, fields: Fields): void {
  if (typeof shape !== 'object' || shape === null) throw new RangeError('a part is missing');
  for (const [name, type] of fields) writeField(writer, shape[name], type);
}

function writeField(writer: ByteWriter, value: unknown, type: CommandFieldType): void {
  if (type === 'int') return writer.writeInt(value as number);
  if (type === 'flag') return writer.writeFlag(value as boolean);
  if (type === 'amount') return writer.writeAmount(value as bigint);
  if (type === 'clientId') return writeClientId(writer, value);
  if (type === 'terms') return writeFields(writer, value as Shape, termsFields);
  if (type === 'reference') return writeFields(writer, value as Shape, referenceFields);
  if (type === 'ints') return writeList(writer, value, (one) => writer.writeInt(one as number));
  if (type === 'legs') {
    return writeList(writer, value, (one) => writeFields(writer, one as Shape, termsFields));
  }
  const parts = partFields[type];
  if (parts !== undefined) {
    const write = (one: unknown): void => writeFields(writer, one as Shape, parts);
    return writeUpTo(writer, value, { lengthMax: readLengthMax(type), write });
  }
  return writeList(writer, value, (one) => writeItem(writer, one as BatchItem));
}

function writeList(writer: ByteWriter, list: unknown, write: (one: unknown) => void): void {
  writeUpTo(writer, list, { lengthMax: listLengthMax, write });
}

interface ListWriting {
  readonly lengthMax: number;
  readonly write: (one: unknown) => void;
}

function writeUpTo(writer: ByteWriter, list: unknown, { lengthMax, write }: ListWriting): void {
  if (!Array.isArray(list) || list.length > lengthMax) throw new RangeError('no list of ours');
  writer.writeInt(list.length);
  for (const one of list) write(one);
}

/** None is one byte; any other id is a 1 and its five words. */
function writeClientId(writer: ByteWriter, words: unknown): void {
  if (!Array.isArray(words) || words.length !== 5) throw new RangeError('no client order id');
  const isNone = words.every((word) => word === 0);
  writer.writeFlag(!isNone);
  if (!isNone) for (const word of words) writer.writeInt(word);
}

function writeItem(writer: ByteWriter, item: BatchItem): void {
  const isPlace = item.action === 'place';
  if (!isPlace && item.action !== 'cancel') throw new RangeError('no line of a batch');
  writer.writeFlag(isPlace);
  const part = isPlace ? item.place : item.cancel;
  writeFields(writer, part as unknown as Shape, isPlace ? termsFields : referenceFields);
}

function readFields(reader: ByteReader, shape: Shape, fields: Fields): Shape {
  for (const [name, type] of fields) shape[name] = readField(reader, type);
  return shape;
}

function readField(reader: ByteReader, type: CommandFieldType): unknown {
  if (type === 'int') return reader.readInt();
  if (type === 'flag') return reader.readFlag();
  if (type === 'amount') return reader.readAmount();
  if (type === 'clientId') return readClientId(reader);
  if (type === 'terms') return readTerms(reader);
  if (type === 'reference') return readReference(reader);
  if (type === 'ints') return readList(reader, () => reader.readInt());
  if (type === 'legs') return readList(reader, () => readTerms(reader));
  const parts = partFields[type];
  if (parts !== undefined) {
    return readUpTo(reader, readLengthMax(type), () => readFields(reader, {}, parts));
  }
  return readList(reader, () => readItem(reader));
}

function readList<TOne>(reader: ByteReader, read: () => TOne): TOne[] {
  return readUpTo(reader, listLengthMax, read);
}

function readUpTo<TOne>(reader: ByteReader, lengthMax: number, read: () => TOne): TOne[] {
  const length = reader.readInt();
  if (length < 0 || length > lengthMax) throw new RangeError(`a list of ${length}`);
  return Array.from({ length }, read);
}

function readItem(reader: ByteReader): BatchItem {
  if (!reader.readFlag()) return { action: 'cancel', cancel: readReference(reader) };
  return { action: 'place', place: readTerms(reader) };
}
