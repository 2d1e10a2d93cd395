// What a token's contract says of itself, as it is pinned when the token is listed.
// Called by the operator's tool; an open chain compares with it (evm.ts).
import { keccak256 } from 'viem';
import { openRpc } from './rpc.ts';

type Hex = `0x${string}`;

const DECIMALS = '0x313ce567';

/** A contract as a node knows it. */
export interface SeenContract {
  readonly decimals: number;
  /** keccak256 of its code. */
  readonly codeHash: string;
}

/**
 * Ask a node about a token's contract.
 *
 * @param address - in small letters.
 * @throws Error when there is no code, or none that says how many decimals it has; RpcRefusal and
 *   ChainFault as the node answers.
 */
export async function readContract(url: string, address: string): Promise<SeenContract> {
  const rpc = openRpc(url);
  const code = await rpc.ask<Hex>('eth_getCode', address, 'latest');
  if (code === '0x') throw new Error(`there is no contract at ${address}`);
  const said = await rpc.ask<string>('eth_call', { to: address, data: DECIMALS }, 'latest');
  const decimals = Number(said);
  if (said === '0x' || !Number.isInteger(decimals)) {
    throw new Error(`${address} does not say how many decimals it has`);
  }
  return { decimals, codeHash: keccak256(code) };
}
