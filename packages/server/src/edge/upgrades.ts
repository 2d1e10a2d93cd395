// Which door a WebSocket goes through, by its path. It knows nobody's words. Called by the edge's
// process.
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Hosts } from './hosts.ts';
import { refuseUpgrade } from './socket.ts';

/** A door for WebSockets. */
export interface Entry {
  readonly accepts: (path: string) => boolean;
  readonly upgrade: (
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
  ) => Promise<void> | void;
}

/**
 * Serve the doors on an HTTP server; a path that none accepts, or one at the wrong host, is
 * answered with 404.
 */
export function serveUpgrades(
  server: Server,
  entries: readonly Entry[],
  { hosts, report }: { readonly hosts: Hosts; readonly report: (error: unknown) => void },
): void {
  server.on('upgrade', (request, socket, head) => {
    // The HTTP library took its own listener away: a reset would end the process.
    socket.on('error', () => socket.destroy());
    // Doors take their path in one spelling, so it is what it says.
    const [path = ''] = (request.url ?? '').split('?');
    const entry = entries.find((one) => one.accepts(path));
    if (entry === undefined || !hosts.isServed(request, path)) {
      refuseUpgrade(socket, '404 Not Found');
      return;
    }
    const upgrade = async () => entry.upgrade(request, socket, head);
    upgrade().catch((error: unknown) => {
      report(error);
      socket.destroy();
    });
  });
}
