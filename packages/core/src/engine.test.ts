import { describe, expect, it } from 'vitest';
import { type Command, CommandKind } from './command.ts';
import { createEngine } from './engine.ts';
import { EventKind } from './event.ts';
import { smallSizes } from './sizes.ts';
import {
  alice,
  bob,
  Driver,
  operatorAccount,
  instrument,
  rates,
  startMs,
} from './testing/driver.ts';
import { AccountClass, AccountType, MarketState, Source, TransferReason } from './words.ts';

/** What a test reads of CommandApplied. */
interface Outcome {
  readonly code: number;
  readonly facts: number[];
}

const transfer = { fromAccountId: 2, toAccountId: 3, assetId: 52, amountUnits: 5n };
const moved = { ...transfer, reason: TransferReason.deposit, reference: 0 };
const held = { accountId: 3, assetId: 52, amountUnits: 5n, reason: 2, reference: 9 };
const account = { ownerId: 9, accountType: 2, scope: 0, isMock: false, accountClass: 1 };

describe('the ledger commands', () => {
  it.each([
    ['defineAsset', { assetId: 0, scale: 1, isMock: false }, 'value_out_of_range 0'],
    ['defineAsset', { assetId: 1024, scale: 1, isMock: false }, 'value_out_of_range 0'],
    ['defineAsset', { assetId: 1, scale: 19, isMock: false }, 'value_out_of_range 1'],
    ['defineAsset', { assetId: 1, scale: 1, isMock: 1 }, 'value_out_of_range 2'],
    ['defineAsset', { assetId: 52, scale: 1, isMock: false }, 'asset_exists 52'],
    ['openAccount', { ...account, accountType: 4 }, 'value_out_of_range 1'],
    ['openAccount', { ...account, ownerId: alice }, 'account_exists 3'],
    ['openAccount', { ...account, ownerId: alice, scope: 1 }, 'applied'],
    ['openAccount', { ...account, ownerId: alice, isMock: true }, 'applied'],
    ['setVipLevel', { ownerId: alice, vipLevel: 16 }, 'value_out_of_range 1'],
    ['setSelfTradeGroup', { ownerId: alice, group: 2 ** 31 }, 'value_out_of_range 1'],
    ['transfer', { ...moved, amountUnits: 0n }, 'value_out_of_range 3'],
    ['transfer', { ...moved, amountUnits: 1n << 103n }, 'value_out_of_range 3'],
    ['transfer', { ...moved, assetId: 3 }, 'asset_not_found 3'],
    ['transfer', { ...moved, fromAccountId: 99 }, 'account_not_found 99'],
    ['transfer', { ...moved, toAccountId: 98 }, 'account_not_found 98'],
    ['transfer', { ...moved, toAccountId: 2 }, 'same_account 2'],
    ['transfer', { ...moved, toAccountId: 5 }, 'wallet_world_mismatch 2 5'],
    [
      'transfer',
      { ...moved, fromAccountId: 3, toAccountId: 4, amountUnits: 10n ** 10n },
      'balance_too_low 1000000000 10000000000',
    ],
    ['transfer', { ...moved, fromAccountId: 3, toAccountId: 2, amountUnits: 10n ** 9n }, 'applied'],
    ['transfer', { ...moved, source: Source.web, actorId: alice }, 'account_not_found 2'],
    ['hold', { ...held, accountId: 2 }, 'account_not_found 2'],
    ['hold', { ...held, amountUnits: 10n ** 10n }, 'balance_too_low 1000000000 10000000000'],
    ['release', held, 'hold_too_low 0 5'],
  ] as const)('answer %s as case %#', (name, fields, expected) => {
    const driver = new Driver().openVenue();
    driver.emit('openAccount', { ...account, ownerId: bob, isMock: true });
    expect(driver.ask(name, fields)).toBe(expected);
  });

  it('refuse to bring a contra account above zero', () => {
    const driver = new Driver().openVenue();
    const back = { ...moved, fromAccountId: 1, toAccountId: 2, amountUnits: 1n };
    driver.open(operatorAccount, AccountType.operatorInsurance, AccountClass.clearing);
    const fromClearing = { ...back, fromAccountId: 5, amountUnits: 2_000_000_001n };
    expect(driver.ask('transfer', fromClearing)).toBe('contra_above_zero 2');
    expect(driver.ask('transfer', { ...fromClearing, amountUnits: 1n })).toBe('applied');
    expect(driver.engine.readTotals().every(({ totalUnits }) => totalUnits === 0n)).toBe(true);
  });

  it('give out less than 2^103 of an asset, by all who owe it together', () => {
    const driver = new Driver().openVenue();
    driver.open(operatorAccount, AccountType.fiat, AccountClass.contra);
    const most = (1n << 103n) - 1n - 2_000_000_000n;
    const other = { ...moved, fromAccountId: 5 };
    expect(driver.fund(3, 52, most)).toBe('applied');
    expect(driver.ask('transfer', { ...other, amountUnits: 1n })).toBe('supply_too_large 52');
    expect(driver.fund(4, 52, 1n)).toBe('supply_too_large 52');
    const back = { ...moved, fromAccountId: 3, toAccountId: 2, amountUnits: 5n };
    expect(driver.ask('transfer', back)).toBe('applied');
    expect(driver.ask('transfer', { ...other, amountUnits: 5n })).toBe('applied');
    const gather = { ...moved, fromAccountId: 4, toAccountId: 3, amountUnits: 1_000_000_000n };
    expect(driver.ask('transfer', gather)).toBe('applied');
    const copy = createEngine({ sizes: smallSizes });
    copy.loadSnapshot(driver.engine.saveSnapshot());
    driver.engine = copy;
    expect(driver.ask('transfer', { ...other, amountUnits: 1n })).toBe('supply_too_large 52');
  });

  it('let nobody release what an order holds', () => {
    const driver = new Driver().openVenue();
    driver.place();
    expect(driver.ask('release', held)).toBe('hold_too_low 0 5');
    expect(driver.ask('hold', { ...held, amountUnits: 7n })).toBe('applied');
    expect(driver.ask('release', { ...held, amountUnits: 8n })).toBe('hold_too_low 7 8');
    expect(driver.ask('release', { ...held, amountUnits: 7n })).toBe('applied');
    expect(driver.engine.readBalance(3, 52)?.heldUnits).toBe(5000n);
  });
});

describe('the instrument commands', () => {
  const other = { ...instrument, instrumentId: 8 };
  it.each([
    ['defineInstrument', { ...other, priceTicksMin: 0 }, 'value_out_of_range 0'],
    ['defineInstrument', { ...other, priceTicksMax: 2 ** 31 }, 'value_out_of_range 1'],
    ['defineInstrument', { ...other, selfTradeModeDefault: 0 }, 'value_out_of_range 17'],
    ['defineInstrument', { ...other, instrumentId: 0 }, 'value_out_of_range 19'],
    ['defineInstrument', { ...other, quoteAssetId: 2 }, 'value_out_of_range 21'],
    ['defineInstrument', { ...other, baseAssetId: 3 }, 'asset_not_found 3'],
    ['defineInstrument', instrument, 'instrument_exists 7'],
    ['defineInstrument', { ...other, lotDecimals: 5 }, 'scale_law_broken 2 5'],
    ['defineInstrument', { ...other, instrumentId: 2 ** 40 }, 'applied'],
    ['updateInstrument', { ...other, instrumentId: 9 }, 'instrument_not_found 9'],
    ['updateInstrument', { ...instrument, lotDecimals: 3 }, 'book_not_empty 7'],
    [
      'setFeeSchedule',
      { instrumentId: 7, makerPpm: rates(1).slice(1), takerPpm: rates(1) },
      'value_out_of_range 1',
    ],
    [
      'setFeeSchedule',
      { instrumentId: 7, makerPpm: rates(-5), takerPpm: rates(4) },
      'fee_rates_negative -5 4',
    ],
    [
      'setFeeSchedule',
      { instrumentId: 9, makerPpm: rates(1), takerPpm: rates(4) },
      'instrument_not_found 9',
    ],
    ['setMarketState', { instrumentId: 7, state: 11 }, 'value_out_of_range 1'],
    ['setMarketState', { instrumentId: 7, state: MarketState.preOpen }, 'transition_forbidden 4 1'],
    ['startAuction', { instrumentId: 7, noCancelAtMs: 1, openAtMs: 2 }, 'transition_forbidden 4 2'],
    ['setReferencePrice', { instrumentId: 7, priceTicks: 0 }, 'price_off_range 0 1 1000000'],
  ] as const)('answer %s as case %#', (name, fields, expected) => {
    expect(new Driver().openVenue().ask(name, fields)).toBe(expected);
  });

  it('want a fee account before the first market', () => {
    const driver = new Driver();
    driver.emit('defineAsset', { assetId: 52, scale: 6, isMock: false });
    driver.emit('defineAsset', { assetId: 2, scale: 8, isMock: false });
    expect(driver.ask('defineInstrument', instrument)).toBe('operator_balance_too_low 0');
  });

  it('reset prices when decimals change on an empty, halted book', () => {
    const driver = new Driver().openVenue();
    driver.emit('setReferencePrice', { instrumentId: 7, priceTicks: 100 });
    driver.emit('setMarketState', { instrumentId: 7, state: MarketState.halt });
    expect(driver.ask('updateInstrument', { ...instrument, lotDecimals: 3 })).toBe('applied');
    const line = driver.dump().find((one) => one.startsWith('instrument 7'));
    expect(line).toMatch(/^instrument 7 2 52 2 3 .* 5 0 0 0 0 0 0$/);
  });

  it('start an auction whose timers are told', () => {
    const driver = new Driver().openVenue();
    driver.emit('setMarketState', { instrumentId: 7, state: MarketState.halt });
    const times = { noCancelAtMs: startMs + 2500, openAtMs: startMs + 5000 };
    const late = { ...times, noCancelAtMs: startMs + 5001 };
    expect(driver.ask('startAuction', { instrumentId: 7, ...late })).toMatch(
      /^auction_times_wrong/,
    );
    expect(driver.ask('startAuction', { instrumentId: 7, ...times })).toBe('applied');
    expect(driver.engine.nextTimerMs()).toBe(startMs + 1000);
    driver.atMs = startMs + 5000;
    const kinds = driver.emit('time').map((event) => event.kind);
    expect(kinds).toContain(EventKind.auctionUncrossed);
    expect(driver.engine.nextTimerMs()).toBe(Infinity);
  });
});

describe('the envelope', () => {
  const key = { keyHigh: 5, keyLow: 6, bodyHash: 7, deadlineMs: startMs + 1000 };

  it.each([
    [{ deadlineMs: startMs - 1 }, 'command_expired 1780000000000 1779999999999'],
    [{ ...key, deadlineMs: 0 }, 'value_out_of_range 9000'],
    [{ ...key, deadlineMs: startMs + 86_400_001 }, 'value_out_of_range 9000'],
    [{ ...key, deadlineMs: startMs + 86_400_000 }, 'applied'],
    [{ source: Source.web }, 'not_permitted 13'],
    [{ source: Source.sandbox }, 'applied'],
  ])('answers case %#', (fields, expected) => {
    const command = { instrumentId: 7, makerPpm: rates(1), takerPpm: rates(1) };
    expect(new Driver().openVenue().ask('setFeeSchedule', { ...command, ...fields })).toBe(
      expected,
    );
  });

  it('lets time pass by the system only', () => {
    expect(new Driver().ask('time', { source: Source.operator })).toBe('not_permitted 2');
  });

  it('does a keyed command once and tells the first outcome again', () => {
    const driver = new Driver().openVenue();
    const [first] = driver.emit('transfer', { ...moved, ...key });
    const before = driver.engine.readBalance(3, 52);
    const again = driver.emit('transfer', { ...moved, ...key });
    expect(again).toEqual([
      expect.objectContaining({
        code: 0,
        repeatOfSequence: (first as { sequence: number }).sequence,
      }),
    ]);
    expect(driver.engine.readBalance(3, 52)).toEqual(before);
    expect(driver.ask('transfer', { ...moved, ...key, bodyHash: 8 })).toMatch(/^key_reused/);
    driver.atMs = startMs + 1001;
    const later = { ...key, deadlineMs: startMs + 2000 };
    expect(driver.ask('transfer', { ...moved, ...later })).toBe('applied');
    expect(driver.engine.readBalance(3, 52)).not.toEqual(before);
  });

  it('remembers refusals with their facts, but not those of the envelope', () => {
    const driver = new Driver().openVenue();
    const poor = { ...moved, fromAccountId: 3, toAccountId: 4, amountUnits: 10n ** 10n, ...key };
    const [first] = driver.emit('transfer', poor) as unknown as Outcome[];
    driver.fund(3, 52, 10n ** 11n);
    const [again] = driver.emit('transfer', poor) as unknown as Outcome[];
    expect(again).toMatchObject({ code: first.code, facts: first.facts });
    const key2 = { ...key, keyLow: 9 };
    const command = { assetId: 9, scale: 1, isMock: false };
    expect(driver.ask('defineAsset', { ...command, ...key2, source: Source.api })).toBe(
      'not_permitted 10',
    );
    expect(driver.ask('defineAsset', { ...command, ...key2 })).toBe('applied');
  });

  it('stops at a gap and at time that goes back', () => {
    const driver = new Driver().openVenue();
    const command = { kind: CommandKind.time, source: Source.system } as unknown as Command;
    expect(() => driver.engine.apply(command, 1, startMs)).toThrow('does not follow');
    const next = driver.engine.readLastSequence() + 1;
    expect(() => driver.engine.apply(command, next, startMs - 1)).toThrow('goes back');
  });
});
