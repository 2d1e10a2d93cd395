// What a keeper asks of a node, whatever its family. Implemented by anvil.ts and bcoin.ts.

/** Blocks that follow another past: as many as are given up, and one more. */
export interface Fork {
  /** How many of the last blocks are given up. */
  readonly depth: number;
  /** Transactions that are in none of the new blocks. */
  readonly without?: readonly string[];
  /** Transactions that are in the last of the new blocks, wherever they were. */
  readonly later?: readonly string[];
}

/** A node and the file of its blocks: every block is saved before a call ends. */
export interface KeptNode {
  /** Its own address: for its keeper alone. */
  readonly url: string;
  readonly pid: number;
  /** Resolves when the node has ended, whoever ended it. */
  readonly ended: Promise<void>;
  readHeight(): Promise<number>;
  /** Whether a transaction waits that a block can take. */
  hasWaiting(): Promise<boolean>;
  /** Make one block of what waits. */
  mine(): Promise<void>;
  reorganise(fork: Fork): Promise<void>;
  /** Forget a transaction that waits; false when none of this name does. */
  drop(txid: string): Promise<boolean>;
  stop(): Promise<void>;
}

/** A node that is not on this machine. */
export class NoNode extends Error {
  constructor(what: string) {
    super(`no local chain on this machine: ${what} is missing`);
    this.name = 'NoNode';
  }
}
