// Rights, line by line: the table against what is served, and each line on a started server.

import { defineRoute, type Route, z } from '@isobath/wire';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compareRights, listRoutes, readRights, type Right } from './access/table.ts';
import { openLine } from './access/socket.ts';
import { createSocketWalk } from './access/socket-walk.ts';
import { createWalk } from './access/walk.ts';
import { type Person, startFixture, type Fixture } from './access/fixture.ts';
import { house } from './checks/test-workspace.ts';

const rights = readRights(house);
let fixture: Fixture;
let walk: ReturnType<typeof createWalk>;

beforeAll(async () => {
  fixture = await startFixture();
  walk = createWalk(fixture, rights);
});
afterAll(async () => {
  await fixture?.stop();
});

const extra: Route = defineRoute({
  method: 'POST',
  path: '/hk-web/test/extra',
  role: 'user',
  owner: 'caller',
  rate: 'write',
  summary: 'Not in the table.',
  body: z.object({ payeeId: z.string() }),
  answer: z.object({}),
});
const extraRight: Right = {
  method: 'POST',
  path: '/hk-web/test/extra',
  role: 'user',
  owner: 'caller',
  rate: 'write',
  isGuarded: true,
  needsStepUp: false,
  fields: new Map([['payeeId', 'payee']]),
  line: 1,
};

test('the table and the calls are the same, both ways', () => {
  expect(compareRights(rights, listRoutes())).toEqual([]);
  const rulesOf = (table: readonly Right[], all: readonly Route[]) =>
    compareRights(table, all).map(({ rule }) => rule);
  expect(rulesOf(rights, [...listRoutes(), extra])).toEqual(['access-missing']);
  expect(rulesOf([...rights, extraRight], listRoutes())).toEqual(['access-left']);
  expect(rulesOf([...rights, extraRight], [...listRoutes(), extra])).toEqual([]);
});

test.each([
  ['another role', { role: 'public' }],
  ['another owner', { owner: 'none' }],
  ['another limit', { rate: 'read' }],
  ['no guard', { isGuarded: false }],
  ['a number it is silent about', { fields: new Map() }],
  ['a field that is not there', { fields: new Map([...extraRight.fields, ['noId', 'order']]) }],
])('%s than the call has is found', (_name, change) => {
  const table = [...rights, { ...extraRight, ...change } as Right];
  const found = compareRights(table, [...listRoutes(), extra]);
  expect(found.map(({ rule }) => rule)).toEqual(['access-wrong']);
});

test('the started server serves what the table says, and nothing else', async () => {
  const { text } = await fixture.call({ method: 'GET', url: '/health/endpoints' });
  const show = ({ method, path, role, owner, rate }: Right) =>
    `${method} ${path} ${role} ${owner} ${rate}`;
  const served = (JSON.parse(text) as Right[]).map(show);
  expect(served.toSorted()).toEqual(rights.map(show).toSorted());
});

test("a user's call needs a session that lives", async () => {
  expect(await walk.tryWithoutSession()).toEqual([]);
});

test('a call of the back office opens to the roles that hold its permission alone', async () => {
  const { problems, triedCount } = await walk.tryOffice();
  expect(problems).toEqual([]);
  expect(triedCount).toBeGreaterThan(60);
});

test('a changing call is refused unless a page or program of ours made it', async () => {
  expect(await walk.tryForeignPages()).toEqual([]);
});

test('a call of the trading API needs a key, its signature and its permission', async () => {
  expect(await walk.tryWithoutKey()).toEqual([]);
});

test('exactly the calls that say so need a fresh confirmation', async () => {
  expect(await walk.tryStepUp()).toEqual([]);
});

test('another method on a served path is refused', async () => {
  expect(await walk.tryMethods()).toEqual([]);
});

test("another person's things are like things that nobody has", async () => {
  const { problems, triedCount } = await walk.tryForeignThings();
  expect(problems).toEqual([]);
  expect(triedCount).toBeGreaterThan(10);
});

test('every call that is open answers its example as the reference says', async () => {
  // The pictures of the examples' name.
  const name = '0'.repeat(32);
  const content = Buffer.from('89', 'hex');
  const photo = [name, fixture.alice.ownerId, 'image/png', content];
  await fixture.database.execute('INSERT INTO photos VALUES ($1, $2, $3, $4)', photo);
  const brand = [name, 'image/png', content];
  await fixture.database.execute('INSERT INTO brand_pictures VALUES ($1, $2, $3)', brand);
  await fixture.database.execute(
    'INSERT INTO coin_pictures SELECT coin_id, $1, $2, $3 FROM coins LIMIT 1',
    brand,
  );
  const { problems, triedCount } = await walk.tryExamples();
  expect(problems).toEqual([]);
  expect(triedCount).toBeGreaterThan(30);
});

test('nobody reads what is the alone of another', async () => {
  const { email } = fixture.alice;
  const nickname = 'alice-nickname-only-hers';
  const antiPhishingCode = 'alice-anti-phishing';
  const token = await fixture.makeSession(fixture.alice.ownerId, { isSteppedUp: true });
  const answer = await fixture.call({
    method: 'POST',
    url: '/hk-web/account/profile',
    headers: fixture.own({ ...fixture.alice, token }),
    body: { nickname, antiPhishingCode },
  });
  expect(answer.code).toBe(200);
  expect(await walk.tryReading([email, nickname, antiPhishingCode, 'alice-'])).toEqual([]);
});

const subscribe = { id: 1, op: 'subscribe', channels: ['private'] };

test('the private channel is for whoever the session is, and for nobody without one', async () => {
  const { alice, bob } = fixture;
  const listen = async (headers: Record<string, string>) => {
    const line = await openLine(fixture.address, headers);
    line.send(subscribe);
    return { line, code: await line.answerTo(1) };
  };
  const over = await fixture.makeSession(alice.ownerId, { isEnded: true });
  const dead = { ...fixture.own(alice), cookie: `__Host-session=${over}` };
  for (const headers of [{}, dead]) {
    const { line, code } = await listen(headers);
    expect(code).toBe(10_002);
    line.close();
  }
  const [ofAlice, ofBob] = [await listen(fixture.own(alice)), await listen(fixture.own(bob))];
  expect([ofAlice.code, ofBob.code]).toEqual([200, 200]);
  const place = async (who: Person, clientOrderId: string) => {
    const body = { symbol: 'btc_usdt', side: 'buy', type: 'limit', price: '19000' };
    const answer = await fixture.call({
      method: 'POST',
      url: '/hk-web/spot/order/place',
      headers: fixture.own(who),
      body: { ...body, quantity: '0.01', clientOrderId },
    });
    expect(answer.code).toBe(200);
  };
  await place(alice, 'alice-on-the-socket');
  await place(bob, 'bob-on-the-socket');
  await expect.poll(() => ofBob.line.heard.join()).toContain('bob-on-the');
  await expect.poll(() => ofAlice.line.heard.join()).toContain('alice-on-the');
  expect(ofBob.line.heard.join()).not.toContain('alice');
  expect(ofAlice.line.heard.join()).not.toContain('bob-on-the');
  ofAlice.line.close();
  ofBob.line.close();
});

test('a page of another origin is sent away from the socket, and hears nothing', async () => {
  const headers = fixture.own(fixture.alice);
  const foreign = { ...headers, origin: 'https://evil.example' };
  const { cookie = '' } = headers;
  for (const stranger of [foreign, { cookie }]) {
    const line = await openLine(fixture.address, stranger);
    line.send({ id: 1, op: 'subscribe', channels: ['private', 'ticker:*'] });
    await line.closed;
    expect(line.closeCode).toBe(4003);
    expect(line.heard).toEqual([]);
  }
});

test('a session that is ended takes its socket with it', async () => {
  const token = await fixture.makeSession(fixture.bob.ownerId);
  const headers = fixture.own({ ...fixture.bob, token });
  const line = await openLine(fixture.address, headers);
  const answer = await fixture.call({ method: 'POST', url: '/hk-web/v2/logout', headers });
  expect(answer.code).toBe(200);
  await line.closed;
  expect(line.closeCode).toBe(4001);
});

test('a method of the trading API needs a key, its signature and its permission', async () => {
  const { problems, triedCount } = await createSocketWalk(fixture, rights).tryWithoutKey();
  expect(problems).toEqual([]);
  expect(triedCount).toBeGreaterThan(100);
});

test("another person's things are unknown to the trading API on the socket", async () => {
  const { problems, triedCount } = await createSocketWalk(fixture, rights).tryForeignThings();
  expect(problems).toEqual([]);
  expect(triedCount).toBeGreaterThan(8);
});

test('what happens to a person comes to the streams of that person alone', async () => {
  expect(await createSocketWalk(fixture, rights).tryStreams()).toEqual([]);
});
