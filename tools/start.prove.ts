// The long form of start.test.ts: every way of stopping, each part killed five times while two
// people trade, and how long a start may take.
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { measureOthers } from '../packages/sim/src/chaos/others-time.ts';
import { findFreePort, findProcesses, type ServerProcess } from './testing/server-process.ts';
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

/** A first start may take 150 seconds, the installation included, which is not made here. */
const FIRST_START_MS = 100_000;
const LATER_START_MS = 8_000;
const REFUSAL_MS = 4_000;

/** Milliseconds that something takes, less those for which others had this machine's processors. */
async function time(deed: Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  const others = measureOthers(() => findProcesses(world.dataFolder).map(({ pid }) => pid));
  await deed;
  const tookMs = performance.now() - startedMs;
  return tookMs - others.stop();
}

test('a first start and a second one take as long as they may', async () => {
  const start = (): ServerProcess => world.start({ environment: { ISOBATH_WARM_UP: 'on' } });
  const server = start();
  expect(await time(server.ready)).toBeLessThan(FIRST_START_MS);
  world.killNpm('SIGTERM');
  expect(await server.ended).toBe(0);
  await world.expectGone();
  expect(await time(start().ready)).toBeLessThan(LATER_START_MS);
});

test('a second start on the same data folder is refused within two seconds', async () => {
  await world.startOn(prepared).ready;
  const port = await findFreePort();
  const refused = world.expectRefused(75, /^Isobath already runs on /, { port });
  expect(await time(refused)).toBeLessThan(REFUSAL_MS);
});

test('as this user, in a folder with a very long name', async () => {
  world.dataFolder = join(world.folder.path, 'a'.repeat(120), 'data');
  mkdirSync(dirname(world.dataFolder), { mode: 0o700 });
  await world.start().ready;
});

describe('everything stops, in order, after', () => {
  const ways = {
    'SIGTERM to npm': () => world.killNpm('SIGTERM'),
    'SIGINT to npm': () => world.killNpm('SIGINT'),
    'SIGTERM to the launcher': () => world.kill(parts.launcher, 'SIGTERM'),
    'SIGINT to the launcher': () => world.kill(parts.launcher, 'SIGINT'),
    'SIGTERM to the starter': () => world.kill(parts.starter, 'SIGTERM'),
    'SIGTERM to the group': () => world.killGroup('SIGTERM'),
    'SIGINT to the group, three times': () => {
      for (let n = 0; n < 3; n += 1) world.killGroup('SIGINT');
    },
  };
  test.each(Object.entries(ways))('%s', async (_name, end) => {
    await world.startOn(prepared).ready;
    end();
    await world.expectStoppedInOrder();
  });
});

const times = [1, 2, 3, 4, 5];
/** Many starts, one after the other, on a machine that may be busy. */
const MANY_STARTS = { timeout: 1_200_000 };

test('npm and launcher killed five times each, starter and group too', MANY_STARTS, async () => {
  const npm = () => world.killNpm('SIGKILL');
  const launcher = () => world.kill(parts.launcher, 'SIGKILL');
  const starter = () => world.kill(parts.starter, 'SIGKILL');
  const group = () => world.killGroup('SIGKILL');
  const deeds = Object.entries({ npm, launcher }).flatMap((deed) => times.map(() => deed));
  deeds.push(...Object.entries({ starter, group }));
  await world.startOn(prepared).ready;
  await world.openTraders(prepared);
  for (const [name, end] of deeds) {
    const expectSame = await world.useServer();
    end();
    await world.expectGone(name);
    await world.start().ready;
    await expectSame();
  }
  expect(world.started).toHaveLength(1 + deeds.length);
  await world.expectNothingLost();
});

test('after kills of each part all comes back by itself, five times', MANY_STARTS, async () => {
  const { edge, engine, projector, postmaster, backend } = parts;
  const victims = Object.entries({ edge, engine, projector, postmaster, backend });
  await world.startOn(prepared).ready;
  await world.openTraders(prepared);
  for (const [name, words] of victims) {
    for (const count of times) {
      const expectSame = await world.useServer();
      const pid = world.pidOf(words);
      process.kill(pid, 'SIGKILL');
      await waitFor(`${name} after kill ${count}`, async () => {
        expect(world.pidOf(words)).not.toBe(pid);
        expect(await world.isReady()).toBe(true);
      });
      await expectSame();
    }
  }
  expect(world.started).toHaveLength(1);
  await world.expectNothingLost();
});
