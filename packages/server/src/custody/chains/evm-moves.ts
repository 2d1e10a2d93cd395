// What a block of an EVM chain moved: its own coin by calls, tokens by logs of listed contracts.
// Pure: the block, its receipts and traces are given. What was undone moved nothing.
// Not here: asking a node (evm.ts).

import type { ChainMove } from './port.ts';

/** `keccak256('Transfer(address,address,uint256)')`. */
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

/** A transaction as a block has it. */
export interface EvmTransaction {
  readonly hash: string;
  readonly from: string;
  /** Null when it makes a contract. */
  readonly to: string | null;
  readonly value: string;
  readonly nonce: string;
}

/** A log as a receipt has it. */
interface EvmLog {
  readonly address: string;
  readonly topics: readonly string[];
  readonly data: string;
}

/** What became of a transaction. */
export interface EvmReceipt {
  readonly transactionHash: string;
  readonly blockHash: string;
  readonly status: string;
  readonly gasUsed: string;
  readonly effectiveGasPrice: string;
  readonly contractAddress: string | null;
  readonly logs: readonly EvmLog[];
}

/** A call and those that it made, as the tracer named callTracer writes it. */
export interface EvmCall {
  readonly type: string;
  readonly from: string;
  readonly to?: string;
  readonly value?: string;
  readonly error?: string;
  readonly calls?: readonly EvmCall[];
}

/** A block with all that is known of its transactions, each list in the block's order. */
export interface EvmBlockContent {
  readonly transactions: readonly EvmTransaction[];
  readonly receipts: readonly EvmReceipt[];
  /** Undefined where the node traces nothing: coins moved inside contracts are not seen then. */
  readonly calls: readonly EvmCall[] | undefined;
}

/** Kinds of calls that take coins along; the others only borrow code or look. */
const PAYING = new Set(['CALL', 'CREATE', 'CREATE2', 'SELFDESTRUCT']);

/**
 * All moves of a block.
 * @param listed - contracts in small letters: logs of all others mean nothing.
 */
export function collectMoves(content: EvmBlockContent, listed: ReadonlySet<string>): ChainMove[] {
  const moves: ChainMove[] = [];
  for (const [index, transaction] of content.transactions.entries()) {
    const receipt = content.receipts[index];
    if (receipt === undefined || receipt.status !== '0x1') continue;
    const call = content.calls?.[index] ?? toCall(transaction, receipt);
    collectCalls(moves, { txid: transaction.hash, call, path: '0' });
    for (const [place, log] of receipt.logs.entries()) {
      const move = readTransfer(log, listed);
      if (move !== undefined) {
        moves.push({ txid: transaction.hash, place: `log:${place}`, isNewCoin: false, ...move });
      }
    }
  }
  return moves;
}

function toCall(transaction: EvmTransaction, receipt: EvmReceipt): EvmCall {
  const { from, to, value } = transaction;
  return { type: 'CALL', from, to: to ?? receipt.contractAddress ?? '', value };
}

interface PlacedCall {
  readonly txid: string;
  readonly call: EvmCall;
  readonly path: string;
}

/** Not by recursion: a contract decides how deep its calls lie. */
function collectCalls(moves: ChainMove[], first: PlacedCall): void {
  const open = [first];
  for (let placed = open.pop(); placed !== undefined; placed = open.pop()) {
    const { txid, call, path } = placed;
    // What a call did before it failed is undone, with all that it called.
    if (call.error !== undefined) continue;
    const raw = PAYING.has(call.type) ? BigInt(call.value ?? '0x0') : 0n;
    if (raw > 0n && call.to !== undefined) {
      moves.push({
        txid,
        place: `call:${path}`,
        asset: 'native',
        from: call.from.toLowerCase(),
        to: call.to.toLowerCase(),
        raw,
        isNewCoin: false,
      });
    }
    const inner = call.calls ?? [];
    for (let index = inner.length - 1; index >= 0; index -= 1) {
      const next = inner[index];
      if (next !== undefined) open.push({ txid, call: next, path: `${path}.${index}` });
    }
  }
}

function readTransfer(
  log: EvmLog,
  listed: ReadonlySet<string>,
): Pick<ChainMove, 'asset' | 'from' | 'to' | 'raw'> | undefined {
  const asset = log.address.toLowerCase();
  if (!listed.has(asset) || log.topics[0] !== TRANSFER) return undefined;
  // A token of single pieces has a fourth topic and no data.
  if (log.topics.length !== 3 || log.data.length !== 66) return undefined;
  const [, from = '', to = ''] = log.topics;
  const raw = BigInt(log.data);
  if (raw === 0n || !isAddress(from) || !isAddress(to)) return undefined;
  return { asset, from: toAddress(from), to: toAddress(to), raw };
}

const isAddress = (topic: string) => /^0x0{24}[0-9a-f]{40}$/i.test(topic);
const toAddress = (topic: string) => `0x${topic.slice(26).toLowerCase()}`;
