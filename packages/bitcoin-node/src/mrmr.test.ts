import { createRequire } from 'node:module';
import { expect, test } from 'vitest';

const { sum, tweak } = createRequire(import.meta.url)('mrmr') as {
  sum(data: Buffer, seed: number): number;
  tweak(data: Buffer, n: number, tweakOf: number): number;
};

// Vectors of Bitcoin Core's own test of its bloom filters.
test.each([
  [0x00000000, 0x00000000, ''],
  [0x6a396f08, 0xfba4c795, ''],
  [0x81f16f39, 0xffffffff, ''],
  [0x514e28b7, 0x00000000, '00'],
  [0xea3f0b17, 0xfba4c795, '00'],
  [0xfd6cf10d, 0x00000000, 'ff'],
  [0x16c6b7ab, 0x00000000, '0011'],
  [0x8eb51c3d, 0x00000000, '001122'],
  [0xb4471bf8, 0x00000000, '00112233'],
  [0xe2301fa8, 0x00000000, '0011223344'],
  [0xfc2e4a15, 0x00000000, '001122334455'],
  [0xb074502c, 0x00000000, '00112233445566'],
  [0x8034d2a0, 0x00000000, '0011223344556677'],
  [0xb4698def, 0x00000000, '001122334455667788'],
])('%i is the hash with seed %i of %s', (hash, seed, data) => {
  expect(sum(Buffer.from(data, 'hex'), seed)).toBe(hash);
});

test('a function of a filter has its own seed', () => {
  const data = Buffer.from('00', 'hex');
  expect(tweak(data, 1, 0)).toBe(sum(data, 0xfba4c795));
});
