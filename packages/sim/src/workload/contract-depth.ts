// The books that marks of contracts are made from in simulations: a pure function of contract and
// core time, which engine and model are both given. Thin, one-sided and pumped books are in it. One
// contract has its own book, of what people place.
// Not here: what is made of them. Called by engine-pool.ts and comparison.ts.
import type { Depth } from '../model/state.ts';

/** Ticks around which indexes and books of contracts are. */
export const centreTicks = 600_000;
/** The contract whose own book its mark is made from. */
const ownBookId = 502;
const regimeMs = 30_000;
const levelsCount = 6;
/** With so few lots a side is not worth what a premium asks for. */
const thinLots = 3;

/** A number from 0 below `count` that looks drawn, the same for the same words. */
function mix(count: number, ...words: readonly number[]): number {
  let mixed = 0x9e3779b9;
  for (const word of words) {
    mixed = Math.imul(mixed ^ (word >>> 0), 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
    mixed ^= mixed >>> 16;
  }
  return (mixed >>> 0) % count;
}

type Side = readonly (readonly [number, number])[];

function makeSide(best: number, step: number, lots: number): Side {
  return Array.from({ length: levelsCount }, (_, level) => [
    best + level * step,
    lots + level * 37,
  ]);
}

/** The book of a contract at a core time. */
export function readContractDepth(instrumentId: number, atMs: number): Depth | undefined {
  if (instrumentId === ownBookId) return undefined;
  const regime = Math.floor(atMs / regimeMs);
  const second = Math.floor(atMs / 1_000);
  const kind = mix(20, instrumentId, regime);
  const drift = mix(4_001, instrumentId, regime, 1) - 2_000;
  const pump = kind === 1 ? mix(60_001, instrumentId, regime, 2) - 30_000 : 0;
  const mid = centreTicks + drift + pump + mix(201, instrumentId, second) - 100;
  const half = 1 + mix(40, instrumentId, second, 3);
  const lots = kind === 2 || kind === 6 ? thinLots : 60 + mix(400, instrumentId, second, 4);
  const bids = makeSide(mid - half, -1 - mix(90, instrumentId, second, 5), lots);
  const asks = makeSide(mid + half, 1 + mix(90, instrumentId, second, 6), lots);
  const lastTicks = kind === 3 ? 0 : mid + mix(401, instrumentId, second, 7) - 200;
  return { bids: kind === 4 ? [] : bids, asks: kind === 5 ? [] : asks, lastTicks };
}
