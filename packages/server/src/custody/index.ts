/** Custody's door. */
export { toRaw } from './chains/exact-json.ts';
export { openEvmChain } from './chains/evm.ts';
export { openUtxoChain, type UtxoAddressNetwork } from './chains/utxo.ts';
export { ChainFault, type ChainPort } from './chains/port.ts';
export { runCustody, type RunningCustody } from './run.ts';
export { lookAtDeposits } from './deposits/loop.ts';
export { createCustodyMoney } from './money.ts';
export { openRpc, type Rpc, RpcRefusal } from './chains/rpc.ts';
export { createScreening } from './screening.ts';
export { makeMoneyLoops } from './money-loops.ts';
