// Named streams of the trading dialect inside this process: who reads which, in which form. However
// many read a message, it is written to text once a form and framed once. It knows no socket and no
// product. Products publish; edge/dialect reads.
import { makeTextFrame } from './frame.ts';

/** How a reader wants their messages. */
export interface StreamForm {
  /** Wrapped as `{"stream": name, "data": message}`. */
  readonly isCombined: boolean;
  /** Times in microseconds instead of milliseconds. */
  readonly isMicro: boolean;
}

/** Someone who reads streams; the bytes are whole WebSocket frames. */
export interface StreamReader {
  write(frames: Buffer): void;
  /** A stream ended: it was left for this reader. */
  ended?(name: string): void;
}

/** Writes a time of a message in the reader's unit. */
export type WriteTime = (atMs: number) => number;

/** A message before it is text: called once for each unit of time that somebody reads. */
export type StreamMessage = (time: WriteTime) => unknown;

/** Who makes the messages of some streams. */
export interface StreamSource {
  /** Whether there is such a stream. */
  has(name: string): boolean;
  /** The first reader came. */
  opened(name: string): void;
  /** The last reader left. */
  closed(name: string): void;
  /** What a new reader is told at once. */
  readFirst(name: string): readonly StreamMessage[];
}

interface OpenStream {
  readonly source: StreamSource;
  /** Readers with the number of their form. */
  readonly readers: Map<StreamReader, number>;
}

/** The streams of this process. */
export interface StreamHub {
  addSource(source: StreamSource): void;
  has(name: string): boolean;
  join(name: string, reader: StreamReader, form: StreamForm): void;
  leave(name: string, reader: StreamReader): void;
  /** Go on reading in another form. */
  change(name: string, reader: StreamReader, form: StreamForm): void;
  hasReaders(name: string): boolean;
  publish(name: string, messages: readonly StreamMessage[]): void;
  /** Publish the last message of a stream; everybody leaves it. */
  end(name: string, last: StreamMessage): void;
}

const FORMS_COUNT = 4;

const writeMillis: WriteTime = (atMs) => atMs;
const writeMicros: WriteTime = (atMs) => atMs * 1_000;

/** A form as a small number. */
function numberForm(form: StreamForm): number {
  return (form.isCombined ? 1 : 0) + (form.isMicro ? 2 : 0);
}

/** Choose how times are written. */
export function chooseTime(isMicro: boolean): WriteTime {
  return isMicro ? writeMicros : writeMillis;
}

function encode(name: string, messages: readonly StreamMessage[], form: number): Buffer {
  const time = chooseTime((form & 2) !== 0);
  const frames = messages.map((message) => {
    const text = JSON.stringify(message(time));
    return makeTextFrame((form & 1) === 0 ? text : `{"stream":"${name}","data":${text}}`);
  });
  return frames.length === 1 ? frames[0] : Buffer.concat(frames);
}

/** Make an empty hub. */
export function createStreamHub(): StreamHub {
  const sources: StreamSource[] = [];
  const open = new Map<string, OpenStream>();

  function publish(name: string, messages: readonly StreamMessage[]): void {
    const stream = open.get(name);
    if (stream === undefined || messages.length === 0) return;
    const encoded: (Buffer | undefined)[] = Array.from({ length: FORMS_COUNT });
    for (const [reader, form] of stream.readers) {
      encoded[form] ??= encode(name, messages, form);
      reader.write(encoded[form] as Buffer);
    }
  }

  return {
    publish,
    addSource: (source) => void sources.push(source),
    has: (name) => sources.some((source) => source.has(name)),
    join(name, reader, form) {
      let stream = open.get(name);
      if (stream === undefined) {
        const source = sources.find((one) => one.has(name));
        if (source === undefined) return;
        stream = { source, readers: new Map() };
        open.set(name, stream);
        source.opened(name);
      }
      const number = numberForm(form);
      stream.readers.set(reader, number);
      const first = stream.source.readFirst(name);
      if (first.length > 0) reader.write(encode(name, first, number));
    },
    leave(name, reader) {
      const stream = open.get(name);
      if (stream === undefined || !stream.readers.delete(reader)) return;
      if (stream.readers.size > 0) return;
      open.delete(name);
      stream.source.closed(name);
    },
    change: (name, reader, form) => void open.get(name)?.readers.set(reader, numberForm(form)),
    hasReaders: (name) => open.has(name),
    end(name, last) {
      const stream = open.get(name);
      if (stream === undefined) return;
      publish(name, [last]);
      open.delete(name);
      stream.source.closed(name);
      for (const reader of stream.readers.keys()) reader.ended?.(name);
    },
  };
}
