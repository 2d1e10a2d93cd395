// Anvil as the local chain of the EVM family. It has its chain in memory; here are its first block,
// its saved blocks and, from time to time, its whole state, from which a start makes the same chain
// again, hash by hash. Not here: when a block is made (keeper.ts), who may ask (gate.ts).
//
// A state that was loaded has no past: Anvil can neither trace nor give up blocks below it. So a
// start loads one that lies well below the end and makes the blocks above it again.

import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { keccak256 } from 'viem';
import { openRpc, type Rpc, RpcRefusal } from '../../custody/index.ts';
import { type BlockRecord, BlockRecords } from './block-records.ts';
import { type Fork, type KeptNode, NoNode } from './kept-node.ts';
import { type NodeProcess, startNode } from './node-process.ts';

/** A chain that nobody takes for a real one: production refuses this number. */
export const LOCAL_CHAIN_ID = 31_337;

/** The whole state is saved each so many blocks; 427 bytes a block. */
const STATE_EVERY_BLOCKS = 128;
/** So many blocks below the end can still be given up and traced after a start. */
const PAST_BLOCKS = 256;
const STATES_KEPT = 4;
const GAS_LIMIT = 30_000_000;

/** Where the node keeps its files, and who owns coins in its first block. */
export interface AnvilOptions {
  readonly folder: string;
  /** Raw units (wei) by address; read at the very first start only. */
  readonly firstBalances: Readonly<Record<string, bigint>>;
}

const toTxid = (raw: string) => keccak256(raw as `0x${string}`);
const toHex = (value: number | bigint) => `0x${value.toString(16)}`;

/** The program; it is an optional package. */
function findProgram(): string {
  const load = createRequire(import.meta.url);
  try {
    return load.resolve('@foundry-rs/anvil-linux-amd64/bin/anvil');
  } catch {
    throw new NoNode('Anvil');
  }
}

/**
 * Start the node with the chain that was saved.
 * @errors NoNode when the program is not installed; an error when a block cannot be made again.
 */
export async function openAnvil(options: AnvilOptions): Promise<KeptNode> {
  const program = findProgram();
  mkdirSync(options.folder, { recursive: true, mode: 0o700 });
  writeFirstBlock(options);
  const node = new Anvil(program, options.folder);
  await node.start(Number.POSITIVE_INFINITY);
  return node;
}

function writeFirstBlock({ folder, firstBalances }: AnvilOptions): void {
  if (existsSync(join(folder, 'genesis.json'))) return;
  const alloc = Object.entries(firstBalances).map(([address, raw]) => [
    address,
    { balance: toHex(raw) },
  ]);
  const genesis = {
    config: { chainId: LOCAL_CHAIN_ID },
    timestamp: toHex(Math.floor(Date.now() / 1000)),
    gasLimit: toHex(GAS_LIMIT),
    difficulty: '0x0',
    alloc: Object.fromEntries(alloc),
  };
  writeWhole(join(folder, 'genesis.json'), JSON.stringify(genesis));
}

function writeWhole(path: string, text: string): void {
  const file = openSync(`${path}.new`, 'w', 0o600);
  writeSync(file, text);
  fsyncSync(file);
  closeSync(file);
  renameSync(`${path}.new`, path);
}

interface MinedBlock {
  readonly number: string;
  readonly hash: string;
  readonly timestamp: string;
  readonly transactions: readonly { readonly hash: string }[];
}

/** Implements KeptNode. */
class Anvil implements KeptNode {
  readonly #program: string;
  readonly #folder: string;
  readonly #records: BlockRecords;
  #process: NodeProcess | undefined;
  #rpc: Rpc | undefined;
  #tellEnded = () => {};
  readonly ended = new Promise<void>((resolve) => (this.#tellEnded = resolve));

  constructor(program: string, folder: string) {
    this.#program = program;
    this.#folder = folder;
    this.#records = new BlockRecords(join(folder, 'blocks.jsonl'));
  }

  get url(): string {
    return `http://127.0.0.1:${this.#process?.port}`;
  }

  get pid(): number {
    return this.#process?.pid ?? 0;
  }

  get #node(): Rpc {
    if (this.#rpc === undefined) throw new Error('the node is not started');
    return this.#rpc;
  }

  /** Run the program with the saved blocks up to a height. */
  async start(upTo: number): Promise<void> {
    const running = await startNode({
      file: this.#program,
      parameters: [
        ['--host', '127.0.0.1', '--port', '0', '--no-cors', '--no-mining', '--order', 'fifo'],
        ['--accounts', '0', '--init', join(this.#folder, 'genesis.json')],
        ['--cache-path', join(this.#folder, 'cache')],
      ].flat(),
      environment: {},
      folder: this.#folder,
      port: /^Listening on 127\.0\.0\.1:(\d+)/m,
    });
    this.#process = running;
    this.#rpc = openRpc(this.url);
    void running.ended.then(() => {
      if (this.#process !== running) return;
      this.#records.close();
      this.#tellEnded();
    });
    await this.#makeAgain(upTo);
  }

  async #makeAgain(upTo: number): Promise<void> {
    const end = Math.min(upTo, this.#records.last?.height ?? 0);
    const from = this.#listStates().findLast((height) => height <= end - PAST_BLOCKS) ?? 0;
    if (from > 0) {
      await this.#node.ask('anvil_loadState', readFileSync(this.#statePath(from), 'utf8'));
    }
    for (const record of this.#records.above(from)) {
      if (record.height > end) break;
      const { hash } = await this.#makeBlock(record.timeSeconds ?? 0, record.transactions ?? []);
      if (hash === record.hash) continue;
      throw new Error(`block ${record.height} became ${hash}, it was ${record.hash}`);
    }
  }

  async #makeBlock(timeSeconds: number, transactions: readonly string[]): Promise<MinedBlock> {
    for (const raw of transactions) await this.#node.ask('eth_sendRawTransaction', raw);
    const made = await this.#node.ask<readonly MinedBlock[]>('evm_mine_detailed', {
      timestamp: timeSeconds,
    });
    const block = made.at(-1);
    if (block === undefined) throw new Error('no block was made');
    return block;
  }

  async readHeight(): Promise<number> {
    return Number(await this.#node.ask<string>('eth_blockNumber'));
  }

  async hasWaiting(): Promise<boolean> {
    const { pending } = await this.#node.ask<{ readonly pending: string }>('txpool_status');
    return Number(pending) > 0;
  }

  async mine(): Promise<void> {
    const block = await this.#makeBlock(await this.#nextSeconds(), []);
    this.#records.save([await this.#toRecord(block)]);
    await this.#saveState();
  }

  /** By the clock of this machine, and always later than the block before. */
  async #nextSeconds(): Promise<number> {
    const last = await this.#node.ask<MinedBlock>('eth_getBlockByNumber', 'latest', false);
    return Math.max(Math.floor(Date.now() / 1000), Number(last.timestamp) + 1);
  }

  async #toRecord({ number, hash, timestamp, transactions }: MinedBlock): Promise<BlockRecord> {
    const questions = transactions.map((one) => ['eth_getRawTransactionByHash', one.hash] as const);
    return {
      height: Number(number),
      hash,
      timeSeconds: Number(timestamp),
      transactions: await this.#node.askAll<string>(questions),
    };
  }

  async reorganise({ depth, without = [], later = [] }: Fork): Promise<void> {
    const height = await this.readHeight();
    const base = height - depth;
    const old = this.#records.above(base);
    const first = old[0];
    if (depth < 1 || first === undefined || base < 0) throw new Error(`no ${depth} blocks`);
    await this.#giveUp(base, depth);
    const isNamed = (names: readonly string[]) => (raw: string) => names.includes(toTxid(raw));
    const raws = old.map(({ transactions = [] }) => transactions);
    const isElsewhere = isNamed([...without, ...later]);
    const plan = raws.map((some) => some.filter((raw) => !isElsewhere(raw)));
    plan.push(raws.flat().filter(isNamed(later)));
    const made: BlockRecord[] = [];
    let timeSeconds = first.timeSeconds ?? 0;
    for (const [index, transactions] of plan.entries()) {
      // Other seconds than before: else a block without transactions would be the same again.
      timeSeconds = Math.max(timeSeconds, old[index]?.timeSeconds ?? 0) + 1;
      made.push(await this.#toRecord(await this.#makeBlock(timeSeconds, transactions)));
    }
    this.#records.save(made, base);
    for (const state of this.#listStates()) if (state > base) rmSync(this.#statePath(state));
  }

  /** Go back to a height: in memory, or by a new start when it is below what the node remembers. */
  async #giveUp(base: number, depth: number): Promise<void> {
    const next = await this.#node.ask<{ readonly baseFeePerGas: string }>(
      'eth_getBlockByNumber',
      toHex(base + 1),
      false,
    );
    try {
      await this.#node.ask('anvil_rollback', depth);
      // It keeps the fee of the end that it had; the block that is made again has the same parent.
      await this.#node.ask('anvil_setNextBlockBaseFeePerGas', next.baseFeePerGas);
    } catch (error) {
      if (!(error instanceof RpcRefusal)) throw error;
      const before = this.#process;
      this.#process = undefined;
      await before?.stop();
      await this.start(base);
    }
  }

  async drop(txid: string): Promise<boolean> {
    return (await this.#node.ask('anvil_dropTransaction', txid)) !== null;
  }

  async stop(): Promise<void> {
    await this.#process?.stop();
    await this.ended;
  }

  #statePath(height: number): string {
    return join(this.#folder, `state-${height}.hex`);
  }

  /** Heights of the states that are saved, lowest first. */
  #listStates(): number[] {
    return readdirSync(this.#folder)
      .map((name) => Number(/^state-(\d+)\.hex$/.exec(name)?.[1] ?? 0))
      .filter((height) => height > 0)
      .toSorted((one, other) => one - other);
  }

  async #saveState(): Promise<void> {
    const height = this.#records.last?.height ?? 0;
    if (height % STATE_EVERY_BLOCKS !== 0) return;
    writeWhole(this.#statePath(height), await this.#node.ask<string>('anvil_dumpState'));
    for (const old of this.#listStates().slice(0, -STATES_KEPT)) rmSync(this.#statePath(old));
  }
}
