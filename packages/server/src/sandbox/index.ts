/** The sandbox's door: what exists only where money is not real. */
export { OperatorAccountOwner } from './operator-account.ts';
export { createSandboxPrices } from './contract-prices.ts';
export { seedContracts } from './contract-seed.ts';
export { createDemoTrader } from './demo-trader.ts';
export { createLiquidity } from './liquidity.ts';
export { createReference, WALK_SEED } from './reference.ts';
export { keepReferenceStatus, readReferenceStatus } from './reference-status.ts';
export { readSeeded, seed } from './seed.ts';
export { createDrawPast } from './simulated-past.ts';
