// Cold storage in the back office: where too much goes, what is asked for, between which levels
// hot wallets are held, what may leave at most. Changes are asked for, a second operator agrees;
// caps of the signer's policy are shown alone, its officers change them. Read by server, console.
import { decimalText, timeMs } from '../../money.ts';
import { defineRoute } from '../../route.ts';
import { z } from '../../z.ts';

const networkId = z.number().int().min(1).max(65_535);
const coinId = z.number().int().min(1).max(1_023);
const reason = z.string().trim().min(3).max(500);
const asked = z.object({ approvalId: z.number().int() });
/** "" = a part of what the exchange owes. */
const level = z.union([decimalText, z.literal('')]);

const writing = {
  method: 'POST',
  role: 'admin:money.release',
  owner: 'none',
  rate: 'write',
} as const;

/** A network's cold address. */
export const deskCold = z.object({
  networkId: z.number().int(),
  network: z.string(),
  /** "" = none: what is too much stays. */
  address: z.string(),
  /** Whether the signer's policy lists it too: nothing goes there otherwise. */
  isInPolicy: z.boolean(),
  /** The request about it that waits for another operator, 0 = there is none. */
  approvalId: z.number().int(),
});
export type DeskCold = z.infer<typeof deskCold>;

/** What is asked of cold storage. */
export const deskRefill = z.object({
  refillId: z.number().int(),
  network: z.string(),
  coin: z.string(),
  amount: decimalText,
  askedAt: timeMs,
});
export type DeskRefill = z.infer<typeof deskRefill>;

/** A move to a cold address. */
export const deskColdMove = z.object({
  sendId: z.number().int(),
  network: z.string(),
  coin: z.string(),
  amount: decimalText,
  /** `open`, `booked`, `dropped`. */
  state: z.string(),
  /** "" before it is signed. */
  txHash: z.string(),
  madeAt: timeMs,
});
export type DeskColdMove = z.infer<typeof deskColdMove>;

/** Levels and floors of a coin on a network, and what the signer's policy lets out of it. */
export const deskLimits = z.object({
  networkId: z.number().int(),
  network: z.string(),
  coinId: z.number().int(),
  coin: z.string(),
  low: level,
  target: level,
  high: level,
  /** So much leaves in an hour and a day whatever part of what is owed it is. */
  hourFloor: decimalText,
  dayFloor: decimalText,
  /** Of the signer's policy; null = it does not list the coin, or has not been asked yet. */
  caps: z
    .object({
      transaction: decimalText,
      hour: decimalText,
      day: decimalText,
      /** Above it two officers sign. */
      approveAbove: decimalText,
      hourCount: z.number().int(),
    })
    .nullable(),
  /** The request about it that waits for another operator, 0 = there is none. */
  approvalId: z.number().int(),
});
export type DeskLimits = z.infer<typeof deskLimits>;

/** What is asked for of a coin on a network. */
export const askedLimits = z.object({
  networkId,
  coinId,
  low: level,
  target: level,
  high: level,
  hourFloor: decimalText,
  dayFloor: decimalText,
});

/** Routes of cold storage in the back office. */
export const coldDeskRoutes = {
  readCold: defineRoute({
    method: 'GET',
    role: 'admin:custody.read',
    owner: 'none',
    rate: 'read',
    path: '/admin/api/custody/cold',
    summary: 'Cold addresses, open refills, the last moves to cold storage, levels and caps.',
    answer: z.object({
      addresses: z.array(deskCold),
      refills: z.array(deskRefill),
      moves: z.array(deskColdMove),
      limits: z.array(deskLimits),
    }),
  }),
  setColdAddress: defineRoute({
    ...writing,
    path: '/admin/api/custody/cold/address',
    summary:
      'Ask to send what is too much on a network to another cold address, which the signer’s ' +
      'policy lists, or to none; another operator agrees.',
    body: z.object({ networkId, address: z.string().trim().max(128), reason }),
    answer: asked,
  }),
  setLimits: defineRoute({
    ...writing,
    path: '/admin/api/custody/cold/limits',
    summary: 'Ask for other levels and floors of a coin on a network; another operator agrees.',
    body: askedLimits.extend({ reason }),
    answer: asked,
  }),
} as const;
