import { expect, test } from 'vitest';
import type { Database } from '../base/db/index.ts';
import { GrowthMeter, watchDiskRoom } from './disk-watch.ts';
import type { EngineWatch } from './engine-watch.ts';
import { readReadiness } from './readiness.ts';
import { waitFor } from '../../../../tools/testing/wait.ts';

const GIBIBYTE = 1024 ** 3;
const HOUR_MS = 3_600_000;

test('days left are what is free over what a day took, and endless while nothing is taken', () => {
  const meter = new GrowthMeter();
  expect(meter.readDaysLeft()).toBe(Number.POSITIVE_INFINITY);
  for (let hour = 0; hour <= 12; hour += 1) {
    meter.add({ atMs: hour * HOUR_MS, freeBytes: (100 - hour / 4) * GIBIBYTE });
  }
  // 3 GiB in half a day: 97 GiB last for 97 / 6 days.
  expect(meter.readDaysLeft()).toBeCloseTo(97 / 6, 9);
  // Somebody made room: what was before says nothing of what comes.
  meter.add({ atMs: 13 * HOUR_MS, freeBytes: 200 * GIBIBYTE });
  expect(meter.readDaysLeft()).toBe(Number.POSITIVE_INFINITY);
  meter.add({ atMs: 37 * HOUR_MS, freeBytes: 199 * GIBIBYTE });
  expect(meter.readDaysLeft()).toBeCloseTo(199, 9);
});

test('growth is that of the last day, whatever was before', () => {
  const meter = new GrowthMeter();
  for (let step = 0; step <= 6 * 48; step += 1) {
    // A day of 1 GiB each ten minutes, then a day of a hundredth of that.
    const taken = Math.min(step, 144) + Math.max(0, step - 144) / 100;
    meter.add({ atMs: step * 600_000, freeBytes: (1_000 - taken) * GIBIBYTE });
  }
  expect(meter.readDaysLeft()).toBeCloseTo((1_000 - 145.44) / 1.44, 6);
});

test('the fuller of two disks is told, and one that cannot be asked has no room', async () => {
  const watches = [['/tmp', '/proc'], ['/tmp', '/no/such/folder'], ['/no/such/folder']].map(
    (folders) => watchDiskRoom(folders),
  );
  await waitFor('their first looks', () =>
    watches.every((watch) => watch.readFreeBytes() !== undefined),
  );
  const [two, elsewhere, gone] = watches.map((watch) => watch.readFreeBytes());
  for (const watch of watches) watch.close();
  expect(two).toBe(0);
  expect(elsewhere).toBeGreaterThan(0);
  expect(gone).toBe(0);
});

test('an exchange on a full disk is not ready and says why, whatever process ended', async () => {
  const database = { query: async () => [{ projected: 7 }] } as unknown as Database;
  const silent = { query: () => Promise.reject(new Error('away')) } as unknown as Database;
  const well = {
    readStatus: () => ({ lastSequence: 7, durableSequence: 7 }),
    readMode: () => ({ mode: 'normal', reason: '' }),
  } as unknown as EngineWatch;
  const disk = (freeBytes: number | undefined) => ({
    readFreeBytes: () => freeBytes,
    readDaysLeft: () => Number.POSITIVE_INFINITY,
    close: () => {},
  });
  const read = async (data: Database, freeBytes?: number) => {
    const { isReady, reason } = await readReadiness(well, data, disk(freeBytes));
    return [isReady, reason];
  };
  expect(await read(database)).toEqual([true, '']);
  expect(await read(database, GIBIBYTE)).toEqual([true, '']);
  expect(await read(database, 0)).toEqual([false, 'disk']);
  expect(await read(silent, GIBIBYTE)).toEqual([false, 'database']);
  expect(await read(silent, 0)).toEqual([false, 'disk']);
});
