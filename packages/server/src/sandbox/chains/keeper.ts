// Alone makes blocks on a local chain: at once when a transaction waits, one each two seconds while
// somebody waits for confirmations, otherwise none. A block is saved before anybody may read it.
// It starts its node again when it falls. It knows no chain: kept-node.ts is all it asks of one.

import { type Gate, openGate } from './gate.ts';
import type { Fork, KeptNode } from './kept-node.ts';

const BLOCK_EVERY_MS = 2_000;
const START_AGAIN_AFTER_MS = 200;

/** What others may ask a node of either family. */
export interface KeeperMethods {
  readonly all: ReadonlySet<string>;
  /** Those that bring a transaction. */
  readonly broadcast: ReadonlySet<string>;
}

/** How a keeper works. */
export interface KeeperOptions {
  readonly methods: KeeperMethods;
  /** Opens the node with its saved chain: at first, and whenever it has fallen. */
  readonly open: () => Promise<KeptNode>;
  readonly blockEveryMs?: number;
  /** Told when the node fell, and of whatever goes wrong while nobody waits for it. */
  readonly onTrouble: (text: string, error?: unknown) => void;
}

/** A local chain. */
export class Keeper {
  readonly #options: KeeperOptions;
  readonly #gate: Gate;
  #node: KeptNode | undefined;
  #isPaused = false;
  #isStopping = false;
  #isMiningSoon = false;
  #expectedHeight = 0;
  #timer: NodeJS.Timeout | undefined;

  private constructor(options: KeeperOptions, gate: Gate) {
    this.#options = options;
    this.#gate = gate;
  }

  /** Start the node and open the address under which it is asked. */
  static async open(options: KeeperOptions): Promise<Keeper> {
    let keeper: Keeper | undefined;
    const node = await options.open();
    const gate = await openGate({
      methods: options.methods.all,
      broadcastMethods: options.methods.broadcast,
      findNode: () => keeper?.nodeUrl,
      onBroadcast: () => keeper?.mineSoon(),
    });
    keeper = new Keeper(options, gate);
    keeper.#take(node);
    return keeper;
  }

  /** Address for everybody, with name and password; it stays when the node is started again. */
  get url(): string {
    return this.#gate.url;
  }

  /** The node's own address, for its keeper; undefined while it is away. */
  get nodeUrl(): string | undefined {
    return this.#node?.url;
  }

  /** Number of the node's process; 0 while it is away. */
  get pid(): number {
    return this.#node?.pid ?? 0;
  }

  /** Make blocks until the chain has this height, one each two seconds. */
  expectHeight(height: number): void {
    this.#expectedHeight = Math.max(this.#expectedHeight, height);
    this.#scheduleBlock();
  }

  /** Make blocks now. */
  async mine(count = 1): Promise<void> {
    await this.#change(async (node) => {
      for (let made = 0; made < count; made += 1) await node.mine();
    });
  }

  /** Replace the last blocks by one more of them. */
  async reorganise(fork: Fork): Promise<void> {
    await this.#change((node) => node.reorganise(fork));
    this.mineSoon();
  }

  /** Forget a transaction that waits; false when none of this name does. */
  drop(txid: string): Promise<boolean> {
    return this.#alone((node) => node.drop(txid));
  }

  /** Leave transactions waiting until `resume`. */
  pause(): void {
    this.#isPaused = true;
  }

  /** Make blocks by itself again. */
  resume(): void {
    this.#isPaused = false;
    this.mineSoon();
  }

  /** A block at once when a transaction waits. */
  mineSoon(): void {
    if (this.#isPaused || this.#isMiningSoon || this.#isStopping) return;
    this.#isMiningSoon = true;
    this.#change(async (node) => {
      this.#isMiningSoon = false;
      if (!this.#isPaused && (await node.hasWaiting())) await node.mine();
    }).catch((error: unknown) => {
      this.#isMiningSoon = false;
      this.#report('no block was made', error);
    });
  }

  /** End the node; everything is saved already. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    clearTimeout(this.#timer);
    await this.#gate.close();
    await this.#node?.stop();
    this.#node = undefined;
  }

  #alone<TResult>(work: (node: KeptNode) => Promise<TResult>): Promise<TResult> {
    return this.#gate.alone(() => {
      if (this.#node === undefined) throw new Error('the node is being started again');
      return work(this.#node);
    });
  }

  /** Work that makes blocks: when it fails half way the node starts from what is saved. */
  #change<TResult>(work: (node: KeptNode) => Promise<TResult>): Promise<TResult> {
    return this.#alone(async (node) => {
      try {
        return await work(node);
      } catch (error) {
        await node.stop();
        throw error;
      }
    });
  }

  #report(text: string, error?: unknown): void {
    if (!this.#isStopping) this.#options.onTrouble(text, error);
  }

  #scheduleBlock(): void {
    if (this.#timer !== undefined || this.#isStopping) return;
    const step = async () => {
      this.#timer = undefined;
      const isThere = await this.#change(async (node) => {
        if ((await node.readHeight()) >= this.#expectedHeight) return true;
        if (!this.#isPaused) await node.mine();
        return false;
      }).catch((error: unknown) => this.#report('no block was made', error));
      if (isThere !== true) this.#scheduleBlock();
    };
    const afterMs = this.#options.blockEveryMs ?? BLOCK_EVERY_MS;
    this.#timer = setTimeout(() => void step(), afterMs);
  }

  #take(node: KeptNode): void {
    this.#node = node;
    void node.ended.then(() => this.#startAgain());
  }

  async #startAgain(): Promise<void> {
    if (this.#isStopping) return;
    this.#node = undefined;
    this.#report('the node of a local chain ended, it is started again');
    while (!this.#isStopping) {
      try {
        const node = await this.#gate.alone(() => this.#options.open());
        if (this.#isStopping) return void node.stop();
        this.#take(node);
        return;
      } catch (error) {
        this.#report('the node of a local chain does not start', error);
        await new Promise((resolve) => setTimeout(resolve, START_AGAIN_AFTER_MS));
      }
    }
  }
}
