// PostgreSQL itself meets a full disk, and so does the launcher: the database and the rest of the
// data folder lie on small volumes of their own, which are filled to the last page, one after the
// other. The server says that it cannot, comes back by itself when there is room again, and nothing
// acknowledged is lost. Called by run.ts and by full-database.prove.ts.
import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Product } from './product.ts';
import { Chaos, GIVE_UP_MS, longExtent, type RoundReport, type Strike } from './rounds.ts';

const VOLUMES = { folder: 'size=900M', database: 'size=700M' };
const MEBIBYTE = 1024 * 1024;
/** The database goes on writing while it is filled, whole files of its log at a time. */
const LEFT_BYTES = 64 * MEBIBYTE;
const PAGE_BYTES = 4_096;
/** So long it stays full once the server has said so. */
const FULL_MS = 5_000;

/** Put the folder of a database on which nothing runs onto a volume of its own. */
function mountUnder(folder: string, size: string): void {
  const { uid, gid } = statSync(folder);
  const aside = `${folder}.aside`;
  renameSync(folder, aside);
  mkdirSync(folder, { mode: 0o700 });
  execFileSync('mount', ['-t', 'tmpfs', '-o', size, 'tmpfs', folder]);
  chownSync(folder, uid, gid);
  chmodSync(folder, 0o700);
  execFileSync('cp', ['-a', `${aside}/.`, folder]);
  rmSync(aside, { recursive: true, force: true });
}

/** Leave not a page; whoever asks for one is refused. @returns gives the room back. */
function fill(folder: string): () => void {
  const filler = join(folder, 'filler');
  const { bavail, bsize } = statfsSync(folder);
  execFileSync('fallocate', ['-l', String(Math.max(1, bavail * bsize - LEFT_BYTES)), filler]);
  for (const bytes of [MEBIBYTE, PAGE_BYTES]) appendUntilFull(filler, Buffer.alloc(bytes));
  return () => rmSync(filler);
}

function appendUntilFull(file: string, piece: Buffer): void {
  try {
    for (;;) appendFileSync(file, piece);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
}

function fillUp(chaos: Chaos): Strike {
  return {
    what: 'PostgreSQL on a full disk',
    killsCount: 0,
    isWhole: true,
    run: async (product) => {
      const giveBack = fill(product.databaseFolder);
      try {
        await waitFor('word that it is not ready', async () => !(await product.isReady()));
        const before = chaos.countAcknowledged();
        await sleep(FULL_MS);
        const moved = chaos.countAcknowledged() - before;
        // What waited in the log's last segment may still have been committed.
        if (moved > 500) throw new Error(`${moved} commands were taken on a full disk`);
      } finally {
        giveBack();
      }
    },
  };
}

/** Processes end while the launcher cannot write: it starts them all the same. */
function fillLauncher(chaos: Chaos): Strike {
  return {
    what: 'launcher on a full disk',
    killsCount: 2,
    isWhole: true,
    run: async (product) => {
      const giveBack = fill(product.folder);
      try {
        await waitFor('word that it is not ready', async () => !(await product.isReady()));
        const before = chaos.countAcknowledged();
        for (const part of ['projector', 'edge'] as const) {
          const pid = product.readPid(part);
          product.killPart(part);
          await waitFor(`another ${part}`, () => ![0, pid].includes(product.readPid(part)));
        }
        await waitFor('the edge', () => product.isAlive());
        if (await product.isReady()) throw new Error('it says that all is well');
        const moved = chaos.countAcknowledged() - before;
        if (moved > 500) throw new Error(`${moved} commands were taken on a full disk`);
      } finally {
        giveBack();
      }
    },
  };
}

async function waitFor(what: string, isThere: () => boolean | Promise<boolean>): Promise<void> {
  const endMs = performance.now() + GIVE_UP_MS;
  while (!(await isThere())) {
    if (performance.now() > endMs) throw new Error(`no sign of ${what}`);
    await sleep(50);
  }
}

/** How to run the case. */
export interface FullDatabaseRequest {
  readonly timesCount: number;
  readonly readyWithinMs: number;
  readonly reported: (report: RoundReport) => void;
}

/**
 * Run the case on a product of its own; only root can, whoever else is told so.
 *
 * @errors when root may not mount a volume here: for root the case is never passed over.
 */
export async function runFullDatabase(request: FullDatabaseRequest): Promise<void> {
  const { timesCount, readyWithinMs, reported } = request;
  if (process.getuid?.() !== 0) {
    process.stderr.write('PostgreSQL on a full disk: only root can make a small volume\n');
    return;
  }
  const product = await Product.open();
  await product.end();
  // The database last: what it has is copied through the other one.
  mountUnder(product.folder, VOLUMES.folder);
  mountUnder(product.databaseFolder, VOLUMES.database);
  try {
    product.spawn();
    await product.waitUntilReady(GIVE_UP_MS);
    const chaos = await Chaos.open(product, longExtent);
    for (let times = 0; times < timesCount; times += 1) {
      reported(await chaos.runRound(fillUp(chaos), readyWithinMs));
      reported(await chaos.runRound(fillLauncher(chaos), readyWithinMs));
    }
    const log = readFileSync(join(product.folder, 'logs', 'database.log'), 'utf8');
    if (!log.includes('No space left on device')) throw new Error('the database met no full disk');
    const { isSound, what } = await chaos.verify();
    const report = { what: 'journal after it', killsCount: 0, isHeld: isSound };
    const none = { readyMs: 0, othersMs: 0, acknowledgedCount: 0, unknownCount: 0 };
    reported({ ...report, trouble: isSound ? '' : what, ...none });
    chaos.close();
  } finally {
    await product.end();
    for (const folder of [product.databaseFolder, product.folder]) {
      execFileSync('umount', ['-l', folder]);
    }
    await product.stop();
  }
}
