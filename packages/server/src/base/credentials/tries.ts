// What a try is counted under, for whatever somebody could guess at or ask for without end. An
// account from one network waits by itself, so that nobody keeps anybody else out; a browser that
// signed in before has a count of its own, so that nobody else's tries touch it. Counted by
// throttle.ts; used by the sign-ins of people and of operators.
import { countAs } from '../addresses/index.ts';
import { hashSecret } from './seal.ts';
import type { Throttle, TryLimits } from './throttle.ts';

/** Who tries. */
export interface Tryer {
  /** The account as they name it, whether there is one or not. */
  readonly account: string;
  readonly ip: string;
  /** Mark of a browser in which the account was signed in before, "" = of none. */
  readonly knownMark: string;
}

/** Limits of one purpose, whose counts are apart from those of every other. */
export interface PurposeLimits {
  /** An account from one network, and a known browser. */
  readonly pair: number;
  /** A network, whatever the account. */
  readonly network: number;
  /** An account from everywhere but known browsers, where that only adds a proof. */
  readonly account?: number;
}

const MINUTE_MS = 60_000;
/** A pressed account stays so: each forgotten try is one that gets by with one proof. */
const PRESSED_MS = 12 * 60 * MINUTE_MS;

/** A network may be a whole town's, so it is forgiven sooner. */
export function listTryLimits<TPurpose extends string>(
  purposes: Readonly<Record<TPurpose, PurposeLimits>>,
): TryLimits {
  const all = Object.entries<PurposeLimits>(purposes).flatMap(
    ([purpose, { pair, network, account }]) => [
      [`${purpose}.pair`, { count: pair, forgetOneMs: 30 * MINUTE_MS }] as const,
      [`${purpose}.browser`, { count: pair, forgetOneMs: 30 * MINUTE_MS }] as const,
      [`${purpose}.network`, { count: network, forgetOneMs: MINUTE_MS / 2 }] as const,
      ...(account === undefined
        ? []
        : [[`${purpose}.account`, { count: account, forgetOneMs: PRESSED_MS }] as const]),
    ],
  );
  return Object.fromEntries(all);
}

/** A try that was taken. */
export interface TakenTry {
  /** It was right: it does not count. */
  giveBack(): void;
  /** It was right and proves who they are: what they got wrong before does not count either. */
  forgive(): void;
  /** How many are left, and how long none is taken any more: a wrong one is told both. */
  readLeft(): number;
  readWaitMs(): number;
}

/** Names under which a try counts: their own, and those they share with others. */
function namesOf(purpose: string, who: Tryer): { own: string; others: readonly string[] } {
  const { account, knownMark } = who;
  const network = countAs(who.ip);
  if (knownMark === '') {
    return {
      own: `${purpose}.pair:${account} ${network}`,
      others: [`${purpose}.network:${network}`],
    };
  }
  const mark = hashSecret(knownMark).toString('base64url').slice(0, 22);
  return { own: `${purpose}.browser:${account} ${mark}`, others: [] };
}

/** How long no try of somebody is taken, 0 = one is. */
export function readTryWaitMs(throttle: Throttle, purpose: string, who: Tryer): number {
  const { own, others } = namesOf(purpose, who);
  return throttle.readWaitMs([own, ...others]);
}

/**
 * Take a try, before it is judged.
 *
 * @returns milliseconds to wait when there were too many.
 */
export function takeTryOf(throttle: Throttle, purpose: string, who: Tryer): TakenTry | number {
  const { own, others } = namesOf(purpose, who);
  const all = [own, ...others];
  const waitMs = throttle.take(all);
  if (waitMs > 0) return waitMs;
  return {
    giveBack: () => throttle.giveBack(all),
    forgive() {
      throttle.giveBack(others);
      throttle.forgive([own]);
    },
    readLeft: () => throttle.readLeft(all),
    readWaitMs: () => throttle.readWaitMs(all),
  };
}

/** What is known of an account when somebody tries at it. */
export interface Pressure {
  /** It is guessed at from so many places that one proof is not enough. */
  readonly isPressed: boolean;
  /** The try was right: it does not count. */
  giveBack(): void;
}

/**
 * Count a try against an account from wherever it comes, before it is judged: of many that come at
 * once no more get by with one proof than are allowed. Nobody waits for it: whoever tries gives one
 * more proof while it is pressed.
 */
export function takePressure(throttle: Throttle, purpose: string, who: Tryer): Pressure {
  if (who.knownMark !== '') return { isPressed: false, giveBack: () => {} };
  const names = [`${purpose}.account:${who.account}`];
  const isPressed = throttle.readLeft(names) === 0;
  const isCounted = throttle.take(names) === 0;
  return {
    isPressed,
    giveBack() {
      if (isCounted) throttle.giveBack(names);
    },
  };
}
