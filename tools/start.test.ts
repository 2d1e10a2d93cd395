import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  findFreePort,
  findProcesses,
  makeFolder,
  startServer,
  waitForNone,
  type ServerProcess,
  type StartOptions,
} from './testing/server-process.ts';

let folder: ReturnType<typeof makeFolder>;
let dataFolder: string;
let port: number;
let started: ServerProcess[] = [];

beforeEach(async () => {
  folder = makeFolder();
  dataFolder = join(folder.path, 'data');
  port = await findFreePort();
});
afterEach(async () => {
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

function pidOf(words: RegExp): number {
  const found = findProcesses(dataFolder).find((one) => words.test(one.words));
  if (!found) throw new Error(`no process ${words}`);
  return found.pid;
}

const isGone = async () => expect(await waitForNone(dataFolder)).toEqual([]);

test('a first start shows its steps, a second one needs no preparation', async () => {
  const first = start();
  await first.ready;
  const lines = first.output().trim().split('\n');
  expect(lines.at(-1)).toBe(`Isobath is ready: http://127.0.0.1:${port}`);
  expect(first.output()).toMatch(/database +\d+\.\d s +made/);
  first.npm.kill('SIGTERM');
  expect(await first.ended).toBe(0);
  await isGone();
  const second = start();
  await second.ready;
  expect(second.output()).toMatch(/database +\d+\.\d s +PostgreSQL 18/);
});

describe('everything stops', () => {
  const ways = {
    'SIGTERM to npm': () => started[0].npm.kill('SIGTERM'),
    'SIGINT to npm': () => started[0].npm.kill('SIGINT'),
    'SIGTERM to the launcher': () => process.kill(pidOf(/server\/src\/main\.ts/), 'SIGTERM'),
    'SIGINT to the launcher': () => process.kill(pidOf(/server\/src\/main\.ts/), 'SIGINT'),
    'SIGTERM to the starter': () => process.kill(pidOf(/tools\/start\.mjs/), 'SIGTERM'),
    'SIGTERM to the group': () => process.kill(-(started[0].npm.pid ?? 0), 'SIGTERM'),
    'SIGINT to the group, three times': () => {
      for (let n = 0; n < 3; n += 1) process.kill(-(started[0].npm.pid ?? 0), 'SIGINT');
    },
    'kill -9 of npm': () => started[0].npm.kill('SIGKILL'),
    'kill -9 of the starter': () => process.kill(pidOf(/tools\/start\.mjs/), 'SIGKILL'),
    'kill -9 of the launcher': () => process.kill(pidOf(/server\/src\/main\.ts/), 'SIGKILL'),
    'kill -9 of the group': () => process.kill(-(started[0].npm.pid ?? 0), 'SIGKILL'),
  };
  test.each(Object.entries(ways))('after %s', async (_name, end) => {
    await start().ready;
    end();
    await isGone();
    const again = start();
    await again.ready;
  });
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

describe('refused in one line, with its exit code, and nothing changed', () => {
  async function refuse(code: number, line: RegExp, options: Partial<StartOptions> = {}) {
    const server = start(options);
    expect(await server.ended).toBe(code);
    const said = server.output().trim().split('\n').at(-1) ?? '';
    expect(said).toMatch(line);
    return server;
  }

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
    await start().ready;
    const startedMs = Date.now();
    await refuse(75, /^Isobath already runs on /, { port: await findFreePort() });
    expect(Date.now() - startedMs).toBeLessThan(4_000);
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
  });

  test('a data folder of another PostgreSQL', async () => {
    mkdirSync(join(dataFolder, 'database'), { recursive: true });
    writeFileSync(join(dataFolder, 'database', 'PG_VERSION'), '16\n');
    mkdirSync(join(dataFolder, 'secrets'));
    for (const name of ['journal-key', 'credential-key', 'database-owner', 'database-app']) {
      writeFileSync(join(dataFolder, 'secrets', name), 'ab'.repeat(32));
    }
    await refuse(76, /^The database in .* is of PostgreSQL 16, /);
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
    await refuse(78, /^Node v18\.20\.4 is too old: /, {
      environment: { NODE_OPTIONS: `--require ${preload}` },
    });
  });
});
