/** Public API of settlements: many amounts that a product pays for a period, each exactly once. */
export { type SettlementKind, settlementConsumer } from './kind.ts';
export { planSettlements, type SettlementLine } from './plan.ts';
export { readFailedSettlements, sendSettlements } from './send.ts';
