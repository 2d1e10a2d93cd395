// Requests to a started server that say from which address of this machine they come.
import { request } from 'node:http';

/** Which server is asked, and from which address of this machine. */
export interface Way {
  readonly server: string;
  readonly localAddress: string;
}

/** Body of the answer to a GET from an address of this machine. */
export function askFromAddress(
  { server, localAddress }: Way,
  path: string,
  headers: Readonly<Record<string, string>>,
): Promise<string> {
  const { port } = new URL(server);
  return new Promise((resolve, reject) => {
    const requested = request(
      { host: '127.0.0.1', port, path, localAddress, headers },
      (answer) => {
        let body = '';
        answer.setEncoding('utf8').on('data', (text: string) => (body += text));
        answer.on('end', () => resolve(body));
      },
    );
    requested.on('error', reject);
    requested.end();
  });
}

/** Whether the name of the server leads to its IPv4 address. */
export function isReachedByIpv4(server: string): Promise<boolean> {
  return new Promise((resolve) => {
    const requested = request(`${server}/api/v3/ping`, (answer) => {
      resolve(answer.socket.remoteFamily === 'IPv4');
      answer.resume();
    });
    requested.on('error', () => resolve(false));
    requested.end();
  });
}
