/** The door of local chains. */
export { openLocalBitcoinChain, type LocalUtxoChain } from './bitcoin-chain.ts';
export { type LocalChainOptions, type LocalEvmChain, openLocalEvmChain } from './evm-chain.ts';
export { NoNode } from './kept-node.ts';
export { runLocalChains } from './run.ts';
