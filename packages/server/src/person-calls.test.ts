// The calls about a person: each answers what their rows say, in the envelope, and another thing
// once a row changed. Over HTTP against a real database; accounts are opened with real events.
import { AccountType, type CoreEvent, EventKind } from '@isobath/core';
import { accountRoutes, assetsRoutes, type Route, transferRoutes, userRoutes } from '@isobath/wire';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAccountDirectory } from './base/accounts/index.ts';
import { createAuditLog, makeAuditKey } from './base/audit/index.ts';
import * as credentials from './base/credentials/index.ts';
import { startTestDatabase } from './base/db/testing.ts';
import { createIdentityRecords } from './base/identity/index.ts';
import type { CommandClient } from './base/commands/index.ts';
import { createMarketRegistry, createValuer } from './base/market/index.ts';
import { smallPng } from './base/pictures/testing.ts';
import { createSessions } from './base/sessions/index.ts';
import { translatePlainly } from './edge/answer.ts';
import { createEdge } from './edge/http.ts';
import { migrations } from './migrations.ts';
import { type AccountParts, createAccountRoutes, createPhotos } from './products/account/index.ts';
import { createAccountHandlers } from './products/account/operator/person.ts';
import { createAssetsRoutes } from './products/assets/index.ts';
import { readCurrencyRate } from './products/site/index.ts';
import { createTransferRoutes } from './products/transfer/index.ts';
import { createAnswerWitness } from './testing/answer-witness.ts';
import { specifiedCalls } from './testing/specified-calls.ts';

const ORIGIN = 'http://127.0.0.1:4870';
const EMAIL = 'ann@example.com';
const own = { origin: ORIGIN, 'x-requested-with': 'isobath', 'sec-fetch-site': 'same-origin' };

let database: Awaited<ReturnType<typeof startTestDatabase>>;
let app: FastifyInstance;
let parts: AccountParts;
let cookie = '';
let ownerId = 0;
const [accounts, markets] = [createAccountDirectory(), createMarketRegistry()];
/** A part of the exchange that is closed now, "" for none. */
let closed = '';
/** Units of USDT by account type. */
const held = new Map<number, bigint>();
/** What the engine's door says next; the journeys transfer through a real one. */
let outcome: Promise<object> = Promise.resolve({ sequence: 9, events: [] });
const witness = createAnswerWitness();

/** The operator's commands about people; no level is set here. */
function openCommands() {
  const kept = { key: makeAuditKey('00'), dataFolder: database.folder, readNowMs: Date.now };
  return createAccountHandlers({ ...parts, audit: createAuditLog(database.app, kept) } as never);
}

function open(accountId: number, accountType: number): void {
  accounts.apply({
    kind: EventKind.accountOpened,
    accountId,
    ownerId,
    accountType,
    scope: 0,
    isMock: false,
  } as unknown as CoreEvent);
}

/** A pair for isolated accounts. */
function listPair(): void {
  markets.nameCoin({ coinId: 1, shortName: 'BTC', name: 'Bitcoin' });
  markets.nameMarket({ instrumentId: 1, symbol: 'btc_usdt' });
  const coin = { kind: EventKind.assetDefined, assetId: 1, scale: 10, isMock: false };
  const pair = {
    kind: EventKind.instrumentDefined,
    instrumentId: 1,
    baseAssetId: 1,
    quoteAssetId: 52,
    priceDecimals: 2,
    lotDecimals: 4,
    tradeArea: 1,
  };
  for (const event of [coin, pair]) markets.apply(event as unknown as CoreEvent);
}

beforeAll(async () => {
  database = await startTestDatabase({ migrations });
  const readNowMs = Date.now;
  const users = credentials.createUsers(database.app, credentials.createSeal('7'.repeat(64)));
  const user = await users.create({ email: EMAIL, passwordHash: '', locale: 'en_US' });
  ownerId = user?.ownerId ?? 0;
  const sessions = createSessions(database.app, readNowMs);
  const { token } = await sessions.create({ ownerId, ip: '::1', device: 'test' });
  cookie = `__Host-session=${token}`;
  const tickets = credentials.createTickets(database.app, readNowMs);
  parts = {
    users,
    sessions,
    accounts,
    photos: createPhotos(database.app),
    identity: createIdentityRecords(database.app),
    passkeys: credentials.createPasskeys(database.app, tickets, {
      origin: ORIGIN,
      readName: async () => 'Isobath',
      of: 'people',
    }),
    readNowMs,
    isOpen: (part: string) => part !== closed,
    readFreeze: () => null,
    readWithdrawLimit: async (type: number) => (type === 2 ? '500000' : '0'),
    readBrandName: async () => 'Isobath',
  } as unknown as AccountParts;
  markets.nameCoin({ coinId: 52, shortName: 'USDT', name: 'Tether USD' });
  const coin = { kind: EventKind.assetDefined, assetId: 52, scale: 8, isMock: false };
  markets.apply(coin as unknown as CoreEvent);
  listPair();
  app = createEdge({
    handlers: [
      ...createAccountRoutes(parts),
      ...createAssetsRoutes({
        database: database.app,
        markets,
        accounts,
        readNowMs,
        readLastTicks: () => 0,
        readBalances: async () => ({ sequence: 0, balances: [] }),
        waitForStored: async () => {},
        readCurrencyRate: (code) => readCurrencyRate(database.app, code),
        readAccountUnits: async (_owner, type) => {
          const units = held.get(type) ?? 0n;
          return units === 0n ? [] : [{ assetId: 52, availableUnits: units, heldUnits: 5n }];
        },
      }),
      ...createTransferRoutes({
        database: database.app,
        commandClient: { send: () => outcome, try: () => outcome } as unknown as CommandClient,
        accounts,
        markets,
        symbols: undefined as never,
        settle: async () => {},
        readNowMs,
        sayDone: (_locale, { amount, asset }) => `moved ${amount} ${asset}`,
        report: (error) => console.error(error),
        readUnits: async (_owner, type, scope) => {
          const availableUnits = scope === 0 ? (held.get(type) ?? 0n) : 0n;
          return [{ assetId: 52, availableUnits, heldUnits: 0n }];
        },
        valuer: createValuer(markets, () => 0),
        readCurrencyRate: (code) => readCurrencyRate(database.app, code),
      }),
    ],
    sessions,
    translate: translatePlainly,
    ownOrigin: ORIGIN,
    mode: 'sandbox',
    readNowMs,
    report: (error) => console.error(error),
  });
});
afterAll(async () => {
  await app.close();
  await database.stop();
});

/** Call a route; a good answer must have the shape that the route promises. */
async function ask(route: Route, payload: object = {}, isGuest = false) {
  const answer = await app.inject({
    method: route.method,
    url: route.path,
    headers: isGuest ? own : { ...own, cookie },
    ...(route.method === 'GET' ? { query: payload as Record<string, string> } : { payload }),
  });
  const { code, data } = answer.json();
  if (code === 200) expect(route.answer.parse(data)).toEqual(data);
  witness.hear(route, { payload, isGuest }, { code, data });
  return { code, data };
}

const operate = (type: string, status: string) =>
  openCommands()['user.identity']?.({ user: EMAIL, type, status });

test('identity follows its records', async () => {
  const status = async () => (await ask(userRoutes.identityStatus)).data;
  expect(await status()).toEqual({ identityLevel: 'none', identityStatus: 3, identityType: 0 });
  expect((await ask(userRoutes.verifyRecords)).data).toEqual([]);
  await operate('standard', 'passed');
  expect(await status()).toMatchObject({ identityLevel: 'standard', identityStatus: 1 });
  await operate('company', 'waiting');
  expect(await status()).toMatchObject({ identityLevel: 'progress', identityType: 3 });
  await operate('company', 'passed');
  const { data } = await ask(userRoutes.verifyRecords);
  expect(data.map((one: { identityType: number }) => one.identityType)).toEqual([3, 1]);
  expect((await ask(accountRoutes.session)).data.identityLevel).toBe('company');
  await expect(operate('royal', 'passed')).rejects.toThrow('royal is none of');
  await operate('company', 'none');
  expect((await status()).identityLevel).toBe('none');
  expect((await ask(userRoutes.identityStatus, {}, true)).code).toBe(10_002);
});

test('what a person may do follows the level that was reached and what is open', async () => {
  const read = async () => (await ask(userRoutes.userRights)).data;
  const allowed = async () =>
    (await read()).rights.map(({ isAllowed }: { isAllowed: boolean }) => isAllowed);
  expect(await read()).toMatchObject({ dailyWithdrawLimitUsdt: '0', identityLevel: 'none' });
  const withdraw = async () => (await read()).rights[4];
  expect(await allowed()).toEqual([true, true, true, true, false]);
  expect(await withdraw()).toMatchObject({ reason: 'NEED_KYC', dayLimitUsdt: '0' });
  await operate('advanced', 'passed');
  await operate('company', 'waiting');
  expect(await withdraw()).toMatchObject({ reason: '', dayLimitUsdt: '500000' });
  const advanced = { dailyWithdrawLimitUsdt: '500000', identityLevel: 'progress' };
  expect(await read()).toMatchObject(advanced);
  expect(await allowed()).toEqual([true, true, true, true, true]);
  closed = 'transfer';
  expect(await allowed()).toEqual([true, false, true, true, true]);
  expect((await read()).rights[1]).toMatchObject({ reason: 'CAN_NOT_USE_MODULE' });
  closed = '';
  await operate('company', 'none');
  expect((await ask(userRoutes.userRights, {}, true)).code).toBe(10_002);
});

test('the state of an account follows the person and their accounts', async () => {
  const read = async () => (await ask(userRoutes.bizStatus)).data;
  expect(await read()).toMatchObject({
    fid: ownerId,
    vipType: 1,
    hasTotp: false,
    hasAntiPhishingCode: false,
    openAccounts: [],
  });
  open(7, AccountType.spot);
  await openCommands()['user.vip']?.({ user: EMAIL, type: 2 });
  for (const level of [-1, 16]) {
    const set = openCommands()['user.vip']?.({ user: EMAIL, level });
    await expect(set).rejects.toThrow('A level is 0 to 15.');
  }
  // The call wants a confirmation, which is another test's (products/account).
  await parts.users.change(ownerId, { antiPhishingCode: 'kelp' });
  expect(await read()).toMatchObject({
    vipType: 2,
    hasAntiPhishingCode: true,
    openAccounts: [AccountType.spot],
  });
});

test('safety settings may be changed after a confirmation, for as long as it is good', async () => {
  const read = async () => (await ask(userRoutes.safetyCheck)).data;
  expect(await read()).toEqual({ isConfirmed: false, confirmedUntil: 0, proof: 'password' });
  const [row] = await database.app.query<{ session_id: number }>('SELECT * FROM sessions');
  const untilMs = Date.now() + 3_600_000;
  await parts.sessions.stepUp(row?.session_id ?? 0, untilMs);
  expect(await read()).toMatchObject({ isConfirmed: true, confirmedUntil: untilMs });
});

test('a nickname changes by its rules, and once in seven days', async () => {
  const name = async (nickname: string) => (await ask(accountRoutes.profile, { nickname })).code;
  expect(await name('x')).toBe(20_121);
  expect(await name('Ann of the Deep')).toBe(200);
  expect(await name('Ann of the Deep')).toBe(200);
  expect(await name('Ann')).toBe(20_122);
  const { data } = await ask(accountRoutes.session);
  expect(data.fnickname).toBe('Ann of the Deep');
  expect(data.nicknameFrom).toBeGreaterThan(Date.now());
  await database.owner.execute(`UPDATE users SET nickname_changed_at = now() - interval '8 days'`);
  expect(await name('Ann')).toBe(200);
});

test('a picture is served by its name as long as it is the picture', async () => {
  const bytes = Buffer.from(smallPng);
  const picture = bytes.toString('base64');
  const { photo } = (await ask(userRoutes.photoTake, { picture })).data;
  expect((await ask(accountRoutes.session)).data.photo).toBe(photo);
  const served = await app.inject({ method: 'GET', url: photo });
  expect(served.headers['content-type']).toBe('image/png');
  expect(served.rawPayload.equals(bytes)).toBe(true);
  bytes.writeUInt32BE(5_000, 16);
  const large = { picture: bytes.toString('base64') };
  expect((await ask(userRoutes.photoTake, large)).code).toBe(20_123);
  await ask(userRoutes.photoRemove);
  expect((await ask(accountRoutes.session)).data.photo).toBe('');
  expect((await app.inject({ method: 'GET', url: photo })).statusCode).toBe(404);
});

test('the overview is the sum of all accounts that are open', async () => {
  const read = async () => (await ask(assetsRoutes.overview)).data;
  expect((await ask(assetsRoutes.ownCoins)).data).toEqual([]);
  held.set(AccountType.spot, 300_000_000n);
  held.set(AccountType.contract, 100_000_000n);
  expect((await read()).totalUsdt).toBe('3.00000005');
  open(8, AccountType.contract);
  expect((await read()).totalUsdt).toBe('4.00000010');
  const inYuan = async () => (await ask(assetsRoutes.overview, { currency: 'CNY' })).data;
  await database.app.execute(`UPDATE currencies SET rate = 7.5 WHERE currency_code = 'CNY'`);
  expect((await inYuan()).totalCny).toBe('30.00');
  await database.app.execute(`UPDATE currencies SET rate = 7.123 WHERE currency_code = 'CNY'`);
  const { totalCny, accounts: parted, coins } = await inYuan();
  expect(totalCny).toBe('28.49');
  const contract = parted.find(({ type }: { type: number }) => type === AccountType.contract);
  const others = { totalBtc: '', totalEth: '', totalCny: '7.12' };
  expect(contract).toEqual({ type: 5, isOpened: true, totalUsdt: '1.00000005', ...others });
  expect(coins).toHaveLength(1);
  const coin = { coinId: 52, shortName: 'USDT', name: 'Tether USD', webLogo: '' };
  const sums = { total: '4.00000010', available: '4.00000000', frozen: '0.00000010' };
  const networks = { rechargeAble: false, withdrawAble: false, networkIds: [] };
  expect((await ask(assetsRoutes.ownCoins)).data).toEqual([{ ...coin, ...sums, ...networks }]);
  const every: { coinId: number }[] = (await ask(assetsRoutes.ownCoins, { scope: 'all' })).data;
  expect(every.length).toBeGreaterThan(1);
  expect(new Set(every.map(({ coinId }) => coinId)).size).toBe(every.length);
});

test('the change follows the movements, of all accounts or of one type', async () => {
  const read = async (query: object) => (await ask(assetsRoutes.change, query)).data;
  expect((await read({})).reasons).toEqual([]);
  await database.owner.execute(
    'INSERT INTO balance_moves VALUES (1, $1, 7, 52, 400000000, 1, 0, 1, $2)',
    [ownerId, Date.now()],
  );
  const all = await read({ days: '30' });
  expect(all).toMatchObject({ days: 30, startUsdt: '0.00000000', changePercent: '' });
  expect(all.reasons).toEqual([{ reason: 'deposit', usdt: '4.00000000' }]);
  expect(all).toMatchObject({ gainUsdt: '0.00000000', gainPercent: '0.00000000' });
  expect((await read({ type: '5' })).endUsdt).toBe('0.00000000');
  expect((await ask(assetsRoutes.change, { days: '2' })).code).toBe(10_001);
  const file = { method: 'GET', url: `${assetsRoutes.movesFile.path}?zone=Asia/Tokyo` } as const;
  const { headers, body } = await app.inject({ ...file, headers: { cookie } });
  expect(headers['content-disposition']).toBe('attachment; filename="asset-history.csv"');
  expect(body).toContain('time (Asia/Tokyo),time (UTC),sequence,account,coin,change,reason');
  expect(body).toMatch(/Z,\d+,\w*,USDT,4\.00000000,deposit,\d+\r\n$/);
  expect((await app.inject(file)).statusCode).toBe(401);
});

const m = transferRoutes;

test('what can be moved follows the rules of the operator and what is there', async () => {
  const read = async () => ({
    types: (await ask(m.types, { coinId: '52' })).data,
    // With the pair of the other side, which is none of this one's.
    [52]: (await ask(m.coins, { type: '2', currency: 'CNY', tradeId: '1' })).data[0],
    pair: (await ask(m.info)).data.pairs[0],
    wallet: (await ask(m.wallet, { type: '2', coinId: '52' })).data,
  });
  const before = await read();
  expect(before.types).toHaveLength(5);
  expect(before[52]).toMatchObject({
    transferPrecision: 8,
    transferOutAble: true,
    availableCny: '21.36',
  });
  expect(before.pair).toMatchObject({ base: 'BTC', quote: 'USDT', quoteTransferoutable: true });
  expect(before.wallet).toEqual({
    available: '3.00000000',
    todayAvailableLimit: '3.00000000',
    transferOpenCardInvalid: false,
  });
  await database.owner.execute(
    `INSERT INTO transfer_rules
     VALUES (2, 52, true, false, 100000000), (7, 52, false, false, null)`,
  );
  const after = await read();
  expect(after.types[0]).toEqual({ type: 2, transferOutAble: false, transferInAble: true });
  expect(after[52]).toMatchObject({ transferOutAble: false, transferInAble: true });
  expect(after.pair).toMatchObject({ quoteTransferinable: false, quoteTransferoutable: false });
  expect(after.wallet.todayAvailableLimit).toBe('1.00000000');
});

test('a transfer answers with the codes of the specification', async () => {
  const move = async (target: number, more: object = {}) => {
    const body = { source: 2, target, coinId: 52, amount: '0.5', ...more };
    return ask(m.submit, body);
  };
  const change = (text: string) => database.owner.execute(text);
  expect((await move(6)).code).toBe(20_352);
  await change('UPDATE transfer_rules SET can_go_out = true WHERE account_type = 2');
  expect((await move(6)).code).toBe(20_353);
  await change('INSERT INTO transfer_rules VALUES (5, 52, true, true), (6, 52, true, true)');
  expect((await move(6)).code).toBe(30_303);
  expect((await move(7, { targetTradeId: 1 })).code).toBe(20_353);
  await change('UPDATE transfer_rules SET can_come_in = true WHERE account_type = 7');
  expect((await move(7, { targetTradeId: 1 })).code).toBe(30_304);
  expect((await move(5, { amount: '0' })).code).toBe(10_001);
  expect((await move(2)).code).toBe(10_001);
  expect((await move(5, { amount: '1.5' })).code).toBe(20_354);
  open(9, AccountType.crossMargin);
  expect(await move(6)).toMatchObject({ code: 200, data: { message: 'moved 0.5 USDT' } });
  outcome = new Promise(() => {});
  expect((await move(6)).code).toBe(20_351);
});

test('records of transfers are rows', async () => {
  const read = async () => (await ask(m.history)).data.rows;
  expect(await read()).toEqual([]);
  await database.owner.execute(
    'INSERT INTO account_transfers VALUES (1, $1, 52, 50000000, 2, 0, 7, 1, 5)',
    [ownerId],
  );
  expect(await read()).toMatchObject([{ amount: '0.50000000', source: 2, targetTradeId: 1 }]);
});

test('who leaves is a guest from then on', async () => {
  expect((await ask(accountRoutes.logout)).code).toBe(200);
  expect((await ask(accountRoutes.logout)).code).toBe(10_002);
  expect((await ask(accountRoutes.session)).data).toBeNull();
});

test('each of these calls answered one question in two ways', () => {
  expect(witness.listUnmoved(specifiedCalls['person-calls'])).toEqual([]);
});
