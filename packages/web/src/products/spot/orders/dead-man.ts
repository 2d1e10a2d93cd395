// The dead-man switch as this page knows it: when the exchange will cancel everything, and whether
// the page puts the moment off while it is open.
// Not the switch itself: that is the engine's, and it fires whether or not a page looks.
import type { Client } from '@isobath/sdk';
import { spotRoutes } from '@isobath/wire';
import { useCallback, useEffect } from 'react';
import { defineSetting, readSetting, useSetting, writeSetting } from '../../../base/settings.ts';
import { useSession } from '../../../base/session.ts';
import { readFailure, type SendOutcome } from '../live/send.ts';

/** The switch as it was set last from this browser; dueAtMs 0 = off. */
export interface DeadMan {
  /** Whose it is: another person at this browser has a switch of their own. */
  readonly ownerId: number;
  readonly dueAtMs: number;
  readonly timeoutMs: number;
  /** The page arms it anew, again and again, as long as it is open. */
  readonly isKept: boolean;
}

const off: DeadMan = { ownerId: 0, dueAtMs: 0, timeoutMs: 60_000, isKept: true };
const renewalsPerTimeout = 3;
/** A renewal that did not come through is tried again after so long. */
const againMs = 250;

const deadManSetting = defineSetting<DeadMan>(
  'trade.deadMan',
  off,
  (value) => typeof (value as DeadMan | null)?.dueAtMs === 'number',
);

/** The switch and what can be done with it. */
export interface DeadManDesk {
  readonly state: DeadMan;
  readonly isArmed: boolean;
  arm(timeoutMs: number, isKept: boolean): Promise<SendOutcome>;
  disarm(): Promise<SendOutcome>;
  /** The moment has come: what the exchange cancels comes by the private channel. */
  noteFired(): void;
}

/** What was sent last: the next one waits for its answer, or the two could change places. */
let underWay: Promise<unknown> | undefined;

async function send(
  client: Client,
  ownerId: number,
  request: { timeoutMs: number; isKept: boolean },
): Promise<SendOutcome> {
  const action = (underWay ?? Promise.resolve()).then(() => sendNow(client, ownerId, request));
  underWay = action;
  const outcome = await action;
  if (underWay === action) underWay = undefined;
  return outcome;
}

async function sendNow(
  client: Client,
  ownerId: number,
  request: { timeoutMs: number; isKept: boolean },
): Promise<SendOutcome> {
  try {
    const { dueAt } = await client.call(spotRoutes.deadman, {
      body: { timeoutMs: request.timeoutMs },
      idempotencyKey: crypto.randomUUID(),
    });
    const { timeoutMs } = request.timeoutMs === 0 ? readSetting(deadManSetting) : request;
    writeSetting(deadManSetting, { ownerId, dueAtMs: dueAt, timeoutMs, isKept: request.isKept });
    return { kind: 'accepted', orderId: '', status: '' } as const;
  } catch (error) {
    return readFailure(error);
  }
}

/** The switch of the person at this page. */
export function useDeadMan(client: Client): DeadManDesk {
  const [kept] = useSetting(deadManSetting);
  const ownerId = useSession()?.fid ?? 0;
  const state = kept.ownerId === ownerId ? kept : off;
  const arm = useCallback(
    (timeoutMs: number, isKept: boolean) => send(client, ownerId, { timeoutMs, isKept }),
    [client, ownerId],
  );
  return {
    state,
    isArmed: state.dueAtMs > 0,
    arm,
    disarm: () => arm(0, state.isKept),
    noteFired: () => writeSetting(deadManSetting, { ...state, dueAtMs: 0 }),
  };
}

/** Put the moment off while the page is open; once in the page. */
export function useDeadManRenewal({ state, isArmed, arm, noteFired }: DeadManDesk): void {
  const { timeoutMs, isKept, dueAtMs } = state;
  useEffect(() => {
    if (!isArmed) return;
    const leftMs = dueAtMs - Date.now();
    if (leftMs <= 0) {
      noteFired();
      return;
    }
    let isOver = false;
    let timer = 0;
    const plan = (waitMs: number) => {
      timer = window.setTimeout(() => void run(), waitMs);
    };
    const run = async () => {
      if (!isKept || dueAtMs <= Date.now()) return noteFired();
      // Somebody is just setting it: to renew behind their back would arm what they disarm.
      const outcome = underWay === undefined ? await arm(timeoutMs, isKept) : undefined;
      if (!isOver && outcome?.kind !== 'accepted') plan(againMs);
    };
    plan(isKept ? Math.min(leftMs, timeoutMs / renewalsPerTimeout) : leftMs);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [isArmed, isKept, timeoutMs, dueAtMs]);
}
