// A wallet of a local EVM chain that pays from an open key. It waits for no block.
// Used by the seed, later by the page of local chains; by tests.

import { type Hex, keccak256 } from 'viem';
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { openRpc, type Rpc } from '../../custody/index.ts';
import { LOCAL_CHAIN_ID } from './anvil.ts';

/** Raw units for one gas: far more than a local block costs, and only what it costs is taken. */
const MAX_FEE_RAW = 100_000_000_000n;
const PRIORITY_FEE_RAW = 1_000_000_000n;
const PLAIN_GAS = 21_000n;

/** A transaction to sign; without `to` it makes a contract. */
export interface EvmPayment {
  readonly to?: string;
  readonly raw?: bigint;
  readonly data?: string;
  readonly gas?: bigint;
  /** The next one of the account when not given. */
  readonly nonce?: number;
  readonly maxFeeRaw?: bigint;
  readonly priorityFeeRaw?: bigint;
}

/** Signs and sends. */
export class EvmWallet {
  readonly #account: PrivateKeyAccount;
  readonly #rpc: Rpc;

  /** @param url - address of the node, which may have a password in it. */
  constructor(key: string, url: string) {
    this.#account = privateKeyToAccount(`0x${key}`);
    this.#rpc = openRpc(url);
  }

  /** In small letters. */
  get address(): string {
    return this.#account.address.toLowerCase();
  }

  /** Number of its next transaction; those that wait count. */
  async readNonce(): Promise<number> {
    const count = await this.#rpc.ask<string>('eth_getTransactionCount', this.address, 'pending');
    return Number(count);
  }

  /** The signed transaction, in hexadecimal. */
  async sign(payment: EvmPayment): Promise<string> {
    const { to, raw = 0n, data, gas = PLAIN_GAS } = payment;
    return this.#account.signTransaction({
      type: 'eip1559',
      chainId: LOCAL_CHAIN_ID,
      nonce: payment.nonce ?? (await this.readNonce()),
      ...(to === undefined ? {} : { to: to as Hex }),
      ...(data === undefined ? {} : { data: data as Hex }),
      value: raw,
      gas,
      maxFeePerGas: payment.maxFeeRaw ?? MAX_FEE_RAW,
      maxPriorityFeePerGas: payment.priorityFeeRaw ?? PRIORITY_FEE_RAW,
    });
  }

  /** @returns the hash of the transaction. */
  async send(payment: EvmPayment): Promise<string> {
    const signed = await this.sign(payment);
    await this.#rpc.ask('eth_sendRawTransaction', signed);
    return keccak256(signed as Hex);
  }
}
