// What every journey stands on: a server and a browser, there before the first test of its file;
// and who comes onto it ready to trade. Servers are shared by the files of a worker (keeper.ts):
// what a file changes for everybody it changes back. Not for tests that need no browser.
// Called by the journeys.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, vi } from 'vitest';
import { openBrowser } from './browser.ts';
import { meetPerson, type Person, signUp } from './person.ts';
import { type SharedServer, type StagedServer, startServer } from './server.ts';
import { shareServer, type StageKind } from './shared.ts';

/** What is there while the tests of a file run. */
export interface Stage<TServer extends SharedServer = SharedServer> {
  readonly server: TServer;
  readonly browser: Browser;
}

/** Who came to trade in this file. */
const traders: Person[] = [];

const worker = globalThis as { stageBrowser?: Promise<Browser> };

/** The browser of this worker: opened once, ended by its driver when the worker ends. */
export async function shareBrowser(): Promise<Browser> {
  const opened = await worker.stageBrowser;
  // One that crashed failed its test; the next file has another one.
  if (opened?.isConnected()) return opened;
  return (worker.stageBrowser = openBrowser());
}

function set<TServer extends SharedServer>(
  open: () => Promise<TServer>,
  close: (server: TServer) => Promise<void>,
): Stage<TServer> {
  const stage: { -readonly [TKey in keyof Stage<TServer>]?: Stage<TServer>[TKey] } = {};
  beforeAll(async () => {
    [stage.server, stage.browser] = await Promise.all([open(), shareBrowser()]);
  });
  afterAll(async () => {
    await Promise.allSettled(traders.splice(0).map(cancelAll));
    await Promise.all((stage.browser?.contexts() ?? []).map((context) => context.close()));
    if (stage.server !== undefined) await close(stage.server);
  });
  return stage as Stage<TServer>;
}

/** What one file would leave to the next: values of the site and, on the quiet server, orders. */
async function readTraces({ address }: SharedServer, kind: StageKind) {
  const ask = async (path: string): Promise<unknown> => (await fetch(`${address}${path}`)).json();
  const config = await ask('/hk-web/public/get-web-config');
  const rows = (await ask('/api/v3/ticker/bookTicker')) as Record<string, string>[];
  const quoted = rows.filter(({ bidQty, askQty }) => Number(bidQty) + Number(askQty) > 0);
  return { config, quoted: kind === 'quiet' ? quoted.map(({ symbol }) => symbol) : [] };
}

async function cancelAll({ page }: Person): Promise<void> {
  await page.evaluate(`fetch('/hk-web/spot/order/cancelAll', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-requested-with': 'isobath' },
    body: '{}',
  })`);
}

/**
 * Have a shared server and the worker's browser around the tests of this file. Open orders of those
 * who came by `meetTrader` are canceled at its end; whatever else it leaves fails the file.
 */
export function shareStage(kind: StageKind = 'quiet'): Stage {
  let before: unknown;
  return set(
    async () => {
      const server = await shareServer(kind);
      before = await readTraces(server, kind);
      return server;
    },
    async (server) => {
      await vi.waitFor(async () => expect(await readTraces(server, kind)).toEqual(before), 120_000);
    },
  );
}

/**
 * Have a server of this file's own started and stopped around its tests: for settings, restarts,
 * clocks, and markets in which nobody else may have traded. Everything else shares.
 *
 * @param settings - added to the environment of the server.
 */
export function setStage(settings: Record<string, string> = {}): Stage<StagedServer> {
  return set(
    () => startServer(settings),
    (server) => server.stop(),
  );
}

/** Somebody who is registered and has demo money; ends on a page of the site without scripts. */
export async function meetTrader({ browser, server }: Stage, name: string): Promise<Person> {
  const person = await meetPerson(browser, name);
  await signUp(person, server.address, { hasDemoMoney: true });
  traders.push(person);
  return person;
}
