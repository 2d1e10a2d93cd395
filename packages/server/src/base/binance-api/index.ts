/** The dialect's door: what every room that speaks it shares. */
export {
  type AddressLimits,
  type AddressLimitTable,
  createAddressLimits,
  defaultAddressLimits,
} from './address-limits.ts';
export { BinanceError, type BinanceErrorBody } from './errors.ts';
export {
  type BinanceRow,
  showCanceledRow,
  showBinanceOrder,
  showListId,
  showOrderType,
  showPlacedRow,
  showTimeInForce,
  showWorkingTime,
} from './orders.ts';
export { createOrderCounts, type OrderCounts } from './order-counts.ts';
export {
  type BinanceParameters,
  readJsonParameters,
  readParameters,
} from './parameters.ts';
export { runBinanceCall } from './serving.ts';
export {
  createSigning,
  isKeyAllowed,
  listPayloads,
  makeSigner,
  readDeadlineMs,
  type Signing,
  type WantedPermission,
} from './signing.ts';
export { createBinanceSymbols, type BinanceSymbols, showSymbol } from './symbols.ts';
export { translateRefusal } from './translate.ts';
