// Puts together what streams of the trading dialect stand on: the two hubs and the listen keys.
// It serves nothing itself and makes no message. Called by the edge's process.
import type { Database } from '../base/db/index.ts';
import {
  createStreamHub,
  createUserHub,
  type StreamHub,
  type UserHub,
} from '../base/feed/index.ts';
import type { ApiKeys } from '../base/keys/index.ts';
import { createListenKeys, type ListenKeyOwner } from '../base/listen-keys/index.ts';
import type { RouteHandler } from '../base/product/index.ts';
import { createListenKeyRoutes } from '../products/spot/index.ts';

/** The rooms, ready to be published to and read from. */
export interface StreamModules {
  readonly streams: StreamHub;
  readonly users: UserHub;
  readonly handlers: readonly RouteHandler[];
  /** Read what is stored. */
  open(): Promise<void>;
  close(): void;
}

/** Whoever listens by a key that ran out is closed this long after it, at most. */
const PRUNE_EVERY_MS = 1_000;

/** Make the rooms. */
export function createStreamModules(options: {
  readonly database: Database;
  /** Asked what a key may do; what one opened ends when it is revoked or changed. */
  readonly keys: ApiKeys;
  /** Texts of listen keys are made with it. */
  readonly secret: string;
  readonly report: (error: unknown) => void;
}): StreamModules {
  const { database, keys, secret, report } = options;
  const streams = createStreamHub();
  const users = createUserHub();
  const readKeyEndMs = async ({ ownerId, keyId }: ListenKeyOwner): Promise<number> => {
    const own = await keys.list(ownerId);
    const key = own.find((one) => one.keyId === keyId && one.permissions.includes('read'));
    return key === undefined ? 0 : key.expiresAtMs || Infinity;
  };
  const readNowMs = Date.now;
  const listenKeys = createListenKeys({
    database,
    streams,
    users,
    secret,
    readNowMs,
    readKeyEndMs,
  });
  keys.onEnded((keyId) => void listenKeys.endOfKey(keyId).catch(report));
  const timer = setInterval(() => {
    keys.endExpired();
    void listenKeys.prune().catch(report);
  }, PRUNE_EVERY_MS);
  timer.unref();
  return {
    streams,
    users,
    handlers: createListenKeyRoutes(
      listenKeys,
      async (ownerId, keyId) => (await readKeyEndMs({ ownerId, keyId })) > readNowMs(),
    ),
    open: () => listenKeys.load(),
    close: () => clearInterval(timer),
  };
}
