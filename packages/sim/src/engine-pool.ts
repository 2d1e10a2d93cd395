// Engines that are used again: making one costs as much as some hundred commands. An engine that
// was forgotten (`reset`) is what the product runs on too, after its warm-up. It judges nothing.
// Called by engine-subject.ts and, at level L1, by everything that opens a core.
import { createEngine, type Engine, type EngineSizes } from '@isobath/core';
import { readContractDepth } from './workload/contract-depth.ts';

const idle = new Map<EngineSizes, Engine[]>();

/** An engine in the state before the first command. */
export function takeEngine(sizes: EngineSizes): Engine {
  return idle.get(sizes)?.pop() ?? createEngine({ sizes, readContractDepth });
}

/** Give an engine back that nobody uses any more, and that never failed. */
export function giveBackEngine(engine: Engine, sizes: EngineSizes): void {
  engine.reset();
  const found = idle.get(sizes);
  if (found === undefined) idle.set(sizes, [engine]);
  else found.push(engine);
}
