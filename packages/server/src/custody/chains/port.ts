// What custody asks of a chain, whatever its family: where it ends, what a block moved, what
// addresses hold, what a transaction costs, and what became of it. Amounts are whole raw units
// (wei, satoshi). Addresses and hashes are in small letters, so that they compare as text.
// Not here: keys, the ledger, what a block means to a customer.
// Implemented by evm.ts and utxo.ts.

/** How a chain keeps what somebody owns: as balances, or as outputs of transactions. */
export type ChainFamily = 'evm' | 'utxo';

/** Name of what is moved: the chain's own coin, or the address of a listed contract. */
export type ChainAsset = 'native' | (string & {});

/** A block, as its own chain names it. */
export interface BlockHeader {
  readonly height: number;
  readonly hash: string;
  /** Hash of the block before. */
  readonly parentHash: string;
  /** Seconds since 1970, said by who made the block. */
  readonly timeSeconds: number;
}

/** Where a chain ends. */
export interface ChainHead {
  readonly height: number;
  readonly hash: string;
  /** No block up to this one can be replaced any more; undefined where no block is final. */
  readonly finalHeight: number | undefined;
}

/** An amount that a transaction put somewhere. */
export interface ChainMove {
  readonly txid: string;
  /** Place within the transaction, which a reorganisation does not change: `log:N`, `call:PATH`
   * (0 is the transaction itself, 0.1 the second call that it made), `out:N`. */
  readonly place: string;
  readonly asset: ChainAsset;
  /** Undefined for an output: what an input was worth is not said in its block. */
  readonly from: string | undefined;
  readonly to: string;
  readonly raw: bigint;
  /** New coins of who made the block: they cannot be spent for a hundred blocks. */
  readonly isNewCoin: boolean;
}

/** A block and all that it moved. */
export interface ChainBlock {
  readonly header: BlockHeader;
  readonly moves: readonly ChainMove[];
}

/** What an address holds; nothing is said of what it holds none of. */
export interface ChainHolding {
  readonly address: string;
  readonly asset: ChainAsset;
  readonly raw: bigint;
}

/** What a transaction must offer to be mined soon. */
export type ChainFees =
  | {
      readonly family: 'evm';
      /** Raw units for one gas: what the next block takes away, what its maker wants, the offer. */
      readonly baseFeeRaw: bigint;
      readonly priorityFeeRaw: bigint;
      readonly maxFeeRaw: bigint;
    }
  | {
      readonly family: 'utxo';
      /** Raw units for a thousand virtual bytes. */
      readonly feePerThousandBytesRaw: bigint;
    };

/** A payment that is not signed yet. */
export interface ChainPayment {
  readonly from: string;
  readonly to: string;
  readonly asset: ChainAsset;
  readonly raw: bigint;
}

/**
 * Why a node does not take a transaction: its bytes are no such thing; its nonce or inputs are used
 * or not there; it offers too little; its sender has too little; something else.
 */
export type RefusalReason = 'malformed' | 'spent' | 'underpriced' | 'short' | 'other';

/** What a node said to a transaction. */
export type BroadcastAnswer =
  | { readonly kind: 'accepted' }
  /** It had it already, waiting or in a block. */
  | { readonly kind: 'known' }
  | { readonly kind: 'refused'; readonly reason: RefusalReason; readonly said: string }
  /** No answer came: it may have it or not. */
  | { readonly kind: 'unknown' };

/** What can be used once only: a number of an account's transactions, or an output. */
export type Spendable =
  | { readonly family: 'evm'; readonly address: string; readonly nonce: number }
  | { readonly family: 'utxo'; readonly txid: string; readonly output: number };

/** What became of a transaction. */
export type TransactionState =
  /** The node knows nothing of it. */
  | { readonly kind: 'missing' }
  | { readonly kind: 'waiting' }
  | {
      readonly kind: 'mined';
      readonly blockHash: string;
      /** False when it was mined and undone: it paid its fee and moved nothing. */
      readonly isDone: boolean;
      /** What it cost beyond what it moved; undefined where the block does not say it. */
      readonly feeRaw: bigint | undefined;
    };

/** A chain as custody sees it. Each call may fail with a ChainFault. */
export interface ChainPort {
  readonly family: ChainFamily;
  readHead(): Promise<ChainHead>;
  /** Hash of the block at a height of the chain that is valid now; undefined above its end. */
  readHash(height: number): Promise<string | undefined>;
  /** A block by its hash; undefined when the node does not have it. */
  readBlock(hash: string): Promise<ChainBlock | undefined>;
  /**
   * What addresses hold after a block. A node of outputs knows it for its last block only.
   * @errors `moved` when the node cannot say it for this block any more.
   */
  readHoldings(addresses: readonly string[], blockHash: string): Promise<readonly ChainHolding[]>;
  estimateFees(): Promise<ChainFees>;
  /**
   * Gas that a payment would take after the last block; 0 where a chain knows no gas.
   * @returns undefined when the receiver or the token would not take it.
   */
  estimateGas(payment: ChainPayment): Promise<bigint | undefined>;
  /** Hand over a signed transaction, in hexadecimal; it may be repeated. */
  broadcast(raw: string): Promise<BroadcastAnswer>;
  /** Which transaction has used it, waiting or mined; undefined while none has. */
  readSpend(spendable: Spendable): Promise<string | undefined>;
  readTransaction(txid: string): Promise<TransactionState>;
  /** The number of an account's next transaction; undefined where a chain has none. */
  readNextNonce(address: string): Promise<number | undefined>;
}

/**
 * Why a chain cannot be worked with: nobody answers; the answer contradicts itself or what was
 * asked; it is another chain, or another contract, than the one listed; it has gone on meanwhile.
 */
export type FaultKind =
  | 'unreachable'
  | 'contradiction'
  | 'wrong_chain'
  | 'wrong_contract'
  | 'moved';

/** A question to a chain that has no answer. */
export class ChainFault extends Error {
  readonly kind: FaultKind;

  constructor(kind: FaultKind, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'ChainFault';
    this.kind = kind;
  }
}
