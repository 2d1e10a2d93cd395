// Encryption in front of a server, as an operator's proxy has it: some clients want nothing else.
// The certificate is for loopback names only and worth nothing anywhere else: its key is below.
import { type AddressInfo, connect, type Socket } from 'node:net';
import { createServer } from 'node:tls';
import { joinSockets } from './address-front.ts';

/** A door with encryption. */
export interface TlsFront {
  /** Such as `localhost:12345`. */
  readonly host: string;
  /** What clients must trust. */
  readonly certificate: string;
  close(): Promise<void>;
}

const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgsYVlBk810tM2v+V/
xY50ZBx6CRbgD05nfv52iYFdX02hRANCAARF26JJdZHd4PuNMxF7BM1ubZnDgMmE
odFeJx0Ve5AFvwstHbuBq6+iS2lzOCxZFSjukq67gG+143FEPzQthva7
-----END PRIVATE KEY-----
`;
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBmzCCAUGgAwIBAgIUJqYfDFEAJuiEnu66Su54Njf4M7UwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMTE2Mzk0M1oYDzIxMjYxMDI4
MTYzOTQzWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAARF26JJdZHd4PuNMxF7BM1ubZnDgMmEodFeJx0Ve5AFvwstHbuBq6+i
S2lzOCxZFSjukq67gG+143FEPzQthva7o28wbTAdBgNVHQ4EFgQUsvD+rLtyLb9R
V+gg2R+KOC8Xbd4wHwYDVR0jBBgwFoAUsvD+rLtyLb9RV+gg2R+KOC8Xbd4wDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDSAAwRQIhAMemKePcXBh3mQ9MPIIAm5rQsHtJiLshHG8/r09cfVHAAiAs
uF/bRAnoNnU0XIGcVMYS5izBKtK0X9BYa/qpflNTOg==
-----END CERTIFICATE-----
`;

/** Open a door to a server. @param address - of the server, such as `http://localhost:4870`. */
export async function openTlsFront(address: string): Promise<TlsFront> {
  const port = Number(new URL(address).port);
  const sockets = new Set<Socket>();
  const server = createServer({ key: KEY, cert: CERTIFICATE }, (outer) => {
    sockets.add(outer);
    outer.on('close', () => sockets.delete(outer));
    joinSockets(outer, connect(port, '127.0.0.1'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    host: `localhost:${(server.address() as AddressInfo).port}`,
    certificate: CERTIFICATE,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
