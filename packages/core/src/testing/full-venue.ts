// A story after which something stands in every table of the engine. Not for the product. Used by
// state-columns.test.ts.
import { encodeClientOrderId } from '../math/index.ts';
import { basisCountMax, tiersCountMax } from '../prices/contract-table.ts';
import {
  AccountClass,
  AccountType,
  ListType,
  MarketState,
  OrderType,
  Source,
  TimeInForce,
} from '../words.ts';
import { contract, index } from './contract-driver.ts';
import {
  alice,
  bob,
  type Driver,
  instrument,
  operatorAccount,
  order,
  rates,
  startMs,
} from './driver.ts';

const clientOrderId = encodeClientOrderId('one');
const key = (keyLow: number) => ({ keyHigh: 1, keyLow, bodyHash: 3, deadlineMs: startMs + 50_000 });
const ofBob = { actorId: bob, accountId: 4, side: 1 };
const small = 79;

/** One command, told in words. */
export type Step = (driver: Driver) => unknown;
const send =
  (...words: Parameters<Driver['ask']>): Step =>
  (driver) =>
    driver.ask(...words);
const place = (fields: object) =>
  send('placeOrder', { actorId: alice, ...order, isTest: false, ...fields });
const placeList = (listType: number, ...legs: object[]): Step =>
  send('placeOrderList', {
    actorId: alice,
    listType,
    legs: legs.map((leg) => ({ ...order, ...leg })),
  });
const open = (ownerId: number, type: number = AccountType.spot): Step =>
  send('openAccount', { ownerId, accountType: type, scope: 0, isMock: false, accountClass: 1 });
const stop = { orderType: OrderType.stopLimit, stopPriceTicks: 150, priceTicks: 160 };

const settleAssetId = 121;
const prices = (observedAtMs: number) => ({
  observedAtMs,
  prices: [1, 2].map((indexId) => {
    return { indexId, snapshotId: 1, priceSub: 60_000_000, liveCount: 3, componentsHash: 7 };
  }),
});

/** As many price steps, a second each. */
const tellPrices =
  (count: number): Step =>
  (driver) => {
    for (let left = count; left > 1; left -= 1) {
      driver.atMs += 1_000;
      driver.emit('applyPrices', prices(driver.atMs));
    }
    driver.atMs += 1_000;
    return driver.ask('applyPrices', prices(driver.atMs));
  };

/** As many tiers as there may be. */
const manyTiers = Array.from({ length: tiersCountMax }, (_none, at) => {
  return { capUnits: BigInt(at + 1) * 2n ** 60n * 1_000_000n, mmrPpm: at + 1, maxLeverage: 1 };
});

const house: readonly (readonly [type: number, scope: number, accountClass: number])[] = [
  [AccountType.operatorInsurance, 1, AccountClass.wallet],
  [AccountType.deficit, 1, AccountClass.contra],
  [AccountType.clearing, 9, AccountClass.clearing],
];
const openHouse = (accountType: number, scope: number, accountClass: number): Step =>
  send('openAccount', {
    ownerId: operatorAccount,
    accountType,
    scope,
    isMock: false,
    accountClass,
    source: Source.sandbox,
  });
const setLeverage = (actorId: number, accountId: number): Step =>
  send('setContractSettings', {
    actorId,
    accountId,
    instrumentId: 9,
    positionMode: 0,
    marginMode: 0,
    leverage: 1,
    autoAdd: 0,
  });
const trade = (actorId: number, accountId: number, fields: object): Step =>
  send('placeContractOrder', {
    ...order,
    actorId,
    accountId,
    instrumentId: 9,
    priceTicks: 600_000,
    positionSide: 0,
    positionId: 0,
    isReduceOnly: false,
    isClosePosition: false,
    triggerSource: 0,
    isPriceProtected: false,
    takeProfitTicks: 0,
    stopLossTicks: 0,
    isTest: false,
    ...fields,
  });

/** A venue in which something stands in every table. */
export const story: readonly Step[] = [
  ...Array.from({ length: 22 }, (_none, at) =>
    send('defineAsset', { assetId: 100 + at, scale: 8, isMock: at === 1 }),
  ),
  send('defineInstrument', { ...instrument, instrumentId: 8, baseAssetId: 100 }),
  send('setMarketState', { instrumentId: 8, state: MarketState.trading }),
  send('setReferencePrice', { instrumentId: 8, priceTicks: 100 }),
  send('setReferencePrice', { instrumentId: 7, priceTicks: 100 }),
  send('setFeeSchedule', { instrumentId: 7, makerPpm: rates(50), takerPpm: rates(70) }),
  open(operatorAccount, AccountType.operatorDust),
  (driver) => driver.fund(5, 52),
  send('openAccount', { ownerId: 77, accountType: 2, scope: 4, isMock: true, accountClass: 1 }),
  (driver) => driver.fund(3, 121),
  (driver) => driver.fund(4, 121),
  open(small),
  (driver) => driver.fund(7, 2, 500n),
  send('setVipLevel', { ownerId: alice, vipLevel: 3 }),
  send('setSelfTradeGroup', { ownerId: bob, group: 4 }),
  send('hold', { accountId: 3, assetId: 52, amountUnits: 9n, reason: 2, reference: 1 }),
  send('hold', { accountId: 4, assetId: 52, amountUnits: 9n, reason: 2, reference: 1 }),
  place({ instrumentId: 8 }),
  send('cancelAllOrders', { actorId: alice, accountId: 3, instrumentId: 8 }),
  place({ clientOrderId }),
  place({ sizeLots: 40 }),
  place({ priceTicks: 90, visibleLots: 10 }),
  place({ ...ofBob, sizeLots: 20 }),
  place({ ...ofBob, priceTicks: 120, sizeLots: 30 }),
  place({ timeInForce: TimeInForce.gtd, expireAtMs: startMs + 9_000, priceTicks: 80 }),
  place(stop),
  place({ ...stop, orderType: OrderType.stopMarket, priceTicks: 0, slippageBps: 100 }),
  place({ ...ofBob, orderType: OrderType.trailingStop, priceTicks: 0, trailingDeltaBps: 100 }),
  placeList(ListType.oco, { priceTicks: 70 }, { ...stop, stopPriceTicks: 170, priceTicks: 180 }),
  placeList(ListType.oto, { priceTicks: 50 }, { side: 1, priceTicks: 400 }),
  placeList(
    ListType.otoco,
    { priceTicks: 40 },
    { side: 1, priceTicks: 300 },
    { ...stop, side: 1, stopPriceTicks: 30, priceTicks: 20 },
  ),
  send('amendOrder', {
    actorId: alice,
    accountId: 3,
    instrumentId: 7,
    orderId: 0,
    clientOrderId,
    sizeLots: 29,
    newClientOrderId: [0, 0, 0, 0, 0],
  }),
  send('setDeadMan', { actorId: bob, accountId: 4, timeoutMs: 20_000 }),
  send('closeOutDust', { actorId: small, accountId: 7, instrumentId: 7 }),
  place({ priceTicks: 60, ...key(2) }),
  send('defineIndex', index),
  send('defineIndex', { ...index, indexId: 2 }),
  send('defineContract', { ...contract, settleAssetId }),
  send('defineContract', { ...contract, settleAssetId, instrumentId: 10, indexId: 2 }),
  send('setRiskTiers', { instrumentId: 9, tiers: manyTiers, isForced: false }),
  ...house.map(([type, scope, accountClass]) => openHouse(type, scope, accountClass)),
  open(alice, AccountType.contract),
  open(bob, AccountType.contract),
  (driver) => driver.fund(11, settleAssetId, 10n ** 13n),
  (driver) => driver.fund(12, settleAssetId, 10n ** 13n),
  tellPrices(11),
  send('setMarketState', { instrumentId: 9, state: MarketState.trading }),
  setLeverage(alice, 11),
  setLeverage(bob, 12),
  trade(alice, 11, { side: 1, sizeLots: 10 }),
  trade(bob, 12, { side: 0, sizeLots: 25 }),
  trade(alice, 11, { side: 0, priceTicks: 590_000, sizeLots: 7 }),
  tellPrices(basisCountMax),
];
/** Refused with four facts, which its key remembers. */
export const refused = send('hold', {
  accountId: 3,
  assetId: 52,
  amountUnits: 10n ** 30n,
  reason: 2,
  reference: 1,
  ...key(5),
});
