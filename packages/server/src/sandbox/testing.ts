// A new installation for tests: seeded coins, markets and traders on the engine itself and a real
// database, without journal and processes. Whoever tests says what time it is.
import {
  CommandKind,
  type CoreEvent,
  createEngine,
  EventKind,
  readEvents,
  Source,
} from '@isobath/core';
import { type CommandClient, createCommandClient } from '../base/commands/index.ts';
import { startTestDatabase, type TestDatabase } from '../base/db/testing.ts';
import { createMarketRegistry, loadNames, type MarketRegistry } from '../base/market/index.ts';
import { migrations } from '../migrations.ts';
import { seed } from './seed.ts';
import { createWalk } from './walk.ts';

/** A seeded installation. */
export interface SandboxFixture {
  readonly database: TestDatabase;
  readonly commandClient: CommandClient;
  readonly markets: MarketRegistry;
  readonly walk: ReturnType<typeof createWalk>;
  /** Accounts of the traders. */
  readonly accounts: Awaited<ReturnType<typeof seed>>;
  /** Told of every step's events. */
  readonly listeners: ((events: readonly CoreEvent[]) => void)[];
}

/** Seed it. The caller stops its database. */
export async function startSandboxFixture(): Promise<SandboxFixture> {
  const database = await startTestDatabase({ migrations });
  const markets = createMarketRegistry();
  const walk = createWalk(20_260_101);
  const engine = createEngine();
  const listeners: SandboxFixture['listeners'] = [];
  const commandClient = createCommandClient(async (command) => {
    const [sequence, atMs] = [engine.readLastSequence() + 1, Date.now()];
    engine.events.reset();
    engine.apply(command, sequence, atMs);
    const events = readEvents(engine.events.readWords());
    const [first] = events;
    if (first.kind !== EventKind.commandApplied) throw new Error('nothing was applied');
    for (const event of events) markets.apply(event);
    for (const listener of listeners) listener(events);
    return { sequence, atMs, code: first.code, facts: first.facts, events };
  }, Date.now);
  const caller = { ownerId: 1, sessionId: 0 } as never;
  const begin = { kind: CommandKind.beginEra, rulesVersion: 1 } as never;
  await commandClient.send(begin, { caller, idempotencyKey: '', source: Source.system });
  const accounts = await seed({
    commandClient,
    database: database.app,
    readTotal: async (accountId, assetId) =>
      engine.readBalance(accountId, assetId)?.availableUnits ?? 0n,
    report: () => {},
    reference: walk,
  });
  await loadNames(markets, database.app);
  return { database, commandClient, markets, walk, accounts, listeners };
}
