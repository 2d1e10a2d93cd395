// `npm start` in the ways that differ in kind, each once; tools/start.prove.ts has all of them, the
// kills of each part five times, and how long a start may take.
import {
  chmodSync,
  chownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { copyInstallation, findFreePort, openInstallation } from './testing/server-process.ts';
import { parts, type PreparedFolder, prepareFolder, StartWorld } from './testing/starts.ts';
import { waitFor } from './testing/wait.ts';

/** Where a first start was made and stopped. */
let first: StartWorld;
let prepared: PreparedFolder;
/** What this test starts. */
let world: StartWorld;

beforeAll(async () => {
  first = await StartWorld.open();
  prepared = await prepareFolder(first);
});
afterAll(() => first.close());
beforeEach(async () => {
  world = await StartWorld.open();
});
afterEach(() => world.close());

test('a first start shows its steps, a second one needs no preparation', async () => {
  const lines = prepared.output.trim().split('\n');
  expect(lines.at(-1)).toBe(`Isobath is ready: http://127.0.0.1:${first.port}`);
  expect(prepared.output).toMatch(/database +\d+\.\d s +made/);
  const second = world.startOn(prepared, { environment: { ISOBATH_WARM_UP: 'on' } });
  await second.ready;
  expect(second.output()).toMatch(/engine +\d+\.\d s +warmed in /);
  expect(second.output()).toMatch(/database +\d+\.\d s +PostgreSQL 18/);
  // As Ctrl+C does, pressed by somebody who is in a hurry.
  for (let n = 0; n < 3; n += 1) world.killGroup('SIGINT');
  await world.expectStoppedInOrder();
});

test('npm and launcher killed lose nothing; a second start is refused before', async () => {
  await world.startOn(prepared).ready;
  await world.expectRefused(75, /^Isobath already runs on /, { port: await findFreePort() });
  world.started.pop();
  await world.openTraders(prepared);
  const ends = [() => world.killNpm('SIGKILL'), () => world.kill(parts.launcher, 'SIGKILL')];
  for (const end of ends) {
    const expectSame = await world.useServer();
    end();
    await world.expectGone();
    await world.start().ready;
    await expectSame();
  }
  await world.expectNothingLost();
  world.kill(parts.launcher, 'SIGTERM');
  await world.expectStoppedInOrder();
});

test('a stop while it starts leaves nothing running', async () => {
  const server = world.start();
  await waitFor('its first line', () => server.output().includes('Isobath, sandbox'));
  world.killNpm('SIGTERM');
  expect(await server.ended).toBe(0);
  expect(server.output()).not.toContain('is ready');
  await world.expectGone();
});

// As root, also others can be tried; an ordinary user can only be himself.
const isRoot = process.getuid?.() === 0;
const nobody = 65534;

describe('whoever starts it, wherever', () => {
  test('as an ordinary user, in a folder with a very long name', async () => {
    const { path } = world.folder;
    const install = openInstallation(path);
    world.dataFolder = join(path, 'a'.repeat(120), 'data');
    mkdirSync(world.dataFolder, { recursive: true, mode: 0o700 });
    if (isRoot) {
      chmodSync(path, 0o755);
      for (const own of [dirname(world.dataFolder), world.dataFolder])
        chownSync(own, nobody, nobody);
    }
    await world.start({ root: install, ...(isRoot ? { uid: nobody } : {}) }).ready;
    const { uid } = statSync(join(world.dataFolder, 'database'));
    expect(uid).toBe(isRoot ? nobody : process.getuid?.());
  });

  test('installed below a folder that only this user may enter', async () => {
    const closed = join(world.folder.path, 'closed');
    mkdirSync(closed, { mode: 0o700 });
    world.dataFolder = join(closed, 'data');
    await world.startOn(prepared, { root: copyInstallation(closed) }).ready;
    const { uid } = statSync(join(world.dataFolder, 'database'));
    expect(uid).toBe(isRoot ? nobody : process.getuid?.());
  });

  test('in a folder that the user may not write', async () => {
    const install = openInstallation(world.folder.path);
    mkdirSync(world.dataFolder, { mode: 0o500 });
    chmodSync(world.folder.path, 0o755);
    await world.expectRefused(77, /^The data folder .* cannot be written \(EACCES\): /, {
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
    const { port } = taken.address() as AddressInfo;
    await world.expectRefused(75, /^Port \d+ on 127\.0\.0\.1 is taken: /, { port });
    taken.close();
    expect(readdirSync(world.folder.path)).toEqual([]);
  });

  test('a data folder that is a file', async () => {
    writeFileSync(world.dataFolder, '');
    await world.expectRefused(73, /^The data folder .* cannot be written \(EEXIST\): /);
    expect(readFileSync(world.dataFolder, 'utf8')).toBe('');
  });

  test('a database that cannot be reached', async () => {
    const url = `postgres://nobody:x@127.0.0.1:${await findFreePort()}/none`;
    await world.expectRefused(69, /^The database at .* cannot be reached: /, {
      environment: { DATABASE_URL: url },
    });
    expect(readdirSync(world.folder.path)).toEqual([]);
  });

  test('a data folder of another PostgreSQL', async () => {
    const { dataFolder } = world;
    mkdirSync(join(dataFolder, 'database'), { recursive: true });
    writeFileSync(join(dataFolder, 'database', 'PG_VERSION'), '16\n');
    mkdirSync(join(dataFolder, 'secrets'));
    for (const name of ['journal-key', 'credential-key', 'database-owner', 'database-app']) {
      writeFileSync(join(dataFolder, 'secrets', name), 'ab'.repeat(32));
    }
    const before = readdirSync(dataFolder, { recursive: true });
    await world.expectRefused(76, /^The database in .* is of PostgreSQL 16, /);
    expect(readdirSync(dataFolder, { recursive: true })).toEqual(before);
  });

  test('a setting that cannot be', async () => {
    await world.expectRefused(78, /^PORT=99999 is not usable /, {
      environment: { PORT: '99999' },
    });
    await world.expectRefused(78, /^ISOBATH_MODE=live is not usable /, {
      environment: { ISOBATH_MODE: 'live' },
    });
    expect(readdirSync(world.folder.path)).toEqual([]);
  });

  test('production with a part of the sandbox, or without secrets', async () => {
    const production = { ISOBATH_MODE: 'production', PUBLIC_URL: 'https://x.example' };
    const root = openInstallation(world.folder.path);
    chmodSync(world.folder.path, 0o755);
    if (isRoot) {
      await world.expectRefused(78, /^In production root starts nothing as root: /, {
        environment: production,
      });
    }
    const environment = { ...production, ...(isRoot ? { ISOBATH_SERVICE_USER: 'daemon' } : {}) };
    await world.expectRefused(78, /^ISOBATH_FAUCET=on is for the sandbox only: /, {
      environment: { ...environment, ISOBATH_FAUCET: 'on' },
    });
    await world.expectRefused(78, /^The secret .*journal-key is missing: /, { environment, root });
  });

  test('a Node that is too old', async () => {
    const preload = join(world.folder.path, 'old.cjs');
    writeFileSync(preload, "Object.defineProperty(process, 'version', { value: 'v18.20.4' });");
    await world.expectRefused(76, /^Node v18\.20\.4 is too old: /, {
      environment: { NODE_OPTIONS: `--require ${preload}` },
    });
  });
});
