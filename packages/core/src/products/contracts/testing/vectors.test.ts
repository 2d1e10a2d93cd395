// The golden numbers of one-way cross positions (D01-D06, D47, D48, D50-D57, D59, D93-D95, S4), all
// but what no price and size can give through the engine: commands in, events and dump out.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { EventKind } from '../../../event.ts';
import { TransferReason } from '../../../words.ts';
import { tiers } from '../../../testing/contract-driver.ts';
import { calculateInitial, calculateMaintenance, findTier, type RiskTerms } from '../risk.ts';
import { contractIds, Stage, toTicks, toUnits } from './stage.ts';

const file = new URL('vectors.tsv', import.meta.url);
type Fields = Readonly<Record<string, string>>;

/** `a=1; b=2` by name; what stands in brackets says nothing. */
function readFields(text: string): Fields {
  const parts = text.replaceAll(/ \([^)]*\)/g, '').split('; ');
  return Object.fromEntries(parts.map((part) => part.split('=') as [string, string]));
}

function readVectors(topic: string) {
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => line.split('\t'));
  const chosen = lines.filter((cells) => cells[1] === topic);
  expect(chosen.length).toBeGreaterThan(0);
  return chosen.map(([id = '', , given = '', expected = '']) => {
    return { id, given: readFields(given), expected: readFields(expected) };
  });
}

const free = { makerPpm: 0, takerPpm: 0 };

test.each(readVectors('tier'))('$id: tier and margins of a value', ({ given, expected }) => {
  const value = toUnits(given['notional'] ?? '');
  const terms: RiskTerms = {
    tiers,
    liquidationFeePpm: Number(given['liquidationFeePpm']),
    profitUsePpm: 0,
    withdrawFloorPpm: 0,
    unitsPerSubLot: 100n,
    markSub: 0,
  };
  const tier = findTier(tiers, value);
  expect(tier.place + 1).toBe(Number(expected['tier']));
  expect(tier.deductionUnits).toBe(toUnits(expected['A'] ?? ''));
  expect(calculateMaintenance({ ...terms, liquidationFeePpm: 0 }, value)).toBe(
    BigInt(expected['mmUnits'] ?? ''),
  );
  const full = BigInt(expected['mmWithFeeUnits'] ?? '');
  expect(calculateMaintenance(terms, value)).toBe(full);
  expect(calculateInitial(terms, value, 20)).toBe(
    BigInt(expected['imUnitsAtL']?.split(' ')[0] ?? ''),
  );
  const lots = Number(value / 6_000_000_000n);
  if (BigInt(lots) * 6_000_000_000n !== value) return;
  const stage = new Stage().openStage(free).join('A', '1000000').join('B', '1000000');
  stage.meet('A', 'B', ['X', lots, '60000']);
  const line = stage.readLine('margin', stage.readAccount('A'), 52);
  expect(line.slice(5, 7)).toEqual([String(full), expected['imUnitsAtL']?.split(' ')[0]]);
});

test.each(readVectors('partialClose'))(
  '$id: a part of a position closes',
  ({ given, expected }) => {
    const [lots, closeLots] = [Number(given['lots']), Number(given['closeLots'])];
    const sign = given['side'] === 'long' ? 1 : -1;
    const stage = new Stage().openStage({ makerPpm: 0, takerPpm: Number(given['feePpm']) });
    stage.join('A', '100000').join('B', '100000');
    const perLot = BigInt(given['entryUnits'] ?? '') / BigInt(lots);
    const ticks = Number(perLot / 10_000n);
    stage.trade('A', ['X', sign * lots, String(ticks / 10)]);
    stage.trade('B', ['X', -sign * lots, String(ticks / 10)]);
    stage.trade('B', ['X', sign * closeLots, given['price'] ?? '']);
    const events = stage.trade('A', ['X', -sign * closeLots, given['price'] ?? '']);
    const traded = events.find((event) => event.kind === EventKind.contractTraded);
    // The entry of the vector may be a unit more than any price gives.
    const pnlUnits = BigInt(expected['pnlUnits'] ?? '');
    expect(traded).toMatchObject({
      takerFeeUnits: BigInt(expected['feeUnits'] ?? ''),
      takerPnlUnits: pnlUnits,
    });
    const position = events.findLast((event) => event.kind === EventKind.positionChanged);
    const spare = BigInt(given['entryUnits'] ?? '') - BigInt(ticks * 10_000) * BigInt(lots);
    expect(position).toMatchObject({
      lots: sign * (lots - closeLots),
      entryUnits: BigInt(expected['entryLeftUnits'] ?? '') - spare,
    });
    const clearing = events.filter((event) => event.kind === EventKind.transferPosted);
    expect(clearing.some(({ reason }) => reason === TransferReason.pnl)).toBe(true);
  },
);

test.each(readVectors('orderMargin'))('$id: what orders require', ({ given, expected }) => {
  const stage = new Stage().openStage(free).join('A', '1000000').join('B', '1000000');
  stage.setLeverage('A', 'X', Number(given['leverage']));
  const value = Number(given['signedPositionValue']);
  if (value !== 0) stage.meet('A', 'B', ['X', value / 60, '60000']);
  const required = () => stage.readLine('margin', stage.readAccount('A'), 52)[6] ?? '0';
  const positionPart = required();
  // Orders of such a size are not taken at the highest leverage; setting it later is.
  if (Number(given['leverage']) > 100) stage.setLeverage('A', 'X', 100);
  const [buys, sells] = [Number(given['openBuys']), Number(given['openSells'])];
  if (buys > 0) stage.trade('A', ['X', buys / 50, '50000']);
  if (sells > 0) stage.trade('A', ['X', -sells / 100, '100000']);
  if (Number(given['leverage']) > 100) stage.setLeverage('A', 'X', Number(given['leverage']));
  expect(required()).toBe(expected['requiredUnits']);
  const orderPart = BigInt(required()) - BigInt(positionPart || 0);
  expect([positionPart || '0', String(orderPart)]).toEqual([
    expected['positionPartUnits'],
    expected['orderPartUnits'],
  ]);
});

test.each(readVectors('orderReserve'))('$id: what an order reserves', ({ given, expected }) => {
  const stage = new Stage().openStage({ makerPpm: 0, takerPpm: Number(given['takerPpm']) });
  stage.join('A', '1000000');
  stage.setMarks({ X: given['mark'] ?? '' });
  const sign = given['side'] === 'buy' ? 1 : -1;
  stage.trade('A', ['X', sign * Number(given['lots']), given['price'] ?? '']);
  const line = stage.readLine('margin', stage.readAccount('A'), 52);
  const reserve =
    BigInt(expected['feeReserveUnits'] ?? '') + BigInt(expected['openLossUnits'] ?? '');
  expect(line[8]).toBe(String(reserve));
});

test.each(readVectors('transferable'))('$id: what may leave', ({ given, expected }) => {
  const stage = new Stage()
    .openStage(free)
    .join('A', given['available'] ?? '')
    .join('B', '100000');
  const notional = Number(given['crossNotional']);
  const leverage = notional / Number(given['required']);
  stage.setLeverage('A', 'X', leverage);
  const entry = notional - Number(given['positivePnl']);
  const lots = notional / 60;
  stage.meet('A', 'B', ['X', lots, String((entry * 1_000) / lots)]);
  const accountId = stage.readAccount('A');
  const spot = { accountType: 2, scope: 0, isMock: false, accountClass: 1 };
  stage.mustApply('openAccount', { ...spot, ownerId: stage.by('A').actorId });
  const most = BigInt(expected['maxUnits'] ?? '');
  const move = (amountUnits: bigint) =>
    stage.ask('transfer', {
      ...stage.by('A'),
      fromAccountId: accountId,
      toAccountId: stage.readAccount('B') + 1,
      assetId: 52,
      amountUnits,
      reason: 3,
      reference: 0,
    });
  expect(move(most + 1n)).toBe(`transfer_over_risk ${most}`);
  expect(move(most)).toBe('applied');
});

test.each(readVectors('draw'))('$id: profit is drawn', ({ given, expected }) => {
  const stage = new Stage().openStage(free).join('A', '100000').join('B', '1000000');
  const letters = ['X', 'Y', 'Z'];
  const profits = (given['otherCrossPnl'] ?? '').split(' ').map((part) => part.split(':')[1] ?? '');
  // 100 lots of each; what one is worth more at the mark is its profit.
  for (const [at, profit] of profits.entries()) {
    stage.meet('A', 'B', [letters[at], 100, String(60_000 - Number(profit) * 10)]);
  }
  stage.meet('A', 'B', ['V', 100, '60000']);
  const lost = -Number(given['walletAfterLoss']);
  stage.mustApply('transfer', {
    fromAccountId: stage.readAccount('A'),
    toAccountId: stage.readAccount('B'),
    assetId: 52,
    amountUnits: stage.readAvailable(stage.readAccount('A')),
    reason: 3,
    reference: 0,
  });
  const events = stage.meet('B', 'A', ['V', 100, String(60_000 - lost * 10)]);
  const drawn = events.filter(
    (event) => event.kind === EventKind.positionChanged && event.drawnUnits > 0n,
  );
  const told = drawn.map((event) => {
    const { instrumentId, drawnUnits } = event as { instrumentId: number; drawnUnits: bigint };
    return `${instrumentId - contractIds['X'] + 1}:${drawnUnits}`;
  });
  expect(told.join(' ')).toBe(expected['drawnUnits']);
  const deficit = stage.readAvailable(4);
  expect(-deficit).toBe(BigInt(expected['shortUnits'] ?? ''));
  expect(stage.readAvailable(stage.readAccount('A'))).toBe(0n);
});

test('S4: a loss is paid out of the profit of another position', () => {
  const stage = new Stage().openStage();
  stage.give(3, toUnits('10'));
  stage.join('A', '1000').join('B', '100000');
  stage.setMarks({ Y: '3000' });
  expect([stage.setLeverage('A', 'X', 100), stage.setLeverage('A', 'Y', 100)]).toEqual([
    'applied',
    'applied',
  ]);
  stage.meet('A', 'B', ['X', 500, '60000']);
  stage.meet('A', 'B', ['Y', -2_000, '3000']);
  stage.setMarks({ X: '58500', Y: '2900' });
  stage.setMarks({});
  const events = stage.meet('A', 'B', ['X', -500, '58000']);
  const [a, b] = [stage.readAccount('A'), stage.readAccount('B')];
  const draw = events.find(
    (event) => event.kind === EventKind.positionChanged && event.drawnUnits > 0n,
  );
  expect(draw).toMatchObject({ instrumentId: 10, drawnUnits: 3_900_000_000n });
  expect([a, b, 1, 3, 4].map((account) => stage.readAvailable(account))).toEqual(
    ['0', '100987', '52', '10', '0'].map(toUnits),
  );
  expect(stage.readLine('position', a, 10).slice(4, 7)).toEqual([
    '-2000',
    '596100000000',
    '3900000000',
  ]);
  expect(stage.readLine('position', b, 10).slice(4, 6)).toEqual(['2000', '600000000000']);
  // Clearing of X and of Y.
  expect([5, 6].map((account) => stage.readAvailable(account))).toEqual(['0', '-39'].map(toUnits));
  expect(stage.engine.readTotals().every(({ totalUnits }) => totalUnits === 0n)).toBe(true);
  expect(toTicks('1')).toBe(10);
});
