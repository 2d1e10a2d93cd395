// The bound that a page shows before an order is sent, against the engine: what it holds for a buy
// order, and what such an order has taken once it is closed.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type BuyBoundTerms, calculateBuyBound } from '../../../math/index.ts';
import { Scene } from './scene.ts';

/** Trader b, who has quote units enough for every order here. */
const buyer = '5';
const last = 100;
const asks = [100, 103, 109, 111, 118, 130];

function startScene(): Scene {
  const scene = new Scene();
  for (const line of [
    'fees 1000 2000',
    'limit openOrdersCountMax 30',
    'limit stopOrdersCountMax 30',
    // A last price, then a book to buy from.
    `a sell limit size=1 price=${last}`,
    `c buy limit size=1 price=${last}`,
    ...asks.map((price) => `a sell limit size=4 price=${price}`),
  ]) {
    scene.do(line);
  }
  return scene;
}

function readQuote(scene: Scene): bigint {
  const row = scene.readDump().find((line) => line.startsWith(`balance ${buyer} 2 `));
  const [, , , available = '0', held = '0'] = (row ?? '').split(' ');
  return BigInt(available) + BigInt(held);
}

/** What was held when the orders were opened, and all that they took in the end. */
function run(line: string): { heldUnits: bigint; takenUnits: bigint } {
  const scene = startScene();
  const before = readQuote(scene);
  const emitted = scene.do(line);
  expect(emitted.join(), line).not.toContain('refused');
  const holds = emitted
    .filter((text) => text.startsWith('opened'))
    .map((text) => text.split(' ')[4]);
  // The price rises through every stop, and falls back through every limit.
  for (const price of [...asks, 101, 95, 90, 95, 101, ...asks]) {
    scene.do(`a sell limit size=3 price=${price}`);
    scene.do(`c buy limit size=3 price=${price} tif=ioc`);
  }
  return {
    heldUnits: holds.reduce((sum, units) => sum + BigInt(units ?? 0), 0n),
    takenUnits: before - readQuote(scene),
  };
}

const size = fc.integer({ min: 1, max: 15 });
const price = fc.integer({ min: 90, max: 130 });
const above = fc.integer({ min: 101, max: 125 });
const below = fc.integer({ min: 90, max: 99 });
const slippage = fc.integer({ min: 0, max: 1000 });
const boundOf = (terms: Partial<BuyBoundTerms>, lots: number) =>
  BigInt(
    calculateBuyBound({
      limitTicks: 0,
      startTicks: 0,
      trailingDeltaBps: 0,
      guardBps: 1000,
      ...terms,
    }) * lots,
  );
const guardOf = (slippageBps: number) => (slippageBps === 0 ? 1000 : slippageBps);

test('a limit order, an iceberg too, holds its bound and takes no more', () => {
  const all = fc.property(size, price, fc.boolean(), (lots, at, isHidden) => {
    const visible = isHidden && lots > 1 ? ` visible=${Math.ceil(lots / 2)}` : '';
    const { heldUnits, takenUnits } = run(`b buy limit size=${lots} price=${at}${visible}`);
    const bound = boundOf({ limitTicks: at }, lots);
    expect(heldUnits).toBe(bound);
    expect(takenUnits).toBeLessThanOrEqual(bound);
  });
  fc.assert(all, { numRuns: 10, seed: 21 });
});

test('a market order takes no more than the guard at the best ask', () => {
  const all = fc.property(size, slippage, (lots, bps) => {
    const slip = bps === 0 ? '' : ` slippage=${bps}`;
    const { takenUnits } = run(`b buy market size=${lots}${slip}`);
    const terms = { startTicks: asks[0], guardBps: guardOf(bps) };
    expect(takenUnits).toBeGreaterThan(0n);
    expect(takenUnits).toBeLessThanOrEqual(boundOf(terms, lots));
  });
  fc.assert(all, { numRuns: 10, seed: 21 });
});

test('a stop at market holds the guard of its stop and takes no more', () => {
  const all = fc.property(size, above, slippage, (lots, stop, bps) => {
    const slip = bps === 0 ? '' : ` slippage=${bps}`;
    const { heldUnits, takenUnits } = run(`b buy stopMarket size=${lots} stop=${stop}${slip}`);
    const bound = boundOf({ startTicks: stop, guardBps: guardOf(bps) }, lots);
    expect(heldUnits).toBe(bound);
    expect(takenUnits).toBeLessThanOrEqual(bound);
  });
  fc.assert(all, { numRuns: 10, seed: 21 });
});

test('a trailing stop holds the guard of its first stop and takes no more', () => {
  const delta = fc.integer({ min: 100, max: 2000 });
  const all = fc.property(size, delta, fc.boolean(), below, (lots, bps, isLater, at) => {
    const activation = isLater ? ` activation=${at}` : '';
    const { heldUnits, takenUnits } = run(
      `b buy trailingStop size=${lots} delta=${bps}${activation}`,
    );
    const bound = boundOf({ startTicks: isLater ? at : last, trailingDeltaBps: bps }, lots);
    expect(heldUnits).toBe(bound);
    expect(takenUnits).toBeLessThanOrEqual(bound);
  });
  fc.assert(all, { numRuns: 10, seed: 21 });
});

test('a pair holds the larger bound of its two and takes no more', () => {
  const all = fc.property(size, below, above, fc.boolean(), (lots, at, stop, isLimit) => {
    const leg = isLimit
      ? `stopLimit size=${lots} stop=${stop} price=${stop + 2}`
      : `stopMarket size=${lots} stop=${stop}`;
    const { heldUnits, takenUnits } = run(`b oco buy limit size=${lots} price=${at} ; buy ${leg}`);
    const stopBound = boundOf(isLimit ? { limitTicks: stop + 2 } : { startTicks: stop }, lots);
    const limitBound = boundOf({ limitTicks: at }, lots);
    const bound = stopBound > limitBound ? stopBound : limitBound;
    expect(heldUnits).toBe(bound);
    expect(takenUnits).toBeLessThanOrEqual(bound);
  });
  fc.assert(all, { numRuns: 10, seed: 21 });
});
