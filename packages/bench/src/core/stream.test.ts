// The streams are made bit for bit: their first hundred thousand orders here, each whole stream by
// the benches whenever they load it.
import { describe, expect, it } from 'vitest';
import { hashBytes, loadStream, makeStream, streamA1, streamA100 } from './stream.ts';
import { buildTwin } from './twin.ts';

const count = 100_000;
const beginnings = [
  {
    ...streamA1,
    name: 'A1-begin',
    count,
    sha256: 'c036975a3a96f9c11647c456e61163e7fae31da694b04d29457ee83914a3b582',
    tradeHash: 2_608_072_461,
    tradesCount: 15_596,
  },
  {
    ...streamA100,
    name: 'A100-begin',
    count,
    sha256: 'f6543e8cfc401cff5e62adf9a05147825e9410924256f7d26a26c26587372b7c',
    tradeHash: 2_956_247_202,
    tradesCount: 13_989,
  },
];

describe('order streams', () => {
  it.each(beginnings)('are made bit for bit: $name', (terms) => {
    const stream = makeStream(terms);
    expect(hashBytes(stream.bytes)).toBe(terms.sha256);
    expect(stream.tradeHash).toBe(terms.tradeHash);
    expect(stream.tradesCount).toBe(terms.tradesCount);
    expect(loadStream(terms).equals(stream.bytes)).toBe(true);
  });

  it('that are no longer what they were are refused', () => {
    const changed = { ...streamA1, name: 'changed', count: 1000 };
    expect(() => loadStream(changed)).toThrow('is not stream changed');
  });

  it('differ by their terms', () => {
    const short = { ...streamA1, name: 'short', count: 1000 };
    const other = { ...short, seed: 1 };
    const simpleLimit = makeStream(short);
    expect(simpleLimit.bytes.equals(makeStream(other).bytes)).toBe(false);
    const longer = makeStream({ ...short, count: 2000 });
    expect(simpleLimit.bytes.equals(longer.bytes.subarray(0, 24_000))).toBe(true);
  });
});

describe('the native twin', () => {
  it('is not there where no compiler is', () => {
    expect(buildTwin(['no-such-compiler'])).toBeUndefined();
  });
});
