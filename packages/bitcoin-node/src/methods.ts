// What may be asked of the node: bcoin's own methods, those that it answers otherwise than Bitcoin
// Core does (block with its transactions, broadcast, fees, coins of an address), and those of a
// keeper, which alone makes blocks. Not here: how a request arrives (main.ts).

import type { Bcoin, Block, ChainEntry, Tx } from './bcoin.ts';

/** Says no, with the number that Bitcoin Core gives this kind of refusal. */
export class RpcRefusal extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.name = 'RpcRefusal';
    this.code = code;
  }
}

/** Numbers of Bitcoin Core. */
const CODE = { misc: -1, unknown: -5, malformed: -22, inputs: -25, refused: -26, mined: -27 };

const SATOSHIS = 100_000_000n;

/** An amount as Bitcoin Core writes it: a number with eight decimals. */
class Amount {
  readonly text: string;

  constructor(satoshis: number) {
    const whole = BigInt(satoshis);
    this.text = `${whole / SATOSHIS}.${String(whole % SATOSHIS).padStart(8, '0')}`;
  }

  toJSON(): unknown {
    return (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(this.text);
  }
}

/** A method: its parameters in order, its answer. */
type Method = (...params: never[]) => unknown;

/** What a fork leaves out or puts into its last block. */
interface ForkOptions {
  readonly depth: number;
  readonly without?: readonly string[];
  readonly later?: readonly string[];
}

/** All methods of ours; the others are bcoin's. */
export function createMethods(bcoin: Bcoin): Readonly<Record<string, Method>> {
  const { chain, mempool, miner, rpc } = bcoin.node;
  const ask = (method: string, ...params: unknown[]) => rpc.execute({ method, params });
  const describeBlock = (block: Block, entry: ChainEntry) => ({
    hash: block.rhash(),
    height: entry.height,
    raw: block.toRaw().toString('hex'),
  });
  return {
    getblock: (hash: string, verbosity: number | boolean = 1) =>
      ask('getblock', hash, Number(verbosity) > 0, verbosity === 2),
    gettxout: (txid: string, output: number, withPool = true) => {
      const hash = Buffer.from(txid, 'hex').reverse().toString('hex');
      if (withPool && mempool.isSpent(hash, output)) return null;
      return ask('gettxout', txid, output, withPool);
    },
    estimatesmartfee: (blocks: number) => ({ errors: ['Insufficient data'], blocks }),
    sendrawtransaction: (raw: string) => sendTransaction(bcoin, raw),
    scantxoutset: (_action: string, wanted: readonly { readonly desc: string }[]) =>
      scanCoins(bcoin, wanted),
    keeper_load: async (blocks: readonly string[]) => {
      for (const raw of blocks) await addBlock(bcoin, bcoin.readBlock(raw));
      return chain.height;
    },
    keeper_mine: async (payee: string, count: number) => {
      miner.addresses.length = 0;
      miner.addAddress(bcoin.readAddress(payee));
      const made = [];
      for (let n = 0; n < count; n += 1) {
        const block = await (await miner.createJob(chain.tip)).mineAsync();
        made.push(describeBlock(block, await addBlock(bcoin, block)));
      }
      return made;
    },
    keeper_fork: async (options: ForkOptions) => {
      const fork = await makeFork(bcoin, options);
      return fork.map(({ block, entry }) => describeBlock(block, entry));
    },
    keeper_drop: (txid: string) => {
      const entry = [...mempool.map.values()].find(({ tx }) => tx.txid() === txid);
      if (entry !== undefined) mempool.evictEntry(entry);
      return entry !== undefined;
    },
  };
}

async function addBlock({ node }: Bcoin, block: Block): Promise<ChainEntry> {
  const entry = await node.chain.add(block);
  if (entry === null) throw new RpcRefusal(CODE.misc, `block ${block.rhash()} does not fit`);
  return entry;
}

async function sendTransaction({ node, readTx }: Bcoin, raw: string): Promise<string> {
  let tx: Tx;
  try {
    tx = readTx(raw);
  } catch {
    throw new RpcRefusal(CODE.malformed, 'TX decode failed');
  }
  let missing: readonly string[] | null;
  try {
    missing = await node.mempool.addTX(tx);
  } catch (error) {
    const { reason } = error as { readonly reason?: string };
    if (reason === undefined) throw error;
    if (reason === 'txn-already-in-mempool') return tx.txid();
    if (reason === 'txn-already-known') {
      throw new RpcRefusal(CODE.mined, 'Transaction already in block chain');
    }
    throw new RpcRefusal(CODE.refused, reason);
  }
  if (missing !== null) throw new RpcRefusal(CODE.inputs, 'bad-txns-inputs-missingorspent');
  return tx.txid();
}

async function scanCoins(
  { node, readAddress }: Bcoin,
  wanted: readonly { readonly desc: string }[],
): Promise<object> {
  const addresses = wanted.map(({ desc }) => {
    const text = /^addr\((\w+)\)$/.exec(desc)?.[1];
    if (text === undefined) throw new RpcRefusal(CODE.unknown, `no address in ${desc}`);
    return readAddress(text);
  });
  // Read before and after: a block that came in between would be half in it.
  const { tip } = node.chain;
  const coins = await node.chain.getCoinsByAddress(addresses);
  if (node.chain.tip !== tip) throw new RpcRefusal(CODE.misc, 'the chain has grown meanwhile');
  const toTxid = (hash: string) => Buffer.from(hash, 'hex').reverse().toString('hex');
  return {
    success: true,
    height: tip.height,
    bestblock: tip.rhash(),
    unspents: coins.map(({ hash, index, value, height, script }) => ({
      txid: toTxid(hash),
      vout: index,
      scriptPubKey: script.toRaw().toString('hex'),
      amount: new Amount(value),
      height,
    })),
  };
}

/** Transactions of one block that a fork keeps; what spends a transaction left out is left out. */
function keepOf(block: Block, isOut: (tx: Tx) => boolean): Tx[] {
  return block.txs.slice(1).filter((tx) => !isOut(tx));
}

interface Made {
  readonly block: Block;
  readonly entry: ChainEntry;
}

/**
 * Blocks beside the last ones and one more, so that all follow them: with the transactions of
 * those, but for what is left out or comes in the last one only.
 */
async function makeFork(bcoin: Bcoin, options: ForkOptions): Promise<Made[]> {
  const { node } = bcoin;
  const { depth, without = [], later = [] } = options;
  const { chain, miner } = node;
  const old = [];
  for (let height = chain.height - depth + 1; height <= chain.height; height += 1) {
    const entry = await chain.getEntry(height);
    const block = entry === null ? null : await chain.getBlock(entry.hash);
    if (block === null) throw new RpcRefusal(CODE.misc, `no block at ${height}`);
    old.push(block);
  }
  const base = await chain.getEntry(chain.height - depth);
  if (base === null) throw new RpcRefusal(CODE.misc, `no block at ${chain.height - depth}`);
  const gone = new Set<string>();
  const late: Tx[] = [];
  const isOut = (tx: Tx): boolean => {
    const isNamed = without.includes(tx.txid()) || later.includes(tx.txid());
    if (!isNamed && !tx.inputs.some(({ prevout }) => gone.has(prevout.hash))) return false;
    gone.add(tx.hash('hex'));
    if (later.includes(tx.txid())) late.push(tx);
    return true;
  };
  const plan = old.map((block) => keepOf(block, isOut));
  let tip = base;
  const made: Made[] = [];
  const pool = miner.mempool;
  try {
    // What waits is taken by ordinary blocks only.
    miner.mempool = null;
    for (const txs of [...plan, late]) {
      const job = await miner.createJob(tip);
      for (const tx of txs) job.pushTX(tx);
      job.refresh();
      const block = await job.mineAsync();
      tip = await addBlock(bcoin, block);
      made.push({ block, entry: tip });
    }
  } finally {
    miner.mempool = pool;
  }
  for (const entry of node.mempool.map.values()) {
    if (without.includes(entry.tx.txid())) node.mempool.evictEntry(entry);
  }
  return made;
}
