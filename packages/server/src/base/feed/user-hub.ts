// What happens to people, in the trading dialect's words, inside this process: who listens for
// whom. It knows no socket, no key and no message. Spot publishes; listen keys and the WebSocket
// API listen.
import type { StreamMessage } from './streams.ts';

/** Takes a person's messages. */
export interface UserListener {
  hear(message: StreamMessage): void;
  /** Something happened that nobody will tell any more: what was told has a gap from here on. */
  missed(): void;
}

/** Messages by owner. */
export interface UserHub {
  /** @returns stop listening. */
  listen(ownerId: number, listener: UserListener): () => void;
  hasListeners(ownerId: number): boolean;
  publish(ownerId: number, message: StreamMessage): void;
  /** Tell everybody that something was missed. */
  miss(): void;
}

/** Make an empty hub. */
export function createUserHub(): UserHub {
  const listeners = new Map<number, Set<UserListener>>();
  return {
    listen(ownerId, listener) {
      const found = listeners.get(ownerId) ?? new Set();
      listeners.set(ownerId, found.add(listener));
      return () => {
        found.delete(listener);
        if (found.size === 0 && listeners.get(ownerId) === found) listeners.delete(ownerId);
      };
    },
    hasListeners: (ownerId) => listeners.has(ownerId),
    publish(ownerId, message) {
      for (const listener of listeners.get(ownerId) ?? []) listener.hear(message);
    },
    miss() {
      // Whoever hears of it leaves.
      for (const listener of [...listeners.values()].flatMap((all) => [...all])) listener.missed();
    },
  };
}
