// Puts together what streams of the trading dialect stand on: the two hubs and the listen keys.
// It serves nothing itself and makes no message. Called by the edge's process.
import type { Database } from './base/db/index.ts';
import { createStreamHub, createUserHub, type StreamHub, type UserHub } from './base/feed/index.ts';
import { createListenKeys, type ListenKeys } from './base/listen-keys/index.ts';

/** The rooms, ready to be published to and read from. */
export interface StreamRooms {
  readonly streams: StreamHub;
  readonly users: UserHub;
  readonly listenKeys: ListenKeys;
  /** Read what is stored. */
  open(): Promise<void>;
  close(): void;
}

const PRUNE_EVERY_MS = 60_000;

/** Make the rooms. */
export function createStreamRooms(options: {
  readonly database: Database;
  readonly report: (error: unknown) => void;
}): StreamRooms {
  const { database, report } = options;
  const streams = createStreamHub();
  const users = createUserHub();
  const listenKeys = createListenKeys({ database, streams, users, readNowMs: Date.now });
  const timer = setInterval(() => void listenKeys.prune().catch(report), PRUNE_EVERY_MS);
  timer.unref();
  return {
    streams,
    users,
    listenKeys,
    open: () => listenKeys.load(),
    close: () => clearInterval(timer),
  };
}
