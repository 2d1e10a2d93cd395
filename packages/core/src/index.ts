export * from './codec/codec.ts';
export * from './command.ts';
export { createEngine, type Engine } from './engine.ts';
export type { EngineOptions } from './engine-parts.ts';
export {
  engineCompilerOptions,
  engineEnvironment,
  engineNodeOptions,
} from './compiler-options.ts';
export * from './event.ts';
export * from './event-decoder.ts';
export * from './event-layout.ts';
export { CoreFault } from './fault.ts';
export * from './ids.ts';
export { updateFieldNames } from './instruments/checks.ts';
export { createLedger, type Ledger, type LedgerOptions } from './ledger/ledger.ts';
export { prefetchMax, recordCommandBytes, type ComingOrder, type Prefetch } from './prefetch.ts';
export * from './math/index.ts';
export * from './reject.ts';
export * from './sizes.ts';
export { SnapshotError } from './snapshot.ts';
export { warmUp } from './warm-up.ts';
export * from './words.ts';
