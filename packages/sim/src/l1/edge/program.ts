// The edge of the simulated machine: its rooms, sessions and socket, put together from the
// product's own parts as edge-process.ts does. What Node's HTTP server does with an upgrade is done
// by knock(): its parsing of requests is not in the simulation. Used by exchange.ts.
import { EventEmitter } from 'node:events';
import type { IncomingMessage, Server } from 'node:http';
import {
  connectEngine,
  createCosts,
  createLookups,
  createEdgeModules,
  createHosts,
  createSessions,
  createSignal,
  createStreamHub,
  createUserHub,
  directPeers,
  serveSockets,
  serveUpgrades,
  type SocketEdge,
  startMarket,
  startSpot,
  watchEngine,
} from '@isobath/server/parts';
import type { Dice } from '../../workload/dice.ts';
import { dataFolder, type Keeping, launch, openSimulated, type Program } from '../programs.ts';
import { EdgeEnd, PersonEnd } from '../world/line.ts';
import { theWorld } from '../world/world.ts';

/** Where pages of this exchange come from. */
export const ownOrigin = 'https://exchange.test';

/** What a running edge gives to the world. */
export interface Edge {
  /** The HTTP server, as far as upgrades go. */
  readonly http: EventEmitter;
  readonly sockets: SocketEdge;
}

/** The edge's process, as far as sockets go. */
export function launchEdge(report: (error: unknown) => void, keeping: Keeping): Program<Edge> {
  return launch('edge', () => open(report), keeping);
}

async function open(report: (error: unknown) => void): Promise<Edge> {
  const database = openSimulated('isobath edge');
  const sessions = createSessions(database, Date.now);
  const engine = await connectEngine(dataFolder);
  const modeChanged = createSignal<void>();
  const onChange = () => void modeChanged.publish().catch(report);
  const watch = watchEngine(engine, { isMaintained: () => false, onChange });
  const rooms = createEdgeModules({
    database,
    engine,
    streams: createStreamHub(),
    users: createUserHub(),
    readNowMs: Date.now,
    drawPast: undefined,
    report,
  });
  startMarket({
    ...rooms,
    database,
    configuration: { readRecommendedMarkets: async () => [], readPopularMarkets: async () => [] },
    mark: () => Buffer.alloc(0),
    modeChanged,
    readMode: watch.readMode,
    readNowMs: Date.now,
  });
  await startSpot({
    ...rooms,
    database,
    configuration: { readWithdrawLimit: async () => '0' },
    loadTranslate: async () => (_locale, word) => word,
    readNowMs: Date.now,
    report,
  });
  await rooms.open();
  const sockets = serveSockets({
    hub: rooms.hub,
    fanOut: rooms.fanOut,
    sessions,
    lookups: createLookups({ sessions, peers: directPeers, readNowMs: Date.now }),
    ownOrigin,
    peers: directPeers,
    costs: createCosts(directPeers, Date.now),
    readNowMs: Date.now,
    report,
    isClosed: () => false,
    adopt: () => report(new TypeError('nobody here speaks the trading dialect')),
  });
  const http = new EventEmitter();
  const door = { accepts: (path: string) => path === '/ws', upgrade: sockets.upgrade };
  serveUpgrades(http as Server, [door], { hosts: createHosts({ ownOrigin }), report });
  return { http, sockets };
}

/** Who knocks, and what hears for them. */
export interface Visitor {
  readonly address: string;
  /** Their session, "" = guest. */
  readonly cookie: string;
  readonly dice: Dice;
  readonly bytes: (bytes: Buffer) => void;
  readonly closed: () => void;
}

/** Ask for a socket; when nobody is there, the line closes at once. */
export function knock({ process, part }: Program<Edge>, visitor: Visitor): PersonEnd {
  const person = new PersonEnd(visitor.dice, visitor);
  const { scheduler } = theWorld();
  if (part === undefined || !process.isAlive) {
    person.hangUp();
    return person;
  }
  const edge = new EdgeEnd(process, person, visitor.address);
  person.join(edge);
  const headers = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    'sec-websocket-version': '13',
    origin: ownOrigin,
    cookie: visitor.cookie,
  };
  const request = { method: 'GET', url: '/ws', headers, socket: edge };
  // Until it hands a socket over the HTTP server listens for its errors.
  const ignore = () => {};
  edge.on('error', ignore);
  scheduler.afterIn(process, visitor.dice.below(2_000) / 1000, () => {
    edge.off('error', ignore);
    if (edge.destroyed) return;
    part.http.emit('upgrade', request as unknown as IncomingMessage, edge, Buffer.alloc(0));
  });
  return person;
}
