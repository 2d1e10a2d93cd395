// From movements and comparisons in real tables to a proof, its act in the chain, the calls, and
// what the tool of auditors says of the files.
import { execFile } from 'node:child_process';
import { generateKeyPairSync, sign } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { AccountClass, EventKind } from '@isobath/core';
import { encodeStatement } from '@isobath/signer/addresses';
import { solvencyRoutes } from '@isobath/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createAuditLog,
  makeAuditKey,
  readAuditMark,
  verifyAudit,
} from '../../base/audit/index.ts';
import { pinnedKeysFile } from '../../base/custody/index.ts';
import type { Database } from '../../base/db/index.ts';
import { type CallDesk, deskOwner, openCallDesk } from '../../testing/call-desk.ts';
import type { Bundle } from './bundle.ts';
import { makeProof, type ProveParts, proveDay } from './prove.ts';
import { createSolvencyRoutes } from './routes.ts';

const TOOL = new URL('../../../../../tools/verify-liabilities.mjs', import.meta.url).pathname;
const DAY_MS = 86_400_000;
const KEY = makeAuditKey('ab'.repeat(32));
const [USDT, BTC, PLAY] = [52, 1, 900];
const OTHER = 1_000_008;
const DEBT_ACCOUNT = 77;
let desk: CallDesk;
let owner: Database;
let parts: ProveParts;
let nowMs = Date.now();
let moves = 0;

const pair = generateKeyPairSync('ed25519');
const publicKey = Buffer.from(pair.publicKey.export({ format: 'jwk' }).x ?? '', 'base64url');

function writeAddress(index: number, statement?: string) {
  const stated = {
    family: 'evm',
    account: 1,
    index,
    address: `0x${'0'.repeat(39)}${index}`,
  } as const;
  const good = sign(null, encodeStatement(stated), pair.privateKey).toString('hex');
  return owner.execute(
    `INSERT INTO deposit_addresses (family, index, address, statement, owner_id, given_at_ms,
       used_at_ms) VALUES ('evm', $1, $2, $3, $4, 1, 1)`,
    [index, stated.address, statement ?? good, OTHER],
  );
}

async function define(kind: number, key: number, event: object): Promise<void> {
  await owner.execute('INSERT INTO definitions VALUES ($1, $2, 1, $3)', [
    kind,
    key,
    JSON.stringify({ kind, ...event }),
  ]);
}

async function move(ownerId: number, assetId: number, units: bigint, accountId = ownerId) {
  moves += 1;
  await owner.execute(
    `INSERT INTO balance_moves (move_id, owner_id, account_id, asset_id, change_units, reason,
       reference, sequence, at_ms) VALUES ($1, $2, $3, $4, $5, 1, 1, $1, 1)`,
    [moves, ownerId, accountId, assetId, String(units)],
  );
  await owner.execute(
    `INSERT INTO projections VALUES ('orders', $1)
     ON CONFLICT (name) DO UPDATE SET sequence = EXCLUDED.sequence`,
    [moves],
  );
}

beforeAll(async () => {
  desk = await openCallDesk(({ app }) => createSolvencyRoutes({ database: app }));
  const { app, folder: dataFolder } = desk.database;
  owner = desk.database.owner;
  const audit = createAuditLog(app, { key: KEY, dataFolder, readNowMs: () => nowMs });
  const settings = { mode: 'sandbox', dataFolder } as const;
  parts = { database: app, audit, settings, readNowMs: () => nowMs };
  const coins = [
    [USDT, 'USDT', 8, false],
    [BTC, 'BTC', 10, false],
    [PLAY, 'PLAY', 2, true],
  ] as const;
  for (const [assetId, name, scale, isMock] of coins) {
    await define(EventKind.assetDefined, assetId, { assetId, scale, isMock });
    await owner.execute(
      `INSERT INTO coins (coin_id, short_name, name) VALUES ($1, $2, $2)
       ON CONFLICT (coin_id) DO NOTHING`,
      [assetId, name],
    );
  }
  const debt = { accountId: DEBT_ACCOUNT, ownerId: OTHER, accountClass: AccountClass.contra };
  await define(EventKind.accountOpened, DEBT_ACCOUNT, debt);
  await owner.execute(
    `INSERT INTO networks (network_id, name, family, chain_id, needed, block_seconds)
     VALUES (7, 'Test', 'evm', 7, 1, 1)`,
  );
  await owner.execute(
    `INSERT INTO network_assets (network_id, asset_id, contract, decimals, deposit_raw_min,
       withdraw_units_min, withdraw_units_max, fee_units, fee_ppm)
     VALUES (7, ${USDT}, '0x01', 6, 0, 0, 0, 0, 0)`,
  );
  // 150 USDT of 6 decimals, as 10^2 units a raw unit.
  await owner.execute(
    `INSERT INTO chain_recons (network_id, asset_id, height, block_hash, terms, difference, at_ms)
     VALUES (7, ${USDT}, 41, 'b41', '{"holdings": "15000000000"}', 0, 5)`,
  );
  mkdirSync(dirname(pinnedKeysFile(dataFolder)), { recursive: true });
  const pinned = { statementKey: publicKey.toString('hex'), accounts: [] };
  writeFileSync(pinnedKeysFile(dataFolder), JSON.stringify(pinned));
  await writeAddress(1);
});
afterAll(() => desk?.stop());

const read = async () => (await desk.ask(solvencyRoutes.proof)).data;

/** What the tool of auditors says of a bundle and a path. */
function check(bundle: object, path?: object): Promise<{ code: number; said: string }> {
  const { folder } = desk.database;
  const files = [bundle, ...(path === undefined ? [] : [path])].map((content, at) => {
    const file = join(folder, `check-${at}.json`);
    writeFileSync(file, JSON.stringify(content));
    return file;
  });
  return new Promise((resolve) => {
    execFile(process.execPath, [TOOL, ...files], (error, out, wrong) =>
      resolve({ code: Number(error?.code ?? 0), said: `${out}${wrong}` }),
    );
  });
}

async function fetchBundle(): Promise<Bundle> {
  const { path } = solvencyRoutes.bundle;
  const answer = await desk.app.inject({ method: 'GET', url: path, headers: desk.headers });
  return answer.json();
}

async function readPath() {
  const { data } = await desk.ask(solvencyRoutes.path);
  const { bundleHash, uid, leaves } = data;
  return { format: 'isobath-reserves-path-1', bundleHash, uid, leaves };
}

test('before the first proof there is none, and no path into it', async () => {
  expect(await read()).toBe(null);
  expect((await desk.ask(solvencyRoutes.proofs)).data).toEqual([]);
  expect((await desk.ask(solvencyRoutes.path)).code).toBe(10_005);
  const guest = await desk.ask(solvencyRoutes.path, { isGuest: true });
  expect(guest.code).toBe(10_002);
});

test('a day is proven once: all accounts, debts apart, play money never', async () => {
  await move(deskOwner, USDT, 10_000_000_000n);
  await move(deskOwner, USDT, 2_500_000_000n, 2_000_000);
  await move(OTHER, USDT, 20_000_000_000n);
  await move(OTHER, USDT, -7_500_000_000n);
  await move(OTHER, USDT, -300_000_000n, DEBT_ACCOUNT);
  await move(OTHER, BTC, 5n);
  await move(deskOwner, PLAY, 1_000n);
  const endsMs = Math.floor(nowMs / DAY_MS) * DAY_MS;
  const period = { startsMs: endsMs - DAY_MS, endsMs, cursor: '', advance: async () => {} };
  await Promise.all([proveDay(parts, period), proveDay(parts, period)]);
  expect(await read()).toMatchObject({
    mode: 'sandbox',
    seq: String(moves),
    coins: [
      { asset: 'BTC', liabilities: '0.0000000005', holdings: '0.0000000000', coverPpm: '0' },
      {
        asset: 'USDT',
        liabilities: '250.00000000',
        debts: '3.00000000',
        holdings: '150.00000000',
        coverPpm: '600000',
      },
    ],
  });
  expect((await desk.ask(solvencyRoutes.proofs)).data).toHaveLength(1);
  // A day that has long been over is left out: nobody knows what chains held.
  await proveDay(parts, { ...period, endsMs: endsMs - DAY_MS });
  expect((await desk.ask(solvencyRoutes.proofs)).data).toHaveLength(1);
});

test('the chain of acts names the bundle and each root', async () => {
  const { bundleHash, coins } = await read();
  const [act] = await owner.query<{ detail: string }>(
    `SELECT detail FROM audit_log JOIN audit_details USING (detail_id)
     WHERE action = 'reserves_proven'`,
  );
  expect(JSON.parse(act?.detail ?? '{}')).toMatchObject({
    bundleHash,
    roots: coins.map(({ asset, root }: { asset: string; root: string }) => `${asset} ${root}`),
  });
  const mark = readAuditMark(desk.database.folder);
  const { isSound } = await verifyAudit(desk.database.app, KEY, mark);
  expect(isSound).toBe(true);
});

test('bundle and own path hold before the tool of auditors, changed ones do not', async () => {
  const [bundle, path] = [await fetchBundle(), await readPath()];
  expect(bundle.addresses).toMatchObject([{ family: 'evm', account: 1, index: 1 }]);
  const sound = await check(bundle, path);
  expect(sound).toMatchObject({ code: 0 });
  expect(sound.said).toContain('USDT: owed 250, held 150, cover 60 %');
  expect(sound.said).toContain(`UID ${deskOwner} counts with 125 USDT`);
  expect(sound.said).toContain(path.bundleHash);
  const [leaf] = path.leaves;
  const [step] = leaf.path;
  const wrongPaths = [
    { ...path, uid: String(OTHER) },
    { ...path, bundleHash: leaf.salt },
    { ...path, leaves: [{ ...leaf, units: '12500000001' }] },
    { ...path, leaves: [{ ...leaf, path: [{ ...step, sum: '1' }] }] },
    { ...path, leaves: [{ ...leaf, path: [] }] },
    { ...path, leaves: [leaf, leaf] },
  ];
  for (const wrong of wrongPaths) expect((await check(bundle, wrong)).code).toBe(1);
  const [one, other] = bundle.coins;
  const [address] = bundle.addresses;
  const wrongBundles = [
    { ...bundle, coins: [one, { ...other, holdings: '99' }] },
    { ...bundle, coins: [one, { ...other, coverPpm: '1000000' }] },
    { ...bundle, reserves: [] },
    { ...bundle, addresses: [{ ...address, index: 2 }] },
  ];
  for (const wrong of wrongBundles) expect((await check(wrong)).code).toBe(1);
});

test('a person gets their own leaves alone', async () => {
  const { uid, leaves } = (await desk.ask(solvencyRoutes.path)).data;
  expect(uid).toBe(String(deskOwner));
  expect(leaves).toMatchObject([{ asset: 'USDT', units: '12500000000', scale: 8 }]);
  const salts = await owner.query<{ salt: Buffer }>(
    'SELECT salt FROM liability_leaves WHERE owner_id = $1',
    [OTHER],
  );
  const text = JSON.stringify(leaves);
  for (const { salt } of salts) expect(text).not.toContain(salt.toString('hex'));
});

test('thousands of leaves stand in many rows, and each has its way', async () => {
  await owner.execute(
    `INSERT INTO balance_moves (move_id, owner_id, account_id, asset_id, change_units, reason,
       reference, sequence, at_ms)
     SELECT 100000 + n, 2000000 + n, 2000000 + n, ${BTC}, n, 1, 1, 100000, 1
     FROM generate_series(1, 3000) AS n`,
  );
  await move(deskOwner, BTC, 9n);
  await makeProof(parts, 'asked:2');
  const path = await readPath();
  expect(path.leaves[0].path).toHaveLength(12);
  expect((await check(await fetchBundle(), path)).code).toBe(0);
});

test('trees of the last thirty proofs are kept, bundles for good', async () => {
  const [first] = await owner.query<{ proof_id: number }>(
    'SELECT min(proof_id) AS proof_id FROM reserve_proofs',
  );
  await owner.execute(
    `INSERT INTO reserve_proofs (cause, at_ms, sequence, mode, bundle, bundle_hash, has_paths)
     SELECT 'asked:' || n, 1, 1, 'sandbox', '{}', '', true FROM generate_series(100, 128) AS n`,
  );
  await makeProof(parts, 'asked:200');
  const query = { proofId: String(first?.proof_id) };
  expect((await desk.ask(solvencyRoutes.proof, { query })).data).toMatchObject({ hasPaths: false });
  expect((await desk.ask(solvencyRoutes.path, { query })).data.leaves).toEqual([]);
  expect((await readPath()).leaves).toHaveLength(2);
});

test.each([
  ['somebody below zero', () => move(OTHER, BTC, -1_000_000n), 'has -'],
  ['an address that the signer does not state', () => writeAddress(3, 'ab'), 'does not state'],
])('%s: nothing is published', async (_name, spoil, why) => {
  const before = await read();
  await spoil();
  await expect(makeProof(parts, 'asked:300')).rejects.toThrow(why);
  expect(await read()).toEqual(before);
  nowMs += 1;
  await move(OTHER, BTC, 1_000_000n);
});
