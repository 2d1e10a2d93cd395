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
import { parts, type PreparedFolder, prepareFolder, StartFixture } from './testing/starts.ts';
import { waitFor } from './testing/wait.ts';

/** Where a first start was made and stopped. */
let first: StartFixture;
let prepared: PreparedFolder;
/** What this test starts. */
let fixture: StartFixture;

beforeAll(async () => {
  first = await StartFixture.open();
  prepared = await prepareFolder(first);
});
afterAll(() => first.close());
beforeEach(async () => {
  fixture = await StartFixture.open();
});
afterEach(() => fixture.close());

test('a first start shows its steps, a second one needs no preparation', async () => {
  const lines = prepared.output.trim().split('\n');
  expect(lines.at(-1)).toBe(`Isobath is ready: http://127.0.0.1:${first.port}`);
  expect(prepared.output).toMatch(/database +\d+\.\d s +made/);
  const second = fixture.startOn(prepared, { environment: { ISOBATH_WARM_UP: 'on' } });
  await second.ready;
  expect(second.output()).toMatch(/engine +\d+\.\d s +warmed in /);
  expect(second.output()).toMatch(/database +\d+\.\d s +PostgreSQL 18/);
  // As Ctrl+C does, pressed by somebody who is in a hurry.
  for (let n = 0; n < 3; n += 1) fixture.killGroup('SIGINT');
  await fixture.expectStoppedInOrder();
});

test('npm and launcher killed lose nothing; a second start is refused before', async () => {
  await fixture.startOn(prepared).ready;
  await fixture.expectRefused(75, /^Isobath already runs on /, { port: await findFreePort() });
  fixture.started.pop();
  await fixture.openTraders(prepared);
  const ends = [() => fixture.killNpm('SIGKILL'), () => fixture.kill(parts.launcher, 'SIGKILL')];
  for (const end of ends) {
    const expectSame = await fixture.useServer();
    end();
    await fixture.expectGone();
    await fixture.start().ready;
    await expectSame();
  }
  await fixture.expectNothingLost();
  fixture.kill(parts.launcher, 'SIGTERM');
  await fixture.expectStoppedInOrder();
});

test('a stop while it starts leaves nothing running', async () => {
  const server = fixture.start();
  await waitFor('its first line', () => server.output().includes('Isobath, sandbox'));
  fixture.killNpm('SIGTERM');
  expect(await server.ended).toBe(0);
  expect(server.output()).not.toContain('is ready');
  await fixture.expectGone();
});

// As root, also others can be tried; an ordinary user can only be themselves.
const isRoot = process.getuid?.() === 0;
const nobody = 65534;

describe('whoever starts it, wherever', () => {
  test('as an ordinary user, in a folder with a very long name', async () => {
    const { path } = fixture.folder;
    const install = openInstallation(path);
    fixture.dataFolder = join(path, 'a'.repeat(120), 'data');
    mkdirSync(fixture.dataFolder, { recursive: true, mode: 0o700 });
    if (isRoot) {
      chmodSync(path, 0o755);
      for (const own of [dirname(fixture.dataFolder), fixture.dataFolder])
        chownSync(own, nobody, nobody);
    }
    await fixture.start({ root: install, ...(isRoot ? { uid: nobody } : {}) }).ready;
    const { uid } = statSync(join(fixture.dataFolder, 'database'));
    expect(uid).toBe(isRoot ? nobody : process.getuid?.());
  });

  test('installed below a folder that only this user may enter', async () => {
    const closed = join(fixture.folder.path, 'closed');
    mkdirSync(closed, { mode: 0o700 });
    fixture.dataFolder = join(closed, 'data');
    await fixture.startOn(prepared, { root: copyInstallation(closed) }).ready;
    const { uid } = statSync(join(fixture.dataFolder, 'database'));
    expect(uid).toBe(isRoot ? nobody : process.getuid?.());
  });

  test('in a folder that the user may not write', async () => {
    const install = openInstallation(fixture.folder.path);
    mkdirSync(fixture.dataFolder, { mode: 0o500 });
    chmodSync(fixture.folder.path, 0o755);
    await fixture.expectRefused(77, /^The data folder .* cannot be written \(EACCES\): /, {
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
    await fixture.expectRefused(75, /^Port \d+ on 127\.0\.0\.1 is taken: /, { port });
    taken.close();
    expect(readdirSync(fixture.folder.path)).toEqual([]);
  });

  test('a data folder that is a file', async () => {
    writeFileSync(fixture.dataFolder, '');
    await fixture.expectRefused(73, /^The data folder .* cannot be written \(EEXIST\): /);
    expect(readFileSync(fixture.dataFolder, 'utf8')).toBe('');
  });

  test('a database that cannot be reached', async () => {
    const url = `postgres://nobody:x@127.0.0.1:${await findFreePort()}/none`;
    await fixture.expectRefused(69, /^The database at .* cannot be reached: /, {
      environment: { DATABASE_URL: url },
    });
    expect(readdirSync(fixture.folder.path)).toEqual([]);
  });

  test('a data folder of another PostgreSQL', async () => {
    const { dataFolder } = fixture;
    mkdirSync(join(dataFolder, 'database'), { recursive: true });
    writeFileSync(join(dataFolder, 'database', 'PG_VERSION'), '16\n');
    mkdirSync(join(dataFolder, 'secrets'));
    for (const name of ['journal-key', 'credential-key', 'database-owner', 'database-app']) {
      writeFileSync(join(dataFolder, 'secrets', name), 'ab'.repeat(32));
    }
    const before = readdirSync(dataFolder, { recursive: true });
    await fixture.expectRefused(76, /^The database in .* is of PostgreSQL 16, /);
    expect(readdirSync(dataFolder, { recursive: true })).toEqual(before);
  });

  test('a setting that cannot be', async () => {
    await fixture.expectRefused(78, /^PORT=99999 is not usable /, {
      environment: { PORT: '99999' },
    });
    await fixture.expectRefused(78, /^ISOBATH_MODE=live is not usable /, {
      environment: { ISOBATH_MODE: 'live' },
    });
    expect(readdirSync(fixture.folder.path)).toEqual([]);
  });

  test('production with a part of the sandbox, or without secrets', async () => {
    const production = { ISOBATH_MODE: 'production', PUBLIC_URL: 'https://x.example' };
    const root = openInstallation(fixture.folder.path);
    chmodSync(fixture.folder.path, 0o755);
    if (isRoot) {
      await fixture.expectRefused(78, /^In production root starts nothing as root: /, {
        environment: production,
      });
    }
    const environment = { ...production, ...(isRoot ? { ISOBATH_SERVICE_USER: 'daemon' } : {}) };
    await fixture.expectRefused(78, /^ISOBATH_FAUCET=on is for the sandbox only: /, {
      environment: { ...environment, ISOBATH_FAUCET: 'on' },
    });
    await fixture.expectRefused(78, /^The secret .*journal-key is missing: /, {
      environment,
      root,
    });
  });

  test('a Node that is too old', async () => {
    const preload = join(fixture.folder.path, 'old.cjs');
    writeFileSync(preload, "Object.defineProperty(process, 'version', { value: 'v18.20.4' });");
    await fixture.expectRefused(76, /^Node v18\.20\.4 is too old: /, {
      environment: { NODE_OPTIONS: `--require ${preload}` },
    });
  });
});
