// Two-word arithmetic in place against wide whole numbers, at the borders where carries and borrows
// happen: powers of two from 1 to the largest amount, and their neighbours.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { amountUnitsLimit, calculateFee } from '../math/index.ts';
import { createMemory } from '../memory.ts';
import { Scratch, scratchCount } from '../scratch.ts';
import { createLedger } from './ledger.ts';
import { AccountClass, AccountType } from '../words.ts';

const sizes = {
  accountsMax: 4,
  homeAssetsCount: 4,
  overflowBlocksMax: 1,
  ownersMax: 4,
  instrumentsMax: 1,
  feePlansMax: 4,
};

function makeLedger() {
  const scratch = new Float64Array(scratchCount);
  const memory = createMemory();
  const ledger = createLedger({ memory, scratch, sizes, countInstruments: () => 1 });
  for (let asset = 1; asset <= 4; asset += 1) ledger.assets.define(asset, 18, false);
  for (let ownerId = 1; ownerId <= 2; ownerId += 1) {
    ledger.accounts.open({
      ownerId,
      accountType: AccountType.spot,
      scope: 0,
      isMock: false,
      accountClass: AccountClass.wallet,
    });
  }
  return { ...ledger, scratch };
}

/** Powers of two below 2^`top`, and up to two beside them. */
function nearPower(top: number): fc.Arbitrary<bigint> {
  return fc
    .tuple(fc.integer({ min: 0, max: top }), fc.integer({ min: -2, max: 2 }))
    .map(([power, offset]) => (1n << BigInt(power)) + BigInt(offset))
    .filter((value) => value >= 0n && value < 1n << BigInt(top));
}

const amount = fc.oneof(nearPower(103), fc.bigInt({ min: 0n, max: amountUnitsLimit - 1n }));
const lowBase = 1n << 52n;

it('holds and releases are exact at every border', () => {
  fc.assert(
    fc.property(amount, amount, amount, (funds, first, second) => {
      const { balances, units } = makeLedger();
      const row = balances.ensureRow(1, 0);
      balances.addAvailable(row, funds);
      let held = 0n;
      for (const wanted of [first, second]) {
        units.setAmount(wanted);
        const isEnough = wanted <= funds - held;
        expect(balances.hasAvailable(row)).toBe(isEnough);
        expect(balances.hold(row)).toBe(isEnough);
        if (isEnough) held += wanted;
        expect([balances.readAvailable(row), balances.readHeld(row)]).toEqual([funds - held, held]);
      }
      units.setAmount(held);
      balances.release(row);
      expect([balances.readAvailable(row), balances.readHeld(row)]).toEqual([funds, 0n]);
      for (const word of [balances.rows[row + 1], balances.rows[row + 3]]) {
        expect(word >= 0 && BigInt(word) < lowBase).toBe(true);
      }
    }),
    { numRuns: 5_000 },
  );
});

it('a count times a factor is exact at every border', () => {
  const { units, scratch } = makeLedger();
  const count = fc.oneof(nearPower(53), fc.bigInt({ min: 0n, max: (1n << 53n) - 1n })).map(Number);
  const factor = fc.oneof(
    nearPower(60),
    fc.integer({ min: 0, max: 18 }).map((power) => 10n ** BigInt(power)),
  );
  fc.assert(
    fc.property(count, factor, (many, each) => {
      units.setFactors(0, each, 1n);
      const product = BigInt(many) * each;
      if (product >= amountUnitsLimit) return;
      units.calculate(many, units.quoteFactorAt(0));
      expect(units.readAmount()).toBe(product);
      expect(BigInt(scratch[Scratch.amount + 1]) < lowBase).toBe(true);
    }),
    { numRuns: 10_000 },
  );
});

it('what a side gets and its fee are what it was due, at every border', () => {
  const count = fc.oneof(nearPower(52), fc.bigInt({ min: 1n, max: (1n << 52n) - 1n })).map(Number);
  const power = fc.integer({ min: 0, max: 15 }).map((decimals) => 10n ** BigInt(decimals));
  const ppm = fc.oneof(fc.integer({ min: -1_000, max: 100_000 }), fc.constantFrom(0, 1, -1));
  fc.assert(
    fc.property(count, power, ppm, (tickLots, factor, rate) => {
      const quote = BigInt(tickLots) * factor;
      if (tickLots === 0 || quote >= amountUnitsLimit >> 2n) return;
      const { balances, units, fees, settlement, scratch } = makeLedger();
      units.setFactors(0, factor, 1n);
      const plan = fees.ensurePlan(0, rate, rate);
      const seller = balances.ensureRow(1, 1);
      const operatorAccount = [balances.ensureRow(2, 0), balances.ensureRow(2, 1)] as const;
      balances.addAvailable(operatorAccount[1], quote);
      settlement.setFeeRows(0, ...operatorAccount);
      settlement.begin(tickLots, 1, 0);
      settlement.receiveQuote(seller, fees.makerFeeAt(plan), Scratch.makerFee);
      const fee =
        BigInt(scratch[Scratch.makerFee]) * lowBase + BigInt(scratch[Scratch.makerFee + 1]);
      expect(fee).toBe(calculateFee(quote, rate));
      expect(balances.readAvailable(seller)).toBe(quote - fee);
      expect(balances.readAvailable(operatorAccount[1])).toBe(quote + fee);
    }),
    { numRuns: 5_000 },
  );
});
