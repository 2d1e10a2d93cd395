/** The price room's door: what the prices of indexes are made of, and the step of each second. */
export { type IndexSnapshot, priceSnapshot } from './components.ts';
export { createPriceLoop, type PriceLoop, type PriceLoopParts } from './price-loop.ts';
export {
  readSnapshotRange,
  readSnapshots,
  SNAPSHOTS_KEPT_MS,
  writeSnapshots,
} from './snapshots.ts';
