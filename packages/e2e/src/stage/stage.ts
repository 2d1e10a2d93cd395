// What every journey stands on: a server of its own and a browser, there before the first test of
// its file and gone after the last; and who comes onto it ready to trade. Not for tests that need
// no browser. Called by the journeys.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { openBrowser } from './browser.ts';
import { askDemoMoney, meetPerson, type Person, registerPerson } from './person.ts';
import { type StagedServer, startServer } from './server.ts';

/** What is there while the tests of a file run. */
export interface Stage {
  readonly server: StagedServer;
  readonly browser: Browser;
}

/**
 * Have server and browser started and ended around the tests of this file.
 *
 * @param settings - added to the environment of the server.
 */
export function setStage(settings: Record<string, string> = {}): Stage {
  const stage: { -readonly [TKey in keyof Stage]?: Stage[TKey] } = {};
  beforeAll(async () => {
    const both = [startServer(settings), openBrowser()] as const;
    [stage.server, stage.browser] = await Promise.all(both);
  });
  afterAll(async () => {
    await stage.browser?.close();
    await stage.server?.stop();
  });
  return stage as Stage;
}

/** Somebody who is registered and has demo money; ends on the page of assets. */
export async function meetTrader({ browser, server }: Stage, name: string): Promise<Person> {
  const person = await meetPerson(browser, name);
  await registerPerson(person, server.address);
  await askDemoMoney(person);
  return person;
}
