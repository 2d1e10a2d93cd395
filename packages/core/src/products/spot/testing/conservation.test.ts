// Random traders on a small market: after every command the balances of each asset sum to zero,
// every account holds exactly what its open orders need, and a copy made from a snapshot goes on
// the same.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Scene } from './scene.ts';

const trader = fc.constantFrom('a', 'b', 'c');
const side = fc.constantFrom('buy', 'sell');
const price = fc.integer({ min: 95, max: 105 });
const size = fc.integer({ min: 1, max: 12 });
const mode = fc.constantFrom(
  'none',
  'expireTaker',
  'expireMaker',
  'expireBoth',
  'decrement',
  'transfer',
);
const tif = fc.constantFrom('gtc', 'ioc', 'fok', 'postOnly', 'gtc');
const number = fc.integer({ min: 1, max: 60 });

const limitLine = fc
  .tuple(trader, side, size, price, tif, mode, fc.nat(6))
  .map(([who, way, lots, at, force, stp, shown]) => {
    const canHide = force === 'gtc' && shown > 0 && shown < lots;
    const hidden = canHide ? ` visible=${shown}` : '';
    return `${who} ${way} limit size=${lots} price=${at} tif=${force} stp=${stp}${hidden}`;
  });
const marketLine = fc
  .tuple(trader, side, size, mode, fc.boolean())
  .map(([who, way, lots, stp, isByAmount]) =>
    isByAmount
      ? `${who} ${way} market amount=${lots * 60} stp=${stp}`
      : `${who} ${way} market size=${lots} stp=${stp}`,
  );
const stopLine = fc
  .tuple(trader, side, size, price, price, fc.constantFrom('stop', 'takeProfit'), fc.boolean())
  .map(([who, way, lots, stop, at, type, isLimit]) =>
    isLimit
      ? `${who} ${way} ${type}Limit size=${lots} stop=${stop} price=${at}`
      : `${who} ${way} ${type}Market size=${lots} stop=${stop}`,
  );
const trailingLine = fc
  .tuple(trader, side, size, fc.integer({ min: 100, max: 400 }), fc.boolean(), price)
  .map(([who, way, lots, delta, hasActivation, at]) => {
    const activation = hasActivation ? ` activation=${at}` : '';
    return `${who} ${way} trailingStop size=${lots} delta=${delta}${activation}`;
  });
const listLine = fc
  .tuple(trader, fc.constantFrom('oco', 'oto', 'otoco'), side, size, price, price, price)
  .map(([who, type, way, lots, first, second, stop]) => {
    const stopLeg = `${way} stopMarket size=${lots} stop=${stop}`;
    const pair = `${way} limit size=${lots} price=${first} ; ${stopLeg}`;
    const working = `${way === 'buy' ? 'sell' : 'buy'} limit size=${lots} price=${second}`;
    if (type === 'oco') return `${who} oco ${pair}`;
    if (type === 'otoco') return `${who} otoco ${working} ; ${pair}`;
    return `${who} oto ${working} ; ${way} stopLimit size=${lots} stop=${stop} price=${first}`;
  });
const changeLine = fc.oneof(
  fc.tuple(trader, number).map(([who, order]) => `${who} cancel ${order}`),
  fc.tuple(trader, number, size).map(([who, order, lots]) => `${who} amend ${order} ${lots}`),
  trader.map((who) => `${who} cancelAll`),
  fc.tuple(trader, number, side, size, price).map(([who, order, way, lots, at]) => {
    return `${who} replace ${order} any! ${way} limit size=${lots} price=${at}`;
  }),
);
const line = fc.oneof(
  { weight: 6, arbitrary: limitLine },
  { weight: 2, arbitrary: marketLine },
  { weight: 2, arbitrary: stopLine },
  { weight: 1, arbitrary: trailingLine },
  { weight: 2, arbitrary: listLine },
  { weight: 2, arbitrary: changeLine },
);

function startScene(): Scene {
  const scene = new Scene();
  scene.do('limit openOrdersCountMax 30');
  scene.do('limit stopOrdersCountMax 30');
  scene.do('fees 1000 2000');
  scene.do('reference 100');
  return scene;
}

/** Account and asset with what open orders hold there, from the dump's order lines. */
function sumHolds(dump: readonly string[]): Map<string, bigint> {
  const holds = new Map<string, bigint>();
  for (const row of dump.filter((text) => text.startsWith('order '))) {
    const words = row.split(' ');
    const [account, isSell, units] = [words[2], words[4] === '1', BigInt(words[14])];
    const key = `${account} ${isSell ? 1 : 2}`;
    holds.set(key, (holds.get(key) ?? 0n) + units);
  }
  return holds;
}

function checkMoney(scene: Scene): void {
  for (const { totalUnits } of scene.engine.readTotals()) expect(totalUnits).toBe(0n);
  const dump = scene.readDump();
  const holds = sumHolds(dump);
  for (const row of dump.filter((text) => text.startsWith('balance '))) {
    const [, account, asset, available, held] = row.split(' ');
    if (account !== '2') expect(BigInt(available)).toBeGreaterThanOrEqual(0n);
    expect(`${account} ${asset}: ${held}`).toBe(
      `${account} ${asset}: ${holds.get(`${account} ${asset}`) ?? 0n}`,
    );
  }
}

test('money is conserved and held exactly for what is open, after every command', () => {
  const run = fc.property(fc.array(line, { minLength: 40, maxLength: 120 }), (lines) => {
    const scene = startScene();
    for (const text of lines) {
      scene.do(text);
      checkMoney(scene);
    }
  });
  fc.assert(run, { numRuns: 15, seed: 20261121 });
});

test('an engine restored from a snapshot goes on bit for bit', () => {
  const run = fc.property(fc.array(line, { minLength: 60, maxLength: 120 }), (lines) => {
    const [simpleLimit, restored] = [startScene(), startScene()];
    for (const [index, text] of lines.entries()) {
      if (index % 25 === 24) restored.restart();
      expect(restored.do(text)).toEqual(simpleLimit.do(text));
    }
    expect(restored.readDump()).toEqual(simpleLimit.readDump());
  });
  fc.assert(run, { numRuns: 8, seed: 20261121 });
});
