/** Tables and arithmetic that custody's process and the product of money in and out share. */
export {
  CHAIN_CHECKS_JOB,
  type ChainCheck,
  CHECK_LATE_MS,
  readChainCheck,
  writeChainCheck,
} from './checks.ts';
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
export {
  firstOfficersFile,
  type LocalChainFiles,
  localChainFiles,
  pinnedKeysFile,
  sandboxPassphraseFile,
  type SignerFiles,
  signerFiles,
} from './files.ts';
export { chainNodesFile, type ChainNodes, readChainNodes } from './nodes.ts';
export {
  askForAct,
  type AskedAct,
  IS_COUNTED,
  type OfficerItemKind,
  officersNeeded,
  readApprovals,
  WAITS_FOR_OFFICERS,
} from './officers.ts';
export { type OwnAddress, readOwnAddresses } from './own-addresses.ts';
export { type CheckStatement, createStatementCheck, readStatementKey } from './statements.ts';
export {
  calculateGasUnits,
  calculateRawPerUnit,
  calculateUnitsPerRaw,
  creditReceived,
  cutToUnits,
  readSendDecimals,
  splitWithdrawal,
  toWholeRaw,
} from '@isobath/core/math';
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
  makeWithdrawalMove,
  moveWithdrawal,
  readWayOn,
  releaseWithdrawal,
  UNSURE_REASONS,
  withdrawalConsumers,
  type WithdrawalStep,
} from './withdrawals.ts';
