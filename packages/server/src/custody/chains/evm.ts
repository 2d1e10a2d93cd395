// A chain of the EVM family over JSON-RPC. Everything of a block is asked by its hash, so that a
// reorganisation between two questions cannot mix two chains. What the node says is compared with
// itself, and at the opening with what was pinned.
// Not here: what a block moved (evm-moves.ts), keys and signing.

import { keccak256, parseTransaction, recoverTransactionAddress } from 'viem';
import {
  type EvmBlockContent,
  type EvmCall,
  type EvmReceipt,
  type EvmTransaction,
  collectMoves,
} from './evm-moves.ts';
import {
  type BroadcastAnswer,
  type ChainBlock,
  ChainFault,
  type ChainFees,
  type ChainHead,
  type ChainHolding,
  type ChainPayment,
  type ChainPort,
  type RefusalReason,
  type Spendable,
} from './port.ts';
import { readNextNonce, readTransaction } from './evm-transactions.ts';
import { openRpc, type Rpc, RpcRefusal } from './rpc.ts';

/** A token that is listed on a chain, as it was when it was listed. */
export interface ListedContract {
  readonly address: string;
  readonly decimals: number;
  /** keccak256 of its code. */
  readonly codeHash: string;
}

/** Which chain it must be. */
export interface EvmChainOptions {
  readonly url: string;
  readonly chainId: number;
  readonly genesisHash: string;
  readonly contracts: readonly ListedContract[];
  /** Whether the node can trace calls: coins moved inside contracts are seen by traces alone. */
  readonly hasTraces: boolean;
}

interface EvmBlock {
  readonly number: string;
  readonly hash: string;
  readonly parentHash: string;
  readonly timestamp: string;
  readonly baseFeePerGas?: string;
  readonly transactions: readonly EvmTransaction[];
}

interface Trace {
  readonly txHash?: string;
  readonly result?: EvmCall;
}

type Hex = `0x${string}`;

const DECIMALS = '0x313ce567';
const BALANCE_OF = '0x70a08231';
const TRANSFER = '0xa9059cbb';

/** Blocks that are looked through for a transaction of an account. */
const SEARCHED_BLOCKS_MAX = 512;

const toHex = (value: number) => `0x${value.toString(16)}`;

/**
 * Open a chain and compare it with what is pinned.
 * @errors ChainFault `wrong_chain` or `wrong_contract` when it is not what it must be.
 */
export async function openEvmChain(options: EvmChainOptions): Promise<ChainPort> {
  const rpc = openRpc(options.url);
  await checkChain(rpc, options);
  await checkContracts(rpc, options.contracts);
  return {
    family: 'evm',
    readHead: () => readHead(rpc),
    readHash: async (height) =>
      (await rpc.ask<EvmBlock | null>('eth_getBlockByNumber', toHex(height), false))?.hash,
    readBlock: (hash) => readBlock(rpc, hash, options),
    readHoldings: (addresses, blockHash) => readHoldings(rpc, { addresses, blockHash, options }),
    estimateFees: () => estimateFees(rpc),
    estimateGas: (payment) => estimateGas(rpc, payment),
    broadcast: (raw) => broadcast(rpc, raw as Hex),
    readSpend: (spendable) => readSpend(rpc, spendable),
    readTransaction: (txid) => readTransaction(rpc, txid),
    readNextNonce: (address) => readNextNonce(rpc, address),
  };
}

async function checkChain(rpc: Rpc, { chainId, genesisHash }: EvmChainOptions): Promise<void> {
  const [foundId, first] = await Promise.all([
    rpc.ask<string>('eth_chainId'),
    rpc.ask<EvmBlock | null>('eth_getBlockByNumber', '0x0', false),
  ]);
  if (Number(foundId) !== chainId) {
    throw new ChainFault('wrong_chain', `chain ${Number(foundId)} is not ${chainId}`);
  }
  if (first?.hash !== genesisHash) {
    throw new ChainFault('wrong_chain', `first block ${first?.hash} is not ${genesisHash}`);
  }
}

async function checkContracts(rpc: Rpc, contracts: readonly ListedContract[]): Promise<void> {
  for (const { address, decimals, codeHash } of contracts) {
    const [code, answer] = await Promise.all([
      rpc.ask<Hex>('eth_getCode', address, 'latest'),
      rpc
        .ask<string>('eth_call', { to: address, data: DECIMALS }, 'latest')
        .catch(nothingIfRefused),
    ]);
    const isSaid = answer !== null && answer !== '0x' && Number(answer) === decimals;
    const isRight = isSaid && keccak256(code) === codeHash;
    if (isRight) continue;
    throw new ChainFault('wrong_contract', `${address} is not the contract that was listed`);
  }
}

async function readHead(rpc: Rpc): Promise<ChainHead> {
  const [latest, final] = await rpc.askAll<EvmBlock | null>([
    ['eth_getBlockByNumber', 'latest', false],
    ['eth_getBlockByNumber', 'finalized', false],
  ]);
  if (!latest) throw new ChainFault('contradiction', 'the chain has no block');
  return {
    height: Number(latest.number),
    hash: latest.hash,
    finalHeight: final ? Number(final.number) : undefined,
  };
}

async function readBlock(
  rpc: Rpc,
  hash: string,
  { contracts, hasTraces }: EvmChainOptions,
): Promise<ChainBlock | undefined> {
  const [block, receipts, traces] = await Promise.all([
    rpc.ask<EvmBlock | null>('eth_getBlockByHash', hash, true),
    rpc.ask<readonly EvmReceipt[] | null>('eth_getBlockReceipts', hash).catch(nothingIfRefused),
    hasTraces
      ? rpc
          .ask<readonly Trace[]>('debug_traceBlockByHash', hash, { tracer: 'callTracer' })
          .catch(nothingIfRefused)
      : undefined,
  ]);
  if (block === null) return undefined;
  if (block.hash !== hash) throw new ChainFault('contradiction', `${block.hash} is not ${hash}`);
  const content = checkContent(block, { receipts, traces, hasTraces });
  const listed = new Set(contracts.map(({ address }) => address));
  return {
    header: {
      height: Number(block.number),
      hash,
      parentHash: block.parentHash,
      timeSeconds: Number(block.timestamp),
    },
    moves: collectMoves(content, listed),
  };
}

/** What a node refuses to say is not there: details of a block, a contract's answer. */
function nothingIfRefused(error: unknown): null {
  if (error instanceof RpcRefusal) return null;
  throw error;
}

interface Details {
  readonly receipts: readonly EvmReceipt[] | null;
  readonly traces: readonly Trace[] | null | undefined;
  readonly hasTraces: boolean;
}

/** Every transaction has its receipt and its trace, in the order of the block. */
function checkContent(block: EvmBlock, { receipts, traces, hasTraces }: Details): EvmBlockContent {
  const { hash, transactions } = block;
  const count = transactions.length;
  const fail = (what: string): never => {
    throw new ChainFault('contradiction', `block ${hash}: ${what}`);
  };
  if (receipts?.length !== count) return fail(`${receipts?.length} receipts of ${count}`);
  if (hasTraces && traces?.length !== count) return fail(`${traces?.length} traces of ${count}`);
  const calls = traces?.map(({ result }) => result ?? fail('a call without trace'));
  for (const [index, transaction] of transactions.entries()) {
    const receipt = receipts[index];
    if (receipt?.transactionHash !== transaction.hash || receipt.blockHash !== hash) {
      return fail(`${transaction.hash} has no receipt`);
    }
    const traced = traces?.[index]?.txHash;
    if (traced !== undefined && traced !== transaction.hash) {
      return fail(`${transaction.hash} has no trace`);
    }
  }
  return { transactions, receipts, calls };
}

interface HoldingsQuestion {
  readonly addresses: readonly string[];
  readonly blockHash: string;
  readonly options: EvmChainOptions;
}

async function readHoldings(
  rpc: Rpc,
  { addresses, blockHash, options }: HoldingsQuestion,
): Promise<ChainHolding[]> {
  const at = { blockHash };
  const assets = ['native', ...options.contracts.map(({ address }) => address)];
  const wanted = addresses.flatMap((address) => assets.map((asset) => ({ address, asset })));
  const toQuestion = ({ address, asset }: { readonly address: string; readonly asset: string }) => {
    if (asset === 'native') return ['eth_getBalance', address, at] as const;
    const data = `${BALANCE_OF}${address.slice(2).padStart(64, '0')}`;
    return ['eth_call', { to: asset, data }, at] as const;
  };
  let answers: string[];
  try {
    answers = await rpc.askAll<string>(wanted.map(toQuestion));
  } catch (error) {
    if (!(error instanceof RpcRefusal)) throw error;
    throw new ChainFault('moved', `block ${blockHash}: ${error.message}`, error);
  }
  return wanted.flatMap(({ address, asset }, index) => {
    const answer = answers[index] ?? '0x';
    if (answer === '0x') throw new ChainFault('contradiction', `${asset} says no balance`);
    const raw = BigInt(answer);
    return raw === 0n ? [] : [{ address, asset, raw }];
  });
}

async function estimateFees(rpc: Rpc): Promise<ChainFees> {
  const [history, priority] = await Promise.all([
    rpc.ask<{ readonly baseFeePerGas: readonly string[] }>('eth_feeHistory', '0x1', 'latest', []),
    rpc.ask<string>('eth_maxPriorityFeePerGas'),
  ]);
  // The last one is that of the block to come.
  const baseFeeRaw = BigInt(history.baseFeePerGas.at(-1) ?? '0x0');
  const priorityFeeRaw = BigInt(priority);
  // Six full blocks may come before, each an eighth dearer.
  return {
    family: 'evm',
    baseFeeRaw,
    priorityFeeRaw,
    maxFeeRaw: 2n * baseFeeRaw + priorityFeeRaw,
  };
}

const toWord = (hex: string) => hex.replace(/^0x/, '').padStart(64, '0');

async function estimateGas(
  rpc: Rpc,
  { from, to, asset, raw }: ChainPayment,
): Promise<bigint | undefined> {
  const call =
    asset === 'native'
      ? { from, to, value: `0x${raw.toString(16)}` }
      : { from, to: asset, data: `${TRANSFER}${toWord(to)}${toWord(raw.toString(16))}` };
  const used = await rpc.ask<string>('eth_estimateGas', call).catch(nothingIfRefused);
  return used === null ? undefined : BigInt(used);
}

interface OwnTransaction {
  readonly txid: string;
  readonly sender: string;
  readonly nonce: number;
  readonly maxFeeRaw: bigint;
  readonly priorityFeeRaw: bigint;
}

async function readOwn(raw: Hex): Promise<OwnTransaction | undefined> {
  try {
    const parsed = parseTransaction(raw);
    const sender = await recoverTransactionAddress({
      serializedTransaction: raw as Parameters<
        typeof recoverTransactionAddress
      >[0]['serializedTransaction'],
    });
    return {
      txid: keccak256(raw),
      sender: sender.toLowerCase(),
      nonce: parsed.nonce ?? 0,
      maxFeeRaw: parsed.maxFeePerGas ?? parsed.gasPrice ?? 0n,
      priorityFeeRaw: parsed.maxPriorityFeePerGas ?? parsed.gasPrice ?? 0n,
    };
  } catch {
    return undefined;
  }
}

async function broadcast(rpc: Rpc, raw: Hex): Promise<BroadcastAnswer> {
  const own = await readOwn(raw);
  if (own === undefined) {
    return { kind: 'refused', reason: 'malformed', said: 'no signed transaction' };
  }
  try {
    if (!(await isWorthReplacing(rpc, own))) {
      return { kind: 'refused', reason: 'underpriced', said: 'a replacement offers a tenth more' };
    }
    await rpc.ask('eth_sendRawTransaction', raw);
    return { kind: 'accepted' };
  } catch (error) {
    if (error instanceof ChainFault && error.kind === 'unreachable') return { kind: 'unknown' };
    if (!(error instanceof RpcRefusal)) throw error;
    return readRefusal(rpc, own.txid, error);
  }
}

/** Nodes of the main network want a tenth more of both; the local one is content with less. */
async function isWorthReplacing(rpc: Rpc, own: OwnTransaction): Promise<boolean> {
  const waiting = await readWaiting(rpc, own.sender, own.nonce);
  if (waiting === undefined || waiting.hash === own.txid) return true;
  const isTenthMore = (fee: bigint, before: string) => fee * 10n >= BigInt(before) * 11n;
  const price = waiting.gasPrice ?? '0x0';
  return (
    isTenthMore(own.maxFeeRaw, waiting.maxFeePerGas ?? price) &&
    isTenthMore(own.priorityFeeRaw, waiting.maxPriorityFeePerGas ?? price)
  );
}

interface WaitingTransaction {
  readonly hash: string;
  readonly blockHash?: string | null;
  readonly gasPrice?: string;
  readonly maxFeePerGas?: string;
  readonly maxPriorityFeePerGas?: string;
}

/** What waits of an account with a nonce; nothing where the node keeps its pool to itself. */
async function readWaiting(
  rpc: Rpc,
  sender: string,
  nonce: number,
): Promise<WaitingTransaction | undefined> {
  type Listed = Readonly<Record<string, WaitingTransaction>>;
  const pool = await rpc
    .ask<{ readonly pending?: Listed; readonly queued?: Listed }>('txpool_contentFrom', sender)
    .catch(nothingIfRefused);
  if (pool !== null) return pool.pending?.[nonce] ?? pool.queued?.[nonce];
  const found = await rpc
    .ask<WaitingTransaction | null>('eth_getTransactionBySenderAndNonce', sender, toHex(nonce))
    .catch(nothingIfRefused);
  return found === null || typeof found.blockHash === 'string' ? undefined : found;
}

/** Of a node behind others: it does not know what became of the request. */
const UNSURE_CODES = new Set([-32_603, -32_005, -32_002]);

const reasons: readonly (readonly [RegExp, RefusalReason])[] = [
  [/nonce too low/i, 'spent'],
  [/underpriced|less than block base fee|fee too low|tip.*too low/i, 'underpriced'],
  [/insufficient funds/i, 'short'],
  [/decode|rlp|invalid (sender|signature|chain id)/i, 'malformed'],
];

async function readRefusal(rpc: Rpc, txid: string, refusal: RpcRefusal): Promise<BroadcastAnswer> {
  const said = refusal.message;
  if (/already (known|imported)|known transaction/i.test(said)) return { kind: 'known' };
  if (UNSURE_CODES.has(refusal.code)) return { kind: 'unknown' };
  const reason = reasons.find(([words]) => words.test(said))?.[1] ?? 'other';
  // Sent again after it was mined it has used its own nonce.
  if (reason === 'spent') {
    const { kind } = await readTransaction(rpc, txid);
    if (kind !== 'missing') return { kind: 'known' };
  }
  return { kind: 'refused', reason, said };
}

async function readSpend(rpc: Rpc, spendable: Spendable): Promise<string | undefined> {
  if (spendable.family !== 'evm') throw new Error('an output is not spent on this chain');
  const { address, nonce } = spendable;
  const used = Number(await rpc.ask<string>('eth_getTransactionCount', address, 'latest'));
  if (used <= nonce) return (await readWaiting(rpc, address, nonce))?.hash;
  let block = await rpc.ask<EvmBlock | null>('eth_getBlockByNumber', 'latest', true);
  for (let read = 1; block !== null && read <= SEARCHED_BLOCKS_MAX; read += 1) {
    const found = block.transactions.find(
      (one) => one.from === address && Number(one.nonce) === nonce,
    );
    if (found !== undefined) return found.hash;
    block = await rpc.ask<EvmBlock | null>('eth_getBlockByHash', block.parentHash, true);
  }
  throw new ChainFault('moved', `nonce ${nonce} of ${address} was used long ago`);
}
