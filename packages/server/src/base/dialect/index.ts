/** The dialect's door: what every room that speaks it shares. */
export {
  type AddressLimits,
  type AddressLimitTable,
  createAddressLimits,
  defaultAddressLimits,
} from './address-limits.ts';
export { DialectError, type DialectErrorBody } from './errors.ts';
export {
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
  checkParameters,
  type DialectParameters,
  readJsonParameters,
  readParameters,
} from './parameters.ts';
export { type DialectCall, runDialectCall } from './serving.ts';
export {
  createSigning,
  isKeyAllowed,
  type KnownSigner,
  listPayloads,
  makeSigner,
  readDeadlineMs,
  type Signing,
  type WantedPermission,
} from './signing.ts';
export { createDialectSymbols, type DialectSymbols, showSymbol } from './symbols.ts';
export { type DialectAct, translateRefusal } from './translate.ts';
