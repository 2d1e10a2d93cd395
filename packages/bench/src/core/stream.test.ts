import { describe, expect, it } from 'vitest';
import { hashBytes, loadStream, makeStream, streamA1, streamA100 } from './stream.ts';
import { buildTwin } from './twin.ts';

describe('order streams', () => {
  it.each([streamA1, streamA100])('are made bit for bit: $name', (terms) => {
    const stream = makeStream(terms);
    expect(hashBytes(stream.bytes)).toBe(terms.sha256);
    expect(stream.tradeHash).toBe(terms.tradeHash);
    expect(stream.tradesCount).toBe(terms.tradesCount);
    expect(loadStream(terms).equals(stream.bytes)).toBe(true);
  });

  it('differ by their terms', () => {
    const short = { ...streamA1, name: 'short', count: 1000 };
    const other = { ...short, seed: 1 };
    const plain = makeStream(short);
    expect(plain.bytes.equals(makeStream(other).bytes)).toBe(false);
    expect(plain.bytes.equals(makeStream(streamA1).bytes.subarray(0, 24_000))).toBe(true);
  });
});

describe('the native twin', () => {
  it('is not there where no compiler is', () => {
    expect(buildTwin(['no-such-compiler'])).toBeUndefined();
  });
});
