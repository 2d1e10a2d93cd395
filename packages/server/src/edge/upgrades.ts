// Which handler a WebSocket gets, by its path, and how one is refused. It knows no words of
// products.
// Called by the edge's process.
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Hosts } from './hosts.ts';

/** After how long an upgrade may be tried again that came at the wrong time. */
const AGAIN_MS = 1_000;

/**
 * Answer an upgrade with an HTTP status.
 *
 * @param waitMs - after how long it may be tried again; absent: a second where it may be at all.
 */
export function refuseUpgrade(
  socket: Duplex,
  status: string,
  waitMs = /^(429|503) /.test(status) ? AGAIN_MS : 0,
): void {
  const wait = waitMs > 0 ? `retry-after: ${Math.ceil(waitMs / 1_000)}\r\n` : '';
  const head = `HTTP/1.1 ${status}\r\nconnection: close\r\n${wait}content-length: 0\r\n\r\n`;
  socket.end(head, () => socket.destroy());
}

/** Answer an upgrade that is one too many. */
export function refuseMore(socket: Duplex, waitMs?: number): void {
  refuseUpgrade(socket, '429 Too Many Requests', waitMs);
}

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
