// Builds and signs EIP-1559 transactions: the chain's own coin, or `transfer` of a listed token,
// and nothing else; no other selector, no access list, no delegation. What was signed is read back.
// Not here: whether it may be signed (rules.ts, limits.ts).

import { Transaction } from 'micro-eth-signer';
import type { Keys } from './keys.ts';
import type { EvmRequest } from './shapes.ts';

const TRANSFER = 'a9059cbb';
const WORD_LENGTH = 64;

/** What came out: bytes in hex without prefix, hash with it. */
export interface EvmSigned {
  readonly raw: string;
  readonly txid: string;
  readonly feeRaw: bigint;
}

function encodeTransfer(to: string, raw: string): string {
  const words = [to.slice(2).toLowerCase(), BigInt(raw).toString(16)];
  return `0x${TRANSFER}${words.map((word) => word.padStart(WORD_LENGTH, '0')).join('')}`;
}

interface Parts {
  readonly to: string;
  readonly value: bigint;
  readonly data: string;
}

/** A cancel is nothing sent to oneself. */
function readParts(request: EvmRequest, sender: string): Parts {
  const [output] = request.outputs;
  if (output === undefined) return { to: sender, value: 0n, data: '0x' };
  if (request.token === null) return { to: output.to, value: BigInt(output.raw), data: '0x' };
  return { to: request.token, value: 0n, data: encodeTransfer(output.to, output.raw) };
}

/** Build and sign a request that was found good. */
export function signEvm(keys: Keys, chainId: number, request: EvmRequest): EvmSigned {
  const { privateKey, address } = keys.readChild('evm', { ...request.from, change: 0 });
  const parts = readParts(request, address);
  const { gasLimit, maxFeePerGas, maxPriorityFeePerGas } = request.fees;
  const fields = {
    type: 'eip1559' as const,
    chainId: BigInt(chainId),
    nonce: BigInt(request.nonce),
    gasLimit: BigInt(gasLimit),
    maxFeePerGas: BigInt(maxFeePerGas),
    maxPriorityFeePerGas: BigInt(maxPriorityFeePerGas),
    accessList: [],
    ...parts,
  };
  // Its strict mode has bounds of taste, such as nonces below 131,072; ours stand in the policy.
  const signed = Transaction.prepare(fields, false).signBy(privateKey, false);
  checkSigned(signed.toHex(), parts, address);
  const feeRaw = fields.gasLimit * fields.maxFeePerGas;
  return { raw: signed.toHex().slice(2), txid: `0x${signed.hash.replace(/^0x/, '')}`, feeRaw };
}

function checkSigned(hex: string, parts: Parts, sender: string): void {
  const read = Transaction.fromHex(hex);
  const { to, value, data } = read.raw as Parts;
  const isSame = to === parts.to && value === parts.value && data === parts.data;
  if (!isSame || read.sender !== sender) throw new Error('what was signed is not what was asked');
}
