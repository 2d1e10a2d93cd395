// Puts together what shows how the exchange is: probes of the parts, samples, site calls, faucet.
// It serves nothing itself. Called by the edge's process.

import { AccountType } from '@isobath/core';
import type { AccountRooms } from './account-rooms.ts';
import type { Settings } from './base/config/index.ts';
import type { Database } from './base/db/index.ts';
import type { RouteHandler } from './base/product/index.ts';
import type { EdgeRooms } from './edge-rooms.ts';
import type { EngineWatch } from './engine-watch.ts';
import type { OutsideOptions } from './pages/index.ts';
import {
  createConfigurationRoutes,
  createSiteRoutes,
  createStatus,
  type Probe,
  readServiceScripts,
} from './products/site/index.ts';
import { createFaucetRoute, readReferenceStatus } from './sandbox/index.ts';

/** What the rooms stand on. */
export interface SiteRoomsOptions {
  readonly settings: Settings;
  readonly database: Database;
  readonly rooms: EdgeRooms;
  readonly accounts: AccountRooms;
  readonly watch: EngineWatch;
  readonly readProjectedSequence: () => Promise<number>;
  readonly report: (error: unknown) => void;
}

/** The rooms, ready to be served. */
export interface SiteRooms {
  readonly handlers: readonly RouteHandler[];
  /** The script of somebody else behind a line, undefined when our own desk answers on it. */
  readonly readOutsideScript: OutsideOptions['readScript'];
  close(): void;
}

const SAMPLE_EVERY_MS = 60_000;
/** Steps that the tables may be behind before it is said. */
const LAG_STEPS_MAX = 5_000;

/** Without prices the simulated traders withdraw. */
const REFERENCE_STATES = { live: 'ok', late: 'degraded', away: 'down' } as const;

/** Who acts when the house gives. */
const HOUSE_OWNER = 1;

/** Make the rooms. */
export function createSiteRooms(options: SiteRoomsOptions): SiteRooms {
  const { settings, database, rooms, accounts, watch, report } = options;
  const status = createStatus(database, listProbes(options));
  const timer = setInterval(() => void status.sample().catch(report), SAMPLE_EVERY_MS);
  timer.unref();
  const handlers = createSiteRoutes({
    database,
    mode: settings.mode,
    canSignIn: settings.canSignIn,
    hasOutbox: settings.sandbox.outbox,
    mail: accounts.mail,
    status,
    readMode: watch.readMode,
  });
  handlers.push(
    ...createConfigurationRoutes({
      database,
      readUsdtPrice: rooms.readUsdtPrice,
      readNowMs: Date.now,
      serviceHosts: settings.serviceHosts,
    }),
  );
  if (settings.sandbox.faucet) {
    handlers.push(
      createFaucetRoute({
        database,
        commander: rooms.commander,
        accounts: rooms.accounts,
        markets: rooms.markets,
        source: {
          ownerId: HOUSE_OWNER,
          readAccountId: () => rooms.accounts.readHouseAccount(AccountType.housePromotions),
        },
        readNowMs: Date.now,
      }),
    );
  }
  return {
    handlers,
    readOutsideScript: async (line) =>
      (await readServiceScripts(database, settings.serviceHosts)).find((one) => one.line === line),
    close: () => clearInterval(timer),
  };
}

function listProbes({
  settings,
  database,
  watch,
  readProjectedSequence,
}: SiteRoomsOptions): Probe[] {
  const probes: Probe[] = [
    {
      name: 'engine',
      read: () => {
        const { mode } = watch.readMode();
        if (mode === 'normal') return 'ok';
        return mode === 'halted' ? 'down' : 'degraded';
      },
    },
    {
      name: 'history',
      read: async () => {
        const last = watch.readStatus()?.durableSequence ?? 0;
        return last - (await readProjectedSequence()) > LAG_STEPS_MAX ? 'degraded' : 'ok';
      },
    },
  ];
  if (settings.sandbox.liquidity) {
    probes.push({
      name: 'reference',
      read: async () => {
        const state = (await readReferenceStatus(database, Date.now()))?.state ?? 'away';
        return REFERENCE_STATES[state];
      },
    });
  }
  return probes;
}
