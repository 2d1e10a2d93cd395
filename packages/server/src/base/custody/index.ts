/** Tables and arithmetic that custody's process and the product of money in and out share. */
export { type CoinNetworks, readCoinNetworks } from './coin-networks.ts';
export {
  addToBooks,
  DEPOSIT_MOVE,
  DEPOSIT_ROLLBACK,
  type DepositPlace,
  finishDepositMove,
  finishDepositRollback,
} from './deposit-moves.ts';
export { type CustodyFaults, readCustodyFaults } from './faults.ts';
export { type LocalChainFiles, localChainFiles, pinnedKeysFile } from './files.ts';
export { type CheckStatement, createStatementCheck } from './statements.ts';
export {
  calculateGasUnits,
  calculateRawPerUnit,
  calculateUnitsPerRaw,
  creditReceived,
  cutToUnits,
  readSendDecimals,
  splitWithdrawal,
  toWholeRaw,
} from './units.ts';
export {
  canMove,
  isCancelable,
  isOver,
  isRelease,
  listStatesOf,
  readWithdrawStatus,
  type WithdrawalState,
  withdrawalStates,
} from './withdrawal-states.ts';
export { withdrawalEnds } from './consumers.ts';
export {
  moveWithdrawal,
  readWayOn,
  releaseWithdrawal,
  withdrawalConsumers,
  type WithdrawalStep,
} from './withdrawals.ts';
