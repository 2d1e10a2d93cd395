// A chain of the Bitcoin family over JSON-RPC as Bitcoin Core speaks it (locally bcoin's node).
// Amounts are read from the digits of the answer, never through a float.
// Not here: which outputs are ours, keys and signing.

import { Address, OutScript, Transaction } from '@scure/btc-signer';
import { toRaw } from './exact-json.ts';
import {
  type BroadcastAnswer,
  type ChainBlock,
  ChainFault,
  type ChainFees,
  type ChainHead,
  type ChainHolding,
  type ChainMove,
  type ChainPort,
  type RefusalReason,
  type Spendable,
  type TransactionState,
} from './port.ts';
import { openRpc, type Rpc, RpcRefusal } from './rpc.ts';

/** How a chain writes its addresses. */
export interface UtxoAddressNetwork {
  readonly bech32: string;
  readonly pubKeyHash: number;
  readonly scriptHash: number;
  readonly wif: number;
}

/** Which chain it must be. */
export interface UtxoChainOptions {
  readonly url: string;
  /** Hash of its first block: this family has no other name for a chain. */
  readonly genesisHash: string;
  readonly network: UtxoAddressNetwork;
  /** Raw units for a thousand virtual bytes while the node has seen too little to estimate. */
  readonly fallbackFeeRaw: bigint;
}

interface Output {
  readonly value: unknown;
  readonly n: number;
  readonly scriptPubKey: { readonly hex: string };
}

interface Input {
  readonly txid?: string;
  readonly vout?: number;
  readonly coinbase?: string;
}

interface UtxoTransaction {
  readonly txid: string;
  readonly vin: readonly Input[];
  readonly vout: readonly Output[];
}

interface UtxoBlock {
  readonly hash: string;
  readonly height: number;
  readonly time: number;
  readonly previousblockhash?: string | null;
  readonly tx: readonly UtxoTransaction[];
}

interface FoundTransaction {
  /** Missing or null while it waits. */
  readonly blockhash?: string | null;
  readonly confirmations?: number;
  readonly vin: readonly Input[];
}

const DECIMALS = 8;
const CONFIRM_WITHIN_BLOCKS = 3;
const NO_PARENT = '0'.repeat(64);

/** Numbers of Bitcoin Core. */
const CODE = { unknown: -5, aboveEnd: -8, malformed: -22, inputs: -25, mined: -27 };

/**
 * Open a chain and compare it with what is pinned.
 * @errors ChainFault `wrong_chain` when it is another one.
 */
export async function openUtxoChain(options: UtxoChainOptions): Promise<ChainPort> {
  const rpc = openRpc(options.url);
  const first = await rpc.ask<string>('getblockhash', 0);
  if (first !== options.genesisHash) {
    throw new ChainFault('wrong_chain', `first block ${first} is not ${options.genesisHash}`);
  }
  return {
    family: 'utxo',
    readHead: () => readHead(rpc),
    readHash: (height) => rpc.ask<string>('getblockhash', height).catch(nothingIf(CODE.aboveEnd)),
    readBlock: (hash) => readBlock(rpc, hash, options.network),
    readHoldings: (addresses, blockHash) => readHoldings(rpc, { addresses, blockHash, options }),
    estimateFees: () => estimateFees(rpc, options.fallbackFeeRaw),
    estimateGas: () => Promise.resolve(0n),
    broadcast: (raw) => broadcast(rpc, raw),
    readSpend: (spendable) => readSpend(rpc, spendable),
    readTransaction: (txid) => readTransaction(rpc, txid),
    readNextNonce: async () => undefined,
  };
}

/** Nothing instead of a refusal with this number. */
function nothingIf(code: number): (error: unknown) => undefined {
  return (error) => {
    if (error instanceof RpcRefusal && error.code === code) return undefined;
    throw error;
  };
}

async function readHead(rpc: Rpc): Promise<ChainHead> {
  const info = await rpc.ask<{ readonly blocks: number; readonly bestblockhash: string }>(
    'getblockchaininfo',
  );
  return { height: info.blocks, hash: info.bestblockhash, finalHeight: undefined };
}

/** A block with its transactions; undefined when the node does not have it. */
async function askBlock(rpc: Rpc, hash: string): Promise<UtxoBlock | undefined> {
  const block = await rpc.ask<UtxoBlock>('getblock', hash, 2).catch(nothingIf(CODE.unknown));
  if (block !== undefined && block.hash !== hash) {
    throw new ChainFault('contradiction', `${block.hash} is not ${hash}`);
  }
  return block;
}

async function readBlock(
  rpc: Rpc,
  hash: string,
  network: UtxoAddressNetwork,
): Promise<ChainBlock | undefined> {
  const block = await askBlock(rpc, hash);
  if (block === undefined) return undefined;
  const { height, time } = block;
  return {
    header: {
      height,
      hash,
      // Of the first block some nodes say nothing, others null.
      parentHash: block.previousblockhash ?? NO_PARENT,
      timeSeconds: time,
    },
    moves: block.tx.flatMap((transaction) => collectOutputs(transaction, network)),
  };
}

function collectOutputs(
  { txid, vin, vout }: UtxoTransaction,
  network: UtxoAddressNetwork,
): ChainMove[] {
  const isNewCoin = vin.some(({ coinbase }) => coinbase !== undefined);
  return vout.flatMap(({ value, n, scriptPubKey }) => {
    const to = readAddress(scriptPubKey.hex, network);
    const raw = toRaw(value, DECIMALS);
    if (to === undefined || raw === 0n) return [];
    const place = `out:${n}`;
    return [{ txid, place, asset: 'native', from: undefined, to, raw, isNewCoin }];
  });
}

/** The address that a script pays; undefined for scripts that have none. */
function readAddress(script: string, network: UtxoAddressNetwork): string | undefined {
  try {
    return Address(network).encode(OutScript.decode(Buffer.from(script, 'hex')));
  } catch {
    return undefined;
  }
}

interface HoldingsQuestion {
  readonly addresses: readonly string[];
  readonly blockHash: string;
  readonly options: UtxoChainOptions;
}

interface Scan {
  readonly bestblock: string;
  readonly unspents: readonly { readonly scriptPubKey: string; readonly amount: unknown }[];
}

async function readHoldings(
  rpc: Rpc,
  { addresses, blockHash, options }: HoldingsQuestion,
): Promise<ChainHolding[]> {
  if (addresses.length === 0) return [];
  const wanted = addresses.map((address) => ({ desc: `addr(${address})` }));
  const scan = await rpc.ask<Scan>('scantxoutset', 'start', wanted);
  if (scan.bestblock !== blockHash) {
    throw new ChainFault('moved', `the chain ends at ${scan.bestblock}, not ${blockHash}`);
  }
  const sums = new Map<string, bigint>();
  for (const { scriptPubKey, amount } of scan.unspents) {
    const address = readAddress(scriptPubKey, options.network);
    if (address === undefined) continue;
    sums.set(address, (sums.get(address) ?? 0n) + toRaw(amount, DECIMALS));
  }
  return [...sums].map(([address, raw]) => ({ address, asset: 'native', raw }));
}

async function estimateFees(rpc: Rpc, fallbackFeeRaw: bigint): Promise<ChainFees> {
  const [estimate, pool] = await Promise.all([
    rpc.ask<{ readonly feerate?: unknown }>('estimatesmartfee', CONFIRM_WITHIN_BLOCKS),
    rpc.ask<{ readonly mempoolminfee: unknown }>('getmempoolinfo'),
  ]);
  const { feerate } = estimate;
  const wanted = feerate === undefined ? fallbackFeeRaw : toRaw(feerate, DECIMALS);
  const least = toRaw(pool.mempoolminfee, DECIMALS);
  return { family: 'utxo', feePerThousandBytesRaw: wanted > least ? wanted : least };
}

function readTxid(raw: string): string | undefined {
  try {
    const options = { allowUnknownInputs: true, allowUnknownOutputs: true };
    return Transaction.fromRaw(Buffer.from(raw, 'hex'), { ...options, disableScriptCheck: true })
      .id;
  } catch {
    return undefined;
  }
}

async function broadcast(rpc: Rpc, raw: string): Promise<BroadcastAnswer> {
  const txid = readTxid(raw);
  if (txid === undefined) {
    return { kind: 'refused', reason: 'malformed', said: 'no transaction' };
  }
  try {
    // Nodes take again what they have and say nothing of it.
    if ((await readTransaction(rpc, txid)).kind !== 'missing') return { kind: 'known' };
    await rpc.ask('sendrawtransaction', raw);
    return { kind: 'accepted' };
  } catch (error) {
    if (error instanceof ChainFault && error.kind === 'unreachable') return { kind: 'unknown' };
    if (!(error instanceof RpcRefusal)) throw error;
    return readRefusal(error);
  }
}

const reasons: readonly (readonly [RegExp, RefusalReason])[] = [
  [/conflict|inputs-spent|missingorspent/, 'spent'],
  [/insufficient (fee|priority)|fee not met|rate limited|mempool full/, 'underpriced'],
  [/in-belowout/, 'short'],
];

function readRefusal({ code, message: said }: RpcRefusal): BroadcastAnswer {
  if (code === CODE.mined || /already-(in-mempool|known)/.test(said)) return { kind: 'known' };
  if (code === CODE.inputs) return { kind: 'refused', reason: 'spent', said };
  if (code === CODE.malformed) return { kind: 'refused', reason: 'malformed', said };
  const reason = reasons.find(([words]) => words.test(said))?.[1] ?? 'other';
  return { kind: 'refused', reason, said };
}

async function findTransaction(rpc: Rpc, txid: string): Promise<FoundTransaction | undefined> {
  return rpc.ask<FoundTransaction>('getrawtransaction', txid, true).catch(nothingIf(CODE.unknown));
}

async function readTransaction(rpc: Rpc, txid: string): Promise<TransactionState> {
  const found = await findTransaction(rpc, txid);
  if (found === undefined) return { kind: 'missing' };
  const { blockhash, confirmations = 0 } = found;
  if (typeof blockhash !== 'string') return { kind: 'waiting' };
  // A block that was replaced still has it: nothing else does.
  if (confirmations < 1) return { kind: 'missing' };
  return { kind: 'mined', blockHash: blockhash, isDone: true, feeRaw: undefined };
}

async function readSpend(rpc: Rpc, spendable: Spendable): Promise<string | undefined> {
  if (spendable.family !== 'utxo') throw new Error('a nonce is not used on this chain');
  const { txid, output } = spendable;
  if ((await rpc.ask('gettxout', txid, output, true)) !== null) return undefined;
  const isIt = (input: Input) => input.txid === txid && input.vout === output;
  for (const waiting of await rpc.ask<readonly string[]>('getrawmempool')) {
    const found = await findTransaction(rpc, waiting);
    if (found?.vin.some(isIt)) return waiting;
  }
  const source = await readTransaction(rpc, txid);
  if (source.kind !== 'mined') return undefined;
  return findSpender(rpc, source.blockHash, isIt);
}

/** From the end of the chain back to the block that made the output. */
async function findSpender(
  rpc: Rpc,
  firstHash: string,
  isIt: (input: Input) => boolean,
): Promise<string | undefined> {
  let { hash } = await readHead(rpc);
  for (;;) {
    const block = await askBlock(rpc, hash);
    if (block === undefined) throw new ChainFault('moved', `block ${hash} is gone`);
    const found = block.tx.find(({ vin }) => vin.some(isIt));
    if (found !== undefined) return found.txid;
    const { previousblockhash: parent } = block;
    if (hash === firstHash || typeof parent !== 'string') return undefined;
    hash = parent;
  }
}
