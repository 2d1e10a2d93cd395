// How many streams of people one connection of the WebSocket API carries.
import { expect, test } from 'vitest';
import { createOrderCounts, type Signing } from '../../base/binance-api/index.ts';
import { createUserHub } from '../../base/feed/index.ts';
import type { ApiKeys } from '../../base/keys/index.ts';
import { createApiSocket } from './api-socket.ts';
import type { Line } from './lines.ts';

/** Whoever names an account is let in as its owner. */
const signing = {
  admitNow: ({ apiKey }: { apiKey: string }) => {
    const ownerId = Number(apiKey);
    return { key: { keyId: ownerId, ownerId, permissions: ['read'], expiresAtMs: 0 }, caller: {} };
  },
} as unknown as Signing;

function openTalk() {
  const answers: { status: number; error?: { code: number } }[] = [];
  const users = createUserHub();
  const start = createApiSocket({
    signing,
    keys: { onEnded: () => {} } as unknown as ApiKeys,
    limits: { take: () => 0, addWeight: () => 0, refuseIfOver: () => {}, readUsed: () => 0 },
    orderCounts: createOrderCounts({ readNowMs: Date.now, readOwner: () => 0 }),
    users,
    handlers: [],
    readNowMs: Date.now,
    report: (error) => expect(error).toBeUndefined(),
  });
  const events: object[] = [];
  const send = (text: string) => {
    const message = JSON.parse(text) as (typeof answers)[number] & { readonly event?: object };
    if (message.event === undefined) answers.push(message);
    else events.push(message);
  };
  const line = { ip: '::1', send, sendSoon: send };
  const talk = start('/ws-api/v3')(line as unknown as Line);
  return {
    users,
    events,
    async ask(method: string, params: object) {
      const count = answers.length;
      talk.hear(JSON.stringify({ id: 1, method, params }));
      await expect.poll(() => answers.length).toBe(count + 1);
      return answers[count];
    },
    async askAll(method: string, owners: readonly number[]) {
      const count = answers.length;
      for (const owner of owners) {
        talk.hear(JSON.stringify({ id: 1, method, params: { apiKey: String(owner) } }));
        await Promise.resolve();
      }
      await expect.poll(() => answers.length).toBe(count + owners.length);
      return answers.slice(count).map(({ status }) => status);
    },
  };
}

const SUBSCRIBE = 'userDataStream.subscribe.signature';
const UNSUBSCRIBE = 'userDataStream.unsubscribe';

test('an account is told once on a connection', async () => {
  const talk = openTalk();
  expect((await talk.ask(SUBSCRIBE, { apiKey: '7' }))?.status).toBe(200);
  expect((await talk.ask(SUBSCRIBE, { apiKey: '7' }))?.error?.code).toBe(-2035);
  expect((await talk.ask(UNSUBSCRIBE, {}))?.status).toBe(200);
});

test('a stream that missed something ends, and may be opened again', async () => {
  const talk = openTalk();
  expect((await talk.ask(SUBSCRIBE, { apiKey: '7' }))?.status).toBe(200);
  talk.users.publish(7, () => ({ e: 'balanceUpdate' }));
  talk.users.miss();
  talk.users.publish(7, () => ({ e: 'balanceUpdate' }));
  expect(talk.events).toMatchObject([
    { subscriptionId: 0, event: { e: 'balanceUpdate' } },
    { subscriptionId: 0, event: { e: 'eventStreamTerminated' } },
  ]);
  expect(talk.users.hasListeners(7)).toBe(false);
  expect((await talk.ask(SUBSCRIBE, { apiKey: '7' }))?.status).toBe(200);
});

test('a thousand accounts are told on a connection, and one more when one is left', async () => {
  const talk = openTalk();
  const owners = Array.from({ length: 1_000 }, (_none, at) => at + 1);
  // Fewer than may be under way at once.
  const statuses = [
    ...(await talk.askAll(SUBSCRIBE, owners.slice(0, 400))),
    ...(await talk.askAll(SUBSCRIBE, owners.slice(400, 800))),
    ...(await talk.askAll(SUBSCRIBE, owners.slice(800))),
  ];
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect((await talk.ask(SUBSCRIBE, { apiKey: '1001' }))?.error?.code).toBe(-2042);
  expect(talk.users.hasListeners(1_001)).toBe(false);
  await talk.ask(UNSUBSCRIBE, { subscriptionId: 3 });
  expect((await talk.ask(SUBSCRIBE, { apiKey: '1001' }))?.status).toBe(200);
});
