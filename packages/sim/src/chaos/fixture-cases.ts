// What needs the engine's process alone, between parts we can lay hands on: a proxy before the
// database, a small volume under its folder, a clock that can be shifted, a second writer.
// Called by run.ts.
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { hashAt, verifyJournal } from '@isobath/server/engine';
import {
  type DatabaseProxy,
  type EngineFixture,
  engineMigrations,
  fundOperatorAccount,
  openEngineFixture,
  startProxy,
  startTestDatabase,
} from '@isobath/server/testing';
import { Crowd } from './crowd.ts';
import { GIVE_UP_MS, type RoundReport } from './rounds.ts';

const VOLUME_BYTES = 600 * 1024 * 1024;
const bentMachine = fileURLToPath(new URL('bent-machine.ts', import.meta.url));
const engineProgram = fileURLToPath(
  new URL('../../../server/src/engine/process.ts', import.meta.url),
);

/** How many people move money, and how often a case does what it does. */
interface Extent {
  readonly peopleCount: number;
  readonly cutsCount: number;
  /** The clock jumps by each of them. */
  readonly jumpsHours: readonly number[];
}

const longExtent: Extent = { peopleCount: 50, cutsCount: 20, jumpsHours: [1, -1, 720] };
const shortExtent: Extent = { peopleCount: 10, cutsCount: 4, jumpsHours: [720, -1] };

/** Everything a case can lay hands on. */
interface Place {
  readonly extent: Extent;
  readonly fixture: EngineFixture;
  readonly proxy: DatabaseProxy;
  readonly crowd: Crowd;
  readonly clockFile: string;
  /** Leave so much room on the volume; call the answer to give it back. */
  readonly fillVolume: (leftBytes: number) => () => void;
}

interface Case {
  readonly what: string;
  run(place: Place): Promise<void>;
}

async function waitForMode(
  fixture: EngineFixture,
  reason: string,
  withinMs: number,
): Promise<void> {
  const endMs = performance.now() + withinMs;
  let seen = '';
  while (performance.now() < endMs) {
    seen = (await fixture.client.readStatus()).reason;
    if (seen === reason) return;
    await sleep(20);
  }
  throw new Error(`the engine says "${seen}", not "${reason}"`);
}

/** Cut the connection at a commit, before it reaches the database or before its answer comes. */
const cutCommits: Case = {
  what: 'connection cut in the middle of commits',
  run: async ({ extent, proxy, crowd }) => {
    for (let times = 0; times < extent.cutsCount; times += 1) {
      const before = proxy.cutsCount;
      proxy.cutAt('journal-append', times % 2 === 0 ? 'before' : 'after');
      while (proxy.cutsCount === before) await sleep(5);
      if (!(await crowd.waitForMore(20, GIVE_UP_MS))) throw new Error('no way back');
    }
  },
};

const MEBIBYTE = 1024 * 1024;

/** Fill the volume: below 256 MiB cancels only, below 64 MiB nothing, and back by itself. */
const fullDisk: Case = {
  what: 'disk full on a small volume',
  run: async ({ fixture, crowd, fillVolume }) => {
    for (const leftBytes of [150 * MEBIBYTE, 30 * MEBIBYTE]) {
      const giveBack = fillVolume(leftBytes);
      await waitForMode(fixture, 'disk', GIVE_UP_MS);
      const before = crowd.acknowledged.size;
      await sleep(500);
      if (crowd.acknowledged.size > before + 50) throw new Error('money moves on a full disk');
      giveBack();
      await waitForMode(fixture, '', GIVE_UP_MS);
      if (!(await crowd.waitForMore(20, GIVE_UP_MS))) throw new Error('nobody is served again');
    }
  },
};

/** The same while nobody asks the engine for anything: no command of anybody makes it look. */
const idleDisk: Case = {
  what: 'disk full while nobody commands anything',
  run: async ({ fixture, crowd, fillVolume }) => {
    await crowd.rest();
    for (const leftBytes of [150 * MEBIBYTE, 0]) {
      const giveBack = fillVolume(leftBytes);
      await waitForMode(fixture, 'disk', GIVE_UP_MS);
      giveBack();
      await waitForMode(fixture, '', GIVE_UP_MS);
    }
    crowd.begin();
  },
};

/** A second engine on the same database: the first one ends and acknowledges nothing more. */
const secondWriter: Case = {
  what: 'second writer on the same database',
  run: async ({ fixture }) => {
    const first = fixture.child;
    const gone = new Promise<number | null>((resolve) => {
      first.once('exit', (code) => resolve(code));
    });
    const folder = mkdtempSync(join(tmpdir(), 'isobath-second-'));
    const second = startSecond(fixture, folder);
    const code = await Promise.race([gone, sleep(GIVE_UP_MS, undefined, { ref: false })]);
    const isOver = new Promise((resolve) => second.once('exit', resolve));
    if (second.kill('SIGKILL')) await isOver;
    rmSync(folder, { recursive: true, force: true });
    if (typeof code !== 'number' || code === 0) throw new Error('the first writer did not end');
    await fixture.start();
  },
};

function startSecond(fixture: EngineFixture, folder: string): ChildProcess {
  mkdirSync(join(folder, 'secrets'), { recursive: true });
  cpSync(join(fixture.folder, 'secrets'), join(folder, 'secrets'), { recursive: true });
  const env = { ...process.env, DATA_DIR: folder, DATABASE_URL: fixture.databaseUrl };
  return spawn(process.execPath, [engineProgram], {
    env,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
}

/** The wall clock jumps: only cancels are taken until it is right again. */
const clockJumps: Case = {
  what: 'clock jumps of an hour and of thirty days',
  run: async ({ extent, fixture, crowd, clockFile }) => {
    for (const hours of extent.jumpsHours) {
      writeFileSync(clockFile, String(hours * 3_600_000));
      fixture.child.kill('SIGUSR2');
      await waitForMode(fixture, 'clock', GIVE_UP_MS);
      writeFileSync(clockFile, '0');
      fixture.child.kill('SIGUSR2');
      await waitForMode(fixture, '', GIVE_UP_MS);
      if (!(await crowd.waitForMore(20, GIVE_UP_MS))) throw new Error('nobody is served again');
    }
  },
};

const cases: readonly Case[] = [cutCommits, secondWriter, clockJumps, fullDisk, idleDisk];

interface Volume {
  readonly folder: string;
  readonly roomFile: string;
  readonly fillVolume: Place['fillVolume'];
  readonly unmount: () => void;
}

/** Mount a small volume; without the right to, the engine is told how much room there is. */
function mountVolume(): Volume {
  const folder = mkdtempSync(join(tmpdir(), 'isobath-volume-'));
  const roomFile = `${folder}.room`;
  const size = `size=${VOLUME_BYTES}`;
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', size, 'tmpfs', folder]);
  if (status !== 0) {
    const fillVolume = (leftBytes: number) => {
      writeFileSync(roomFile, String(leftBytes));
      return () => rmSync(roomFile);
    };
    const unmount = () => rmSync(folder, { recursive: true, force: true });
    return { folder, roomFile, fillVolume, unmount };
  }
  const filler = join(folder, 'filler');
  const fillVolume = (leftBytes: number) => {
    const { bavail, bsize } = statfsSync(folder);
    execFileSync('fallocate', ['-l', String(bavail * bsize - leftBytes), filler]);
    return () => rmSync(filler);
  };
  const unmount = () => {
    execFileSync('umount', ['-l', folder]);
    rmSync(folder, { recursive: true, force: true });
  };
  return { folder, roomFile, fillVolume, unmount };
}

async function runCase(place: Place, it: Case): Promise<RoundReport> {
  const { crowd, fixture } = place;
  const report = { what: it.what, killsCount: 0, readyMs: 0, othersMs: 0 };
  try {
    crowd.begin();
    await crowd.waitForMore(200, GIVE_UP_MS);
    await it.run(place);
    const startedMs = performance.now();
    if (!(await crowd.waitForMore(50, GIVE_UP_MS))) throw new Error('nobody is served again');
    const readyMs = Math.round(performance.now() - startedMs);
    await crowd.rest();
    const { acknowledgedCount, unknownCount } = await crowd.prove();
    const live = await fixture.client.ask<{ sequence: number; hash: string }>('hash');
    const replayed = await hashAt(await fixture.openAudit(), live.sequence);
    if (replayed.hash !== live.hash) throw new Error(`another state at ${live.sequence}`);
    const figures = { readyMs, acknowledgedCount, unknownCount };
    return { ...report, ...figures, isHeld: true, trouble: '' };
  } catch (error) {
    await crowd.rest().catch(() => {});
    const trouble = error instanceof Error ? error.message : String(error);
    const figures = { acknowledgedCount: crowd.acknowledged.size, unknownCount: 0 };
    return { ...report, ...figures, isHeld: false, trouble };
  }
}

/** Run all cases on one engine; the last report is of the whole journal. */
export async function runFixtureCases(
  isShort: boolean,
  reported: (report: RoundReport) => void,
): Promise<void> {
  const extent = isShort ? shortExtent : longExtent;
  const database = await startTestDatabase({ migrations: engineMigrations });
  const proxy = await startProxy(database.address);
  const volume = mountVolume();
  const clockFile = join(volume.folder, 'clock');
  writeFileSync(clockFile, '0');
  const fixture = await openEngineFixture(
    { address: proxy.address, owner: database.owner },
    {
      parentFolder: volume.folder,
      environment: {
        NODE_OPTIONS: `--import ${bentMachine}`,
        CHAOS_CLOCK_FILE: clockFile,
        CHAOS_ROOM_FILE: volume.roomFile,
      },
    },
  );
  try {
    await fundOperatorAccount(fixture);
    const route = { fromAccountId: 1, toAccountId: 2, assetId: 52 };
    const crowd = await Crowd.gather(fixture.folder, { peopleCount: extent.peopleCount }, route);
    const { fillVolume } = volume;
    const place = { extent, fixture, proxy, crowd, clockFile, fillVolume };
    for (const it of cases) reported(await runCase(place, it));
    const { isSound, findings } = await verifyJournal(await fixture.openAudit());
    const trouble = isSound ? '' : JSON.stringify(findings.slice(0, 3));
    const none = { readyMs: 0, othersMs: 0, unknownCount: 0 };
    const figures = { acknowledgedCount: crowd.acknowledged.size, ...none };
    crowd.close();
    reported({
      what: 'journal of these cases',
      killsCount: 0,
      isHeld: isSound,
      trouble,
      ...figures,
    });
  } finally {
    await fixture.stop();
    await proxy.stop();
    await database.stop();
    volume.unmount();
  }
}
