/** Tables and arithmetic that custody's process and the product of money in and out share. */
export {
  calculateGasUnits,
  creditReceived,
  cutToUnits,
  readSendDecimals,
  splitWithdrawal,
  toWholeRaw,
} from './units.ts';
