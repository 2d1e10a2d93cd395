// The whole product in its own processes on a data folder of its own, to be killed in every way.
// Used by rounds.ts.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { askServer, type OperatorName, type OperatorRequests } from '@isobath/server/operator';
import {
  type Database,
  findFreePort,
  openDatabase,
  readDatabaseAddress,
  readSecrets,
  readSettings,
} from '@isobath/server/testing';

const program = fileURLToPath(new URL('../../../server/src/main.ts', import.meta.url));
const FIRST_START_MS = 400_000;
/** What a service manager grants before it kills. */
const ORDERLY_STOP_MS = 90_000;
/** Nobody has been struck yet, or the product says that it is ready: only the machine is slow. */
const CONNECT_MS = 300_000;

/** Where a server listens. */
export interface ServerName {
  readonly host: string;
  readonly port: number;
}

/** A process of this machine. */
interface Seen {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

function listProcesses(): Seen[] {
  const found: Seen[] = [];
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const status = readFileSync(`/proc/${name}/stat`, 'utf8');
      const parent = Number(status.slice(status.lastIndexOf(')') + 2).split(' ')[1]);
      const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ');
      found.push({ pid: Number(name), parent, command });
    } catch {
      // It ended while we looked.
    }
  }
  return found;
}

/** The product. */
export class Product {
  readonly folder: string = mkdtempSync(join(tmpdir(), 'isobath-chaos-'));
  readonly #environment: NodeJS.ProcessEnv;
  readonly #port: number;
  #child: ChildProcess | undefined;
  #said = '';

  private constructor(port: number) {
    this.#port = port;
    this.#environment = {
      ...process.env,
      DATA_DIR: this.folder,
      PORT: String(port),
      ISOBATH_LIQUIDITY: 'off',
      // Chains, custody and signer are killed beside real nodes (server/src/on-chains.test.ts).
      ISOBATH_CHAINS: 'off',
      VITEST: '',
    };
  }

  /** Start it for the first time. */
  static async open(): Promise<Product> {
    const product = new Product(await findFreePort());
    product.spawn();
    await product.waitUntilReady(FIRST_START_MS);
    return product;
  }

  /** Address of the socket readers listen to. */
  get socketAddress(): string {
    return `ws://127.0.0.1:${this.#port}/ws`;
  }

  /** Where the trading API is served. */
  get venue(): ServerName {
    return { host: '127.0.0.1', port: this.#port };
  }

  /** Ask the running server as its operator does. @errors when it refuses or none answers. */
  async ask<TName extends OperatorName>(
    name: TName,
    parameters: OperatorRequests[TName],
  ): Promise<Readonly<Record<string, unknown>>> {
    const answer = await askServer(this.folder, name, parameters);
    if (answer === undefined) throw new Error(`no server answers ${name}`);
    return answer;
  }

  spawn(): void {
    const child = spawn(process.execPath, [program], {
      env: this.#environment,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    const hear = (text: Buffer) => (this.#said = (this.#said + text.toString()).slice(-4_000));
    child.stdout?.on('data', hear);
    child.stderr?.on('data', hear);
    this.#child = child;
  }

  /** @returns milliseconds until it takes orders again. @errors when it does not in time. */
  async waitUntilReady(withinMs: number): Promise<number> {
    const startedMs = performance.now();
    while (performance.now() - startedMs < withinMs) {
      if (await this.isReady()) return performance.now() - startedMs;
      if (this.#child?.exitCode !== null) break;
      await sleep(50);
    }
    throw new Error(`the product is not ready after ${withinMs} ms:\n${this.#said}`);
  }

  /** Whether it says that it takes orders. */
  async isReady(): Promise<boolean> {
    try {
      const signal = AbortSignal.timeout(2_000);
      const answer = await fetch(`http://127.0.0.1:${this.#port}/health/ready`, { signal });
      await answer.text();
      return answer.status === 200;
    } catch {
      return false;
    }
  }

  /** Whether anything answers at all. */
  async isAlive(): Promise<boolean> {
    try {
      const signal = AbortSignal.timeout(2_000);
      return (await fetch(`http://127.0.0.1:${this.#port}/health/live`, { signal })).ok;
    } catch {
      return false;
    }
  }

  /** Number of the process of a part, 0 while there is none. */
  readPid(part: 'edge' | 'projector'): number {
    return this.#find(`isobath-${part}`)?.pid ?? 0;
  }

  /** Numbers of all its processes: the launcher, and whatever descends from it. */
  listProcesses(): number[] {
    const all = listProcesses();
    const own = this.#child?.pid === undefined ? [] : [this.#child.pid];
    // Those found are looked at in turn, with what descends from them.
    for (const pid of own)
      own.push(...all.filter((one) => one.parent === pid).map((one) => one.pid));
    return own;
  }

  /** Process of a part, by a word of its command. */
  #find(word: string): Seen | undefined {
    const launcher = this.#child?.pid;
    return listProcesses().find((one) => one.parent === launcher && one.command.includes(word));
  }

  /** End one of the launcher's processes at once. */
  killPart(part: 'engine' | 'edge' | 'projector'): void {
    process.kill(this.#need(`isobath-${part}`).pid, 'SIGKILL');
  }

  #need(word: string): Seen {
    const found = this.#find(word);
    if (found === undefined) throw new Error(`no process ${word} of the product's is there`);
    return found;
  }

  /** End the launcher, and with it everything, at once. */
  async killServer(): Promise<void> {
    const child = this.#child as ChildProcess;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await gone;
    this.spawn();
  }

  /**
   * Tell the launcher to stop, as a service manager does, and start everything again.
   *
   * @errors when it does not end in time and in order, or leaves anything behind that runs.
   */
  async restart(): Promise<void> {
    const own = this.listProcesses();
    const child = this.#child as ChildProcess;
    const gone = new Promise<string>((resolve) => {
      child.once('exit', (code, signal) => resolve(String(code ?? signal)));
    });
    child.kill('SIGTERM');
    const end = await Promise.race([
      gone,
      sleep(ORDERLY_STOP_MS, 'nothing in time', { ref: false }),
    ]);
    const isLeft = ({ pid, command }: Seen) =>
      command !== '' && (own.includes(pid) || this.#isOurs(pid));
    const left = listProcesses().filter(isLeft);
    this.spawn();
    if (end !== '0') throw new Error(`told to stop, it ended with ${end}:\n${this.#said}`);
    if (left.length > 0) throw new Error(`it left behind ${left.map((it) => it.command).join()}`);
  }

  /** Processes of the database, the first one before all others. */
  #listDatabase(): Seen[] {
    const all = listProcesses();
    const first = all.find(({ pid, command }) => {
      return command.includes('postgres') && this.#isOurs(pid);
    });
    if (first === undefined) throw new Error('no database of the product is there');
    return [first, ...all.filter(({ parent }) => parent === first.pid)];
  }

  /** The first process of the database is the one its own file names. */
  #isOurs(pid: number): boolean {
    try {
      const file = join(this.databaseFolder, 'postmaster.pid');
      return Number(readFileSync(file, 'utf8').split('\n')[0]) === pid;
    } catch {
      return false;
    }
  }

  /** End the database's first process at once. */
  killDatabase(): void {
    process.kill((this.#listDatabase()[0] as Seen).pid, 'SIGKILL');
  }

  /** End one session's process at once: the database falls and comes back by itself. */
  async killBackend(): Promise<void> {
    const database = await this.openDatabase();
    try {
      const rows = await database.query<{ pid: number }>(
        `SELECT pid FROM pg_stat_activity WHERE application_name = 'isobath engine'
           AND query LIKE '%journal%' ORDER BY query_start DESC LIMIT 1`,
      );
      if (rows[0] === undefined) throw new Error('no session writes the journal');
      process.kill(rows[0].pid, 'SIGKILL');
    } finally {
      await database.close().catch(() => {});
    }
  }

  /** Let the database stand still for a while. */
  async freezeDatabase(forMs: number): Promise<void> {
    const seen = this.#listDatabase();
    for (const { pid } of seen) process.kill(pid, 'SIGSTOP');
    await sleep(forMs);
    for (const { pid } of seen.toReversed()) {
      try {
        process.kill(pid, 'SIGCONT');
      } catch {
        // It had ended by then.
      }
    }
  }

  /** The database as its owner sees it, once it answers: a busy machine takes longer to connect. */
  async openDatabase(): Promise<Database> {
    const address = await readDatabaseAddress(readSettings(this.#environment, this.folder));
    const database = openDatabase({ address, role: 'owner', applicationName: 'isobath chaos' });
    const endMs = performance.now() + CONNECT_MS;
    for (;;) {
      try {
        await database.query('SELECT 1');
        return database;
      } catch (error) {
        if (performance.now() >= endMs) {
          await database.close();
          throw error;
        }
        await sleep(200);
      }
    }
  }

  async readJournalKey(): Promise<string> {
    return (await readSecrets(this.folder))['journal-key'];
  }

  /** Where the database keeps its files. */
  get databaseFolder(): string {
    return join(this.folder, 'database');
  }

  /** Memory of one of the launcher's processes as it is now. */
  readMemoryMib(part: 'engine' | 'edge' | 'projector'): number {
    const { pid } = this.#need(`isobath-${part}`);
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1_024;
  }

  async stop(): Promise<void> {
    await this.end();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Stop it in order and leave its data. */
  async end(): Promise<void> {
    const child = this.#child;
    if (child !== undefined && child.exitCode === null) {
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await Promise.race([gone, sleep(ORDERLY_STOP_MS, undefined, { ref: false })]);
      child.kill('SIGKILL');
    }
  }
}
