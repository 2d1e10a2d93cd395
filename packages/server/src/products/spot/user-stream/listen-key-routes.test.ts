import { expect, test } from 'vitest';
import type { ListenKeys } from '../../../base/listen-keys/index.ts';
import { createListenKeyRoutes } from './listen-key-routes.ts';

test('a key that may not read opens no stream and keeps none open, but may end one', async () => {
  const listenKeys = {
    createOrExtend: async () => 'made',
    extend: async () => true,
    end: async () => true,
  } as unknown as ListenKeys;
  const routes = createListenKeyRoutes(listenKeys, async (_ownerId, keyId) => keyId === 1);
  const ask = (at: number, sessionId: number) =>
    routes[at].handle({ caller: { ownerId: 7, sessionId }, query: {} } as never);
  expect(await ask(0, 1)).toEqual({ listenKey: 'made' });
  expect(await ask(1, 1)).toEqual({});
  await expect(ask(0, 2)).rejects.toMatchObject({ word: 'key_rejected' });
  await expect(ask(1, 2)).rejects.toMatchObject({ word: 'key_rejected' });
  expect(await ask(2, 2)).toEqual({});
});
