// What an EVM node says of transactions and of the numbers of an account.
// Called by evm.ts.

import type { EvmReceipt, EvmTransaction } from './evm-moves.ts';
import type { TransactionState } from './port.ts';
import type { Rpc } from './rpc.ts';

/** The number that the next transaction of an account has, what waits in the node counted. */
export async function readNextNonce(rpc: Rpc, address: string): Promise<number> {
  return Number(await rpc.ask<string>('eth_getTransactionCount', address, 'pending'));
}

/** What became of a transaction. */
export async function readTransaction(rpc: Rpc, txid: string): Promise<TransactionState> {
  const [receipt, transaction] = await Promise.all([
    rpc.ask<EvmReceipt | null>('eth_getTransactionReceipt', txid),
    rpc.ask<EvmTransaction | null>('eth_getTransactionByHash', txid),
  ]);
  if (receipt) {
    return {
      kind: 'mined',
      blockHash: receipt.blockHash,
      isDone: receipt.status === '0x1',
      feeRaw: BigInt(receipt.gasUsed) * BigInt(receipt.effectiveGasPrice),
    };
  }
  return { kind: transaction ? 'waiting' : 'missing' };
}
