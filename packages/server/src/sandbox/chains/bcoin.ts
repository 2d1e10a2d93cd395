// bcoin as the local chain of the Bitcoin family: packages/bitcoin-node, as a process that may read
// code and open its port, and nothing else. It has its chain in memory; here are its blocks.
// Not here: when a block is made (keeper.ts), who may ask (gate.ts).

import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { openRpc, type Rpc } from '../../custody/index.ts';
import { type BlockRecord, BlockRecords } from './block-records.ts';
import { type Fork, type KeptNode, NoNode } from './kept-node.ts';
import { type NodeProcess, startNode } from './node-process.ts';

/** Native segwit counts from block 432 on; later ones also let the first coins be spent. */
const FIRST_BLOCKS = 450;
const LOADED_TOGETHER = 500;

/** Where the node keeps its blocks, and whose the new coins are. */
export interface BcoinOptions {
  readonly folder: string;
  readonly payee: string;
}

/** Our program and the folder of all packages; bcoin is an optional package. */
function findProgram(): { readonly program: string; readonly packages: string } {
  const program = createRequire(import.meta.url).resolve('@isobath/bitcoin-node');
  try {
    const bcoin = createRequire(program).resolve('bcoin/package.json');
    return { program, packages: dirname(dirname(bcoin)) };
  } catch {
    throw new NoNode('bcoin');
  }
}

/**
 * Start the node with the chain that was saved; a new chain gets its first blocks.
 * @errors NoNode when bcoin is not installed; an error when a saved block is not taken.
 */
export async function openBcoin({ folder, payee }: BcoinOptions): Promise<KeptNode> {
  const { program, packages } = findProgram();
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const password = randomBytes(24).toString('hex');
  const running = await startNode({
    file: process.execPath,
    parameters: [
      ['--title=isobath-bitcoin', '--no-warnings', '--permission', '--allow-net'],
      `--allow-fs-read=${packages}`,
      `--allow-fs-read=${dirname(dirname(program))}`,
      program,
    ].flat(),
    environment: { BITCOIN_NODE_PASSWORD: password },
    folder: dirname(program),
    port: /^Listening on 127\.0\.0\.1:(\d+)/m,
  });
  const records = new BlockRecords(join(folder, 'blocks.jsonl'));
  const url = `http://local:${password}@127.0.0.1:${running.port}`;
  const node = new BcoinNode({ running, records, url, payee });
  try {
    await node.load();
  } catch (error) {
    await node.stop();
    throw error;
  }
  return node;
}

interface Parts {
  readonly running: NodeProcess;
  readonly records: BlockRecords;
  readonly url: string;
  readonly payee: string;
}

/** Implements KeptNode. */
class BcoinNode implements KeptNode {
  readonly url: string;
  readonly pid: number;
  readonly ended: Promise<void>;
  readonly #parts: Parts;
  readonly #rpc: Rpc;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.url = parts.url;
    this.pid = parts.running.pid;
    this.#rpc = openRpc(parts.url);
    this.ended = parts.running.ended.then(() => parts.records.close());
  }

  async load(): Promise<void> {
    const { records } = this.#parts;
    const { blocks, last } = records;
    for (let from = 0; from < blocks.length; from += LOADED_TOGETHER) {
      const part = blocks.slice(from, from + LOADED_TOGETHER).map(({ raw }) => raw);
      await this.#rpc.ask('keeper_load', part);
    }
    if (last === undefined) await this.#mine(FIRST_BLOCKS);
    else if ((await this.#rpc.ask('getbestblockhash')) !== last.hash) {
      throw new Error(`the saved blocks do not end at ${last.hash}`);
    }
  }

  async #mine(count: number): Promise<void> {
    const { records, payee } = this.#parts;
    records.save(await this.#rpc.ask<readonly BlockRecord[]>('keeper_mine', payee, count));
  }

  readHeight(): Promise<number> {
    return this.#rpc.ask<number>('getblockcount');
  }

  async hasWaiting(): Promise<boolean> {
    return (await this.#rpc.ask<readonly string[]>('getrawmempool')).length > 0;
  }

  mine(): Promise<void> {
    return this.#mine(1);
  }

  async reorganise(fork: Fork): Promise<void> {
    const base = (await this.readHeight()) - fork.depth;
    const made = await this.#rpc.ask<readonly BlockRecord[]>('keeper_fork', fork);
    this.#parts.records.save(made, base);
  }

  drop(txid: string): Promise<boolean> {
    return this.#rpc.ask<boolean>('keeper_drop', txid);
  }

  stop(): Promise<void> {
    return this.#parts.running.stop().then(() => this.ended);
  }
}
