// The long form of start.test.ts: every way of stopping, each part killed five times while two
// people trade, and how long a start may take.
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { measureOthers } from '../packages/sim/src/chaos/others-time.ts';
import { findFreePort, findProcesses, type ServerProcess } from './testing/server-process.ts';
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

/** A first start may take 150 seconds, the installation included, which is not made here. */
const FIRST_START_MS = 100_000;
const LATER_START_MS = 8_000;
const REFUSAL_MS = 4_000;

/** Milliseconds that something takes, less those for which others had this machine's processors. */
async function time(action: Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  const others = measureOthers(() => findProcesses(fixture.dataFolder).map(({ pid }) => pid));
  await action;
  const tookMs = performance.now() - startedMs;
  return tookMs - others.stop();
}

test('a first start and a second one take as long as they may', async () => {
  const start = (): ServerProcess => fixture.start({ environment: { ISOBATH_WARM_UP: 'on' } });
  const server = start();
  expect(await time(server.ready)).toBeLessThan(FIRST_START_MS);
  fixture.killNpm('SIGTERM');
  expect(await server.ended).toBe(0);
  await fixture.expectGone();
  expect(await time(start().ready)).toBeLessThan(LATER_START_MS);
});

test('a second start on the same data folder is refused within two seconds', async () => {
  await fixture.startOn(prepared).ready;
  const port = await findFreePort();
  const refused = fixture.expectRefused(75, /^Isobath already runs on /, { port });
  expect(await time(refused)).toBeLessThan(REFUSAL_MS);
});

test('as this user, in a folder with a very long name', async () => {
  fixture.dataFolder = join(fixture.folder.path, 'a'.repeat(120), 'data');
  mkdirSync(dirname(fixture.dataFolder), { mode: 0o700 });
  await fixture.start().ready;
});

describe('everything stops, in order, after', () => {
  const ways = {
    'SIGTERM to npm': () => fixture.killNpm('SIGTERM'),
    'SIGINT to npm': () => fixture.killNpm('SIGINT'),
    'SIGTERM to the launcher': () => fixture.kill(parts.launcher, 'SIGTERM'),
    'SIGINT to the launcher': () => fixture.kill(parts.launcher, 'SIGINT'),
    'SIGTERM to the starter': () => fixture.kill(parts.starter, 'SIGTERM'),
    'SIGTERM to the group': () => fixture.killGroup('SIGTERM'),
    'SIGINT to the group, three times': () => {
      for (let n = 0; n < 3; n += 1) fixture.killGroup('SIGINT');
    },
  };
  test.each(Object.entries(ways))('%s', async (_name, end) => {
    await fixture.startOn(prepared).ready;
    end();
    await fixture.expectStoppedInOrder();
  });
});

const times = [1, 2, 3, 4, 5];
/** Many starts, one after the other, on a machine that may be busy. */
const MANY_STARTS = { timeout: 1_200_000 };

test('npm and launcher killed five times each, starter and group too', MANY_STARTS, async () => {
  const npm = () => fixture.killNpm('SIGKILL');
  const launcher = () => fixture.kill(parts.launcher, 'SIGKILL');
  const starter = () => fixture.kill(parts.starter, 'SIGKILL');
  const group = () => fixture.killGroup('SIGKILL');
  const actions = Object.entries({ npm, launcher }).flatMap((action) => times.map(() => action));
  actions.push(...Object.entries({ starter, group }));
  await fixture.startOn(prepared).ready;
  await fixture.openTraders(prepared);
  for (const [name, end] of actions) {
    const expectSame = await fixture.useServer();
    end();
    await fixture.expectGone(name);
    await fixture.start().ready;
    await expectSame();
  }
  expect(fixture.started).toHaveLength(1 + actions.length);
  await fixture.expectNothingLost();
});

test('after kills of each part all comes back by itself, five times', MANY_STARTS, async () => {
  const { edge, engine, projector, postmaster, backend } = parts;
  const victims = Object.entries({ edge, engine, projector, postmaster, backend });
  await fixture.startOn(prepared).ready;
  await fixture.openTraders(prepared);
  for (const [name, words] of victims) {
    for (const count of times) {
      const expectSame = await fixture.useServer();
      const pid = fixture.pidOf(words);
      process.kill(pid, 'SIGKILL');
      await waitFor(`${name} after kill ${count}`, async () => {
        expect(fixture.pidOf(words)).not.toBe(pid);
        expect(await fixture.isReady()).toBe(true);
      });
      await expectSame();
    }
  }
  expect(fixture.started).toHaveLength(1);
  await fixture.expectNothingLost();
});
