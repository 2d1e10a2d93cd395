// Which door a WebSocket goes through, by its path. It knows nobody's words. Called by the edge's
// process.
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Hosts } from './hosts.ts';
import { refuseUpgrade } from './socket.ts';

/** A door for WebSockets. */
export interface Door {
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
  doors: readonly Door[],
  { hosts, report }: { readonly hosts: Hosts; readonly report: (error: unknown) => void },
): void {
  server.on('upgrade', (request, socket, head) => {
    // Doors take their path in one spelling, so it is what it says.
    const [path = ''] = (request.url ?? '').split('?');
    const door = doors.find((one) => one.accepts(path));
    if (door === undefined || !hosts.isServed(request, path)) {
      refuseUpgrade(socket, '404 Not Found');
      return;
    }
    socket.on('error', () => socket.destroy());
    Promise.resolve(door.upgrade(request, socket, head)).catch((error: unknown) => {
      report(error);
      socket.destroy();
    });
  });
}
