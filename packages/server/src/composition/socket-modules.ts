// Opens every WebSocket door of the process: our own socket, the streams of the trading dialect and
// its API. It knows no message. Called by the edge's process when its rooms are made.
import type { Server } from 'node:http';
import type { Signal } from '../base/feed/index.ts';
import type { EdgeModules } from './edge-modules.ts';
import {
  API_REQUEST_BYTES_MAX,
  API_SOCKET_PATH,
  CONTRACT_SOCKET_PATHS,
  type ApiSocketParts,
  createApiSocket,
} from '../edge/binance-api/api-socket.ts';
import { createLineKeeper } from '../edge/binance-api/lines.ts';
import { isStreamPath, startStreams } from '../edge/binance-api/stream-socket.ts';
import { createCosts } from '../edge/costs.ts';
import { createHosts } from '../edge/hosts.ts';
import type { SharedEdge } from '../edge/http.ts';
import { serveOfficeSocket } from '../edge/office-socket.ts';
import { serveSockets } from '../edge/socket.ts';
import { serveUpgrades } from '../edge/upgrades.ts';
import type { StreamModules } from './stream-modules.ts';

/** What the doors stand on. */
export interface SocketModulesOptions {
  readonly server: Server;
  readonly edge: SharedEdge;
  readonly modules: EdgeModules;
  /** Keys and limits of the trading API, one for requests and for its socket. */
  readonly binance: Pick<ApiSocketParts, 'keys' | 'signing' | 'limits' | 'orderCounts'>;
  readonly streamModules: StreamModules;
  /** Operators' pages are told anew. */
  readonly deskChanged: Signal<void>;
  /** While true our own socket lets nobody in. */
  readonly isClosed: () => boolean;
}

/** The open doors, with numbers for metrics. */
export interface SocketModules {
  countOpen(): number;
  countSlowClosed(): number;
  /** Send the readers of our own socket away; they come back by themselves. */
  dismiss(): void;
  close(): Promise<void>;
}

/** Open the doors. */
export function openSocketModules(options: SocketModulesOptions): SocketModules {
  const { server, edge, modules, streamModules } = options;
  const { streams, users } = streamModules;
  const { readNowMs, peers } = edge;
  const report = (error: unknown) => edge.report(error, '');
  const costs = createCosts(peers, readNowMs);
  const lines = createLineKeeper({ readNowMs, fanOut: modules.fanOut, peers, costs, report });
  const api = {
    ...options.binance,
    users,
    readNowMs,
    report: edge.report,
  };
  const startApi = createApiSocket({ ...api, handlers: edge.handlers });
  const startContractApi = createApiSocket({ ...api, handlers: [] });
  const sockets = serveSockets({
    hub: modules.hub,
    fanOut: modules.fanOut,
    sessions: edge.sessions,
    lookups: edge.lookups,
    ownOrigin: edge.ownOrigin,
    peers,
    costs,
    readNowMs,
    report,
    isClosed: options.isClosed,
    adopt: (socket, request, text) =>
      lines.adopt({ socket, request, text }, startStreams(streams, request.url ?? '')),
  });
  const office = serveOfficeSocket({
    ownOrigin: edge.officeOrigin ?? edge.ownOrigin,
    costs,
    lookups: edge.lookups,
    listen: options.deskChanged.listen,
    report,
  });
  const entries = [
    office,
    { accepts: (path: string) => path === '/ws', upgrade: sockets.upgrade },
    {
      accepts: isStreamPath,
      upgrade: lines.entry((url) => startStreams(streams, url)),
    },
    {
      accepts: (path: string) => path === API_SOCKET_PATH,
      upgrade: lines.entry(startApi, API_REQUEST_BYTES_MAX),
    },
    {
      accepts: (path: string) => CONTRACT_SOCKET_PATHS.includes(path),
      upgrade: lines.entry(startContractApi, API_REQUEST_BYTES_MAX),
    },
  ];
  serveUpgrades(server, entries, { hosts: createHosts(edge), report });
  return {
    countOpen: () => sockets.countOpen() + lines.countOpen(),
    countSlowClosed: () => sockets.countSlowClosed() + lines.countSlowClosed(),
    dismiss: sockets.dismiss,
    async close() {
      office.close();
      lines.close();
      await sockets.close();
    },
  };
}
