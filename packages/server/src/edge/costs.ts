// What one caller may have made for them on sockets: beginnings of channels and streams, counted
// like calls, all their connections together. It is a guard against floods, not a rule of money: it
// lives in memory, and it knows no channel. Used by socket.ts and edge/dialect.
import type { IncomingMessage } from 'node:http';
import { countAs } from '../base/addresses/index.ts';
import type { Peers } from './peers.ts';
import { Recent } from './recent.ts';

/** What comes back each second. */
export const COST_PER_SECOND = 500;
/** What may be asked for at once: two hundred pages that are opened in one house. */
export const COST_BURST = 10_000;
/** Opening a connection costs as much as a beginning. */
export const OPENING_COST = 10;
/** Who goes on asks for what they will not get: so far it is remembered. */
const DEBT_MAX = COST_BURST / 10;
const CALLERS_COUNT_MAX = 100_000;

interface Level {
  tokens: number;
  atMs: number;
}

/** What is left to one caller. */
export interface Budget {
  /** @returns whether it may be made; what may not costs as well, so that asking on is dearer. */
  take(cost: number): boolean;
  /** Whether they asked on when nothing was left. */
  isInDebt(): boolean;
}

/** Counts costs of callers. */
export interface Costs {
  /** Of whom a connection is. @param account - absent: nobody who is signed in. */
  of(request: IncomingMessage, account?: string): Budget;
}

const unlimited: Budget = { take: () => true, isInDebt: () => false };

/** Make a counter; programs of this machine are not counted. */
export function createCosts(peers: Peers, readNowMs: () => number): Costs {
  const levels = new Recent<Level>(CALLERS_COUNT_MAX);

  function readLevel(name: string): Level {
    const nowMs = readNowMs();
    const level = levels.get(name) ?? { tokens: COST_BURST, atMs: nowMs };
    const passedMs = Math.max(0, nowMs - level.atMs);
    level.tokens = Math.min(COST_BURST, level.tokens + (passedMs * COST_PER_SECOND) / 1_000);
    level.atMs = nowMs;
    levels.set(name, level);
    return level;
  }

  return {
    of(request, account) {
      if (peers.isLocal(request)) return unlimited;
      // A person is themselves wherever they are; a guest counts with their network.
      const name = account ?? countAs(peers.readAddress(request));
      return {
        take(cost) {
          const level = readLevel(name);
          const isEnough = level.tokens >= cost;
          level.tokens = Math.max(-DEBT_MAX, level.tokens - cost);
          return isEnough;
        },
        isInDebt: () => readLevel(name).tokens < 0,
      };
    },
  };
}
