import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AccountDirectory } from '../base/accounts/index.ts';
import type { CommandClient } from '../base/commands/index.ts';
import { startTestDatabase } from '../base/db/testing.ts';
import type { MarketRegistry } from '../base/market/index.ts';
import { refuse } from '../base/product/index.ts';
import { createFaucetRoutes } from './faucet.ts';
import { sandboxModule } from './module.ts';

let database: Awaited<ReturnType<typeof startTestDatabase>>;

beforeAll(async () => {
  database = await startTestDatabase({ migrations: sandboxModule.migrations });
});
afterAll(() => database.stop());

test('a gift that a halt interrupted is finished by the next wish, each part once', async () => {
  let nowMs = Date.now();
  let isHalted = true;
  const keys: string[] = [];
  const send: CommandClient['send'] = async (_body, { idempotencyKey }) => {
    if (isHalted && keys.length > 0) throw refuse('halted');
    keys.push(idempotencyKey);
    return { sequence: keys.length } as never;
  };
  const [faucet, state] = createFaucetRoutes({
    database: database.app,
    commandClient: { send, try: send },
    accounts: { readSpotAccount: () => 1 } as unknown as AccountDirectory,
    markets: {
      coinByName: () => ({ coinId: 1, scale: 8 }),
    } as unknown as MarketRegistry,
    source: { ownerId: 1, readAccountId: () => 2 as never },
    readNowMs: () => nowMs,
  });
  const call = { caller: { ownerId: 7 } } as never;
  const ask = () => faucet?.handle(call) as Promise<{ leftCount: number }>;
  const look = () => state?.handle(call) as Promise<{ nextAt: number; leftCount: number }>;
  expect(await look()).toEqual({ nextAt: 0, leftCount: 5 });
  await expect(ask()).rejects.toThrow('halted');
  // What was begun and not finished may be asked for at once.
  expect(await look()).toEqual({ nextAt: 0, leftCount: 5 });
  isHalted = false;
  keys.length = 0;
  nowMs += 1_000;
  expect(await ask()).toMatchObject({
    leftCount: 4,
    nextAt: nowMs - 1_000 + 86_400_000,
    seq: '3',
  });
  expect(keys).toEqual(['USDT', 'BTC', 'ETH'].map((asset) => `faucet:7:1:${asset}`));
  await expect(ask()).rejects.toThrow('faucet_used');
  expect(await look()).toEqual({ nextAt: nowMs - 1_000 + 86_400_000, leftCount: 4 });
  nowMs += 86_400_000;
  expect(await look()).toEqual({ nextAt: 0, leftCount: 4 });
  expect(await ask()).toMatchObject({ leftCount: 3 });
  expect(keys.at(-1)).toBe('faucet:7:2:ETH');
});
