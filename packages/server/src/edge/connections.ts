// How many connections one network keeps open, whatever it says over them or whether it says
// anything: each holds memory and a number of the system's. It reads no request, so behind a proxy,
// which is one address for everybody, that one counts for itself. Used by http.ts.
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { countAs, isInNetworks, plainAddress } from '../base/addresses/index.ts';

/** A house of people with many tabs each, all sockets of a network's streams with them. */
export const CONNECTIONS_MAX = 1_000;

const isLoopback = (address: string) => address === '::1' || address.startsWith('127.');

/** Which connections are counted, and how many there may be. */
export interface ConnectionLimit {
  /** Proxies of the operator's: they keep connections for others. */
  readonly trusted: readonly string[];
  readonly countMax?: number;
  /** For tests, whose connections all are of this machine. */
  readonly readAddress?: (socket: Socket) => string;
}

/** Close connections of a network that has too many of them, from now on. */
export function limitConnections(server: Server, limit: ConnectionLimit): void {
  const { trusted, countMax = CONNECTIONS_MAX } = limit;
  const readAddress = limit.readAddress ?? ((socket) => plainAddress(socket.remoteAddress ?? ''));
  const counts = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const address = readAddress(socket);
    if (address === '' || isLoopback(address) || isInNetworks(trusted, address)) return;
    const network = countAs(address);
    const count = counts.get(network) ?? 0;
    if (count >= countMax) {
      socket.destroy();
      return;
    }
    counts.set(network, count + 1);
    socket.once('close', () => {
      const left = (counts.get(network) ?? 1) - 1;
      if (left > 0) counts.set(network, left);
      else counts.delete(network);
    });
  });
}
