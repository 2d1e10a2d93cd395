// A socket that stands before the database's and cuts connections when told: for tests of commits
// with an unknown outcome. Not part of the product. Used by tests of this room.
import { createConnection, createServer, type Socket } from 'node:net';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseAddress } from '../../base/db/index.ts';

/** A running proxy. */
export interface DatabaseProxy {
  /** The database through the proxy. */
  readonly address: DatabaseAddress;
  /**
   * Cut connections at the next bytes that hold this text: `before` = they never reach the server;
   * `after` = they do, and the connection is cut when the server answers them; `silently` = they
   * never reach it, and nobody is told.
   */
  cutAt(text: string, when: 'before' | 'after' | 'silently'): void;
  /** Connections cut so far. */
  readonly cutsCount: number;
  /** Refuse new connections, or take them again. */
  setOpen(isOpen: boolean): void;
  stop(): Promise<void>;
}

/** Start a proxy before a database on a unix socket. */
export async function startProxy(address: DatabaseAddress): Promise<DatabaseProxy> {
  const folder = await mkdtemp(join(tmpdir(), 'isobath-proxy-'));
  const name = `.s.PGSQL.${address.port}`;
  let request: { text: string; when: 'before' | 'after' | 'silently' } | undefined;
  let cutsCount = 0;
  let isOpen = true;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    if (!isOpen) return client.destroy();
    const upstream = createConnection(join(address.socketFolder ?? '', name));
    let isDoomed = false;
    let isSilent = false;
    const cut = () => {
      cutsCount += 1;
      client.destroy();
      // The server finishes what it has been sent before it notices.
      upstream.end();
    };
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    client.on('data', (chunk: Buffer) => {
      if (isSilent) return;
      if (request !== undefined && chunk.includes(request.text)) {
        const { when } = request;
        request = undefined;
        if (when === 'before') return cut();
        if (when === 'silently') {
          isSilent = true;
          cutsCount += 1;
          return;
        }
        isDoomed = true;
      }
      upstream.write(chunk);
    });
    upstream.on('data', (chunk: Buffer) => {
      if (isSilent) return;
      if (isDoomed) return cut();
      client.write(chunk);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(join(folder, name), () => resolve());
  });
  return {
    address: { ...address, socketFolder: folder },
    cutAt: (text, when) => {
      request = { text, when };
    },
    get cutsCount() {
      return cutsCount;
    },
    setOpen: (open) => {
      isOpen = open;
    },
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      await rm(folder, { recursive: true, force: true });
    },
  };
}
