// A proxy before one server whose connections come from a chosen address of the loopback network:
// limits count by network address, and each test file is to have its own. Who chose an address
// keeps it. It passes bytes on and reads none. Used by keeper.ts.
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

const HOST = '127.0.0.1';

/** A proxy before one server. */
export interface AddressFront {
  readonly port: number;
  /** Connections that are opened from now on come from this address. */
  useAddress(localAddress: string): void;
  /** @param port - of the server, on 127.0.0.1. */
  passTo(port: number): void;
  close(): Promise<void>;
}

/** Connect two sockets until either of them ends. */
export function joinSockets(one: Socket, other: Socket): void {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    from.on('error', () => to.destroy());
    from.on('close', () => to.destroy());
    from.pipe(to);
  }
}

/** Listen on a free port; nothing is passed on before `passTo`. */
export async function openAddressFront(): Promise<AddressFront> {
  let port = 0;
  let localAddress = HOST;
  const outer = new Set<Socket>();
  const server = createServer((socket) => {
    outer.add(socket);
    socket.on('close', () => outer.delete(socket));
    const from = socket.remoteAddress === HOST ? localAddress : socket.remoteAddress;
    joinSockets(socket, connect({ port, host: HOST, localAddress: from }));
  });
  await new Promise<void>((resolve) => server.listen(0, HOST, resolve));
  return {
    port: (server.address() as AddressInfo).port,
    useAddress: (address) => (localAddress = address),
    passTo: (to) => (port = to),
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of outer) socket.destroy();
      await closed;
    },
  };
}
