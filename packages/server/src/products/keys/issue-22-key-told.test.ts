// A key that the operator's tool makes is told to its owner; one that is refused is not.
import { expect, test } from 'vitest';
import { createKeyHandlers, type OperateKeysParts } from './operator.ts';

test('the owner hears of a key that was made for the account, and of no other', async () => {
  const owner = { ownerId: 1_000_001, email: 'a@b.example', locale: 'de_DE' };
  const published: unknown[] = [];
  const handlers = createKeyHandlers({
    users: { findByEmail: async (email: string) => (email === owner.email ? owner : undefined) },
    keys: {
      list: async () => [],
      create: async () => ({
        key: { keyId: 1, apiKey: 'public', permissions: [], ipList: [] },
        secret: 'hidden',
      }),
    },
    readNowMs: () => 1_000,
    publishOwner: async (user: unknown) => void published.push(user),
  } as unknown as OperateKeysParts);
  const make = (user: string, permissions: readonly string[]) =>
    handlers['keys.create']?.({ user, permissions });
  await expect(make('nobody@b.example', ['read'])).rejects.toThrow('Nobody is registered');
  await expect(make(owner.email, ['everything'])).rejects.toThrow('no permission');
  await expect(make(owner.email, ['withdraw'])).rejects.toThrow('ipList');
  expect(published).toEqual([]);
  const made = await make(' A@B.example ', ['read']);
  expect(made).toMatchObject({ ownerId: owner.ownerId, apiKey: 'public', secret: 'hidden' });
  expect(published).toEqual([owner]);
});
