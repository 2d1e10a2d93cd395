// Who is at the other end: the caller's address and whether they came by https, also when proxies
// that the operator named stand between. It knows no limit and no key. Used by everything that
// takes a request or an upgrade.
import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import { isInNetworks, plainAddress } from '../base/addresses/index.ts';

/** The parts of a request that say where it comes from. */
export interface PeerSigns {
  readonly headers: IncomingHttpHeaders;
  readonly socket: { readonly remoteAddress?: string | undefined };
}

/** Reads where requests come from. */
export interface Peers {
  /** Address of the caller, "" when their connection is gone. */
  readAddress(request: PeerSigns): string;
  /** Whether a program on this machine asks, and no proxy for somebody else. */
  isLocal(request: PeerSigns): boolean;
  /** Whether the caller speaks https to the proxy; undefined when no trusted one says. */
  isSecure(request: PeerSigns): boolean | undefined;
}

/** Headers by which a proxy shows itself, trusted or not. */
const SIGNS_OF_PROXY = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-proto', 'x-real-ip'];

/** An address as proxies write it: with a port or in brackets, too. "" when it is none. */
function readEntry(text: string): string {
  const bare = text
    .trim()
    .replace(/^\[([^\]]*)\](?::\d+)?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1');
  return isIP(bare) === 0 ? '' : plainAddress(bare);
}

function listEntries(header: string | string[] | undefined): string[] {
  return header === undefined ? [] : String(header).split(',');
}

/**
 * Make a reader.
 *
 * @param trusted - addresses and networks of proxies whose word counts. The caller is the last
 *   address before them, read from right to left: what stands left of it anybody may have written.
 */
export function createPeers(trusted: readonly string[] = []): Peers {
  const readSocket = ({ socket }: PeerSigns) => plainAddress(socket.remoteAddress ?? '');
  return {
    readAddress(request) {
      let address = readSocket(request);
      if (trusted.length === 0) return address;
      const entries = listEntries(request.headers['x-forwarded-for']);
      while (isInNetworks(trusted, address)) {
        const before = readEntry(entries.pop() ?? '');
        if (before === '') break;
        address = before;
      }
      return address;
    },
    isLocal(request) {
      const address = readSocket(request);
      if (address !== '127.0.0.1' && address !== '::1') return false;
      if (isInNetworks(trusted, address)) return false;
      return SIGNS_OF_PROXY.every((name) => request.headers[name] === undefined);
    },
    isSecure(request) {
      // Most servers stand behind no proxy: then nobody need be looked up.
      if (trusted.length === 0 || !isInNetworks(trusted, readSocket(request))) return undefined;
      const scheme = listEntries(request.headers['x-forwarded-proto']).at(-1)?.trim().toLowerCase();
      return scheme === undefined ? undefined : scheme === 'https';
    },
  };
}

/** Nobody's word counts: the other end of the connection is the caller. */
export const directPeers: Peers = createPeers();
