// What is used of bcoin, with its types: bcoin brings none. It has its chain in memory, no peers
// and no files; coins are native segwit, so that it writes addresses as others do on regtest.

import { createRequire } from 'node:module';

/** A transaction of bcoin. */
export interface Tx {
  readonly inputs: readonly { readonly prevout: { readonly hash: string } }[];
  hash(encoding: 'hex'): string;
  txid(): string;
}

/** A block of bcoin. */
export interface Block {
  readonly txs: readonly Tx[];
  rhash(): string;
  toRaw(): Buffer;
}

/** A place in the tree of blocks. */
export interface ChainEntry {
  readonly hash: string;
  readonly height: number;
  rhash(): string;
}

interface Coin {
  readonly hash: string;
  readonly index: number;
  readonly value: number;
  readonly height: number;
  readonly script: { toRaw(): Buffer };
}

interface Job {
  pushTX(tx: Tx): boolean;
  refresh(): void;
  mineAsync(): Promise<Block>;
}

/** What this package uses of a full node. */
export interface Node {
  readonly chain: {
    readonly height: number;
    readonly tip: ChainEntry;
    open(): Promise<void>;
    add(block: Block): Promise<ChainEntry | null>;
    getBlock(hash: string): Promise<Block | null>;
    getEntry(hashOrHeight: string | number): Promise<ChainEntry | null>;
    getCoinsByAddress(addresses: readonly object[]): Promise<Coin[]>;
  };
  readonly mempool: {
    readonly options: { maxOrphans: number };
    readonly map: Map<string, { readonly tx: Tx }>;
    open(): Promise<void>;
    isSpent(hash: string, output: number): boolean;
    addTX(tx: Tx): Promise<readonly string[] | null>;
    evictEntry(entry: { readonly tx: Tx }): void;
  };
  readonly miner: {
    mempool: object | null;
    open(): Promise<void>;
    createJob(tip: ChainEntry): Promise<Job>;
    readonly addresses: object[];
    addAddress(address: object): void;
  };
  readonly rpc: {
    execute(request: { readonly method: string; readonly params: unknown }): Promise<unknown>;
  };
}

/** What is loaded of bcoin. */
export interface Bcoin {
  readonly node: Node;
  readTx(raw: string): Tx;
  readBlock(raw: string): Block;
  readAddress(text: string): object;
}

const PREFIX = 'bcrt';

/** Load bcoin and open a node that knows nothing but the first block. */
export async function openBcoin(): Promise<Bcoin> {
  // Its native code is not installed; it must not look for it either.
  process.env.NODE_BACKEND = 'js';
  const load = createRequire(import.meta.url);
  load('bcoin/lib/protocol/network').get('regtest').addressPrefix.bech32 = PREFIX;
  const Node = load('bcoin/lib/node/fullnode');
  const TX = load('bcoin/lib/primitives/tx');
  const PlainBlock = load('bcoin/lib/primitives/block');
  const Address = load('bcoin/lib/primitives/address');
  const node = new Node({
    network: 'regtest',
    config: false,
    memory: true,
    listen: false,
    workers: false,
    logLevel: 'none',
    indexTx: true,
    indexAddress: true,
    requireStandard: true,
    // It takes transactions that may be replaced, and replaces none.
    replaceByFee: true,
  }) as Node;
  // Not the node as a whole: that would open its pool of peers and its own server.
  await node.chain.open();
  await node.mempool.open();
  await node.miner.open();
  // What was refused for a missing input must not come in by itself later.
  node.mempool.options.maxOrphans = 0;
  return {
    node,
    readTx: (raw) => TX.fromRaw(raw, 'hex') as Tx,
    readBlock: (raw) => PlainBlock.fromRaw(raw, 'hex') as Block,
    readAddress: (text) => Address.fromString(text, 'regtest') as object,
  };
}
