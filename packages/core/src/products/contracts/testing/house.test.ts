import { expect, test } from 'vitest';
import { createEngine } from '../../../engine.ts';
import { EventKind } from '../../../event.ts';
import { smallSizes } from '../../../sizes.ts';
import { operatorAccount } from '../../../testing/driver.ts';
import { AccountClass, AccountType, CloseReason, MarketState, Source } from '../../../words.ts';
import { contractIds, Stage, toUnits } from './stage.ts';

const readCode = (events: readonly object[]): unknown => Reflect.get(events[0] ?? {}, 'code');

test('a contract opens only where a sandbox has made its clearing account', () => {
  const stage = new Stage();
  const clearing = {
    ownerId: operatorAccount,
    accountType: AccountType.clearing,
    scope: 9,
    isMock: false,
    accountClass: AccountClass.clearing,
  };
  for (const source of [Source.web, Source.api, Source.operator, Source.system]) {
    expect(stage.ask('openAccount', { ...clearing, source })).toBe('not_permitted 20');
  }
  stage.openHouse = (type, scope, accountClass = AccountClass.wallet) => {
    if (type === AccountType.clearing) return;
    const terms = { ownerId: operatorAccount, accountType: type, scope, isMock: false };
    stage.mustApply('openAccount', { ...terms, accountClass });
  };
  expect(() => stage.openStage()).toThrow('operator_balance_too_low');
});

test('nobody moves clearing or deficit by a transfer', () => {
  const stage = new Stage().openStage();
  for (const fromAccountId of [4, 5]) {
    const move = { fromAccountId, toAccountId: 1, assetId: 52, amountUnits: 1n, reason: 3 };
    const answer = stage.ask('transfer', { ...move, reference: 0 });
    expect(answer).toBe(`account_not_found ${fromAccountId}`);
  }
});

test('insurance, then the deficit pay what a wallet and its positions cannot', () => {
  const stage = new Stage().openStage({ makerPpm: 0, takerPpm: 0 });
  stage.give(3, toUnits('7'));
  stage.join('A', '350').join('B', '100000');
  stage.meet('A', 'B', ['X', 100, '60000']);
  const events = stage.meet('B', 'A', ['X', 100, '56000']);
  expect(events.filter((event) => event.kind === EventKind.transferPosted)).toMatchObject([
    { amountUnits: toUnits('7'), reason: 12, fromAccountId: 3 },
    { amountUnits: toUnits('43'), reason: 13, fromAccountId: 4 },
    { amountUnits: toUnits('400'), reason: 10, toAccountId: 5 },
    { amountUnits: toUnits('400'), reason: 10, fromAccountId: 5 },
  ]);
  const left = [stage.readAccount('A'), stage.readAccount('B'), 5].map((it) =>
    stage.readAvailable(it),
  );
  expect(left).toEqual(['0', '100400', '0'].map(toUnits));
});

test('a stale order that margin does not carry any more closes before it is filled', () => {
  const stage = new Stage().openStage({ makerPpm: 0, takerPpm: 0 });
  stage.join('A', '330').join('B', '100000');
  stage.trade('A', ['X', 100, '60000']);
  stage.setMarks({ X: '58000' });
  const events = stage.trade('B', ['X', -100, '60000']);
  expect(events.find((event) => event.kind === EventKind.orderClosed)).toMatchObject({
    accountId: stage.readAccount('A'),
    reason: CloseReason.marginShort,
  });
  expect(events.some((event) => event.kind === EventKind.contractTraded)).toBe(false);
});

test('in REDUCE_ONLY an order is taken that closes and no other', () => {
  const stage = new Stage().openStage({ makerPpm: 0, takerPpm: 0 });
  stage.join('A', '100000').join('B', '100000');
  stage.meet('A', 'B', ['X', 100, '60000']);
  stage.mustApply('setMarketState', { instrumentId: 9, state: MarketState.reduceOnly });
  const ask = (lots: number) =>
    stage.ask('placeContractOrder', stage.makeOrder('A', ['X', lots, '60000']));
  expect(ask(10)).toBe('reduce_only_rejected 0');
  expect(ask(-101)).toBe('reduce_only_rejected 100');
  expect(ask(-60)).toBe('applied');
  expect(ask(-41)).toBe('reduce_only_rejected 100');
  expect(ask(-40)).toBe('applied');
});

test('settings other than the leverage are refused', () => {
  const stage = new Stage().openStage().join('A', '1000');
  const settings = { positionMode: 0, marginMode: 0, leverage: 0, autoAdd: 0 };
  const ask = (fields: object) =>
    stage.ask('setContractSettings', {
      ...stage.by('A'),
      ...settings,
      instrumentId: contractIds['X'],
      ...fields,
    });
  expect(ask({ positionMode: 2 })).toBe('position_mode_mismatch 1');
  expect(ask({ marginMode: 2 })).toBe('value_out_of_range 3');
  expect(ask({ autoAdd: 2 })).toBe('value_out_of_range 5');
  expect(ask({ leverage: 126 })).toBe('leverage_off_range 126 125');
  expect(ask({ leverage: 20 })).toBe('settings_unchanged 9');
  expect(ask({ leverage: 125 })).toBe('applied');
});

test('S1 without its funding: two people trade there and back', () => {
  const stage = new Stage().openStage();
  stage.give(3, toUnits('1000'));
  stage.join('A', '10000').join('B', '10000');
  stage.meet('A', 'B', ['X', 333, '60000']);
  stage.meet('A', 'B', ['X', -333, '61000']);
  const accounts = [stage.readAccount('A'), stage.readAccount('B'), 1, 3, 4, 5];
  // A pays 2.46666802 of funding in the vector, B receives 2.46666801.
  expect(accounts.map((account) => stage.readAvailable(account))).toEqual(
    ['10308.8242', '9658.9414', '32.2344', '1000', '0', '0'].map(toUnits),
  );
});

test('a snapshot of the era before is loaded, and its contracts can be traded', () => {
  const stage = new Stage().openStage();
  const regionsOf = ['positionCounts', 'positions'];
  const chunks = stage.engine.saveSnapshot();
  const text = (chunk: Uint8Array): string => String.fromCharCode(...chunk.subarray(0, 200));
  const first = chunks.findIndex((chunk) => text(chunk).startsWith('positionCounts '));
  const [head = ''] = chunks.map(text);
  const [magic, count, ...shape] = head.split(' ');
  const earlier = [magic, Number(count) - regionsOf.length, ...shape].join(' ');
  const old = [Uint8Array.from(earlier, (it) => it.charCodeAt(0)), ...chunks.slice(1, first)];
  const other = new Stage();
  other.engine = createEngine({
    sizes: smallSizes,
    readContractDepth: (id) => other.readDepth(id),
  });
  other.engine.loadSnapshot(old);
  expect(other.dump()).toEqual(stage.dump());
  stage.join('A', '10000').join('B', '10000');
  const before = stage.dump();
  expect(before.filter((line) => /^(position|margin|settings) /.test(line))).toEqual([]);
  expect(readCode(stage.meet('A', 'B', ['X', 100, '60000']))).toBe(0);
  const restored = new Stage();
  restored.engine.loadSnapshot(stage.engine.saveSnapshot());
  expect(restored.dump()).toEqual(stage.dump());
  expect(stage.dump().filter((line) => line.startsWith('position ')).length).toBe(2);
});
