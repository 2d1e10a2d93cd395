import { expect, test } from 'vitest';
import {
  calculateGasUnits,
  creditReceived,
  cutToUnits,
  readSendDecimals,
  splitWithdrawal,
  toWholeRaw,
} from './chain-units.ts';

const ETH = { decimals: 18, scale: 10 };
const USDT = { decimals: 6, scale: 8 };
const BTC = { decimals: 8, scale: 10 };
const NOTHING = { totalRaw: 0n, creditedUnits: 0n };

test('two receipts finer than a unit are worth what one of both is', () => {
  const raw = 9_007_199_254_740_993n;
  const first = creditReceived(NOTHING, raw, ETH);
  expect(first.units).toBe(90_071_992n);
  const second = creditReceived(first, raw, ETH);
  expect([second.units, second.residueRaw]).toEqual([90_071_993n, 9_481_986n]);
  expect(creditReceived(NOTHING, 2n * raw, ETH)).toMatchObject({
    units: first.units + second.units,
    residueRaw: second.residueRaw,
  });
});

test('receipts of any size leave less than a unit, and nothing where the ledger is finer', () => {
  let received = { ...NOTHING, residueRaw: 0n };
  let sumRaw = 0n;
  for (const raw of [1n, 99_999_998n, 1n, 100_000_000n, 123_456_789_012_345_678n]) {
    received = creditReceived(received, raw, ETH);
    sumRaw += raw;
    expect(received.creditedUnits * 10n ** 8n + received.residueRaw).toBe(sumRaw);
    expect(received.residueRaw < 10n ** 8n).toBe(true);
  }
  expect(creditReceived(NOTHING, 1n, BTC)).toMatchObject({ units: 100n, residueRaw: 0n });
});

test('what is sent is whole raw units', () => {
  expect(toWholeRaw(100n, USDT)).toBe(1n);
  expect(toWholeRaw(101n, USDT)).toBeUndefined();
  expect(toWholeRaw(1n, ETH)).toBe(100_000_000n);
  expect([ETH, USDT, BTC].map(readSendDecimals)).toEqual([10, 6, 8]);
  expect(cutToUnits(toWholeRaw(12_300n, BTC) ?? 0n, BTC)).toBe(12_300n);
});

test('a fee inside leaves the cut with the customer', () => {
  const terms = { isFeeInside: true, feeUnits: 10n ** 8n, feePpm: 1_000 };
  expect(splitWithdrawal(100n * 10n ** 8n, terms, USDT)).toEqual({
    receivesUnits: 9_890_109_800n,
    receivesRaw: 98_901_098n,
    feeUnits: 109_890_110n,
    leftUnits: 90n,
  });
});

test('a fee inside never takes more than was asked for, nor leaves room for a raw unit', () => {
  const terms = { isFeeInside: true, feeUnits: 7n, feePpm: 1_337 };
  for (let amountUnits = 1n; amountUnits < 3_000n; amountUnits += 1n) {
    const split = splitWithdrawal(amountUnits, terms, USDT);
    if (split === undefined) {
      expect(amountUnits < 108n).toBe(true);
      continue;
    }
    expect(split.receivesUnits + split.feeUnits + split.leftUnits).toBe(amountUnits);
    expect(split.leftUnits >= 0n).toBe(true);
    const moreUnits = split.receivesUnits + 100n;
    const moreFee = 7n + (moreUnits * 1_337n + 999_999n) / 1_000_000n;
    expect(moreUnits + moreFee > amountUnits).toBe(true);
  }
});

test('a fee outside comes on top', () => {
  const terms = { isFeeInside: false, feeUnits: 10n ** 8n, feePpm: 1_000 };
  expect(splitWithdrawal(100n * 10n ** 8n, terms, USDT)).toEqual({
    receivesUnits: 100n * 10n ** 8n,
    receivesRaw: 100_000_000n,
    feeUnits: 110_000_000n,
    leftUnits: 0n,
  });
  expect(splitWithdrawal(101n, terms, USDT)).toBeUndefined();
  expect(splitWithdrawal(0n, terms, USDT)).toBeUndefined();
});

test('gas is booked rounded up over all of it', () => {
  const first = calculateGasUnits({ totalRaw: 21_000_000_000_001n, creditedUnits: 0n }, ETH);
  expect(first).toBe(210_001n);
  const both = { totalRaw: 42_000_000_000_002n, creditedUnits: first };
  expect(calculateGasUnits(both, ETH)).toBe(210_000n);
});
