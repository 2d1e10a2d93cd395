import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calculateFee } from '../math/index.ts';
import { createMemory } from '../memory.ts';
import { Scratch, scratchCount } from '../scratch.ts';
import { AccountClass, AccountType } from '../words.ts';
import { createLedger } from './ledger.ts';

const sizes = {
  accountsMax: 20,
  homeAssetsCount: 2,
  overflowBlocksMax: 8,
  ownersMax: 20,
  instrumentsMax: 2,
  feePlansMax: 100,
};

function makeLedger() {
  const scratch = new Float64Array(scratchCount);
  const memory = createMemory();
  const ledger = createLedger({ memory, scratch, sizes, countInstruments: () => 2 });
  for (let asset = 1; asset <= 30; asset += 1) ledger.assets.define(asset, 8, false);
  for (let owner = 1; owner <= 4; owner += 1) {
    ledger.accounts.open({
      ownerId: owner,
      accountType: owner === 1 ? AccountType.operatorFee : AccountType.spot,
      scope: 0,
      isMock: false,
      accountClass: AccountClass.wallet,
    });
  }
  return { ...ledger, scratch, memory };
}

const units = fc.bigInt({ min: 0n, max: 1n << 103n });
const factor = fc.oneof(
  fc.integer({ min: 0, max: 18 }).map((power) => 10n ** BigInt(power)),
  fc.constantFrom(1000000000001n, 100000000000003n),
);
const ppm = fc.integer({ min: -10_000, max: 100_000 });

describe('units', () => {
  it('are count times factor, whatever their size', () => {
    const { units: fixture } = makeLedger();
    const count = fc.oneof(fc.maxSafeNat(), fc.nat({ max: 2 ** 26 }), fc.nat({ max: 2 ** 31 - 1 }));
    const word = 2n ** 52n;
    const near = fc.bigInt({ min: -2n, max: 2n }).map((more) => word / 3n + more);
    const any = fc.oneof(factor, fc.bigInt({ min: 0n, max: word * word }), near);
    fc.assert(
      fc.property(count, any, any, (count, quote, base) => {
        fixture.setFactors(1, quote, base);
        expect(fixture.readFactor(fixture.quoteFactorAt(1))).toBe(quote);
        if (BigInt(count) * quote < 1n << 104n) {
          fixture.calculate(count, fixture.quoteFactorAt(1));
          expect(fixture.readAmount()).toBe(BigInt(count) * quote);
        }
        if (BigInt(count) * base < 1n << 104n) {
          fixture.calculate(count, fixture.baseFactorAt(1));
          expect(fixture.readAmount()).toBe(BigInt(count) * base);
        }
      }),
      { numRuns: 2000 },
    );
  });
});

describe('balances', () => {
  it('hold and release exactly, and never below zero', () => {
    const step = fc.record({ slot: fc.nat(29), amount: units, kind: fc.constantFrom(0, 1, 2) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const { balances, units: fixture } = makeLedger();
        const model = new Map<number, { available: bigint; held: bigint }>();
        for (const { slot, amount, kind } of steps) {
          const row = balances.ensureRow(2, slot);
          const own = model.get(slot) ?? { available: 0n, held: 0n };
          model.set(slot, own);
          if (kind === 0) {
            balances.addAvailable(row, amount);
            own.available += amount;
          }
          fixture.setAmount(amount);
          expect(balances.hasAvailable(row)).toBe(own.available >= amount);
          expect(balances.hasHeld(row)).toBe(own.held >= amount);
          if (kind === 1) {
            const isEnough = own.available >= amount;
            expect(balances.hold(row)).toBe(isEnough);
            if (isEnough) {
              own.available -= amount;
              own.held += amount;
            }
          }
          if (kind === 2 && own.held >= amount) {
            balances.release(row);
            own.held -= amount;
            own.available += amount;
          }
        }
        for (const [slot, own] of model) {
          const row = balances.findRow(2, slot);
          expect(balances.readAvailable(row)).toBe(own.available);
          expect(balances.readHeld(row)).toBe(own.held);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('lie in rows of their own, row 0 staying empty', () => {
    const { balances } = makeLedger();
    const rows = new Set<number>();
    for (let account = 1; account <= 4; account += 1) {
      for (let slot = 0; slot < 30; slot += 1) {
        if (slot >= 2 && slot % 16 === 2) expect(balances.findRow(account, slot)).toBe(0);
        rows.add(balances.ensureRow(account, slot));
        expect(balances.ensureRow(account, slot)).toBe(balances.findRow(account, slot));
      }
    }
    expect(rows.size).toBe(120);
    expect(rows.has(0)).toBe(false);
  });

  it('stop rather than lose a unit of a balance beyond two limbs', () => {
    const { balances } = makeLedger();
    const row = balances.ensureRow(2, 0);
    balances.addAvailable(row, -(1n << 104n));
    expect(() => balances.addAvailable(row, -(1n << 105n))).toThrow('outgrew');
    expect(balances.readAvailable(row)).toBe(-(1n << 104n));
  });

  it('refuse to release what is not held', () => {
    const { balances, units: fixture } = makeLedger();
    fixture.setAmount(1n);
    expect(() => balances.release(balances.ensureRow(2, 0))).toThrow('more than was held');
  });
});

describe('settlement', () => {
  const fill = fc.record({
    ticks: fc.integer({ min: 1, max: 2 ** 31 - 1 }),
    lots: fc.oneof(fc.integer({ min: 1, max: 3000 }), fc.integer({ min: 1, max: 2 ** 21 })),
    improvement: fc.nat(1000),
    quote: factor,
    base: factor,
    maker: ppm,
    taker: ppm,
    isBuyerMaker: fc.boolean(),
    isHeld: fc.boolean(),
    operatorAccount: fc.oneof(fc.constant(0n), fc.bigInt(0n, 10n ** 30n)),
  });

  it('moves what the formulas say and makes no money', () => {
    fc.assert(
      fc.property(fill, (terms) => {
        const { ticks, lots, isBuyerMaker, isHeld } = terms;
        if (ticks * lots >= 2 ** 52) return;
        const ledger = makeLedger();
        const { balances, settlement, units: fixture, fees, scratch } = ledger;
        fixture.setFactors(1, terms.quote, terms.base);
        const plan = fees.ensurePlan(1, terms.maker, terms.taker);
        const buyerQuote = balances.ensureRow(2, 1);
        const buyerBase = balances.ensureRow(2, 0);
        const sellerQuote = balances.ensureRow(3, 1);
        const sellerBase = balances.ensureRow(3, 0);
        const operatorAccount = [balances.ensureRow(1, 0), balances.ensureRow(1, 1)] as const;
        for (const row of operatorAccount) balances.addAvailable(row, terms.operatorAccount);
        settlement.setFeeRows(1, ...operatorAccount);
        const quote = BigInt(ticks) * BigInt(lots) * terms.quote;
        const base = BigInt(lots) * terms.base;
        const held = BigInt(ticks + terms.improvement) * BigInt(lots) * terms.quote;
        if (held >= 1n << 103n) return;
        balances.addAvailable(buyerQuote, held + 5n);
        balances.addAvailable(sellerBase, base + 7n);
        const [buyerHold, sellerHold] = isBuyerMaker
          ? ([Scratch.makerHold, Scratch.takerHold] as const)
          : ([Scratch.takerHold, Scratch.makerHold] as const);
        if (isHeld) {
          fixture.setAmount(held);
          balances.hold(buyerQuote);
          fixture.setAmount(base);
          balances.hold(sellerBase);
        }
        settlement.begin(ticks * lots, lots, 1);
        if (!isHeld) settlement.payQuoteAvailable(buyerQuote, buyerHold);
        else if (terms.improvement === 0) settlement.payQuoteHeld(buyerQuote, buyerHold);
        else {
          fixture.setAmount(held);
          settlement.payQuoteImproved(buyerQuote, buyerHold);
        }
        if (isHeld) settlement.payBaseHeld(sellerBase, sellerHold);
        else settlement.payBaseAvailable(sellerBase, sellerHold);
        const buyerFeeAt = isBuyerMaker ? fees.makerFeeAt(plan) : fees.takerFeeAt(plan);
        const sellerFeeAt = isBuyerMaker ? fees.takerFeeAt(plan) : fees.makerFeeAt(plan);
        const [buyerFee, sellerFee] = isBuyerMaker
          ? ([Scratch.makerFee, Scratch.takerFee] as const)
          : ([Scratch.takerFee, Scratch.makerFee] as const);
        settlement.receiveBase(buyerBase, buyerFeeAt, buyerFee);
        settlement.receiveQuote(sellerQuote, sellerFeeAt, sellerFee);

        const read = (at: number) => BigInt(scratch[at]) * (1n << 52n) + BigInt(scratch[at + 1]);
        const most = (fee: bigint) => (-fee > terms.operatorAccount ? -terms.operatorAccount : fee);
        const baseFee = most(calculateFee(base, isBuyerMaker ? terms.maker : terms.taker));
        const quoteFee = most(calculateFee(quote, isBuyerMaker ? terms.taker : terms.maker));
        expect(read(buyerFee)).toBe(baseFee);
        expect(read(sellerFee)).toBe(quoteFee);
        expect(read(Scratch.quote)).toBe(quote);
        expect(read(buyerHold)).toBe(isHeld ? held : 0n);
        expect(read(sellerHold)).toBe(isHeld ? base : 0n);
        expect(balances.readAvailable(buyerQuote)).toBe(held + 5n - quote);
        expect(balances.readAvailable(sellerBase)).toBe(7n);
        expect(balances.readAvailable(buyerBase)).toBe(base - baseFee);
        expect(balances.readAvailable(sellerQuote)).toBe(quote - quoteFee);
        expect(balances.readHeld(buyerQuote) + balances.readHeld(sellerBase)).toBe(0n);
        expect(balances.readAvailable(operatorAccount[0])).toBe(terms.operatorAccount + baseFee);
        expect(balances.readAvailable(operatorAccount[1])).toBe(terms.operatorAccount + quoteFee);
        expect(ledger.readTotals().slice(0, 2)).toEqual([
          terms.operatorAccount + base + 7n,
          terms.operatorAccount + held + 5n,
        ]);
      }),
      { numRuns: 2000 },
    );
  });

  it('refuses to take what is not there', () => {
    const { settlement, units: fixture, balances } = makeLedger();
    fixture.setFactors(1, 1n, 1n);
    settlement.begin(10, 1, 1);
    const row = balances.ensureRow(2, 1);
    expect(() => settlement.payQuoteHeld(row, Scratch.makerHold)).toThrow('more than was held');
    expect(() => settlement.payQuoteAvailable(row, Scratch.makerHold)).toThrow('available');
  });

  it('counts what a row can pay', () => {
    const { balances, countAffordable, units: fixture } = makeLedger();
    fixture.setFactors(1, 1000n, 1n);
    const row = balances.ensureRow(2, 1);
    balances.addAvailable(row, 99_999n);
    const price = { countPerLot: 10, factorAt: fixture.quoteFactorAt(1) };
    expect(countAffordable(row, 5, price)).toBe(5);
    expect(countAffordable(row, 9, price)).toBe(9);
    expect(countAffordable(row, 10, price)).toBe(9);
    expect(countAffordable(row, Number.MAX_SAFE_INTEGER, price)).toBe(9);
  });
});

describe('accounts and owners', () => {
  it('are found by what they are', () => {
    const { accounts, owners } = makeLedger();
    const terms = { ownerId: 2, accountType: AccountType.spot, scope: 0, isMock: false };
    expect(accounts.find(terms)).toBe(2);
    expect(accounts.find({ ...terms, isMock: true })).toBe(0);
    expect(accounts.readTerms(2)).toEqual({ ...terms, accountClass: AccountClass.wallet });
    expect(accounts.isSpotWallet(2, 2, 0)).toBe(true);
    expect(accounts.isSpotWallet(2, 2, 1)).toBe(false);
    expect(accounts.isSpotWallet(2, 3, 0)).toBe(false);
    expect(accounts.isSpotWallet(1, 1, 0)).toBe(false);
    for (const number of [0, 5, -1, 1.5, Number.NaN]) expect(accounts.has(number)).toBe(false);
    expect(accounts.readMock(2)).toBe(0);
    expect(accounts.readClass(2)).toBe(AccountClass.wallet);
    const slot = accounts.readOwnerSlot(2);
    expect([owners.takeNumber(slot), owners.takeNumberOf(2)]).toEqual([1, 2]);
    expect(owners.readNumber(slot)).toBe(2);
  });

  it('are one person inside a group', () => {
    const { owners } = makeLedger();
    expect(owners.isSamePerson(2, 2)).toBe(true);
    expect(owners.isSamePerson(2, 3)).toBe(false);
    owners.setGroup(1, 7);
    expect(owners.isSamePerson(2, 3)).toBe(false);
    owners.setGroup(2, 7);
    expect(owners.isSamePerson(2, 3)).toBe(true);
  });

  it('share what is known of the owner, from the first account on or from before', () => {
    const { accounts, owners, memory } = makeLedger();
    const early = owners.ensureSlot(9);
    owners.setVip(early, 3);
    expect(owners.takeNumber(early)).toBe(1);
    const terms = { ownerId: 9, scope: 0, isMock: false, accountClass: AccountClass.wallet };
    const first = accounts.open({ ...terms, accountType: AccountType.spot });
    const second = accounts.open({ ...terms, accountType: AccountType.other });
    expect([first, second].map(owners.readVipOf)).toEqual([3, 3]);
    expect([owners.takeNumberOf(second), owners.takeNumberOf(first)]).toEqual([2, 3]);
    owners.setVip(early, 4);
    expect([owners.readVip(early), owners.readVipOf(second)]).toEqual([4, 4]);
    expect(owners.isSamePerson(first, second)).toBe(true);
    for (const settle of memory.settles) settle();
    for (const rebuild of memory.rebuilds) rebuild();
    expect([owners.readNumber(early), owners.readVipOf(second)]).toEqual([3, 4]);
    expect(owners.takeNumberOf(second)).toBe(4);
  });
});
