// Groups of transfers: all legs or none, each on what those before it leave.
import { describe, expect, it } from 'vitest';
import { EventKind } from '../event.ts';
import { alice, bob, Driver, operatorAccount } from '../testing/driver.ts';
import { AccountClass, AccountType, Source, TransferReason } from '../words.ts';

const [fees, chain, aliceSpot, bobSpot, aliceMock] = [1, 2, 3, 4, 5];
const group = { reason: TransferReason.deposit, reference: 77 };
/** What alice and bob begin with of asset 52. */
const begin = 1_000_000_000n;

type Leg = readonly [from: number, to: number, amountUnits: bigint, assetId?: number];

function venue(): Driver {
  const driver = new Driver().openVenue();
  const account = { ownerId: alice, accountType: AccountType.spot, scope: 0 };
  driver.emit('openAccount', { ...account, isMock: true, accountClass: AccountClass.wallet });
  return driver;
}

function legsOf(...legs: readonly Leg[]): Record<string, unknown> {
  const shapes = legs.map(([fromAccountId, toAccountId, amountUnits, assetId = 52]) => {
    return { fromAccountId, toAccountId, assetId, amountUnits };
  });
  return { ...group, legs: shapes };
}

const available = (driver: Driver, account: number): bigint =>
  driver.engine.readBalance(account, 52)?.availableUnits ?? -1n;

describe('a group of transfers', () => {
  it('moves its legs in order and says so in one row of events', () => {
    const driver = venue();
    const events = driver.emit(
      'transferGroup',
      legsOf([aliceSpot, fees, begin], [fees, bobSpot, 1n], [bobSpot, aliceSpot, 0n]),
    );
    const same = { assetId: 52, ...group };
    expect(events.slice(1)).toEqual([
      { kind: EventKind.transferGroupPosted, ...group, legsCount: 2 },
      {
        kind: EventKind.transferPosted,
        ...same,
        fromAccountId: aliceSpot,
        toAccountId: fees,
        amountUnits: begin,
        fromOwnerNumber: 5,
        toOwnerNumber: 7,
      },
      {
        kind: EventKind.transferPosted,
        ...same,
        fromAccountId: fees,
        toAccountId: bobSpot,
        amountUnits: 1n,
        fromOwnerNumber: 8,
        toOwnerNumber: 4,
      },
    ]);
    expect([aliceSpot, fees, bobSpot].map((one) => available(driver, one))).toEqual([
      0n,
      begin - 1n,
      begin + 1n,
    ]);
    expect(driver.engine.readTotals().every(({ totalUnits }) => totalUnits === 0n)).toBe(true);
  });

  it('may pass on what a leg before it brought, and no unit more', () => {
    const driver = venue();
    const chained = (last: bigint) =>
      legsOf([aliceSpot, bobSpot, begin], [bobSpot, fees, begin * 2n], [fees, aliceSpot, last]);
    const before = driver.dump().slice(1);
    expect(driver.ask('transferGroup', chained(begin * 2n + 1n))).toBe('leg_refused 2 40050');
    expect(driver.dump().slice(1)).toEqual(before);
    expect(driver.ask('transferGroup', chained(begin * 2n))).toBe('applied');
    expect(available(driver, aliceSpot)).toBe(begin * 2n);
  });

  it.each([
    [legsOf(), 'value_out_of_range 2'],
    [{ ...legsOf([1, 3, 1n]), reason: 0 }, 'value_out_of_range 0'],
    [{ ...legsOf([1, 3, 1n]), reference: -1 }, 'value_out_of_range 1'],
    [legsOf([3, 4, 1n], [3, 4, 1n << 103n]), 'leg_refused 1 40004'],
    [legsOf([3, 4, 1n], [3, 4, -1n]), 'leg_refused 1 40004'],
    [legsOf([3, 4, 1n], [3, 4, 1n, 9]), 'leg_refused 1 40010'],
    [legsOf([99, 4, 1n]), 'leg_refused 0 40014'],
    [legsOf([3, 99, 1n]), 'leg_refused 0 40014'],
    [legsOf([3, 4, 1n], [4, 4, 1n]), 'leg_refused 1 40021'],
    [legsOf([3, aliceMock, 1n]), 'leg_refused 0 40022'],
    [legsOf([3, chain, begin], [4, chain, begin], [fees, chain, 1n]), 'leg_refused 2 40050'],
    [legsOf([3, 4, 1n], [fees, 3, 1n]), 'leg_refused 1 40050'],
    [{ ...legsOf([3, 4, 1n]), source: Source.web }, 'not_permitted 26'],
    [{ ...legsOf([3, 4, 1n]), source: Source.api }, 'not_permitted 26'],
  ] as const)('is refused as case %#', (fields, expected) => {
    const driver = venue();
    const before = driver.dump().slice(1);
    expect(driver.ask('transferGroup', fields)).toBe(expected);
    expect(driver.dump().slice(1)).toEqual(before);
  });

  it('of zeros alone is done and moves nothing, wherever it points', () => {
    const driver = venue();
    const events = driver.emit('transferGroup', legsOf([98, 99, 0n], [3, 3, 0n, 9]));
    expect(events.slice(1)).toEqual([
      { kind: EventKind.transferGroupPosted, ...group, legsCount: 0 },
    ]);
  });

  it('counts what its legs give out together', () => {
    const driver = venue();
    const half = 1n << 102n;
    const both = legsOf([chain, aliceSpot, half], [chain, bobSpot, half]);
    expect(driver.ask('transferGroup', both)).toBe('leg_refused 1 40025');
    const back = legsOf([chain, aliceSpot, half], [aliceSpot, chain, half]);
    expect(driver.ask('transferGroup', back)).toBe('applied');
    const rest = (1n << 103n) - 1n - 2n * begin;
    expect(driver.ask('transferGroup', legsOf([chain, aliceSpot, rest]))).toBe('applied');
    expect(driver.ask('transferGroup', legsOf([chain, bobSpot, 1n]))).toBe('leg_refused 0 40025');
  });

  it('does not bring an account that owes above zero by its legs together', () => {
    const driver = venue();
    driver.open(operatorAccount, AccountType.operatorInsurance, AccountClass.clearing);
    const legs = legsOf([6, chain, 2n * begin], [6, chain, 1n]);
    expect(driver.ask('transferGroup', legs)).toBe('leg_refused 1 40023');
    expect(driver.ask('transferGroup', legsOf([6, chain, 2n * begin]))).toBe('applied');
  });

  it('gives the same answer again under its key', () => {
    const driver = venue();
    const keyed = { keyHigh: 1, keyLow: 2, bodyHash: 3, deadlineMs: driver.atMs + 1000 };
    const refused = { ...legsOf([fees, bobSpot, 1n]), ...keyed };
    expect(driver.ask('transferGroup', refused)).toBe('leg_refused 0 40050');
    driver.fund(fees, 52, 5n);
    expect(driver.emit('transferGroup', refused)[0]).toMatchObject({
      code: 40096,
      facts: [0, 40050],
      repeatOfSequence: expect.any(Number),
    });
    expect(available(driver, bobSpot)).toBe(begin);
    expect(driver.ask('transferGroup', legsOf([fees, bobSpot, 1n]))).toBe('applied');
    expect([bob, available(driver, bobSpot)]).toEqual([bob, begin + 1n]);
  });
});
