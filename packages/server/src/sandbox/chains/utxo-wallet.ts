// A wallet of a local chain of the Bitcoin family that pays from an open key, native segwit only.
// It keeps no list of its coins: the node is asked each time. It waits for no block.
// Used by the seed, later by the page of local chains; by tests.

import { p2wpkh, Transaction } from '@scure/btc-signer';
import { pubECDSA } from '@scure/btc-signer/utils.js';
import { openRpc, type Rpc, toRaw, type UtxoAddressNetwork } from '../../custody/index.ts';

const DECIMALS = 8;
const FEE_RAW = 2_000n;
/** Less than this is not worth an output of its own. */
const DUST_RAW = 3_000n;
/** Coins of who made a block wait so long. */
const NEW_COIN_BLOCKS = 100;
/** Says that the transaction may be replaced by a dearer one. */
const REPLACEABLE = 0xff_ff_ff_fd;

/** An output that can be spent. */
export interface UtxoCoin {
  readonly txid: string;
  readonly output: number;
  readonly raw: bigint;
}

/** A transaction to sign; what is left goes back to the wallet. */
export interface UtxoPayment {
  readonly to: string;
  readonly raw: bigint;
  /** Which coins it spends; found when not given. */
  readonly coins?: readonly UtxoCoin[];
  readonly feeRaw?: bigint;
}

interface Scan {
  readonly unspents: readonly {
    readonly txid: string;
    readonly vout: number;
    readonly amount: unknown;
  }[];
}

/** Signs and sends. */
export class UtxoWallet {
  readonly address: string;
  readonly #key: Uint8Array;
  readonly #network: UtxoAddressNetwork;
  readonly #rpc: Rpc;

  /** @param url - address of the node, which may have a password in it. */
  constructor(key: string, url: string, network: UtxoAddressNetwork) {
    this.#key = Buffer.from(key, 'hex');
    this.#network = network;
    this.#rpc = openRpc(url);
    this.address = p2wpkh(pubECDSA(this.#key), network).address ?? '';
  }

  /** Whether it owns anything in a block. */
  async hasCoins(): Promise<boolean> {
    return (await this.#scan()).unspents.length > 0;
  }

  #scan(): Promise<Scan> {
    const wanted = [{ desc: `addr(${this.address})` }];
    return this.#rpc.ask<Scan>('scantxoutset', 'start', wanted);
  }

  /** Coins that can be spent now, until they reach an amount. */
  async findCoins(raw: bigint): Promise<UtxoCoin[]> {
    const { unspents } = await this.#scan();
    const coins: UtxoCoin[] = [];
    let sum = 0n;
    for (const { txid, vout, amount } of unspents) {
      if (sum >= raw) break;
      if (!(await this.#isSpendable(txid, vout))) continue;
      coins.push({ txid, output: vout, raw: toRaw(amount, DECIMALS) });
      sum += toRaw(amount, DECIMALS);
    }
    if (sum < raw) throw new Error(`${this.address} has ${sum} of ${raw}`);
    return coins;
  }

  async #isSpendable(txid: string, output: number): Promise<boolean> {
    const found = await this.#rpc.ask<{
      readonly coinbase: boolean;
      readonly confirmations: number;
    } | null>('gettxout', txid, output, true);
    return found !== null && (!found.coinbase || found.confirmations >= NEW_COIN_BLOCKS);
  }

  /** The signed transaction, in hexadecimal, and its hash. */
  async sign(payment: UtxoPayment): Promise<{ readonly raw: string; readonly txid: string }> {
    const { to, raw, feeRaw = FEE_RAW } = payment;
    const coins = payment.coins ?? (await this.findCoins(raw + feeRaw));
    const { script } = p2wpkh(pubECDSA(this.#key), this.#network);
    const transaction = new Transaction();
    for (const coin of coins) {
      transaction.addInput({
        txid: coin.txid,
        index: coin.output,
        sequence: REPLACEABLE,
        witnessUtxo: { script, amount: coin.raw },
      });
    }
    transaction.addOutputAddress(to, raw, this.#network);
    const left = coins.reduce((sum, coin) => sum + coin.raw, 0n) - raw - feeRaw;
    if (left >= DUST_RAW) transaction.addOutputAddress(this.address, left, this.#network);
    transaction.sign(this.#key);
    transaction.finalize();
    return { raw: transaction.hex, txid: transaction.id };
  }

  /** @returns the hash of the transaction. */
  async send(payment: UtxoPayment): Promise<string> {
    const { raw, txid } = await this.sign(payment);
    await this.#rpc.ask('sendrawtransaction', raw);
    return txid;
  }
}
