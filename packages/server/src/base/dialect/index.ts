/** The dialect's door: what every room that speaks it shares. */
export {
  type AddressLimits,
  type AddressLimitTable,
  createAddressLimits,
  defaultAddressLimits,
} from './address-limits.ts';
export { DialectError, type DialectErrorBody } from './errors.ts';
export {
  type DialectRow,
  showCanceledRow,
  showDialectOrder,
  showListId,
  showOrderType,
  showPlacedRow,
  showTimeInForce,
  showWorkingTime,
} from './orders.ts';
export { createOrderCounts, type OrderCounts } from './order-counts.ts';
export {
  type DialectParameters,
  readJsonParameters,
  readParameters,
} from './parameters.ts';
export { runDialectCall } from './serving.ts';
export {
  createSigning,
  isKeyAllowed,
  listPayloads,
  makeSigner,
  readDeadlineMs,
  type Signing,
  type WantedPermission,
} from './signing.ts';
export { createDialectSymbols, type DialectSymbols, showSymbol } from './symbols.ts';
export { translateRefusal } from './translate.ts';
