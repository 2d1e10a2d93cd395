import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { randomUUID } from 'node:crypto';
import { createServer, type AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { askServer } from '@isobath/server/operator';
import { measureOthers } from '../packages/sim/src/chaos/others-time.ts';
import {
  copyFolder,
  copyInstallation,
  findFreePort,
  findProcesses,
  makeFolder,
  openInstallation,
  runTool,
  startServer,
  waitForNone,
  type ServerProcess,
  type StartOptions,
} from './testing/server-process.ts';
import { makeTraders, type TraderKeys, Traders } from './testing/traders.ts';

// Each of these starts the whole program, some of them six times.
vi.setConfig({ testTimeout: 300_000 });

/** Has, after the first test, a data folder as a first start leaves it when it ends. */
const prepared = makeFolder();
const preparedFolder = join(prepared.path, 'data');
/** Keys of the two who trade there. */
let preparedKeys: TraderKeys | undefined;

let folder: ReturnType<typeof makeFolder>;
let dataFolder: string;
let port: number;
let started: ServerProcess[] = [];

beforeEach(async () => {
  folder = makeFolder();
  dataFolder = join(folder.path, 'data');
  port = await findFreePort();
});
afterAll(() => prepared.remove());
afterEach(async () => {
  traders?.close();
  for (const server of started) server.npm.kill('SIGTERM');
  await waitForNone(dataFolder);
  started = [];
  folder.remove();
});

function start(options: Partial<StartOptions> = {}): ServerProcess {
  const server = startServer({ dataFolder, port, ...options });
  started.push(server);
  return server;
}

/** What needs no first start of its own begins with that of the first test, if that has run. */
function startPrepared(): ServerProcess {
  if (existsSync(preparedFolder)) copyFolder(preparedFolder, dataFolder);
  return start();
}

function pidOf(words: RegExp): number {
  const found = findProcesses(dataFolder).find((one) => words.test(one.words));
  if (!found) throw new Error(`no process ${words}`);
  return found.pid;
}

async function refuse(code: number, line: RegExp, options: Partial<StartOptions> = {}) {
  const server = start(options);
  expect(await server.ended).toBe(code);
  // What npm says first comes by another pipe, and either may be read after the end.
  await vi.waitFor(() => {
    const said = server.output().trim().split('\n');
    expect(said.filter((each) => !each.startsWith('> ')).at(-1) ?? '').toMatch(line);
  }, 60_000);
  return server;
}

const isGone = async () => expect(await waitForNone(dataFolder)).toEqual([]);

/** A first start may take 150 seconds, the installation included, which is not made here. */
const FIRST_START_MS = 100_000;
const LATER_START_MS = 8_000;

/** Milliseconds until it is ready, less those for which others had this machine's processors. */
async function timeStart({ ready }: ServerProcess): Promise<number> {
  const startedMs = performance.now();
  const others = measureOthers(() => findProcesses(dataFolder).map(({ pid }) => pid));
  await ready;
  const tookMs = performance.now() - startedMs;
  return tookMs - others.stop();
}

test('a first start shows its steps, a second one needs no preparation', async () => {
  const asShipped = { environment: { ISOBATH_WARM_UP: 'on' } };
  const first = start(asShipped);
  expect(await timeStart(first)).toBeLessThan(FIRST_START_MS);
  const lines = first.output().trim().split('\n');
  expect(lines.at(-1)).toBe(`Isobath is ready: http://127.0.0.1:${port}`);
  expect(first.output()).toMatch(/database +\d+\.\d s +made/);
  preparedKeys = await makeTraders(ask);
  first.npm.kill('SIGTERM');
  expect(await first.ended).toBe(0);
  await isGone();
  copyFolder(dataFolder, preparedFolder);
  const second = start(asShipped);
  expect(await timeStart(second)).toBeLessThan(LATER_START_MS);
  expect(second.output()).toMatch(/engine +\d+\.\d s +warmed in /);
  expect(second.output()).toMatch(/database +\d+\.\d s +PostgreSQL 18/);
});

const kill = (words: RegExp, signal: NodeJS.Signals) => process.kill(pidOf(words), signal);
const group = () => -(started[0].npm.pid ?? 0);
const parts = {
  starter: /tools\/start\.mjs/,
  launcher: /server\/src\/main\.ts/,
  edge: /^isobath-edge/,
  engine: /^isobath-engine/,
  projector: /^isobath-projector/,
  postmaster: /bin\/postgres -D/,
  backend: /^postgres: isobath_app/,
};

describe('everything stops, in order, after', () => {
  const ways = {
    'SIGTERM to npm': () => started[0].npm.kill('SIGTERM'),
    'SIGINT to npm': () => started[0].npm.kill('SIGINT'),
    'SIGTERM to the launcher': () => kill(parts.launcher, 'SIGTERM'),
    'SIGINT to the launcher': () => kill(parts.launcher, 'SIGINT'),
    'SIGTERM to the starter': () => kill(parts.starter, 'SIGTERM'),
    'SIGTERM to the group': () => process.kill(group(), 'SIGTERM'),
    'SIGINT to the group, three times': () => {
      for (let n = 0; n < 3; n += 1) process.kill(group(), 'SIGINT');
    },
  };
  test.each(Object.entries(ways))('%s', async (_name, end) => {
    await startPrepared().ready;
    end();
    await isGone();
    expect(readFileSync(join(dataFolder, 'logs', 'database.log'), 'utf8')).toMatch(
      /database system is shut down\s*$/,
    );
  });
});

const times = [1, 2, 3, 4, 5];
/** Many starts, one after the other, on a machine that may be busy. */
const MANY_STARTS = { timeout: 1_200_000 };

test('npm and launcher killed five times each, starter and group too', MANY_STARTS, async () => {
  const npm = () => started.at(-1)?.npm.kill('SIGKILL');
  const launcher = () => kill(parts.launcher, 'SIGKILL');
  const starter = () => kill(parts.starter, 'SIGKILL');
  const group = () => process.kill(-(started.at(-1)?.npm.pid ?? 0), 'SIGKILL');
  const deeds = Object.entries({ npm, launcher }).flatMap((deed) => times.map(() => deed));
  deeds.push(...Object.entries({ starter, group }));
  await startPrepared().ready;
  await openTraders();
  const purse = await readPurse();
  for (const [name, end] of deeds) {
    const before = await useServer();
    end();
    expect(await waitForNone(dataFolder), name).toEqual([]);
    await start().ready;
    await traders.expectBalances(before);
  }
  expect(started).toHaveLength(1 + deeds.length);
  await traders.expectKept();
  await expectGifts(purse, deeds.length);
});

/** Ask the running server through the operator's tool. */
async function ask(...words: string[]): Promise<Record<string, unknown>> {
  const { code, out } = await runTool(dataFolder, [...words, '--json']);
  const answer = JSON.parse(out.split('\n').at(-1) ?? '') as Record<string, unknown>;
  expect({ code, error: answer.error }).toEqual({ code: 0, error: undefined });
  return answer;
}

const GIFT = 7n * 10n ** 8n;
let triesCount = 0;
let traders: Traders;

/** Two people who will trade on the server that runs. */
async function openTraders(): Promise<void> {
  triesCount = 0;
  const keys = existsSync(preparedFolder) ? preparedKeys : undefined;
  traders = new Traders(port, keys ?? (await makeTraders(ask)));
}

/** Something of each kind is acknowledged: a gift, orders and trades; answers what is had then. */
async function useServer() {
  await Promise.all([makeUser(), traders.trade()]);
  return traders.readBalances();
}

/** Something that is acknowledged: a user with money of the house. */
async function makeUser(): Promise<void> {
  // An engine that has just lost its database says so once, when it notices.
  await vi.waitFor(
    async () => {
      triesCount += 1;
      const email = `${randomUUID()}@isobath.example`;
      const fund = [{ asset: 'USDT', amount: '7' }];
      const wish = { email, password: 'grey heron over 9 fens', fund };
      expect(await askServer(dataFolder, 'user.create', wish)).toBeDefined();
    },
    { timeout: 60_000, interval: 200 },
  );
}

/** What the house has left to give, when every asset adds up. */
async function readPurse(): Promise<bigint> {
  const { isSound, assets } = (await ask('solvency')) as unknown as {
    isSound: boolean;
    assets: { assetId: number; house: Record<string, string> }[];
  };
  expect(isSound).toBe(true);
  return BigInt(assets.find(({ assetId }) => assetId === 52)?.house.housePromotions ?? '0');
}

/** Every acknowledged gift was made once; one whose answer was lost may have been made. */
async function expectGifts(purseBefore: bigint, acknowledgedCount: number): Promise<void> {
  const given = purseBefore - (await readPurse());
  expect(given).toBeGreaterThanOrEqual(GIFT * BigInt(acknowledgedCount));
  expect(given).toBeLessThanOrEqual(GIFT * BigInt(triesCount));
  expect(await ask('verify')).toMatchObject({ isSound: true });
}

async function isReady(): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${port}/health/ready`).catch(() => undefined);
  return answer?.status === 200;
}

test('after kills of each part all comes back by itself, five times', MANY_STARTS, async () => {
  const { edge, engine, projector, postmaster, backend } = parts;
  const victims = Object.entries({ edge, engine, projector, postmaster, backend });
  await startPrepared().ready;
  await openTraders();
  const purse = await readPurse();
  for (const [name, words] of victims) {
    for (const time of times) {
      const before = await useServer();
      const pid = pidOf(words);
      process.kill(pid, 'SIGKILL');
      await vi.waitFor(
        async () => {
          expect(pidOf(words), `${name}, kill ${time}`).not.toBe(pid);
          expect(await isReady()).toBe(true);
        },
        { timeout: 60_000, interval: 100 },
      );
      await traders.expectBalances(before);
    }
  }
  expect(started).toHaveLength(1);
  await traders.expectKept();
  await expectGifts(purse, times.length * victims.length);
});

test('a stop while it starts leaves nothing running', async () => {
  const server = start();
  while (!server.output().includes('Isobath, sandbox')) {
    await new Promise((resolve) => {
      setTimeout(resolve, 10);
    });
  }
  server.npm.kill('SIGTERM');
  expect(await server.ended).toBe(0);
  expect(server.output()).not.toContain('is ready');
  await isGone();
});

// As root, also others can be tried; an ordinary user can only be himself.
const isRoot = process.getuid?.() === 0;
const nobody = 65534;

describe('whoever starts it, wherever', () => {
  test('as this user, in a folder with a very long name', async () => {
    dataFolder = join(folder.path, 'a'.repeat(120), 'data');
    mkdirSync(dirname(dataFolder), { mode: 0o700 });
    await start().ready;
  });

  test('as an ordinary user', async () => {
    const install = openInstallation(folder.path);
    mkdirSync(dataFolder, { mode: 0o700 });
    if (isRoot) {
      chmodSync(folder.path, 0o755);
      chownSync(dataFolder, nobody, nobody);
    }
    const server = start({ root: install, ...(isRoot ? { uid: nobody } : {}) });
    await server.ready;
    const { uid } = statSync(join(dataFolder, 'database'));
    expect(uid).toBe(isRoot ? nobody : process.getuid?.());
  });

  test('installed below a folder that only this user may enter', async () => {
    const closed = join(folder.path, 'closed');
    mkdirSync(closed, { mode: 0o700 });
    dataFolder = join(closed, 'data');
    copyFolder(preparedFolder, dataFolder);
    await start({ root: copyInstallation(closed) }).ready;
    const { uid } = statSync(join(dataFolder, 'database'));
    expect(uid).toBe(isRoot ? nobody : process.getuid?.());
  });

  test('in a folder that the user may not write', async () => {
    const install = openInstallation(folder.path);
    mkdirSync(dataFolder, { mode: 0o500 });
    chmodSync(folder.path, 0o755);
    await refuse(77, /^The data folder .* cannot be written \(EACCES\): /, {
      root: install,
      ...(isRoot ? { uid: nobody } : {}),
    });
  });
});

describe('refused in one line, with its exit code, and nothing changed', () => {
  test('a taken port', async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => {
      taken.listen(0, '127.0.0.1', () => resolve());
    });
    const { port: takenPort } = taken.address() as AddressInfo;
    await refuse(75, /^Port \d+ on 127\.0\.0\.1 is taken: /, { port: takenPort });
    taken.close();
    expect(readdirSync(folder.path)).toEqual([]);
  });

  test('a second start on the same data folder, within two seconds', async () => {
    await startPrepared().ready;
    const startedMs = performance.now();
    const others = measureOthers(() => findProcesses(dataFolder).map(({ pid }) => pid));
    await refuse(75, /^Isobath already runs on /, { port: await findFreePort() });
    expect(performance.now() - startedMs - others.stop()).toBeLessThan(4_000);
  });

  test('a data folder that is a file', async () => {
    writeFileSync(dataFolder, '');
    await refuse(73, /^The data folder .* cannot be written \(EEXIST\): /);
    expect(readFileSync(dataFolder, 'utf8')).toBe('');
  });

  test('a database that cannot be reached', async () => {
    const url = `postgres://nobody:x@127.0.0.1:${await findFreePort()}/none`;
    await refuse(69, /^The database at .* cannot be reached: /, {
      environment: { DATABASE_URL: url },
    });
    expect(readdirSync(folder.path)).toEqual([]);
  });

  test('a data folder of another PostgreSQL', async () => {
    mkdirSync(join(dataFolder, 'database'), { recursive: true });
    writeFileSync(join(dataFolder, 'database', 'PG_VERSION'), '16\n');
    mkdirSync(join(dataFolder, 'secrets'));
    for (const name of ['journal-key', 'credential-key', 'database-owner', 'database-app']) {
      writeFileSync(join(dataFolder, 'secrets', name), 'ab'.repeat(32));
    }
    const before = readdirSync(dataFolder, { recursive: true });
    await refuse(76, /^The database in .* is of PostgreSQL 16, /);
    expect(readdirSync(dataFolder, { recursive: true })).toEqual(before);
  });

  test('a setting that cannot be', async () => {
    await refuse(78, /^PORT=99999 is not usable /, { environment: { PORT: '99999' } });
    await refuse(78, /^ISOBATH_MODE=live is not usable /, {
      environment: { ISOBATH_MODE: 'live' },
    });
    expect(readdirSync(folder.path)).toEqual([]);
  });

  test('production with a part of the sandbox, or without secrets', async () => {
    const environment = { ISOBATH_MODE: 'production', PUBLIC_URL: 'https://x.example' };
    await refuse(78, /^ISOBATH_FAUCET=on is for the sandbox only: /, {
      environment: { ...environment, ISOBATH_FAUCET: 'on' },
    });
    await refuse(78, /^The secret .*journal-key is missing: /, { environment });
  });

  test('a Node that is too old', async () => {
    const preload = join(folder.path, 'old.cjs');
    writeFileSync(preload, "Object.defineProperty(process, 'version', { value: 'v18.20.4' });");
    await refuse(76, /^Node v18\.20\.4 is too old: /, {
      environment: { NODE_OPTIONS: `--require ${preload}` },
    });
  });
});
