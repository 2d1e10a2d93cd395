// One data folder, the starts of the whole program on it, and two people who trade there.
// It is not part of the product. Called by start.test.ts and start.prove.ts.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { askServer } from '@isobath/server/operator';
import { expect } from 'vitest';
import {
  copyFolder,
  findFreePort,
  findProcesses,
  makeFolder,
  runTool,
  startServer,
  waitForNone,
  type ServerProcess,
  type StartOptions,
} from './server-process.ts';
import { makeTraders, type TraderKeys, Traders } from './traders.ts';
import { waitFor } from './wait.ts';

/** Words of each process by which it is found. */
export const parts = {
  starter: /tools\/start\.mjs/,
  launcher: /server\/src\/main\.ts/,
  edge: /^isobath-edge/,
  engine: /^isobath-engine/,
  projector: /^isobath-projector/,
  postmaster: /bin\/postgres -D/,
  backend: /^postgres: isobath_app/,
} as const;

const GIFT = 7n * 10n ** 8n;

/** A data folder as a first start leaves it when it ends. */
export interface PreparedFolder {
  readonly path: string;
  /** Everything that the first start printed. */
  readonly output: string;
  /** Keys of the two who trade there. */
  readonly keys: TraderKeys;
}

/** What one test starts, below a folder of its own. */
export class StartFixture {
  readonly folder = makeFolder();
  readonly port: number;
  readonly started: ServerProcess[] = [];
  dataFolder = join(this.folder.path, 'data');
  #traders: Traders | undefined;
  #purseBefore = 0n;
  #triesCount = 0;
  #giftsCount = 0;

  private constructor(port: number) {
    this.port = port;
  }

  /** An empty one. Call `close` when done. */
  static async open(): Promise<StartFixture> {
    return new StartFixture(await findFreePort());
  }

  /** Run `npm start`. */
  start(options: Partial<StartOptions> = {}): ServerProcess {
    const server = startServer({ dataFolder: this.dataFolder, port: this.port, ...options });
    this.started.push(server);
    return server;
  }

  /** Run `npm start` on a copy of a folder that needs no preparation. */
  startOn(prepared: PreparedFolder, options: Partial<StartOptions> = {}): ServerProcess {
    copyFolder(prepared.path, this.dataFolder);
    return this.start(options);
  }

  /** The process of a part. @throws Error when it does not run. */
  pidOf(words: RegExp): number {
    const found = findProcesses(this.dataFolder).find((one) => words.test(one.words));
    if (!found) throw new Error(`no process ${words}`);
    return found.pid;
  }

  /** Send a signal to a part. */
  kill(words: RegExp, signal: NodeJS.Signals): void {
    process.kill(this.pidOf(words), signal);
  }

  /** Send a signal to npm, as it was started last. */
  killNpm(signal: NodeJS.Signals): void {
    this.started.at(-1)?.npm.kill(signal);
  }

  /** Send a signal to npm and all in its group, as a terminal does. */
  killGroup(signal: NodeJS.Signals): void {
    process.kill(-(this.started.at(-1)?.npm.pid ?? 0), signal);
  }

  /** Nothing of the data folder runs any more. */
  async expectGone(why = ''): Promise<void> {
    expect(await waitForNone(this.dataFolder), why).toEqual([]);
  }

  /** Nothing runs any more, and the database had the time to end in order. */
  async expectStoppedInOrder(): Promise<void> {
    await this.expectGone();
    expect(readFileSync(join(this.dataFolder, 'logs', 'database.log'), 'utf8')).toMatch(
      /database system is shut down\s*$/,
    );
  }

  /** A start ends by itself with a code, and its last line says why. */
  async expectRefused(
    code: number,
    line: RegExp,
    options: Partial<StartOptions> = {},
  ): Promise<void> {
    const server = this.start(options);
    expect(await server.ended).toBe(code);
    // What npm says first comes by another pipe, and either may be read after the end.
    await waitFor('the reason', () => {
      const said = server.output().trim().split('\n');
      expect(said.filter((each) => !each.startsWith('> ')).at(-1) ?? '').toMatch(line);
    });
  }

  /** Ask the running server through the operator's tool. */
  async ask(...words: string[]): Promise<Record<string, unknown>> {
    const { code, out } = await runTool(this.dataFolder, [...words, '--json']);
    const answer = JSON.parse(out.split('\n').at(-1) ?? '') as Record<string, unknown>;
    expect({ code, error: answer['error'] }).toEqual({ code: 0, error: undefined });
    return answer;
  }

  /** Whether the server is ready to serve. */
  async isReady(): Promise<boolean> {
    const url = `http://127.0.0.1:${this.port}/health/ready`;
    return (await fetch(url).catch(() => undefined))?.status === 200;
  }

  /** The two of the prepared folder will trade on the server that runs. */
  async openTraders({ keys }: PreparedFolder): Promise<void> {
    this.#traders = new Traders(this.port, keys);
    this.#purseBefore = await this.#readPurse();
  }

  /**
   * Something of each kind is acknowledged: a gift, orders and trades.
   * @returns waits until both have again what they had then.
   */
  async useServer(): Promise<() => Promise<void>> {
    const traders = this.#traders;
    if (traders === undefined) throw new Error('nobody trades here');
    await Promise.all([this.#makeUser(), traders.trade()]);
    const before = await traders.readBalances();
    return () => traders.expectBalances(before);
  }

  /** All that was acknowledged is there, once, and every sum is right. */
  async expectNothingLost(): Promise<void> {
    await this.#traders?.expectKept();
    const given = this.#purseBefore - (await this.#readPurse());
    // One whose answer was lost may have been made.
    expect(given).toBeGreaterThanOrEqual(GIFT * BigInt(this.#giftsCount));
    expect(given).toBeLessThanOrEqual(GIFT * BigInt(this.#triesCount));
    expect(await this.ask('verify')).toMatchObject({ isSound: true });
  }

  /** Something that is acknowledged: a user with money of the house. */
  async #makeUser(): Promise<void> {
    // An engine that has just lost its database says so once, when it notices.
    await waitFor('a gift', async () => {
      this.#triesCount += 1;
      const email = `${randomUUID()}@isobath.example`;
      const fund = [{ asset: 'USDT', amount: '7' }];
      const request = { email, password: 'grey heron over 9 fens', fund };
      expect(await askServer(this.dataFolder, 'user.create', request)).toBeDefined();
    });
    this.#giftsCount += 1;
  }

  /** What the house has left to give, when every asset adds up. */
  async #readPurse(): Promise<bigint> {
    const { isSound, assets } = (await this.ask('solvency')) as unknown as {
      isSound: boolean;
      assets: { assetId: number; house: Record<string, string> }[];
    };
    expect(isSound).toBe(true);
    const asset = assets.find(({ assetId }) => assetId === 52);
    return BigInt(asset?.house['housePromotions'] ?? '0');
  }

  /** Stop what still runs, and remove the folder. */
  async close(): Promise<void> {
    this.#traders?.close();
    for (const { npm } of this.started) npm.kill('SIGTERM');
    await waitForNone(this.dataFolder);
    this.folder.remove();
  }
}

/** Make a first start in a new world, two people who will trade, and stop it by npm, in order. */
export async function prepareFolder(fixture: StartFixture): Promise<PreparedFolder> {
  const first = fixture.start();
  await first.ready;
  const keys = await makeTraders((...words) => fixture.ask(...words));
  fixture.killNpm('SIGTERM');
  expect(await first.ended).toBe(0);
  await fixture.expectStoppedInOrder();
  return { path: fixture.dataFolder, output: first.output(), keys };
}
