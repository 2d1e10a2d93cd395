// How much one address may ask of the dialect: weight by the minute, requests by five minutes, a
// pause for those who go on, longer each time. In memory, a guard against floods; only bans outlive
// a restart. Called by the edge and by the WebSocket API, which share one.
import { countAs } from '../addresses/index.ts';
import type { LockStore } from '../locks/index.ts';
import { BinanceError } from './errors.ts';

/** Most of each in its window. */
export interface AddressLimitTable {
  readonly weightPerMinute: number;
  readonly requestsPerFiveMinutes: number;
  /** Requests past a limit, in a row of refusals, before the address is banned. */
  readonly ignoredRefusalsMax: number;
}

/** What clients are told in exchangeInfo, and what is enforced. */
export const defaultAddressLimits: AddressLimitTable = {
  weightPerMinute: 6_000,
  requestsPerFiveMinutes: 61_000,
  ignoredRefusalsMax: 100,
};

const MINUTE_MS = 60_000;
const FIVE_MINUTES_MS = 300_000;
/** How long a first ban lasts; each further one twice as long. */
export const FIRST_BAN_MS = 120_000;
const BAN_MAX_MS = 3 * 86_400_000;
/** An address that behaved for so long is forgiven its earlier bans. */
const FORGIVEN_AFTER_MS = 3 * 86_400_000;
const ADDRESSES_COUNT_MAX = 100_000;

interface Counter {
  minute: number;
  weight: number;
  fiveMinutes: number;
  requests: number;
  ignored: number;
  bansCount: number;
  bannedUntilMs: number;
}

/** Counts requests of addresses. */
export interface AddressLimits {
  /**
   * Count a request.
   * @returns the weight used in this minute, for the header.
   * @throws BinanceError -1003 with 429, or with 418 during a ban.
   */
  take(ip: string, weight: number): number;
  /** Before a request is read: refuse one of an address that is over already. @throws as `take`. */
  refuseIfOver(ip: string): void;
  /** Add weight to a request that was counted before it was read. @throws as `take` does. */
  addWeight(ip: string, weight: number): number;
  /** Weight used in this minute. */
  readUsed(ip: string): number;
}

const NOTHING: Counter = {
  minute: 0,
  weight: 0,
  fiveMinutes: 0,
  requests: 0,
  ignored: 0,
  bansCount: 0,
  bannedUntilMs: 0,
};

/** Make a counter that knows only who is banned. @param bans - where that is kept. */
export function createAddressLimits(
  readNowMs: () => number,
  table: AddressLimitTable = defaultAddressLimits,
  bans?: LockStore,
): AddressLimits {
  const counters = new Map<string, Counter>(
    bans?.kept.map(({ name, count, untilMs }) => [
      name,
      { ...NOTHING, bansCount: count, bannedUntilMs: untilMs },
    ]),
  );

  function readCounter(address: string, nowMs: number): Counter {
    const ip = countAs(address);
    let counter = counters.get(ip);
    if (counter === undefined) {
      if (counters.size >= ADDRESSES_COUNT_MAX) counters.clear();
      counter = { ...NOTHING };
      counters.set(ip, counter);
    }
    const minute = Math.floor(nowMs / MINUTE_MS);
    if (counter.minute !== minute) Object.assign(counter, { minute, weight: 0, ignored: 0 });
    const fiveMinutes = Math.floor(nowMs / FIVE_MINUTES_MS);
    if (counter.fiveMinutes !== fiveMinutes) Object.assign(counter, { fiveMinutes, requests: 0 });
    return counter;
  }

  const isOver = ({ weight, requests }: Counter): boolean =>
    weight > table.weightPerMinute || requests > table.requestsPerFiveMinutes;

  function ban(ip: string, counter: Counter, nowMs: number): BinanceError {
    if (nowMs - counter.bannedUntilMs > FORGIVEN_AFTER_MS) counter.bansCount = 0;
    const banMs = Math.min(BAN_MAX_MS, FIRST_BAN_MS * 2 ** counter.bansCount);
    counter.bansCount += 1;
    counter.bannedUntilMs = nowMs + banMs;
    counter.ignored = 0;
    bans?.write({ name: countAs(ip), count: counter.bansCount, untilMs: counter.bannedUntilMs });
    return refuseBanned(counter, nowMs);
  }

  function refuseBanned({ bannedUntilMs }: Counter, nowMs: number): BinanceError {
    const retryAfterS = Math.ceil((bannedUntilMs - nowMs) / 1_000);
    return new BinanceError('banned', [bannedUntilMs], { retryAfterS });
  }

  function refuseOver(ip: string, counter: Counter, nowMs: number): BinanceError {
    counter.ignored += 1;
    if (counter.ignored > table.ignoredRefusalsMax) return ban(ip, counter, nowMs);
    const isWeight = counter.weight > table.weightPerMinute;
    const windowMs = isWeight ? MINUTE_MS : FIVE_MINUTES_MS;
    const retryAfterS = Math.ceil((windowMs - (nowMs % windowMs)) / 1_000);
    return isWeight
      ? new BinanceError('too_much_weight', [table.weightPerMinute], { retryAfterS })
      : new BinanceError('too_many_requests', [table.requestsPerFiveMinutes], { retryAfterS });
  }

  function count(ip: string, weight: number, requestsCount: number): number {
    const nowMs = readNowMs();
    const counter = readCounter(ip, nowMs);
    if (counter.bannedUntilMs > nowMs) throw refuseBanned(counter, nowMs);
    counter.weight += weight;
    counter.requests += requestsCount;
    if (isOver(counter)) throw refuseOver(ip, counter, nowMs);
    return counter.weight;
  }

  return {
    take: (ip, weight) => count(ip, weight, 1),
    refuseIfOver(ip) {
      const nowMs = readNowMs();
      const counter = readCounter(ip, nowMs);
      if (counter.bannedUntilMs > nowMs) throw refuseBanned(counter, nowMs);
      if (isOver(counter)) throw refuseOver(ip, counter, nowMs);
    },
    addWeight: (ip, weight) => count(ip, weight, 0),
    readUsed: (ip) => readCounter(ip, readNowMs()).weight,
  };
}
