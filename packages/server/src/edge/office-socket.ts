// The console's own socket, /admin/live: tells whoever may read the desk that something of it is
// new, and nothing of what. The console then asks as always, so that rights and the audit stay in
// one place. Not the socket of pages (socket.ts). Opened by socket-modules.ts.
import type { IncomingMessage } from 'node:http';
import { closeCodes, isPermitted, officeLivePath } from '@isobath/wire';
import { type WebSocket, WebSocketServer } from 'ws';
import { type Costs, OPENING_COST } from './costs.ts';
import { isOwnOrigin } from './cross-site.ts';
import { type Lookups, readWaitMs } from './lookups.ts';
import { type Entry, refuseMore, refuseUpgrade } from './upgrades.ts';

/** What the socket stands on. */
export interface OfficeSocketOptions {
  readonly ownOrigin: string;
  /** Opening counts here; who is looked up for it pays with a look-up. */
  readonly costs: Costs;
  readonly lookups: Pick<Lookups, 'findAccount' | 'readOperator'>;
  /** Hear that something of the desk is new. @returns stops hearing. */
  readonly listen: (onChange: () => void) => () => void;
  readonly report: (error: unknown) => void;
  /** So often everybody on it is asked for their right again. */
  readonly lookEveryMs?: number;
}

/** The open door. */
export interface OfficeSocket extends Entry {
  close(): void;
}

const FRAME_BYTES_MAX = 256;
const LOOK_EVERY_MS = 15_000;
const DESK_FRAME = JSON.stringify({ ch: 'desk' });

/** Open the door. */
export function serveOfficeSocket(options: OfficeSocketOptions): OfficeSocket {
  const server = new WebSocketServer({ noServer: true, maxPayload: FRAME_BYTES_MAX });
  const open = new Map<WebSocket, IncomingMessage>();
  const mayHear = async (request: IncomingMessage): Promise<boolean> => {
    const operator = await options.lookups.readOperator(request);
    return operator !== undefined && isPermitted(operator.role, 'desk.read');
  };
  const stop = options.listen(() => {
    for (const socket of open.keys()) socket.send(DESK_FRAME);
  });

  /** A session that ended, or a right that was taken away, ends the line too. */
  async function look(): Promise<void> {
    for (const [socket, request] of open) {
      try {
        if (await mayHear(request)) socket.ping();
        else socket.close(closeCodes.auth);
      } catch (error) {
        // Of one that cannot be looked at the next round decides; the others are looked at now.
        options.report(error);
      }
    }
  }
  const timer = setInterval(() => void look(), options.lookEveryMs ?? LOOK_EVERY_MS);
  timer.unref();

  return {
    accepts: (path) => path === officeLivePath,
    async upgrade(request, socket, head) {
      if (!isOwnOrigin(request.headers.origin, options.ownOrigin)) {
        refuseUpgrade(socket, '403 Forbidden');
        return;
      }
      try {
        if (!(await mayHear(request))) {
          refuseUpgrade(socket, '401 Unauthorized');
          return;
        }
      } catch (error) {
        const waitMs = readWaitMs(error);
        if (waitMs === undefined) throw error;
        refuseMore(socket, waitMs);
        return;
      }
      // By account, which the look-up told: its network may be busy with others.
      const account = options.lookups.findAccount(request, true);
      if (!options.costs.of(request, account).take(OPENING_COST)) {
        refuseMore(socket);
        return;
      }
      server.handleUpgrade(request, socket, head, (accepted) => {
        open.set(accepted, request);
        accepted.on('error', () => accepted.terminate());
        accepted.on('close', () => open.delete(accepted));
      });
    },
    close() {
      stop();
      clearInterval(timer);
      for (const socket of open.keys()) socket.close(closeCodes.restart);
    },
  };
}
