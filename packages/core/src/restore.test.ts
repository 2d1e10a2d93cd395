import { describe, expect, it } from 'vitest';
import type { CommandKind } from './command.ts';
import { EventKind } from './event.ts';
import { encodeClientOrderId } from './math/index.ts';
import { alice, bob, Driver, order, rates, startMs } from './testing/driver.ts';
import { CancelCondition, ListType, MarketState, OrderType, TimeInForce } from './words.ts';

type Emitted = readonly [name: keyof typeof CommandKind, fields?: object, passMs?: number];

const mine = { actorId: alice, ...order };
const stop = { orderType: OrderType.stopLimit, stopPriceTicks: 150, priceTicks: 160, side: 0 };
const key = { keyHigh: 1, keyLow: 2, bodyHash: 3, deadlineMs: startMs + 50_000 };
const place = (fields: object): Emitted => ['placeOrder', { ...mine, isTest: false, ...fields }];
const yours = { actorId: bob, accountId: 4, side: 1 };
const named = { instrumentId: 7, orderId: 0, clientOrderId: encodeClientOrderId('one') };

/** Each changes another class of fields of the state. */
const story: readonly Emitted[] = [
  ['defineAsset', { assetId: 9, scale: 3, isMock: true }],
  ['openAccount', { ownerId: 77, accountType: 2, scope: 4, isMock: true, accountClass: 1 }],
  ['setReferencePrice', { instrumentId: 7, priceTicks: 100 }],
  ['setVipLevel', { ownerId: alice, vipLevel: 3 }],
  ['setSelfTradeGroup', { ownerId: bob, group: 4 }],
  ['setVipLevel', { ownerId: 77, vipLevel: 2 }],
  ['setFeeSchedule', { instrumentId: 7, makerPpm: rates(50), takerPpm: rates(70) }],
  ['hold', { accountId: 3, assetId: 52, amountUnits: 9n, reason: 2, reference: 1 }],
  place({ clientOrderId: encodeClientOrderId('one') }),
  place({ priceTicks: 90, visibleLots: 10 }),
  place({ ...yours, priceTicks: 120, sizeLots: 30 }),
  place({ ...yours, priceTicks: 100, sizeLots: 20 }),
  place({ timeInForce: TimeInForce.gtd, expireAtMs: startMs + 9000, priceTicks: 80 }),
  place(stop),
  place({
    ...yours,
    orderType: OrderType.trailingStop,
    priceTicks: 0,
    trailingDeltaBps: 100,
  }),
  [
    'placeOrderList',
    {
      actorId: alice,
      listType: ListType.oco,
      legs: [
        { ...order, priceTicks: 70 },
        { ...order, ...stop, stopPriceTicks: 170, priceTicks: 180 },
      ],
    },
  ],
  [
    'placeOrderList',
    {
      actorId: alice,
      listType: ListType.oto,
      legs: [
        { ...order, priceTicks: 50 },
        { ...order, side: 1, priceTicks: 400 },
      ],
    },
  ],
  [
    'amendOrder',
    { actorId: alice, accountId: 3, ...named, sizeLots: 29, newClientOrderId: [9, 0, 0, 0, 0] },
  ],
  ['setDeadMan', { actorId: bob, accountId: 4, timeoutMs: 20_000 }],
  place({ priceTicks: 60, ...key }),
  place({ priceTicks: 999_999, ...key, keyLow: 5 }),
  ['setMarketState', { instrumentId: 7, state: MarketState.halt }],
  [
    'startAuction',
    { instrumentId: 7, noCancelAtMs: startMs + 4000, openAtMs: startMs + 6000 },
    1000,
  ],
  ['time', {}, 2000],
  place({ priceTicks: 130, sizeLots: 25 }),
  ['time', {}, 4000],
  ['cancelOrder', { actorId: alice, accountId: 3, ...named, condition: 0 }, 1000],
  [
    'cancelReplace',
    {
      actorId: alice,
      cancel: { accountId: 3, instrumentId: 0, orderId: 2, clientOrderId: [0, 0, 0, 0, 0] },
      condition: CancelCondition.any,
      allowFailure: true,
      place: order,
    },
  ],
  ['time', {}, 30_000],
  ['cancelAllOrders', { actorId: alice, accountId: 3, instrumentId: 0 }],
];

function emit(driver: Driver, [name, fields, passMs = 0]: Emitted) {
  driver.atMs += passMs;
  return driver.emit(name, fields as Record<string, unknown>);
}

/** A driver whose engine was saved and loaded. */
function restore(driver: Driver): Driver {
  const other = new Driver();
  other.atMs = driver.atMs;
  other.engine.loadSnapshot(driver.engine.saveSnapshot());
  return other;
}

describe('a restored engine', () => {
  it.each(story.map((_, step) => step))('goes on as the other from step %d', (step) => {
    const driver = new Driver().openVenue();
    for (const emitted of story.slice(0, step)) emit(driver, emitted);
    const other = restore(driver);
    expect(other.dump()).toEqual(driver.dump());
    expect(other.engine.nextTimerMs()).toBe(driver.engine.nextTimerMs());
    for (const emitted of story.slice(step)) {
      expect(emit(other, emitted)).toEqual(emit(driver, emitted));
      expect(other.dump()).toEqual(driver.dump());
    }
    expect(other.engine.readTotals().every(({ totalUnits }) => totalUnits === 0n)).toBe(true);
  });

  it('takes a snapshot only before its first step', () => {
    const chunks = new Driver().openVenue().engine.saveSnapshot();
    const driver = new Driver().openVenue();
    expect(() => driver.engine.loadSnapshot(chunks)).toThrow('has run');
  });
});

describe('the state dump', () => {
  it('tells of every change that a step makes', () => {
    const driver = new Driver().openVenue();
    const prefetched = new Set<string>();
    for (const emitted of story) {
      const before = driver.dump();
      const events = emit(driver, emitted);
      const after = driver.dump();
      const changed = after.filter((line) => !before.includes(line));
      for (const line of changed) prefetched.add(line.split(' ')[0]);
      const effects = events.filter(({ kind }) => kind !== EventKind.auctionIndicated);
      const hasEffects =
        effects.length > 1 || Reflect.get(emitted[1] ?? {}, 'keyHigh') !== undefined;
      expect(changed.length > 1, `${emitted[0]}: ${changed.join(' | ')}`).toBe(hasEffects);
    }
    expect([...prefetched].sort()).toEqual(
      [
        'account',
        'asset',
        'balance',
        'core',
        'deadman',
        'dormant',
        'fees',
        'instrument',
        'key',
        'list',
        'order',
        'owner',
        'pending',
        'resting',
      ].sort(),
    );
  });

  it('forgets what is over', () => {
    const driver = new Driver().openVenue();
    for (const emitted of story) emit(driver, emitted);
    driver.emit('cancelAllOrders', { actorId: bob, accountId: 4, instrumentId: 0 });
    driver.emit('release', {
      accountId: 3,
      assetId: 52,
      amountUnits: 9n,
      reason: 2,
      reference: 1,
    });
    driver.atMs += 60_000;
    driver.emit('time');
    const sections = new Set(driver.dump().map((line) => line.split(' ')[0]));
    for (const section of ['order', 'resting', 'dormant', 'pending', 'list', 'deadman', 'key']) {
      expect(sections.has(section)).toBe(false);
    }
    expect(driver.engine.readBalance(3, 52)?.heldUnits).toBe(0n);
  });

  it('is not touched by a refusal but for the sequence and the time', () => {
    const driver = new Driver().openVenue();
    const before = driver.dump();
    const [applied] = driver.place({ sizeLots: 0 });
    expect(applied).toMatchObject({ kind: EventKind.commandApplied, code: 40034 });
    expect(driver.dump().slice(1)).toEqual(before.slice(1));
    driver.place({ isTest: true });
    expect(driver.dump().slice(1)).toEqual(before.slice(1));
  });
});
