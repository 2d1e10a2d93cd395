import { expect, it } from 'vitest';
import { readScript } from './addresses.ts';
import {
  calculateBumpMinimum,
  calculateDust,
  calculateReplacementFee,
  calculateVsize,
} from './fees.ts';

it('one input and two outputs are 141 vB, and 1,410 is replaced by 1,551', () => {
  expect(calculateVsize(1, [22, 22])).toBe(141);
  expect(calculateReplacementFee(1410n, 141)).toBe(1551n);
});

it('a bump of EVM fees is nine eighths, rounded up', () => {
  expect(calculateBumpMinimum(8n)).toBe(9n);
  expect(calculateBumpMinimum(1n)).toBe(2n);
  expect(calculateBumpMinimum(20_000_000_001n)).toBe(22_500_000_002n);
});

it('dust goes by the kind of the output: 294 for P2WPKH, ten times that on Litecoin', () => {
  const dust = (address: string, chain: 'btc' | 'ltc' = 'btc') => {
    const script = readScript('btc', address);
    if (script === undefined) throw new Error(`no address: ${address}`);
    return calculateDust(script, chain);
  };
  expect(dust('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4')).toBe(294n);
  expect(dust('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'ltc')).toBe(2940n);
  expect(dust('1BgGZ9tcN4rm9KBzDn7KprQz87SZ26SAMH')).toBe(546n);
  expect(dust('bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0')).toBe(330n);
});
