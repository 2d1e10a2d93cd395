// VIP levels over real tables: what was traded in 30 days, what the operator wants, what the engine
// is told and what people read. The engine's door is a list here; the journeys have a real one.
import { type CoreEvent, EventKind } from '@isobath/core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createAccountDirectory } from './base/accounts/index.ts';
import type { CommandClient } from './base/commands/index.ts';
import { createUsers } from './base/credentials/index.ts';
import { startTestDatabase, type TestDatabase } from './base/db/testing.ts';
import { createReferenceTables } from './base/reference-tables/index.ts';
import { migrations } from './migrations.ts';
import {
  countVipDay,
  createVipStandings,
  readOwnStanding,
  readVipLevels,
  vipLevelsTable,
  type VipStandings,
} from './products/account/index.ts';
import { createVolumeReader } from './products/spot/index.ts';
import { makeMarketFixture } from './testing/market-fixture.ts';

const DAY_MS = 86_400_000;
const FIRST_DAY = 20_000;
const { markets } = makeMarketFixture();
let database: TestDatabase;
let ann = 0;
let bob = 0;
let nowMs = 0;
/** Jobs that were asked for. */
let asked: unknown[];
let isEngineAway = false;
/** A person whose level the engine refuses. */
let refused = 0;
let sent: unknown[];
let accounts: ReturnType<typeof createAccountDirectory>;
let vip: VipStandings;
let fillId = 0;

const commandClient = {
  async send(command: { ownerId: number; vipLevel: number }) {
    const { ownerId, vipLevel } = command;
    if (isEngineAway || ownerId === refused) throw new Error('halted');
    sent.push([ownerId, vipLevel]);
    return { sequence: 1, events: [{ kind: EventKind.vipLevelSet, ownerId, vipLevel }] };
  },
} as unknown as CommandClient;

function openVip(): VipStandings {
  return createVipStandings({
    database: database.app,
    commandClient,
    accounts,
    readNowMs: () => nowMs,
    enqueue: async (_session, { payload }) => void asked.push(payload),
  });
}

beforeAll(async () => {
  database = await startTestDatabase({ migrations });
  const users = createUsers(database.app, undefined);
  const create = async (email: string) =>
    (await users.create({ email, passwordHash: '', locale: 'en_US' }))?.ownerId ?? 0;
  [ann, bob] = [await create('ann@example.com'), await create('bob@example.com')];
});
afterAll(() => database.stop());
beforeEach(async () => {
  await database.owner.execute(
    `TRUNCATE spot_fills, vip_volumes, vip_standings, notices, notice_reads;
     UPDATE vip_count SET through_day = 0, last_fill_id = 0`,
  );
  accounts = createAccountDirectory();
  [sent, asked] = [[], []];
  [isEngineAway, refused, fillId] = [false, 0, 0];
  goTo(FIRST_DAY);
  vip = openVip();
});

/** Ten minutes into a day. */
function goTo(day: number): void {
  nowMs = day * DAY_MS + 600_000;
}

/** A trade of whole USDT, or of BTC in market 3, between two people. */
async function trade(day: number, [one, other]: [number, number], amount: number, market = 1) {
  const units = BigInt(amount) * 10n ** BigInt(market === 3 ? 10 : 8);
  for (const owner of [one, other]) {
    fillId += 1;
    await database.owner.execute(
      'INSERT INTO spot_fills VALUES ($1, $2, 1, $3, $4, 0, true, 1, 1, $5, 0, $6)',
      [fillId, owner, market, Math.ceil(fillId / 2), String(units), day * DAY_MS + fillId],
    );
  }
}

// ETH/BTC is worth what BTC costs: 50,000.00 in ticks.
const readVolumes = createVolumeReader(markets, (id) => (id === 1 ? 5_000_000 : 0));
const count = (day: number) =>
  countVipDay({ database: database.app, accounts, readVolumes }, day * DAY_MS);

async function night(day: number): Promise<void> {
  goTo(day);
  await count(day);
  await vip.carryOut();
}

const published = async () =>
  (
    await database.app.query<{ owner_id: number; kind: string; facts: object }>(
      'SELECT owner_id, kind, facts FROM notices ORDER BY notice_id',
    )
  ).map((row) => [row.owner_id, row.kind, row.facts]);

test('thirty days of trades on both sides give a level, once, and the person is told', async () => {
  await trade(FIRST_DAY - 31, [ann, bob], 900_000);
  await trade(FIRST_DAY - 30, [ann, 17], 60_000);
  await trade(FIRST_DAY - 1, [17, ann], 40_000);
  await trade(FIRST_DAY - 1, [bob, bob], 5_000_000);
  await trade(FIRST_DAY, [bob, 17], 5_000_000);
  await night(FIRST_DAY);
  expect(sent).toEqual([[ann, 2]]);
  expect(await published()).toEqual([[ann, 'vip_raised', { level: '2', before: '0' }]]);
  await night(FIRST_DAY);
  expect(sent).toHaveLength(1);
  await night(FIRST_DAY + 1);
  expect(sent).toEqual([
    [ann, 2],
    [bob, 7],
  ]);
});

test('what was traded in another coin counts as what it is worth', async () => {
  await trade(FIRST_DAY - 1, [ann, 17], 1, 3);
  await night(FIRST_DAY);
  expect(sent).toEqual([[ann, 1]]);
  const [row] = await database.app.query('SELECT volume_usdt AS volume FROM vip_standings');
  expect(row).toEqual({ volume: '50000.00000000' });
});

test('a person sees the days that count, who decided, and until when', async () => {
  const read = () => readOwnStanding(database.app, ann);
  const nothing = { volumeUsdt: '0', countedUntil: 0, isByHand: false, heldUntil: 0 };
  expect(await read()).toEqual(nothing);
  await trade(FIRST_DAY - 30, [ann, 17], 20_000);
  await trade(FIRST_DAY - 1, [ann, bob], 40_000);
  await night(FIRST_DAY);
  expect(await read()).toEqual({
    volumeUsdt: '60000.00000000',
    countedUntil: FIRST_DAY * DAY_MS,
    isByHand: false,
    heldUntil: (FIRST_DAY + 30) * DAY_MS,
  });
  await night(FIRST_DAY + 1);
  expect((await read()).volumeUsdt).toBe('40000.00000000');
  await vip.setByHand(database.app, ann, 9);
  expect((await read()).isByHand).toBe(true);
});

test('a level stays for thirty days, then falls to what was traded since', async () => {
  await trade(FIRST_DAY - 30, [ann, 17], 5_000_000);
  await trade(FIRST_DAY + 5, [ann, 17], 50_000);
  await night(FIRST_DAY);
  for (const day of [1, 2, 10, 29]) await night(FIRST_DAY + day);
  expect(sent).toEqual([[ann, 7]]);
  await night(FIRST_DAY + 30);
  expect(sent).toEqual([
    [ann, 7],
    [ann, 1],
  ]);
  expect((await published()).at(-1)).toEqual([ann, 'vip_lowered', { level: '1', before: '7' }]);
});

test('what the operator gave no volume takes away, until they let volume decide', async () => {
  await vip.setByHand(database.app, ann, 9);
  expect(asked).toEqual([{ ownerId: ann }]);
  await vip.carryOut(ann);
  await trade(FIRST_DAY - 1, [ann, 17], 50_000);
  await night(FIRST_DAY);
  await night(FIRST_DAY + 25);
  expect(sent).toEqual([[ann, 9]]);
  await vip.leaveToVolume(database.app, ann);
  await night(FIRST_DAY + 26);
  expect(sent.at(-1)).toEqual([ann, 1]);
});

test('whoever was given a level before levels were counted keeps it', async () => {
  const event = { kind: EventKind.vipLevelSet, ownerId: ann, vipLevel: 12 };
  accounts.apply(event as unknown as CoreEvent);
  await trade(FIRST_DAY - 1, [ann, 17], 100_000);
  await night(FIRST_DAY);
  expect(sent).toEqual([]);
});

test('an engine that is away sets it later', async () => {
  await trade(FIRST_DAY - 1, [ann, 17], 100_000);
  isEngineAway = true;
  await expect(night(FIRST_DAY)).rejects.toThrow('halted');
  expect(await published()).toEqual([]);
  isEngineAway = false;
  vip = openVip();
  await vip.carryOut();
  expect(sent).toEqual([[ann, 2]]);
});

test('one whose level is refused does not keep the others from theirs', async () => {
  await trade(FIRST_DAY - 1, [ann, bob], 100_000);
  refused = ann;
  await expect(night(FIRST_DAY)).rejects.toThrow('halted');
  expect(sent).toEqual([[bob, 2]]);
  refused = 0;
  await vip.carryOut();
  expect(sent).toEqual([
    [bob, 2],
    [ann, 2],
  ]);
});

test('two processes count a night once', async () => {
  await trade(FIRST_DAY - 1, [ann, 17], 100_000);
  goTo(FIRST_DAY);
  await Promise.all([count(FIRST_DAY), count(FIRST_DAY)]);
  expect(await database.app.query('SELECT FROM vip_volumes')).toHaveLength(1);
});

test('a level wants more than the one below it', async () => {
  const tables = createReferenceTables(database.app, [vipLevelsTable]);
  const set = (key: string, volumeUsdt: string) =>
    database.app.transaction((one) =>
      tables.set(one, 'vipLevels', { key, changes: { volumeUsdt } }),
    );
  await expect(set('3', '100000')).rejects.toMatchObject({ word: 'invalid' });
  await expect(set('3', '500000')).rejects.toMatchObject({ word: 'invalid' });
  await expect(set('16', '9')).rejects.toMatchObject({ word: 'invalid' });
  await set('3', '300000');
  const levels = await readVipLevels(database.app);
  expect(levels).toHaveLength(15);
  expect(levels[2]).toEqual({ level: 3, volumeUsdt: '300000' });
});
