// Opens every WebSocket door of the process: our own socket, the streams of the trading dialect and
// its API. It knows no message. Called by the edge's process when its rooms are made.
import type { Server } from 'node:http';
import type { EdgeRooms } from './edge-rooms.ts';
import {
  API_SOCKET_PATH,
  CONTRACT_SOCKET_PATHS,
  createApiSocket,
} from './edge/dialect/api-socket.ts';
import { createLineKeeper } from './edge/dialect/lines.ts';
import { isStreamPath, startStreams } from './edge/dialect/stream-socket.ts';
import { createCosts } from './edge/costs.ts';
import { createHosts } from './edge/hosts.ts';
import type { EdgeOptions } from './edge/http.ts';
import { serveOfficeSocket } from './edge/office-socket.ts';
import type { Peers } from './edge/peers.ts';
import { serveSockets } from './edge/socket.ts';
import { serveUpgrades } from './edge/upgrades.ts';
import type { KeyRooms } from './key-rooms.ts';
import type { StreamRooms } from './stream-rooms.ts';

/** What the doors stand on. */
export interface SocketRoomsOptions {
  readonly server: Server;
  readonly edge: EdgeOptions & { readonly peers: Peers };
  readonly rooms: EdgeRooms;
  readonly keyRooms: KeyRooms;
  readonly streamRooms: StreamRooms;
  /** Hear that something of the service desk is new. @returns stops hearing. */
  readonly listenToDesk: (onChange: () => void) => () => void;
  /** While true our own socket lets nobody in. */
  readonly isClosed: () => boolean;
}

/** The open doors, with numbers for metrics. */
export interface SocketRooms {
  countOpen(): number;
  countSlowClosed(): number;
  /** Send the readers of our own socket away; they come back by themselves. */
  dismiss(): void;
  close(): Promise<void>;
}

/** Open the doors. */
export function openSocketRooms(options: SocketRoomsOptions): SocketRooms {
  const { server, edge, rooms, keyRooms, streamRooms } = options;
  const { streams, users } = streamRooms;
  const { readNowMs, peers } = edge;
  const report = (error: unknown) => edge.report(error, '');
  const costs = createCosts(peers, readNowMs);
  const lines = createLineKeeper({ readNowMs, fanOut: rooms.fanOut, peers, costs, report });
  const api = {
    ...keyRooms,
    orderCounts: rooms.orderCounts,
    users,
    readNowMs,
    report: edge.report,
  };
  const startApi = createApiSocket({ ...api, handlers: edge.handlers });
  const startContractApi = createApiSocket({ ...api, handlers: [] });
  const sockets = serveSockets({
    hub: rooms.hub,
    fanOut: rooms.fanOut,
    sessions: edge.sessions,
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
    readOperator: async (headers) => edge.readOperator?.(headers),
    listen: options.listenToDesk,
    report,
  });
  const doors = [
    office,
    { accepts: (path: string) => path === '/ws', upgrade: sockets.upgrade },
    {
      accepts: isStreamPath,
      upgrade: lines.door((url) => startStreams(streams, url)),
    },
    { accepts: (path: string) => path === API_SOCKET_PATH, upgrade: lines.door(startApi) },
    {
      accepts: (path: string) => CONTRACT_SOCKET_PATHS.includes(path),
      upgrade: lines.door(startContractApi),
    },
  ];
  serveUpgrades(server, doors, { hosts: createHosts(edge), report });
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
