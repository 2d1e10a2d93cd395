import { describe, expect, it } from 'vitest';
import { createEngine } from './engine.ts';
import { defaultSizes, type EngineSizes, smallSizes } from './sizes.ts';
import { alice, bob, Driver, instrument, order, startMs } from './testing/driver.ts';
import { AccountType, Source } from './words.ts';

/** A venue whose users have money, in an engine of this room. */
function openVenue(sizes: Partial<EngineSizes>): Driver {
  const driver = new Driver();
  driver.engine = createEngine({ sizes: { ...smallSizes, ...sizes } });
  driver.openVenue();
  return driver;
}

const place = (driver: Driver, fields: Record<string, unknown> = {}): string =>
  driver.ask('placeOrder', {
    ...order,
    isTest: false,
    actorId: alice,
    source: Source.web,
    ...fields,
  });

const key = (count: number) => ({
  keyHigh: 1,
  keyLow: count,
  bodyHash: 1,
  deadlineMs: startMs + 86_400_000,
});

describe('a full room refuses, and the engine goes on', () => {
  it('of keys: users of what is theirs, then of all but the house share; cancels pass', () => {
    const driver = openVenue({ keysMax: 512 });
    const hold = (count: number, fields: Record<string, unknown>): string =>
      driver.ask('hold', {
        accountId: 3,
        assetId: 52,
        amountUnits: 10n ** 30n,
        reason: 1,
        reference: 1,
        ...key(count),
        ...fields,
      });
    for (let count = 1; count <= 8; count += 1) {
      expect(hold(count, { actorId: alice, source: Source.web })).toMatch(/^balance_too_low/);
    }
    expect(hold(9, { actorId: alice, source: Source.web })).toBe('capacity_exceeded 2 8');
    expect(hold(8, { actorId: alice, source: Source.web })).toMatch(/^applied|^balance_too_low/);
    const cancel = { accountId: 3, instrumentId: 0, actorId: alice, source: Source.web };
    expect(driver.ask('cancelAllOrders', { ...cancel, ...key(10) })).toBe('applied');
    for (let count = 11; count < 11 + 440; count += 1) hold(count, { actorId: 100 + count });
    expect(hold(900, { actorId: bob, source: Source.web })).toBe('capacity_exceeded 1 448');
    for (let count = 1000; count < 1064; count += 1) hold(count, {});
    expect(hold(2000, {})).toBe('capacity_exceeded 1 512');
    driver.atMs = startMs + 86_400_001;
    const later = { deadlineMs: driver.atMs + 1000 };
    expect(hold(2001, { actorId: alice, source: Source.web, ...later })).toMatch(
      /^balance_too_low/,
    );
  });

  it('of orders, with and without a key, in a batch and beside cancels', () => {
    const driver = openVenue({ ordersMax: 70 });
    for (let count = 0; count < 70; count += 1) expect(place(driver)).toBe('applied');
    expect(place(driver)).toBe('capacity_exceeded 7 70');
    expect(place(driver, key(1))).toBe('capacity_exceeded 7 70');
    const own = { accountId: 3, actorId: alice, source: Source.web };
    expect(driver.ask('cancelAllOrders', { ...own, instrumentId: 0 })).toBe('applied');
    expect(place(driver, key(1))).toBe('applied');
  });

  it('of pages: one order far from the others for each', () => {
    const driver = openVenue({ bookPagesMax: 64 });
    const far = (page: number): string => place(driver, { priceTicks: 100 + page * 512 });
    for (let page = 0; page < 63; page += 1) expect(far(page)).toBe('applied');
    expect(far(63)).toBe('capacity_exceeded 8 63');
    expect(far(0)).toBe('capacity_exceeded 8 63');
  });

  it('of accounts and owners', () => {
    const driver = openVenue({ accountsMax: 6, ownersMax: 4 });
    const vip = (ownerId: number): string => driver.ask('setVipLevel', { ownerId, vipLevel: 1 });
    expect(driver.open(alice, AccountType.c2c)).toBe('applied');
    expect(vip(9)).toBe('applied');
    expect(vip(10)).toBe('capacity_exceeded 4 4');
    expect(driver.open(10, AccountType.spot)).toBe('capacity_exceeded 4 4');
    expect(vip(alice)).toBe('applied');
    expect(driver.open(bob, AccountType.c2c)).toBe('applied');
    expect(driver.open(bob, AccountType.other)).toBe('capacity_exceeded 3 6');
  });

  it('of fee plans and instruments', () => {
    const driver = openVenue({ feePlansMax: 64, instrumentsMax: 2 });
    const answers = new Set<string>();
    for (let rate = 0; rate < 100; rate += 1) {
      const makerPpm = Array.from({ length: 16 }, (_, level) => rate * 16 + level);
      const rates = { instrumentId: 7, makerPpm, takerPpm: makerPpm };
      answers.add(driver.ask('setFeeSchedule', rates));
    }
    expect([...answers].sort()).toEqual(['applied', 'capacity_exceeded 6 64']);
    const plenty = openVenue({ instrumentsMax: 1 });
    const another = { ...instrument, instrumentId: 8 };
    expect(plenty.ask('defineInstrument', another)).toBe('capacity_exceeded 5 1');
  });
});

it('timers have at least twice the places that anybody can want', () => {
  for (const sizes of [defaultSizes, smallSizes]) {
    const wanted = sizes.ordersMax + sizes.accountsMax + 3 * sizes.instrumentsMax;
    expect(sizes.timersMax).toBeGreaterThanOrEqual(2 * wanted);
  }
});
