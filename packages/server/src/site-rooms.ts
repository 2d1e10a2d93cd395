// Puts together what shows how the exchange is: probes of the parts, samples, site calls, faucet.
// It serves nothing itself. Called by the edge's process.

import { AccountType } from '@isobath/core';
import type { AccountRooms } from './account-rooms.ts';
import type { Settings } from './base/config/index.ts';
import type { Database } from './base/db/index.ts';
import type { RouteHandler } from './base/product/index.ts';
import { type Switches, switchNames } from './base/switches/index.ts';
import type { EdgeRooms } from './edge-rooms.ts';
import type { EngineWatch } from './engine-watch.ts';
import type { OutsideOptions } from './pages/index.ts';
import {
  createConfigurationRoutes,
  createRegions,
  createSiteRoutes,
  createWalletConnectRoutes,
  createStatus,
  type PartState,
  type Probe,
  readServiceScripts,
  type Regions,
} from './products/site/index.ts';
import { createFaucetRoutes, readReferenceStatus } from './sandbox/index.ts';

/** What the rooms stand on. */
export interface SiteRoomsOptions {
  readonly settings: Settings;
  readonly database: Database;
  readonly rooms: EdgeRooms;
  readonly accounts: AccountRooms;
  readonly watch: EngineWatch;
  readonly readProjectedSequence: () => Promise<number>;
  readonly switches: Pick<Switches, 'isOn'>;
  readonly report: (error: unknown) => void;
}

/** The rooms, ready to be served. */
export interface SiteRooms {
  readonly handlers: readonly RouteHandler[];
  /** The script of somebody else behind a line, undefined when our own desk answers on it. */
  readonly readOutsideScript: OutsideOptions['readScript'];
  /** What callers of a network may do. */
  readonly regions: Regions;
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
  const regions = createRegions(database, report);
  const handlers = createSiteRoutes({
    database,
    mode: settings.mode,
    canSignIn: settings.canSignIn,
    hasOutbox: settings.sandbox.outbox,
    mail: accounts.mail,
    status,
    readMode: watch.readMode,
    listClosed: () =>
      switchNames.filter((name) => name !== 'maintenance' && !options.switches.isOn(name)),
  });
  handlers.push(
    ...createConfigurationRoutes({
      database,
      readUsdtPrice: rooms.readUsdtPrice,
      readNowMs: Date.now,
      findRegion: regions.find,
      serviceHosts: settings.serviceHosts,
    }),
    ...createWalletConnectRoutes(),
  );
  if (settings.sandbox.faucet) {
    handlers.push(
      ...createFaucetRoutes({
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
    regions,
    close: () => {
      clearInterval(timer);
      regions.close();
    },
  };
}

function listProbes({
  settings,
  database,
  rooms,
  watch,
  switches,
  readProjectedSequence,
}: SiteRoomsOptions): Probe[] {
  /** A reader of steps that is far behind shows what is past. */
  const judgeLag = (sequence: number): PartState => {
    const last = watch.readStatus()?.durableSequence ?? 0;
    return last - sequence > LAG_STEPS_MAX ? 'degraded' : 'ok';
  };
  const probes: Probe[] = [
    {
      name: 'engine',
      read: () => {
        const { mode } = watch.readMode();
        if (mode === 'normal') return 'ok';
        return mode === 'halted' ? 'down' : 'degraded';
      },
    },
    { name: 'market_data', read: () => judgeLag(rooms.readFollowedSequence()) },
    { name: 'history', read: async () => judgeLag(await readProjectedSequence()) },
    {
      name: 'database',
      read: async (): Promise<PartState> => {
        await database.query('SELECT 1');
        return 'ok';
      },
    },
    // Who takes the sample serves the calls of programs as well: they are away when it is.
    { name: 'api', read: () => (switches.isOn('api') ? 'ok' : 'down') },
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
