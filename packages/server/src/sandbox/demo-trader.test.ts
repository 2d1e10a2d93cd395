// The past of the sandbox's person, on the engine itself: their orders that wait are taken,
// wherever prices went since the makers' books were filled.
import { type CoreEvent, EventKind } from '@isobath/core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDemoTrader } from './demo-trader.ts';
import { OperatorAccountOwner } from './operator-account.ts';
import { createLiquidity } from './liquidity.ts';
import { type SandboxFixture, startSandboxFixture } from './testing.ts';

let fixture: SandboxFixture;
let events: CoreEvent[] = [];

beforeAll(async () => {
  fixture = await startSandboxFixture();
  fixture.listeners.push((more) => void events.push(...more));
});
afterAll(() => fixture?.database.stop());

/** Let them live, with prices that moved by so much since the books were filled. */
async function live(movedPercent: number): Promise<CoreEvent[]> {
  const { commandClient, markets, accounts, walk, database } = fixture;
  const nowMs = Date.now();
  const read = (base: string, quote: string) => walk.read(base, quote, nowMs);
  const reference = { read, readState: () => 'live' as const };
  const report = (error: unknown) => {
    throw error;
  };
  await createLiquidity({ commandClient, markets, accounts, reference, seed: 1, report }).fill(
    () => {},
  );
  await database.app.execute('DELETE FROM sandbox_demo_trader');
  events = [];
  const moved = (base: string, quote: string) => {
    const price = read(base, quote);
    return price && price * (1 + movedPercent / 100);
  };
  await createDemoTrader({
    database: database.app,
    commandClient,
    markets,
    reference: { read: moved },
    taker: {
      ownerId: OperatorAccountOwner.liquidityFirst + accounts.length - 1,
      accountId: accounts[accounts.length - 1],
    },
  });
  return events;
}

// Their money is given once, and is enough for these lives.
test.each([0, 3, -3])('prices that moved by %f per cent', async (movedPercent) => {
  const lived = await live(movedPercent);
  const opened = lived.find((event) => event.kind === EventKind.orderOpened);
  const trades = lived.filter((event) => event.kind === EventKind.tradeExecuted);
  const made = trades.filter(({ makerAccountId }) => makerAccountId === opened?.accountId);
  const symbols = made.map(({ instrumentId }) => fixture.markets.marketById(instrumentId)?.symbol);
  expect([...new Set(symbols)].sort()).toEqual(['btc_usdt', 'eth_usdt']);
});
