// Streams as readers see them: what is written, how often it is encoded, what a frame is.
import { expect, test } from 'vitest';
import { makeTextFrame } from './frame.ts';
import { createStreamHub, type StreamForm, type StreamReader } from './streams.ts';

const PLAIN: StreamForm = { isCombined: false, isMicro: false };

/** Payload of one frame, by the protocol's rules and not by the code under test. */
function readPayload(frame: Buffer): string {
  expect(frame[0]).toBe(0x81);
  const short = frame[1];
  if (short < 126) return frame.subarray(2, 2 + short).toString();
  const [at, count] =
    short === 126 ? [4, frame.readUInt16BE(2)] : [10, Number(frame.readBigUInt64BE(2))];
  expect(frame.length).toBe(at + count);
  return frame.subarray(at).toString();
}

class Reader implements StreamReader {
  readonly frames: Buffer[] = [];

  write(frames: Buffer): void {
    this.frames.push(frames);
  }
  texts(): string[] {
    return this.frames.map(readPayload);
  }
}

function start() {
  const hub = createStreamHub();
  const opened: string[] = [];
  const closed: string[] = [];
  hub.addSource({
    has: (name) => name.startsWith('a@'),
    opened: (name) => opened.push(name),
    closed: (name) => closed.push(name),
    readFirst: (name) => (name === 'a@state' ? [() => ({ now: 1 })] : []),
  });
  return { hub, opened, closed };
}

test.each([0, 1, 125, 126, 65_535, 65_536])('a frame of %d bytes carries them all', (count) => {
  const text = 'x'.repeat(count);
  expect(readPayload(makeTextFrame(text))).toBe(text);
});

test('a frame counts bytes, not letters', () => {
  expect(readPayload(makeTextFrame('é中'.repeat(60)))).toBe('é中'.repeat(60));
});

test('each form is encoded once, however many read it', () => {
  const { hub } = start();
  const readers = Array.from({ length: 6 }, () => new Reader());
  const forms = [PLAIN, { isCombined: true, isMicro: false }, { isCombined: true, isMicro: true }];
  for (const [at, reader] of readers.entries()) hub.join('a@b', reader, forms[at % 3]);
  let encodedCount = 0;
  hub.publish('a@b', [
    (time) => {
      encodedCount += 1;
      return { E: time(5) };
    },
  ]);
  expect(encodedCount).toBe(3);
  expect(readers[0].frames[0]).toBe(readers[3].frames[0]);
  expect(readers.slice(0, 3).flatMap((reader) => reader.texts())).toEqual([
    '{"E":5}',
    '{"stream":"a@b","data":{"E":5}}',
    '{"stream":"a@b","data":{"E":5000}}',
  ]);
});

test('a source is told of the first and of the last reader only', () => {
  const { hub, opened, closed } = start();
  const [one, two] = [new Reader(), new Reader()];
  hub.join('a@b', one, PLAIN);
  hub.join('a@b', two, PLAIN);
  hub.leave('a@b', one);
  hub.leave('a@b', one);
  expect([opened, closed]).toEqual([['a@b'], []]);
  hub.leave('a@b', two);
  expect(closed).toEqual(['a@b']);
  hub.publish('a@b', [() => 1]);
  expect(two.frames).toEqual([]);
});

test('a new reader of a state is told it, an unknown name is joined by nobody', () => {
  const { hub, opened } = start();
  const reader = new Reader();
  hub.join('a@state', reader, PLAIN);
  hub.join('b@c', reader, PLAIN);
  expect(reader.texts()).toEqual(['{"now":1}']);
  expect(opened).toEqual(['a@state']);
});
