/** The sandbox's door: what exists only where money is not real. */
export { HouseOwner } from './house.ts';
export { createDemoTrader, DEMO_EMAIL } from './demo-trader.ts';
export { createFaucetRoutes } from './faucet.ts';
export { createLiquidity } from './liquidity.ts';
export { createReference, isWalk, WALK_SEED } from './reference.ts';
export { keepReferenceStatus, readReferenceStatus } from './reference-status.ts';
export { readSeeded, seed } from './seed.ts';
export { createSimulatedPast } from './simulated-past.ts';
